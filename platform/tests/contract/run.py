"""Checks the emulator against its own OpenAPI document, and runs the example for Python.

`cargo xtask contract` starts it, with the program of the emulator and the script of the npm
package's command. schemathesis makes requests of the document, those it allows and those it does
not, and judges each answer by it.
"""

import os
import re
import subprocess
import sys
import sysconfig
from contextlib import contextmanager
from json import dumps, load
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import Request, urlopen

HERE = Path(__file__).resolve().parent
PROGRAM, COMMAND = sys.argv[1:]
ROOT = HERE.parents[2]
SETTINGS = "/crm/v3/extensions/calling/123/settings?hapikey=emulator-developer-key-123"

# In two parts: calls of control paths would end the token of the others.
PARTS = {"the platform": "^/(?!emulator/)", "the control paths": "^/emulator/"}


def ask(address, method, path, headers={}, body=None):
    data = None if body is None else dumps(body).encode()
    media = {} if body is None else {"content-type": "application/json"}
    return urlopen(Request(address + path, data, {**media, **headers}, method=method), timeout=60)


@contextmanager
def emulator(profile, program=(PROGRAM,)):
    """Runs the emulator, then searches its output and logs for secrets."""
    process = subprocess.Popen(
        [*program, "--port=0", f"--profile={profile}"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        first = process.stdout.readline()
        port = re.search(r":(\d+)/", first)
        assert port, f"the emulator does not start: {first}"
        address = f"http://localhost:{port[1]}"
        token = load(ask(address, "POST", "/emulator/host-page", {"x-emulator-control": "1"}))["accessToken"]
        yield address, token
        # It has to be running still: a server that crashed answers no 5xx either.
        log = ask(address, "GET", "/emulator/log.json").read().decode()
    finally:
        process.terminate()
        output = first + process.communicate()[0]
    for line in output.splitlines():
        assert re.match(r"platform +http://localhost:|Ctrl-C stops it\.", line), f"the emulator prints: {line}"
    for place, text in {"its log": log, "its output": output}.items():
        for secret in (token, "emulator-developer-key-", "emulator-client-secret-"):
            assert secret not in text, f"{place} holds a secret"


def check(address, token, paths):
    """Runs the operations whose paths match."""
    ask(address, "POST", SETTINGS, body={"name": "Phone", "url": "https://phone.example/"})
    schemathesis = Path(sysconfig.get_path("scripts")) / "schemathesis"
    command = [schemathesis, "--config-file", HERE / "schemathesis.toml", "run"]
    command += [address.replace("localhost", "127.0.0.1") + "/emulator/openapi.json", f"--include-path-regex={paths}"]
    command += ["--max-examples=40", "--seed=1"]
    # In the environment, which process lists do not show.
    subprocess.run(command, check=True, env={**os.environ, "EMULATOR_TOKEN": token, "PYTHONPATH": str(HERE)})


for program in [(PROGRAM,), ("node", COMMAND)]:
    print(f"contract: the client for Python, profile vendor, {program[-1]}", flush=True)
    with emulator("vendor", program) as (address, _):
        subprocess.run([sys.executable, HERE / "guide.py"], check=True, env={**os.environ, "CALLING_BASE_URL": address})
for profile in ["vendor", "spec"]:
    print(f"contract: requests by chance of the client for Python, profile {profile}", flush=True)
    with emulator(profile) as (address, _):
        subprocess.run([sys.executable, HERE / "chance.py", profile], check=True, env={**os.environ, "CALLING_BASE_URL": address})
print("contract: the example for pytest", flush=True)
example = ROOT / "tests/consumers/emulator/test_emulator.py"
with TemporaryDirectory() as folder:
    # Like in a project with the package: npm links no command that was built after it ran.
    commands = Path(folder) / "node_modules/.bin"
    commands.mkdir(parents=True)
    (commands / "calling-widget-sdk-emulator").symlink_to(COMMAND)
    subprocess.run([sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--quiet", example], check=True, cwd=folder)
for profile in ("spec", "vendor"):
    for part, paths in PARTS.items():
        print(f"contract: {part}, profile {profile}", flush=True)
        # A separate emulator each: a part changes the clock and apps.
        with emulator(profile) as (address, token):
            check(address, token, paths)
