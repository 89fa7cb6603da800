//! `{{extraData.rooms.length}}`: the length of a list.
//!
//! The library refuses a name after a list. So such a path is replaced by a helper of the path
//! before, which counts a list, and looks the name up in any other value.

use handlebars::{
    Context, Handlebars, Helper, HelperDef, Path, PathSeg, RenderContext, RenderError, ScopedJson,
    template::{HelperTemplate, Parameter, Subexpression},
};
use serde_json::Value;

/// Replaces the paths of a tag that end in `length`.
pub(super) fn with_length(helper: &mut HelperTemplate) {
    let is_value = helper.params.is_empty() && helper.hash.is_empty() && !helper.block;
    if is_value && let Some(before) = before_length(&helper.name) {
        helper.name = name();
        helper.params = vec![before];
        return;
    }
    for parameter in helper.params.iter_mut().chain(helper.hash.values_mut()) {
        if let Some(before) = before_length(parameter) {
            let counted = Subexpression::new(name(), vec![before], [].into());
            *parameter = Parameter::Subexpression(counted);
        }
    }
}

/// The path before `.length`.
fn before_length(parameter: &Parameter) -> Option<Parameter> {
    let Parameter::Path(Path::Relative((segments, raw))) = parameter else {
        return None;
    };
    let (last, before) = segments.split_last()?;
    if before.is_empty() || !matches!(last, PathSeg::Named(name) if name == PROPERTY) {
        return None;
    }
    let raw = raw.strip_suffix(PROPERTY).unwrap_or(raw);
    let before = Path::Relative((before.to_vec(), raw.trim_end_matches(['.', '/']).to_owned()));
    Some(Parameter::Path(before))
}

fn name() -> Parameter {
    Parameter::Name(HELPER.to_owned())
}

/// The length of a list; for any other value, its field of that name.
pub(super) struct Length;

impl HelperDef for Length {
    fn call_inner<'reg: 'rc, 'rc>(
        &self,
        helper: &Helper<'rc>,
        _: &'reg Handlebars<'reg>,
        _: &'rc Context,
        _: &mut RenderContext<'reg, 'rc>,
    ) -> Result<ScopedJson<'rc>, RenderError> {
        let value = match helper.param(0).map(|before| before.value()) {
            Some(Value::Array(entries)) => entries.len().into(),
            Some(Value::Object(fields)) => fields.get(PROPERTY).cloned().unwrap_or_default(),
            _ => Value::Null,
        };
        Ok(ScopedJson::Derived(value))
    }
}

/// Begins with a space: no template can name it.
pub(super) const HELPER: &str = " length";

const PROPERTY: &str = "length";
