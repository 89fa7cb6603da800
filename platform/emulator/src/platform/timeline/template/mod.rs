//! The templates of event types: Handlebars within limits.
//!
//! A template is parsed when stored, and a refusal has the position of the fault. Only the
//! helpers that the service documents exist. The rendered text is limited.

mod check;
mod helpers;
mod length;

use handlebars::{
    Context, Handlebars, RenderContext, Renderable as _, TemplateError, TemplateErrorReason,
};
use jiff::tz::TimeZone;
use serde_json::Value;

use self::{
    check::{check_depth, checked},
    helpers::{Bounded, register},
};
use super::signs::{hide, without_hidden};

/// A parsed template.
#[derive(Debug)]
pub(crate) struct Template(handlebars::Template);

impl Template {
    /// Parses a template; the error is a fault and its position.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        if text.len() > LONGEST_TEMPLATE {
            return Err(format!(
                "it has {} bytes: use {LONGEST_TEMPLATE} at most",
                text.len()
            ));
        }
        check_depth(text)?;
        let text = with_dotted_indexes(&without_hidden(text));
        let read = handlebars::Template::compile(&text).map_err(|error| fault(&error))?;
        checked(read, 0).map(Self)
    }

    /// Renders the template with these values, hidden from Markdown; the error says why it
    /// failed.
    pub(crate) fn render(&self, values: &Value, zone: &TimeZone) -> Result<String, String> {
        let mut handlebars = Handlebars::new();
        register(&mut handlebars, zone);
        handlebars.register_escape_fn(hide);
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

/// Rewrites `{{extraData[1]}}`, the guide's form, to Handlebars' `{{extraData.[1]}}`.
fn with_dotted_indexes(text: &str) -> String {
    let mut parts = text.split("{{");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (tag, rest) = part.split_at(part.find("}}").unwrap_or(part.len()));
        out.push_str("{{");
        let mut before = ' ';
        let mut is_quoted = false;
        for letter in tag.chars() {
            is_quoted ^= letter == '"';
            if letter == '[' && !is_quoted && (before.is_alphanumeric() || "_]".contains(before)) {
                out.push('.');
            }
            out.push(letter);
            before = letter;
        }
        out.push_str(rest);
    }
    out
}

/// A fault of a template, and its position.
fn fault(error: &TemplateError) -> String {
    let place = match error.pos() {
        Some((line, column)) => format!("line {line}, column {column}: "),
        None => String::new(),
    };
    let reason = match error.reason() {
        // The error's own text is about the grammar.
        TemplateErrorReason::InvalidSyntax(_) => {
            "this is no Handlebars: end each tag with }} and each block with {{/…}}".to_owned()
        }
        other => other.to_string(),
    };
    [place, reason].concat()
}

/// Longer than any title and detail that people read.
const LONGEST_TEMPLATE: usize = 16_384;
const LONGEST_TEXT: usize = 131_072;

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{super::signs::reveal, *};

    fn rendered(template: &str, values: &Value) -> Result<String, String> {
        Template::read(template)?
            .render(values, &TimeZone::UTC)
            .map(|text| reveal(&text))
    }

    /// Asserts a row: a template, ` => `, and the text that it gives.
    fn assert_row(row: &str, values: &Value) {
        let (template, text) = row.split_once(" => ").unwrap();
        assert_eq!(rendered(template, values).as_deref(), Ok(text), "{row}");
    }

    /// The legacy timeline guide, templates: the rows that Handlebars supports.
    #[test]
    fn values_each_and_if_are_as_documented() {
        let values = json!({ "id": "w-1", "objectType": "CONTACT", "zero": 0, "one": 1, "none": null,
            "extraData": { "rooms": [{ "name": "A" }, { "name": "B" }], "by": { "k": "v" },
                "size": { "length": 9 }, "table": [["a"], ["c"]], "empty": [] } });
        for row in [
            "{{id}} of {{objectType}} => w-1 of CONTACT",
            "{{#each extraData.rooms}}{{name}};{{/each}} => A;B;",
            "{{#each extraData.rooms}}{{@index}}{{this.name}}{{/each}} => 0A1B",
            "{{#each extraData.by}}{{@key}}={{this}}{{/each}} => k=v",
            "{{extraData.rooms.[1].name}}{{extraData.rooms.0.name}} => BA",
            "{{#if zero}}yes{{else}}no{{/if}}{{#if one}}yes{{/if}} => noyes",
            "{{extraData.rooms[1].name}}{{#with extraData.rooms[0]}}{{name}}{{/with}}[1] => BA[1]",
            "{{extraData.table[1][0]}}{{lookup extraData.by \"a[1]\"}} => c",
            "{{#if none}}yes{{else if one}}one{{/if}} => one",
            "{{#unless missing}}none{{/unless}} => none",
            "{{#with extraData.by}}{{k}}{{/with}} => v",
            "{{lookup extraData.by \"k\"}}{{log \"x\" id}} => v",
            "[{{missing}}{{extraData.a.b.c}}{{#each nothing}}x{{/each}}] => []",
            "{{extraData.rooms.length}}{{#if none.length}}x{{/if}}{{extraData/rooms/length}} => 22",
            "{{#if extraData.rooms.length}}{{#with extraData}}{{rooms.length}}\
             {{#each rooms}}{{../rooms.length}}{{@root.extraData.rooms.length}}{{/each}}\
             {{/with}}{{/if}} => 22222",
            "{{#each extraData.rooms as |room|}}{{room.name.length}}{{this.length}};{{/each}} => ;;",
            "{{extraData.size.length}}{{lookup extraData.rooms extraData.empty.length}}\
             {{extraData.empty.length}} => 9[object]0",
            "{{constructor}}{{__proto__}}{{extraData.__proto__.x}} => ",
            "{{this.constructor.constructor}}{{@root.id}} => w-1",
            "\\{{id}} => {{id}}",
            "{{{id}}}{{&id}}{{!-- {{#if}} --}} => w-1w-1",
        ] {
            assert_row(row, &values);
        }
    }

    /// The legacy timeline guide, dates.
    #[test]
    fn a_moment_is_put_into_words() {
        let values = json!({ "timestamp": 1_416_325_631_000_i64, "text": "1416325631000" });
        for row in [
            "{{#formatDate timestamp}}{{/formatDate}} => Nov 18, 2014 3:47:11 PM",
            "{{#formatDate}}{{timestamp}}{{/formatDate}} => Nov 18, 2014 3:47:11 PM",
            "{{formatDate text format=\"short\"}} => 11/18/14 3:47 PM",
            "{{#formatDate timestamp format=\"short\"}}{{/formatDate}} => 11/18/14 3:47 PM",
            "{{#formatDate missing}}{{/formatDate}} => ",
        ] {
            assert_row(row, &values);
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
    fn a_rendering_ends_with_the_longest_text() {
        let values = json!({ "a": vec![1; 5000], "text": "x".repeat(200_000) });
        for template in [
            "{{#each a}}{{#each ../a}}{{this}}{{/each}}{{/each}}",
            "{{text}}",
            "{{#each a}}{{../text}}{{/each}}",
            "{{#each a}}{{#formatDate}}{{../text}}{{/formatDate}}{{/each}}",
        ] {
            assert!(rendered(template, &values).is_err(), "{template}");
        }
    }
}
