//! Checks a template before it is rendered.

use handlebars::template::{HelperTemplate, Parameter, TemplateElement};

use super::{helpers::LONGEST_SHOWN, length::with_length};

/// Refuses a template that is nested too deeply, before it is parsed.
pub(super) fn check_depth(text: &str) -> Result<(), String> {
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

/// Checks the helpers of a template, and lets its paths end in `length`.
pub(super) fn checked(
    mut template: handlebars::Template,
    depth: usize,
) -> Result<handlebars::Template, String> {
    if depth > DEEPEST {
        return Err(format!("it is nested deeper than {DEEPEST} levels"));
    }
    let mut elements = Vec::with_capacity(template.elements.len());
    for element in template.elements {
        elements.push(match element {
            // Escapes unescaped expressions too: a value is never markup.
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
                    part.map(|part| checked(part, depth + 1)).transpose()
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
    // Obsolete, since the elements moved.
    template.mapping.clear();
    Ok(template)
}

fn check_expression(helper: &HelperTemplate) -> Result<(), String> {
    check_parameters(helper)?;
    let name = name_of(&helper.name)?;
    let is_value = helper.params.is_empty() && helper.hash.is_empty();
    match name {
        // A subexpression is checked on its own.
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

/// The name in a parameter; `None` for a subexpression, once checked.
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
    let start: String = name.chars().take(LONGEST_SHOWN).collect();
    format!("there is no helper {start}: use each, formatDate, if, log, lookup, unless or with")
}

/// Helpers that hold a part of the template.
const BLOCKS: [&str; 5] = ["each", "formatDate", "if", "unless", "with"];

/// Helpers that return a text.
const INLINE: [&str; 3] = ["formatDate", "log", "lookup"];

/// The deepest nesting of blocks.
const DEEPEST: usize = 16;

/// The deepest nesting of brackets in one tag, or in the text beside.
const MOST_BRACKETS: usize = 64;
