# The example of docs/emulator.md for Python, line by line: `tests/docs.rs` holds the
# page to this file, and `cargo xtask contract` runs it.
import json
import os
from urllib.request import Request, urlopen

from hubspot import HubSpot
from hubspot.crm.contacts.exceptions import ApiException

base = os.environ.get("CALLING_BASE_URL", "http://localhost:8140")
request = Request(base + "/emulator/host-page", method="POST", headers={"x-emulator-control": "1"})
token = json.load(urlopen(request))["accessToken"]

crm = HubSpot(access_token=token, host=base).crm
maria = crm.contacts.basic_api.get_by_id("maria.okafor@example.com", id_property="email")
assert maria.id == "1001", maria
refused = None
try:
    crm.contacts.basic_api.create({"properties": {"email": "maria.okafor@example.com"}})
except ApiException as conflict:
    print(conflict.status)  # 409: Contact already exists. Existing ID: 1001
    refused = conflict
assert refused is not None and refused.status == 409, refused
assert "Existing ID: 1001" in json.loads(refused.body)["message"], refused.body
associations = [{"to": {"id": maria.id}, "types": [{"associationCategory": "HUBSPOT_DEFINED", "associationTypeId": 194}]}]
properties = {"hs_timestamp": "2026-01-31T12:00:00Z", "hs_call_title": "First"}
call = crm.objects.calls.basic_api.create({"properties": properties, "associations": associations})
of_maria = {"filters": [{"propertyName": "associations.contact", "operator": "EQ", "value": maria.id}]}
calls = crm.objects.calls.search_api.do_search({"filterGroups": [of_maria], "properties": ["hs_call_title"]})
assert [found.id for found in calls.results] == [call.id], calls

# What else the client reads, it checks against its models.
definitions = crm.properties.core_api.get_all("calls").results
direction = next(one for one in definitions if one.name == "hs_call_direction")
assert [option.value for option in direction.options] == ["INBOUND", "OUTBOUND"], direction
batch = crm.contacts.batch_api.read({"inputs": [{"id": "1001"}, {"id": "7"}], "properties": [], "propertiesWithHistory": ["email"]})
assert [error.context for error in batch.errors] == [{"ids": ["7"]}], batch
assert batch.results[0].properties_with_history["email"][0].source_type == "IMPORT", batch
assert len(crm.contacts.get_all()) == 5

# Quotes: basic, batch, search and associations.
from hubspot.crm.quotes.exceptions import ApiException as QuotesException

plain = {"hs_title": "Phones", "hs_expiration_date": "2099-12-31"}
line = crm.line_items.basic_api.create({"properties": {"name": "Desk phone", "price": "129.5", "quantity": "24"}})
to = lambda id, number: {"to": {"id": id}, "types": [{"associationCategory": "HUBSPOT_DEFINED", "associationTypeId": number}]}
whole = {"properties": plain, "associations": [to("3001", 64), to("4001", 286), to(line.id, 67)]}
quote = crm.quotes.basic_api.create(whole)
published = crm.quotes.basic_api.update(quote.id, {"properties": {"hs_status": "APPROVAL_NOT_NEEDED"}})
assert published.properties["hs_quote_amount"] == "3108", published
assert urlopen(published.properties["hs_quote_link"]).status == 200
read = crm.quotes.basic_api.get_by_id(quote.id, properties=["hs_expired", "hs_payment_status"], associations=["line_items"])
assert (read.properties["hs_expired"], read.properties["hs_payment_status"]) == ("false", "PAYMENT_NOT_ENABLED"), read
assert [one.id for one in next(iter(read.associations.values())).results] == [line.id], read
refused = None
try:
    crm.quotes.basic_api.update(quote.id, {"properties": {"hs_title": "Other"}})
except QuotesException as locked:
    refused = locked
assert refused is not None and json.loads(refused.body)["subCategory"] == "LOCKED", refused
batch = crm.quotes.batch_api.read({"inputs": [{"id": quote.id}, {"id": "7"}], "properties": ["hs_title"], "propertiesWithHistory": []})
assert [one.properties["hs_title"] for one in batch.results] == ["Phones"], batch
assert [error.context for error in batch.errors] == [{"ids": ["7"]}], batch
by_title = {"filters": [{"propertyName": "hs_title", "operator": "EQ", "value": "phones"}]}
found = crm.quotes.search_api.do_search({"filterGroups": [by_title], "properties": ["hs_title"]})
assert [one.id for one in found.results] == [quote.id], found
draft = crm.quotes.basic_api.create({"properties": {**plain, "hs_esign_enabled": "true"}, "associations": []})
v4 = crm.associations.v4.basic_api
assert [one.association_spec.association_type_id for one in v4.create_default("quotes", draft.id, "deals", "3001").results] == [64, 63]
signer = [{"associationCategory": "HUBSPOT_DEFINED", "associationTypeId": 702}]
assert v4.create("quotes", draft.id, "contacts", "1001", signer).labels == ["Signer"]
assert [one.to_object_id for one in v4.get_page("quotes", draft.id, "contacts").results] == ["1001"]
crm.quotes.basic_api.archive(draft.id)

# Discounts, fees and taxes, by the client of every type.
crm.quotes.basic_api.update(quote.id, {"properties": {"hs_status": "DRAFT"}})
for kind, number in [("discounts", 362), ("fees", 364), ("taxes", 366)]:
    amount = crm.objects.basic_api.create(kind, {"properties": {"hs_label": kind, "hs_type": "PERCENT", "hs_value": "10"}, "associations": []})
    made = v4.create_default("quotes", quote.id, kind, amount.id).results
    assert made[0].association_spec.association_type_id == number, made
computed = crm.quotes.basic_api.get_by_id(quote.id, properties=["hs_quote_amount"])
assert computed.properties["hs_quote_amount"] == "3384.61", computed  # 3108 - 10 % + 10 % + 10 %
assert len(crm.quotes.get_all()) == 3
