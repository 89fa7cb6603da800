//! `pkg/src/generated/rest.ts`: requests and responses of the REST client, from the structs
//! in `platform/rest/src`.

use calling_rest::{
    Secret,
    associations::{
        AssociatedRecord, AssociationList, AssociationType, LabelledAssociation, ListAssociations,
    },
    calling_settings::StoredSettings,
    card_migration::{CardMigration, CardMigrationProgress},
    channel_connection::{ChannelConnection, CreateChannelConnection},
    error::{ErrorDetail, ErrorObject},
    inbound_call::{CallNumber, FinalCallStatus, InboundCall, InboundCallAnswer},
    oauth::{
        AccessTokenMetadata, Authorization, ClientCredentials, ExchangeCode, Introspection,
        RefreshTokenMetadata, SignedAccessToken, TokenKind, Tokens,
    },
    object_batch::{
        BatchArchive, BatchCreate, BatchError, BatchOutcome, BatchRead, BatchUpdate, BatchUpsert,
        CreateInput, Input, UpdateInput, UpsertedObject,
    },
    object_search::{Direction, Filter, FilterGroup, Found, Operator, Search, SortBy},
    objects::{
        Associated, AssociatedObject, Association, AssociationOutcome, AssociationSpec,
        CreateObject, CrmObject, ListObjects, NewAssociation, NextPage, ObjectId, ObjectList,
        Paging, PastValue, ReadObject, Selection, UpdateObject,
    },
    problem::{Problem, ProblemCode},
    properties::{ModificationMetadata, NewProperty, Property, PropertyList, PropertyOption},
    recording::RecordingSettings,
    settings::CallingSettings,
    timeline::{
        EventObjectType,
        event_properties::{
            EventOption, EventProperty, EventPropertyChange, EventPropertyType, NewEventProperty,
        },
        event_types::{EventType, NewEventType},
        events::{EventBatch, TimelineEvent, TimelineIframe},
    },
};
use ts_rs::{Config, TS};

use super::text::HEADER;

/// The declarations.
pub(super) fn text() -> String {
    // Identifiers and times are numbers in JavaScript too.
    let config = Config::new().with_large_int("number");
    macro_rules! declarations {
        ($($uses:expr => $($type:ty)+;)+) => {
            [$($(declaration(<$type>::docs(), &<$type>::decl(&config), $uses)),+),+]
        };
    }
    let declarations = declarations! {
        Use::Parameter =>
            CallingSettings CreateChannelConnection CallNumber FinalCallStatus InboundCall
            ExchangeCode ClientCredentials TokenKind Authorization Secret
            Selection ListObjects ReadObject CreateObject NewAssociation UpdateObject
            Search FilterGroup Filter Operator SortBy Direction
            BatchRead Input BatchCreate CreateInput BatchUpdate BatchUpsert UpdateInput
            BatchArchive ListAssociations NewProperty
            NewEventType EventObjectType NewEventProperty EventPropertyType EventOption
            EventPropertyChange TimelineEvent TimelineIframe CardMigration;
        Use::Answer =>
            StoredSettings RecordingSettings ChannelConnection InboundCallAnswer Tokens
            AccessTokenMetadata SignedAccessToken Introspection RefreshTokenMetadata
            CrmObject PastValue Associated AssociatedObject ObjectList Paging NextPage Found
            BatchOutcome<CrmObject> BatchError UpsertedObject
            AssociationOutcome Association ObjectId AssociationSpec LabelledAssociation
            AssociationList AssociatedRecord AssociationType
            PropertyList Property PropertyOption ModificationMetadata
            EventType EventProperty EventBatch CardMigrationProgress
            ProblemCode Problem ErrorObject ErrorDetail;
    };
    let header = HEADER.replace("src/protocol", "platform/rest/src");
    // A page without a charset reads a script as windows-1252.
    format!("// {header}\n\n{}", declarations.join("\n")).replace('…', "...")
}

/// The use of a type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// A caller writes it, and may leave a field undefined.
    Parameter,
    /// A caller reads it.
    Answer,
}

/// One declaration, as the facade writes its own.
fn declaration(docs: Option<String>, declaration: &str, uses: Use) -> String {
    let mut text = comment(docs.as_deref().unwrap_or_default().lines(), "");
    text.push_str("export ");
    let mut lines = declaration.trim_end().lines();
    while let Some(line) = lines.next() {
        let line = line.trim();
        if line == "/**" {
            text.push_str(&comment(
                lines.by_ref().take_while(|line| line.trim() != "*/"),
                "  ",
            ));
            continue;
        }
        let (field, end) = match line.strip_suffix("};") {
            Some(field) if !field.is_empty() => (field.trim(), "};\n"),
            _ => (line, ""),
        };
        match field.strip_suffix(',') {
            Some(field) => text.push_str(&self::field(field, uses)),
            None => {
                text.push_str(field);
                text.push('\n');
            }
        }
        text.push_str(end);
    }
    text
}

/// A field, which ends in a semicolon.
fn field(field: &str, uses: Use) -> String {
    let field = lists_as_read_only(field);
    match uses {
        Use::Answer => format!("  readonly {field};\n"),
        Use::Parameter if field.contains("?: ") => format!("  {field} | undefined;\n"),
        Use::Parameter => format!("  {field};\n"),
    }
}

/// `Array<string>` as `readonly string[]`.
fn lists_as_read_only(field: &str) -> String {
    match field.split_once("Array<") {
        Some((before, after)) => match after.split_once('>') {
            Some((of, rest)) => format!("{before}readonly {of}[]{rest}"),
            None => field.to_owned(),
        },
        None => field.to_owned(),
    }
}

/// A comment, from lines that may already be one.
fn comment<'a>(lines: impl Iterator<Item = &'a str>, indent: &str) -> String {
    let lines: Vec<&str> = lines
        .map(|line| line.trim().trim_start_matches(['*', '/']).trim())
        .skip_while(|line| line.is_empty())
        .collect();
    let end = lines.iter().rposition(|line| !line.is_empty());
    match lines.get(..end.map_or(0, |end| end + 1)) {
        None | Some([]) => String::new(),
        Some([line]) => format!("{indent}/** {line} */\n"),
        Some(lines) => {
            let lines: String = lines
                .iter()
                .map(|line| format!("{indent} * {line}").trim_end().to_owned() + "\n")
                .collect();
            format!("{indent}/**\n{lines}{indent} */\n")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_may_be_undefined_and_an_answer_is_read_only() {
        let docs = Some("/**\n * Some.\n */".to_owned());
        let declared = "type A = { \n/**\n * One.\n */\nb?: Array<string>, \n/**\n * Two\n * lines.\n */\nc: number, };";

        assert_eq!(
            declaration(docs.clone(), declared, Use::Parameter),
            "/** Some. */\nexport type A = {\n  /** One. */\n  b?: readonly string[] | undefined;\n  /**\n   * Two\n   * lines.\n   */\n  c: number;\n};\n"
        );
        let answer = declaration(docs, declared, Use::Answer);
        assert!(answer.contains("  readonly b?: readonly string[];\n"));
        assert!(answer.contains("  readonly c: number;\n"));
    }

    #[test]
    fn a_union_stays_on_its_line() {
        assert_eq!(
            declaration(None, "type B = \"x\" | \"y\";", Use::Answer),
            "export type B = \"x\" | \"y\";\n"
        );
    }
}
