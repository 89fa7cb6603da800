//! The templates of event types: Handlebars, within bounds.
//!
//! A template is read when it is stored, and refused with the place of a fault. Only the
//! helpers that the service documents are there. What it may cost to render is bounded:
//! a template of an app is not trusted to end.

use std::{
    io,
    sync::{
        LazyLock,
        atomic::{AtomicUsize, Ordering},
    },
};

use handlebars::{
    Context, Handlebars, Helper, HelperDef, Output, RenderContext, RenderError, RenderErrorReason,
    Renderable as _, TemplateError, TemplateErrorReason,
    template::{HelperTemplate, Parameter, TemplateElement},
};
use jiff::tz::TimeZone;
use serde_json::Value;

use super::{
    date,
    length::{self, Length, with_length},
    signs::{hidden, without_hidden},
};

/// A template that was read.
#[derive(Debug)]
pub(crate) struct Template(handlebars::Template);

impl Template {
    /// Reads a template; answers what is wrong with it, and where.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        if text.len() > LONGEST_TEMPLATE {
            return Err(format!(
                "it has {} bytes: use {LONGEST_TEMPLATE} at most",
                text.len()
            ));
        }
        check_depth(text)?;
        let text = without_hidden(text);
        let read = handlebars::Template::compile(&text).map_err(|error| fault(&error))?;
        bounded(read, 0).map(Self)
    }

    /// The text of the template with these values, which are hidden from Markdown; answers
    /// why there is none.
    pub(crate) fn render(&self, values: &Value, zone: &TimeZone) -> Result<String, String> {
        let mut handlebars = Handlebars::new();
        for name in REMOVED {
            handlebars.unregister_helper(name);
        }
        handlebars.register_escape_fn(hidden);
        handlebars.register_helper("formatDate", Box::new(FormatDate(zone.clone())));
        handlebars.register_helper("log", Box::new(Nothing));
        handlebars.register_helper(length::HELPER, Box::new(Length));
        handlebars.register_helper(STEP, Box::new(Steps(AtomicUsize::new(0))));
        let context = Context::wraps(values).map_err(|error| error.to_string())?;
        let mut output = Bounded::of(LONGEST_TEXT);
        self.0
            .render(
                &handlebars,
                &context,
                &mut RenderContext::new(None),
                &mut output,
            )
            .map_err(|error| error.reason().to_string())?;
        Ok(output.text)
    }
}

/// What is wrong with a template, and where.
fn fault(error: &TemplateError) -> String {
    let place = match error.pos() {
        Some((line, column)) => format!("line {line}, column {column}: "),
        None => String::new(),
    };
    let reason = match error.reason() {
        // Its own words are those of the grammar.
        TemplateErrorReason::InvalidSyntax(_) => {
            "this is no Handlebars: end each tag with }} and each block with {{/…}}".to_owned()
        }
        other => other.to_string(),
    };
    [place, reason].concat()
}

/// Refuses a template that is nested too deep, before anything reads it.
fn check_depth(text: &str) -> Result<(), String> {
    let (mut blocks, mut brackets) = (0_usize, 0_usize);
    let mut rest = text;
    while let Some(at) = rest.find(['{', '(', '[', ')', ']', '}']) {
        let (_, found) = rest.split_at(at);
        let tag = found.strip_prefix("{{");
        match (tag, found.as_bytes().first()) {
            (Some(tag), _) => {
                brackets = 0;
                match tag.strip_prefix('~').unwrap_or(tag).as_bytes().first() {
                    Some(b'#') => blocks += 1,
                    Some(b'/') => blocks = blocks.saturating_sub(1),
                    _ => {}
                }
            }
            (None, Some(b'(' | b'[' | b'{')) => brackets += 1,
            (None, _) => brackets = brackets.saturating_sub(1),
        }
        if blocks > DEEPEST || brackets > MOST_BRACKETS {
            return Err(format!("it is nested deeper than {DEEPEST} levels"));
        }
        let step = if tag.is_some() { 2 } else { 1 };
        rest = found.get(step..).unwrap_or_default();
    }
    Ok(())
}

/// Checks what a template asks for, and has every part of it count what it costs.
fn bounded(
    mut template: handlebars::Template,
    depth: usize,
) -> Result<handlebars::Template, String> {
    if depth > DEEPEST {
        return Err(format!("it is nested deeper than {DEEPEST} levels"));
    }
    let mut elements = Vec::with_capacity(template.elements.len() + 1);
    elements.push(step(template.elements.len()));
    for element in template.elements {
        elements.push(match element {
            // What is not escaped is escaped all the same: a value is never markup.
            TemplateElement::Expression(mut helper)
            | TemplateElement::HtmlExpression(mut helper) => {
                check_expression(&helper)?;
                with_length(&mut helper);
                TemplateElement::Expression(helper)
            }
            TemplateElement::HelperBlock(mut helper) => {
                check_block(&helper)?;
                with_length(&mut helper);
                let part = |part: Option<handlebars::Template>| {
                    part.map(|part| bounded(part, depth + 1)).transpose()
                };
                helper.template = part(helper.template)?;
                helper.inverse = part(helper.inverse)?;
                TemplateElement::HelperBlock(helper)
            }
            TemplateElement::RawString(_) | TemplateElement::Comment(_) => element,
            _ => return Err("partials and decorators are not there: leave them out".to_owned()),
        });
    }
    template.elements = elements;
    // The places are of no use any more, since the elements moved.
    template.mapping.clear();
    Ok(template)
}

fn check_expression(helper: &HelperTemplate) -> Result<(), String> {
    check_parameters(helper)?;
    let name = name_of(&helper.name)?;
    let is_value = helper.params.is_empty() && helper.hash.is_empty();
    match name {
        // A subexpression was checked by itself.
        None => Ok(()),
        Some(name) if is_value && !BLOCKS.contains(&name) && !INLINE.contains(&name) => Ok(()),
        Some(name) if !is_value && INLINE.contains(&name) => Ok(()),
        Some(name) if BLOCKS.contains(&name) => Err(format!(
            "{name} is a block: use {{{{#{name} …}}}}…{{{{/{name}}}}}"
        )),
        Some(name) if is_value => Err(format!("{name} needs a value behind it")),
        Some(name) => Err(no_helper(name)),
    }
}

fn check_block(helper: &HelperTemplate) -> Result<(), String> {
    check_parameters(helper)?;
    match name_of(&helper.name)? {
        Some("formatDate") => Ok(()),
        Some(name) if BLOCKS.contains(&name) && helper.params.is_empty() => {
            Err(format!("{name} needs a value behind it"))
        }
        Some(name) if BLOCKS.contains(&name) => Ok(()),
        Some(name) => Err(no_helper(name)),
        None => Err("a block needs the name of a helper".to_owned()),
    }
}

fn check_parameters(helper: &HelperTemplate) -> Result<(), String> {
    for parameter in helper.params.iter().chain(helper.hash.values()) {
        name_of(parameter)?;
    }
    Ok(())
}

/// The name that stands there; nothing for what is worked out, after it was checked.
fn name_of(parameter: &Parameter) -> Result<Option<&str>, String> {
    let Parameter::Subexpression(inner) = parameter else {
        return Ok(parameter.as_name());
    };
    if let TemplateElement::Expression(helper) = inner.as_element() {
        check_parameters(helper)?;
        if let Some(name) = name_of(&helper.name)?
            && name != "lookup"
        {
            return Err(no_helper(name));
        }
    }
    Ok(None)
}

fn no_helper(name: &str) -> String {
    let shown: String = name.chars().take(LONGEST_SHOWN).collect();
    format!("there is no helper {shown}: use each, formatDate, if, log, lookup, unless or with")
}

/// An element that counts as many elements.
fn step(elements: usize) -> TemplateElement {
    let mut step = STEP_ELEMENT.clone();
    if let TemplateElement::Expression(helper) = &mut step {
        helper.params = vec![Parameter::Literal(elements.into())];
    }
    step
}

/// No template can name this helper.
static STEP_ELEMENT: LazyLock<TemplateElement> = LazyLock::new(|| {
    let mut read = handlebars::Template::compile("{{step 1}}").unwrap_or_default();
    let element = read.elements.pop();
    let mut element = element.unwrap_or_else(|| TemplateElement::RawString(String::new()));
    if let TemplateElement::Expression(helper) = &mut element {
        helper.name = Parameter::Name(STEP.to_owned());
    }
    element
});

/// Counts elements, and ends the rendering at too many.
struct Steps(AtomicUsize);

impl HelperDef for Steps {
    fn call<'reg: 'rc, 'rc>(
        &self,
        helper: &Helper<'rc>,
        _: &'reg Handlebars<'reg>,
        _: &'rc Context,
        _: &mut RenderContext<'reg, 'rc>,
        _: &mut dyn Output,
    ) -> Result<(), RenderError> {
        let parameter = helper.param(0).and_then(|value| value.value().as_u64());
        let cost = usize::try_from(parameter.unwrap_or(1)).unwrap_or(usize::MAX);
        let before = self.0.fetch_add(cost.max(1), Ordering::Relaxed);
        if before.saturating_add(cost) > MOST_ELEMENTS {
            let why = format!("it takes more than {MOST_ELEMENTS} steps");
            return Err(RenderErrorReason::Other(why).into());
        }
        Ok(())
    }
}

/// `{{#formatDate timestamp format="short"}}{{/formatDate}}`: a moment in words. Where no
/// moment stands behind the name, it stands inside.
struct FormatDate(TimeZone);

impl HelperDef for FormatDate {
    fn call<'reg: 'rc, 'rc>(
        &self,
        helper: &Helper<'rc>,
        handlebars: &'reg Handlebars<'reg>,
        context: &'rc Context,
        rendering: &mut RenderContext<'reg, 'rc>,
        output: &mut dyn Output,
    ) -> Result<(), RenderError> {
        let moment = match (helper.param(0), helper.template()) {
            (Some(moment), _) => match moment.value() {
                Value::Number(number) => number.to_string(),
                Value::String(text) => text.clone(),
                _ => String::new(),
            },
            (None, Some(inside)) => {
                let mut text = Bounded::of(LONGEST_SHOWN);
                inside.render(handlebars, context, rendering, &mut text)?;
                super::signs::shown(&text.text)
            }
            (None, None) => String::new(),
        };
        let format = helper.hash_get("format").map(|given| given.value());
        let format = format.and_then(Value::as_str).unwrap_or_default();
        let text = date::in_words(&moment, format, &self.0).unwrap_or_default();
        output.write(&hidden(&text))?;
        Ok(())
    }
}

/// A helper that shows nothing.
struct Nothing;

impl HelperDef for Nothing {
    fn call<'reg: 'rc, 'rc>(
        &self,
        _: &Helper<'rc>,
        _: &'reg Handlebars<'reg>,
        _: &'rc Context,
        _: &mut RenderContext<'reg, 'rc>,
        _: &mut dyn Output,
    ) -> Result<(), RenderError> {
        Ok(())
    }
}

/// A text that ends at a length.
struct Bounded {
    text: String,
    longest: usize,
}

impl Bounded {
    const fn of(longest: usize) -> Self {
        Self {
            text: String::new(),
            longest,
        }
    }
}

impl Output for Bounded {
    fn write(&mut self, part: &str) -> Result<(), io::Error> {
        if self.text.len() + part.len() > self.longest {
            return Err(io::Error::other(format!(
                "its text has more than {} bytes",
                self.longest
            )));
        }
        self.text.push_str(part);
        Ok(())
    }
}

/// Helpers that hold a part of the template.
const BLOCKS: [&str; 5] = ["each", "formatDate", "if", "unless", "with"];

/// Helpers that stand for a text.
const INLINE: [&str; 3] = ["formatDate", "log", "lookup"];

/// Helpers of the library that the service does not have.
const REMOVED: [&str; 11] = [
    "and", "eq", "gt", "gte", "len", "lt", "lte", "ne", "not", "or", "raw",
];

/// With a space in front: no template can name it.
const STEP: &str = " step";

/// Longer than any title and detail that people read.
const LONGEST_TEMPLATE: usize = 16_384;
const LONGEST_TEXT: usize = 131_072;
const LONGEST_SHOWN: usize = 100;

/// How deep blocks may be nested.
const DEEPEST: usize = 16;

/// How deep brackets may be nested within one tag, or in the text beside.
const MOST_BRACKETS: usize = 64;

/// How many elements one rendering may take: a few milliseconds.
const MOST_ELEMENTS: usize = 10_000;

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{super::signs::shown, *};

    fn rendered(template: &str, values: &Value) -> Result<String, String> {
        Template::read(template)?
            .render(values, &TimeZone::UTC)
            .map(|text| shown(&text))
    }

    /// The legacy timeline guide, templates: the rows of what Handlebars has.
    #[test]
    fn values_each_and_if_are_as_documented() {
        let values = json!({ "id": "w-1", "objectType": "CONTACT", "zero": 0, "one": 1, "none": null,
            "extraData": { "rooms": [{ "name": "A" }, { "name": "B" }], "by": { "k": "v" },
                "size": { "length": 9 }, "empty": [] } });
        for (template, text) in [
            ("{{id}} of {{objectType}}", "w-1 of CONTACT"),
            ("{{#each extraData.rooms}}{{name}};{{/each}}", "A;B;"),
            (
                "{{#each extraData.rooms}}{{@index}}{{this.name}}{{/each}}",
                "0A1B",
            ),
            ("{{#each extraData.by}}{{@key}}={{this}}{{/each}}", "k=v"),
            (
                "{{extraData.rooms.[1].name}}{{extraData.rooms.0.name}}",
                "BA",
            ),
            (
                "{{#if zero}}yes{{else}}no{{/if}}{{#if one}}yes{{/if}}",
                "noyes",
            ),
            ("{{#if none}}yes{{else if one}}one{{/if}}", "one"),
            ("{{#unless missing}}none{{/unless}}", "none"),
            ("{{#with extraData.by}}{{k}}{{/with}}", "v"),
            ("{{lookup extraData.by \"k\"}}{{log \"x\" id}}", "v"),
            (
                "[{{missing}}{{extraData.a.b.c}}{{#each nothing}}x{{/each}}]",
                "[]",
            ),
            (
                "{{extraData.rooms.length}}{{#if none.length}}x{{/if}}{{extraData/rooms/length}}",
                "22",
            ),
            (
                "{{#if extraData.rooms.length}}{{#with extraData}}{{rooms.length}}\
                 {{#each rooms}}{{../rooms.length}}{{@root.extraData.rooms.length}}{{/each}}{{/with}}{{/if}}",
                "22222",
            ),
            (
                "{{#each extraData.rooms as |room|}}{{room.name.length}}{{this.length}};{{/each}}",
                ";;",
            ),
            (
                "{{extraData.size.length}}{{lookup extraData.rooms extraData.empty.length}}{{extraData.empty.length}}",
                "9[object]0",
            ),
            ("{{constructor}}{{__proto__}}{{extraData.__proto__.x}}", ""),
            ("{{this.constructor.constructor}}{{@root.id}}", "w-1"),
            ("\\{{id}}", "{{id}}"),
            ("{{{id}}}{{&id}}{{!-- {{#if}} --}}", "w-1w-1"),
        ] {
            assert_eq!(
                rendered(template, &values).as_deref(),
                Ok(text),
                "{template}"
            );
        }
    }

    /// The legacy timeline guide, dates.
    #[test]
    fn a_moment_is_put_into_words() {
        let values = json!({ "timestamp": 1_416_325_631_000_i64, "text": "1416325631000" });
        for (template, text) in [
            (
                "{{#formatDate timestamp}}{{/formatDate}}",
                "Nov 18, 2014 3:47:11 PM",
            ),
            (
                "{{#formatDate}}{{timestamp}}{{/formatDate}}",
                "Nov 18, 2014 3:47:11 PM",
            ),
            ("{{formatDate text format=\"short\"}}", "11/18/14 3:47 PM"),
            (
                "{{#formatDate timestamp format=\"short\"}}{{/formatDate}}",
                "11/18/14 3:47 PM",
            ),
            ("{{#formatDate missing}}{{/formatDate}}", ""),
        ] {
            assert_eq!(
                rendered(template, &values).as_deref(),
                Ok(text),
                "{template}"
            );
        }
    }

    #[test]
    fn a_fault_is_named_with_its_place() {
        for (template, fault) in [
            ("one\n{{#if a}}x", "line 2, column 1"),
            ("{{#if a}}x{{/each}}", "line 1, column"),
            ("{{", "line 1, column 3: this is no Handlebars"),
            ("{{a", "line 1, column"),
            ("{{/if}}", "line 1, column 3: this is"),
            ("{{#if}}x{{/if}}", "if needs a value behind it"),
            ("{{if}}", "if is a block"),
            ("{{lookup}}", "lookup needs a value"),
            ("{{evil a}}", "there is no helper evil"),
            ("{{#evil a}}x{{/evil}}", "there is no helper evil"),
            ("{{#if (evil a)}}x{{/if}}", "there is no helper evil"),
            ("{{(evil a)}}", "there is no helper evil"),
            ("{{eq a b}}", "there is no helper eq"),
            ("{{helperMissing a}}", "there is no helper helperMissing"),
            ("{{> part}}", "partials and decorators"),
            (
                "{{#*inline \"a\"}}{{> a}}{{/inline}}{{> a}}",
                "partials and decorators",
            ),
            ("{{*inline}}", "partials and decorators"),
            ("{{{{raw}}}} x {{{{/raw}}}}", "there is no helper raw"),
        ] {
            let found = Template::read(template).unwrap_err();
            assert!(found.contains(fault), "{template}: {found}");
        }
    }

    #[test]
    fn a_template_is_bounded_before_it_is_read() {
        let nested = |times: usize, open: &str, close: &str| {
            [open.repeat(times), close.repeat(times)].concat()
        };
        for template in [
            "x".repeat(LONGEST_TEMPLATE + 1),
            nested(17, "{{#if a}}", "{{/if}}"),
            nested(900, "{{#if a}}", "{{/if}}"),
            nested(900, "{{~#if a}}", "{{/if}}"),
            format!("{{{{lookup {} }}}}", nested(900, "(lookup ", " a)")),
            format!("{{{{lookup {} a}}}}", nested(5000, "[", "]")),
        ] {
            assert!(
                Template::read(&template).is_err(),
                "{} bytes",
                template.len()
            );
        }
        assert!(Template::read(&nested(16, "{{#if a}}", "{{/if}}")).is_ok());
        assert!(Template::read(&"{{#if a}}{{/if}}".repeat(900)).is_ok());
    }

    #[test]
    fn a_rendering_ends_whatever_the_template_does() {
        let values = json!({ "a": vec![1; 5000], "text": "x".repeat(200_000) });
        let start = std::time::Instant::now();
        for template in [
            "{{#each a}}{{#each ../a}}{{#each ../../a}}{{/each}}{{/each}}{{/each}}",
            "{{#each a}}{{#each ../a}}{{this}}{{/each}}{{/each}}",
            "{{#each a}}{{#if this}}{{else}}{{/if}}{{#each ../a}}{{/each}}{{/each}}",
            "{{text}}",
            "{{#each a}}{{../text}}{{/each}}",
            "{{#each a}}{{#formatDate}}{{../text}}{{/formatDate}}{{/each}}",
        ] {
            assert!(rendered(template, &values).is_err(), "{template}");
        }
        // Generous: what is bounded is the work, and a test machine is slow.
        assert!(start.elapsed().as_secs() < 20);
    }
}
