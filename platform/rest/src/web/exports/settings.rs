//! Endpoints of the entry `./settings`.

use super::answer::{Answer, Call, calls};
use crate::{
    Endpoint, Error,
    access::Access,
    calling_settings::{App, CreateSettings, DeleteSettings, ReadSettings, UpdateSettings},
    channel_connection::{
        CreateChannelConnection, DeleteChannelConnection, ReadChannelConnection,
        UpdateChannelConnection,
    },
    inbound_call::InboundCall,
    parameters::{Fault, Parameters},
    recording::{Recording, RecordingAction, RecordingReady},
    settings::SettingsPatch,
};

/// Builds the call of an endpoint, by name.
pub(super) fn call(name: &str, p: &Parameters) -> Result<Option<Result<Call, Error>>, Fault> {
    if !(name.starts_with("settings.")
        || name.starts_with("recording.")
        || name.starts_with("channelConnection."))
    {
        return Ok(None);
    }
    let app = App {
        id: p.field("appId")?,
        access: match p.has("key") {
            true => Access::Key(p.field("key")?),
            false => Access::Token(p.field("accessToken")?),
        },
    };
    calls! { name;
        "settings.create" => Json CreateSettings {
            app,
            settings: match p.object::<SettingsPatch>("settings", &[])?.try_into() {
                Ok(settings) => settings,
                Err(problem) => return Ok(Some(Err(Error::Invalid(vec![problem])))),
            },
        };
        "settings.read" => Json ReadSettings { app };
        "settings.update" => Json UpdateSettings {
            app,
            patch: p.object("patch", &[])?,
        };
        "settings.delete" => Nothing DeleteSettings { app };
        "settings.recordingReady" => Nothing RecordingReady {
            access: app.access,
            engagement_id: p.id("engagementId")?,
        };
        "settings.inboundCall" => Json InboundCall {
            access: app.access,
            ..p.object("call", &[])?
        };
        "recording.create" => Json Recording {
            app,
            action: RecordingAction::Create(p.field("url")?),
        };
        "recording.read" => Json Recording {
            app,
            action: RecordingAction::Read,
        };
        "recording.update" => Json Recording {
            app,
            action: RecordingAction::Update(p.field("url")?),
        };
        "channelConnection.create" => Json CreateChannelConnection {
            app,
            ..p.object("connection", &[])?
        };
        "channelConnection.read" => Json ReadChannelConnection { app };
        "channelConnection.update" => Json UpdateChannelConnection {
            app,
            ..p.object("patch", &[])?
        };
        "channelConnection.delete" => Nothing DeleteChannelConnection { app };
    }
}
