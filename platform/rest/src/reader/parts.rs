//! What is inside a value: the fields of an object, the entries of a list.

use serde::de::{DeserializeSeed, IntoDeserializer, MapAccess, SeqAccess, value::StrDeserializer};
use serde_json::Value;

use super::{
    fault::{Place, Stop},
    value::ValueAt,
};

/// The fields of an object: by its type's names, or those that it has.
pub(super) struct Fields<'r, 'v, I> {
    pub(super) fields: I,
    pub(super) at: ValueAt<'r, 'v>,
    pub(super) next: Option<(Place, Option<&'v Value>)>,
}

impl<'v, 'n, I> MapAccess<'v> for Fields<'_, 'v, I>
where
    I: Iterator<Item = (&'n str, Option<&'static str>, Option<&'v Value>)>,
{
    type Error = Stop;

    fn next_key_seed<K: DeserializeSeed<'v>>(&mut self, seed: K) -> Result<Option<K::Value>, Stop> {
        let Some((name, field, value)) = self.fields.next() else {
            return Ok(None);
        };
        self.next = Some((self.at.place.inside(name, field), value));
        let name: StrDeserializer<'_, Stop> = name.into_deserializer();
        seed.deserialize(name).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'v>>(&mut self, seed: S) -> Result<S::Value, Stop> {
        let (place, value) = self
            .next
            .take()
            .ok_or_else(|| Stop::because("a value without a name"))?;
        seed.deserialize(self.at.inside(place.clone(), value))
            .map_err(|stop| stop.at(|| place))
    }
}

/// The entries of a list.
pub(super) struct Entries<'r, 'v> {
    pub(super) values: std::iter::Enumerate<std::slice::Iter<'v, Value>>,
    pub(super) at: ValueAt<'r, 'v>,
}

impl<'v> SeqAccess<'v> for Entries<'_, 'v> {
    type Error = Stop;

    fn next_element_seed<S: DeserializeSeed<'v>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Stop> {
        let Some((index, value)) = self.values.next() else {
            return Ok(None);
        };
        let place = Place {
            field: self.at.place.field,
            path: format!("{}[{index}]", self.at.place.path),
        };
        seed.deserialize(self.at.inside(place.clone(), Some(value)))
            .map(Some)
            .map_err(|stop| stop.at(|| place))
    }
}
