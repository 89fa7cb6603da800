//! The two types of an association, and the kinds of associations between them.

use calling_rest::objects::{AssociatedObject, AssociationSpec};

use crate::{
    Profile,
    platform::{
        answer::{Refusal, Result, quoted},
        namespace::Namespace,
        oauth::caller::Caller,
        records::{
            Schema,
            associations::Link,
            kinds::{Kind, kinds},
            type_ids::COMPANY,
        },
        request::Request,
    },
};

/// The two types of an association.
#[derive(Debug)]
pub(super) struct Ends {
    pub(super) from: Schema,
    pub(super) to: Schema,
    /// The kinds from the one to the other; the default comes first.
    pub(super) kinds: Vec<Kind>,
}

impl Ends {
    /// The two types in a path, for a token with this access to the first.
    pub(super) fn in_path(
        request: &Request,
        namespace: &Namespace<'_>,
        access: impl Fn(&Request, &Namespace<'_>) -> Result<(Schema, Caller)>,
    ) -> Result<Self> {
        let (from, _) = access(request, namespace)?;
        Self::of(namespace, from, request.part("toObjectType"))
    }

    /// The two types in a request.
    pub(super) fn of(namespace: &Namespace<'_>, from: Schema, to: &str) -> Result<Self> {
        let to = Schema::named(namespace, to)?;
        Self::between(namespace, from, to)
    }

    /// Two types.
    pub(super) fn between(namespace: &Namespace<'_>, from: Schema, to: Schema) -> Result<Self> {
        let kinds = kinds(namespace, &from, Some(&to))?;
        Ok(Self { from, to, kinds })
    }

    /// The default kind, in both directions.
    pub(super) fn default_specs(&self, namespace: &Namespace<'_>) -> [AssociationSpec; 2] {
        let numbers = self.kinds.first().map(|kind| [kind.type_id, kind.back]);
        let category = self.kinds.first().map(|kind| category(namespace, kind));
        numbers.unwrap_or_default().map(|number| AssociationSpec {
            association_category: category.unwrap_or_default().to_owned(),
            association_type_id: number,
        })
    }

    /// The kinds in a request.
    pub(super) fn named(
        &self,
        namespace: &Namespace<'_>,
        specs: &[AssociationSpec],
    ) -> Result<Vec<&Kind>> {
        if specs.is_empty() {
            return Err(invalid(
                "MISSING_FIELD",
                format!("the association has no types: add {}", self.listed()),
            ));
        }
        specs
            .iter()
            .map(|spec| {
                let kind = self.numbered(spec.association_type_id)?;
                check_category(namespace, kind, spec)?;
                Ok(kind)
            })
            .collect()
    }

    /// The kind with this number.
    pub(super) fn numbered(&self, number: i64) -> Result<&Kind> {
        let kind = self.kinds.iter().find(|kind| kind.type_id == number);
        kind.ok_or_else(|| {
            invalid(
                "INVALID_OPTION",
                format!(
                    "{number} is no type of an association of {} with {}: use {}",
                    self.from.plural(),
                    self.to.plural(),
                    self.listed()
                ),
            )
        })
    }

    /// The entries of a record in a list: one for each shown kind that it is associated by.
    pub(super) fn entries(
        &self,
        link: &Link,
        is_shown: impl Fn(&Kind) -> bool,
    ) -> Vec<AssociatedObject> {
        let entry = |kind| AssociatedObject {
            id: link.to_id.to_string(),
            kind: self.name(kind),
        };
        let has = |kind: &Kind| is_shown(kind) && link.has(kind);
        self.by_number(has).map(entry).collect()
    }

    /// The kinds that two records are associated by, in the order of answers.
    pub(super) fn by_number(&self, has: impl Fn(&Kind) -> bool) -> impl Iterator<Item = &Kind> {
        let mut kinds: Vec<&Kind> = self.kinds.iter().filter(|kind| has(kind)).collect();
        kinds.sort_by_key(|kind| kind.type_id);
        kinds.into_iter()
    }

    /// The name of a kind: `quote_to_deal`. Those of built-in labels are ours, but for the
    /// primary company, which has the plain name; the default one is then `…_unlabeled`.
    ///
    /// Source: reports of the service's own answers, read 2026-11.
    pub(super) fn name(&self, kind: &Kind) -> String {
        let plain = format!("{}_to_{}", self.from.singular(), self.to.singular());
        match (&kind.name, &kind.label) {
            (Some(name), _) => name.clone(),
            (None, Some(_)) if self.is_primary_company(kind) => plain,
            (None, Some(label)) => format!("{plain}_{}", label.to_ascii_lowercase()),
            (None, None) => {
                let mut all = self.kinds.iter();
                let has_primary = all.any(|other| self.is_primary_company(other));
                plain + if has_primary { "_unlabeled" } else { "" }
            }
        }
    }

    /// True for the kind that makes a company the primary one.
    pub(super) fn is_primary_company(&self, kind: &Kind) -> bool {
        let is_of_company = self.from.type_id == COMPANY || self.to.type_id == COMPANY;
        is_of_company && kind.name.is_none() && kind.label.as_deref() == Some(PRIMARY)
    }

    /// The known kinds, for a message.
    fn listed(&self) -> String {
        listed(&self.kinds)
    }
}

/// The category of a kind, as answers have it.
pub(super) fn category(namespace: &Namespace<'_>, kind: &Kind) -> &'static str {
    match (kind.is_own, namespace.profile) {
        (true, _) => OWN,
        (false, Profile::Spec) => SERVICE,
        (false, Profile::Vendor) => VENDOR,
    }
}

/// Refuses a category that is not the kind's. Both profiles accept the names of the service
/// and of the reference.
pub(super) fn check_category(
    namespace: &Namespace<'_>,
    kind: &Kind,
    spec: &AssociationSpec,
) -> Result<()> {
    let is_good = match &*spec.association_category {
        SERVICE | VENDOR => !kind.is_own,
        OWN => kind.is_own,
        _ => false,
    };
    if is_good {
        return Ok(());
    }
    Err(invalid(
        "INVALID_OPTION",
        format!(
            "associationCategory is {}: {} is of {}",
            quoted(&spec.association_category),
            kind.type_id,
            category(namespace, kind)
        ),
    ))
}

/// Kinds for a message: `69 for 0-1, 702 (Signer) for 0-1`.
pub(super) fn listed(kinds: &[Kind]) -> String {
    let named = |kind: &Kind| {
        let label = kind.label.as_ref();
        let label = label.map_or_else(String::new, |label| format!(" ({label})"));
        format!("{}{label} for {}", kind.type_id, kind.to)
    };
    let shown: Vec<String> = kinds.iter().take(MOST_LISTED).map(named).collect();
    shown.join(", ")
}

const SERVICE: &str = "SERVICE_DEFINED";
const VENDOR: &str = "HUBSPOT_DEFINED";
const OWN: &str = "USER_DEFINED";

/// The label of a primary company, and of a deal's primary quote.
const PRIMARY: &str = "Primary";

/// Keeps messages short in an account with many labels.
const MOST_LISTED: usize = 20;

/// Refuses associations.
pub(super) fn invalid(code: &str, message: String) -> Refusal {
    Refusal::invalid("associations", code, message)
}
