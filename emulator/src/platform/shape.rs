//! The schemas of the types that requests and answers are, by name.

use std::{borrow::Cow, collections::BTreeMap};

use utoipa::{
    PartialSchema, ToSchema,
    openapi::{Ref, RefOr, schema::Schema},
};

/// A type, by what the OpenAPI document says of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    name: fn() -> Cow<'static, str>,
    schema: fn() -> RefOr<Schema>,
    referred: fn(&mut Vec<(String, RefOr<Schema>)>),
}

/// What the document says of a type.
pub(crate) const fn shape<T: ToSchema>() -> Shape {
    Shape {
        name: T::name,
        schema: <T as PartialSchema>::schema,
        referred: T::schemas,
    }
}

impl Shape {
    /// A reference to its schema among the components.
    pub(crate) fn reference(self) -> Ref {
        Ref::from_schema_name((self.name)())
    }

    /// Adds its schema, and those it refers to, to the components.
    pub(crate) fn add_to(self, components: &mut BTreeMap<String, RefOr<Schema>>) {
        let mut referred = Vec::new();
        (self.referred)(&mut referred);
        components.extend(referred);
        components.insert((self.name)().into_owned(), (self.schema)());
    }
}
