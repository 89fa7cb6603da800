# The example of docs/emulator.md for Python, line by line: `tests/docs.rs` holds the
# page to this file, and `cargo xtask contract` runs it.
import json
import os
from urllib.request import Request, urlopen

from hubspot import HubSpot
from hubspot.crm.contacts.exceptions import ApiException

base = os.environ.get("CALLING_BASE_URL", "http://localhost:8140")
asked = Request(base + "/emulator/host-page", method="POST", headers={"x-emulator-control": "1"})
token = json.load(urlopen(asked))["accessToken"]

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
call = crm.objects.calls.basic_api.create({"properties": {"hs_call_title": "First"}, "associations": associations})
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
