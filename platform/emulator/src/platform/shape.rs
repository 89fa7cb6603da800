//! The OpenAPI schemas of the types of requests and answers, by name.

use std::{
    any::type_name,
    collections::{BTreeMap, BTreeSet},
};

use serde_json::Value;
use utoipa::{
    IntoParams, PartialSchema, ToSchema,
    openapi::{
        Ref, RefOr,
        path::Parameter,
        schema::{Object, Schema, SchemaType, Type},
    },
};

/// The parameters of a query, from a type's fields.
pub(crate) type Params = fn() -> Vec<Parameter>;

/// The parameters from a type's fields.
pub(crate) fn params<T: IntoParams>() -> Vec<Parameter> {
    T::into_params(|| None)
}

/// A type's entry in the OpenAPI document.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    name: fn() -> String,
    schema: fn() -> RefOr<Schema>,
    referred: fn(&mut Vec<(String, RefOr<Schema>)>),
    takes_null: bool,
}

/// A type's entry in the document.
pub(crate) const fn shape<T: ToSchema>() -> Shape {
    Shape {
        name: name::<T>,
        schema: <T as PartialSchema>::schema,
        referred: T::schemas,
        takes_null: true,
    }
}

impl Shape {
    /// For a request whose reader refuses null; others treat null as absent.
    pub(crate) const fn without_null(mut self) -> Self {
        self.takes_null = false;
        self
    }

    /// A reference to its schema in the components.
    pub(crate) fn reference(self) -> Ref {
        Ref::from_schema_name((self.name)())
    }

    /// Its schema as a form's, with an example of each field, by which a viewer prefills the form.
    /// A field without one is empty.
    pub(crate) fn form(self, example: Option<&Value>) -> RefOr<Schema> {
        let mut form = Object::with_type(Type::Object);
        for part in self.parts() {
            form.properties.extend(part.properties);
            form.required.extend(part.required);
        }
        for (name, field) in &mut form.properties {
            if let RefOr::T(Schema::Object(field)) = field {
                let shown = example.and_then(|fields| fields.get(name));
                field.examples = vec![shown.cloned().unwrap_or_else(|| "".into())];
            }
        }
        let mut schema = Schema::Object(form).into();
        forbid_null(&mut schema);
        tidy(&mut schema);
        schema
    }

    /// The names of its fields, including those of its parts.
    pub(crate) fn fields(self) -> Vec<String> {
        let parts = self.parts().into_iter();
        parts.flat_map(|part| part.properties.into_keys()).collect()
    }

    /// The objects that it consists of.
    fn parts(self) -> Vec<Object> {
        let named = self.named();
        let mut parts = Vec::new();
        let mut open = vec![(self.schema)()];
        while let Some(schema) = open.pop() {
            match schema {
                RefOr::Ref(reference) => {
                    let name = reference.ref_location.rsplit('/').next();
                    let referred = named.iter().find(|(known, _)| Some(known.as_str()) == name);
                    open.extend(referred.map(|(_, schema)| schema.clone()));
                }
                RefOr::T(Schema::Object(object)) => parts.push(object),
                RefOr::T(Schema::AllOf(all)) => open.extend(all.items.into_iter().rev()),
                RefOr::T(_) => {}
            }
        }
        parts
    }

    /// Its schema, and those it refers to, by name.
    fn named(self) -> Vec<(String, RefOr<Schema>)> {
        let mut named = vec![((self.name)(), (self.schema)())];
        (self.referred)(&mut named);
        named
    }
}

/// The schemas of requests and of answers, by name.
///
/// An optional field may be null only in a request that accepts null.
pub(crate) fn components(
    requests: impl Iterator<Item = Shape>,
    answers: impl Iterator<Item = Shape>,
) -> BTreeMap<String, RefOr<Schema>> {
    let mut components = BTreeMap::new();
    let mut with_null = BTreeSet::new();
    for shape in requests {
        let named = shape.named();
        if shape.takes_null {
            with_null.extend(named.iter().map(|(name, _)| name.clone()));
        }
        components.extend(named);
    }
    components.extend(answers.flat_map(Shape::named));
    components.remove("Secret");
    for (name, schema) in &mut components {
        if !with_null.contains(name) {
            forbid_null(schema);
        }
        tidy(schema);
    }
    components
}

/// The name of a type, followed by those of its parameters.
fn name<T: ToSchema>() -> String {
    let mut name = T::name().into_owned();
    if let Some((_, parameters)) = type_name::<T>().split_once('<') {
        for parameter in parameters.trim_end_matches('>').split(", ") {
            name.push('_');
            name.push_str(parameter.rsplit("::").next().unwrap_or_default());
        }
    }
    name
}

/// Converts Rust's doc comments to plain text.
fn tidy(schema: &mut RefOr<Schema>) {
    match schema {
        // A text in the document.
        RefOr::Ref(reference) if reference.ref_location.ends_with("/Secret") => {
            let mut text = Object::with_type(Type::String);
            text.description = Some(plain(&reference.description));
            *schema = Schema::Object(text).into();
        }
        RefOr::Ref(reference) => reference.description = plain(&reference.description),
        RefOr::T(Schema::Object(object)) => {
            tidy_own(&mut object.description);
            object.properties.values_mut().for_each(tidy);
        }
        RefOr::T(Schema::Array(array)) => tidy_own(&mut array.description),
        RefOr::T(Schema::OneOf(one_of)) => {
            tidy_own(&mut one_of.description);
            one_of.items.iter_mut().for_each(tidy);
        }
        RefOr::T(Schema::AllOf(all_of)) => {
            tidy_own(&mut all_of.description);
            all_of.items.iter_mut().for_each(tidy);
        }
        RefOr::T(_) => {}
    }
}

fn tidy_own(description: &mut Option<String>) {
    if let Some(text) = description {
        *text = plain(text);
    }
}

/// The first paragraph of a doc comment, on one line and without its links.
pub(crate) fn plain(comment: &str) -> String {
    let first = comment.split("\n\n").next().unwrap_or_default();
    first
        .replace('\n', " ")
        .replace("[`", "`")
        .replace("`]", "`")
}

/// Forbids null in each optional field.
fn forbid_null(schema: &mut RefOr<Schema>) {
    match schema {
        RefOr::T(Schema::Object(object)) => {
            let required = object.required.clone();
            let fields = object.properties.iter_mut();
            for (_, field) in fields.filter(|(name, _)| !required.contains(name)) {
                without_null(field);
            }
        }
        RefOr::T(Schema::AllOf(all)) => all.items.iter_mut().for_each(forbid_null),
        _ => {}
    }
}

fn without_null(field: &mut RefOr<Schema>) {
    match field {
        RefOr::T(Schema::Object(object)) => one_type(&mut object.schema_type),
        RefOr::T(Schema::Array(array)) => one_type(&mut array.schema_type),
        RefOr::T(Schema::OneOf(one_of)) => {
            one_of.items.retain(|item| !is_null(item));
            if let [RefOr::Ref(only)] = one_of.items.as_slice() {
                *field = RefOr::Ref(only.clone());
            }
        }
        _ => {}
    }
}

fn one_type(of: &mut SchemaType) {
    if let SchemaType::Array(types) = of {
        types.retain(|one| *one != Type::Null);
        if let [only] = types.as_slice() {
            *of = SchemaType::Type(only.clone());
        }
    }
}

fn is_null(schema: &RefOr<Schema>) -> bool {
    matches!(
        schema,
        RefOr::T(Schema::Object(object)) if object.schema_type == SchemaType::Type(Type::Null)
    )
}
