"""Requests made by chance from the types of the service's own client for Python: none is a fault of the
emulator, and the client reads each answer, of which it requires what its models require."""
import inspect
import os
import random
import re
import sys
from importlib import import_module
from json import load
from urllib.request import Request, urlopen

from hubspot import HubSpot

BASE, PROFILE = os.environ["CALLING_BASE_URL"], sys.argv[1]
request = Request(BASE + "/emulator/host-page", method="POST", headers={"x-emulator-control": "1"})
client = HubSpot(access_token=load(urlopen(request))["accessToken"], api_key="emulator-developer-key-123", host=BASE)
AREAS = {
    "crm.associations.v4": client.crm.associations.v4, "crm.contacts": client.crm.contacts,
    "crm.extensions.calling": client.crm.extensions.calling, "crm.line_items": client.crm.line_items,
    "crm.objects": client.crm.objects, "crm.owners": client.crm.owners, "crm.properties": client.crm.properties,
    "crm.quotes": client.crm.quotes, "oauth": client.oauth,
}
TEXTS = {
    "object_type": ["contacts", "calls", "quotes", "2-7", "unicorns"], "id_property": ["email", "hs_object_id"],
    "propert|name": ["email", "firstname", "hs_timestamp", "hubspot_owner_id", "hs_title", "a b"],
    "operator": ["EQ", "IN", "BETWEEN", "HAS_PROPERTY"], "url": ["https://phone.example/", "ftp://x"],
    "": ["1001", "6002", "101", "0", "-1", "2026-01-01", "9" * 25, "", "%", "a/b", "ada@people.example", "x" * 5000],
}


def value(chance, models, name, kind):
    """A value of a type, seldom of another one; none for a model that cannot be made."""
    inner = re.fullmatch(r"list\[(.*)\]", kind)
    if inner:
        return [value(chance, models, name, inner[1]) for _ in range(chance.choice([0, 1, 1, 2, 101]))]
    if kind.startswith("dict"):
        return {value(chance, models, "property", "str"): value(chance, models, "value", "str") for _ in range(2)}
    model = getattr(models, kind, None)
    if model is None:
        if chance.random() < 0.1:
            return chance.choice([7, True, "yes", 1.5])
        texts = next(texts for pattern, texts in TEXTS.items() if re.search(pattern, name))
        return {"int": 5, "bool": chance.random() < 0.5}.get(kind, chance.choice(texts))
    fields = {field: value(chance, models, field, of) for field, of in model.openapi_types.items() if chance.random() < 0.8}
    try:
        return model(**fields)
    except ValueError:
        # It requires a field that chance has left out.
        return model(**{field: value(chance, models, field, of) for field, of in model.openapi_types.items()})


done = refused = 0
for index, (area, place) in enumerate(AREAS.items()):
    module, models = import_module(f"hubspot.{area}"), import_module(f"hubspot.{area}.models")
    errors = import_module(f"hubspot.{area}.exceptions")
    for number, name in enumerate(sorted(name for name in vars(module) if name.endswith("Api"))):
        api = getattr(place, re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower())
        for method, function in inspect.getmembers(api, inspect.ismethod):
            doc = function.__doc__ or ""
            if method.startswith("_") or method.endswith("_with_http_info"):
                continue
            required = set(re.findall(r":param (\w+): .*\(required\)", doc))
            types = {field: kind for field, kind in re.findall(r":type (\w+): (.+)", doc) if not field.startswith("_") and field != "async_req"}
            chance = random.Random(f"{index} {number} {method}")
            for _ in range(8):
                fields = {field: value(chance, models, field, kind) for field, kind in types.items() if field in required or chance.random() < 0.4}
                try:
                    function(**fields)
                    done += 1
                except (errors.ApiTypeError, errors.ApiValueError):
                    pass
                except errors.ApiException as refusal:
                    assert 400 <= refusal.status < 500 or (PROFILE == "spec" and refusal.status < 300), (area, method, fields, refusal)
                    refused += 1
assert done > 50 and refused > 80, (done, refused)
