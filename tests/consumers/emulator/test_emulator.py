import subprocess
from urllib.request import urlopen

import pytest


@pytest.fixture(scope="session")
def base():
    command = ["npx", "calling-widget-sdk-emulator", "--port=0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        yield server.stdout.readline().split()[1].removesuffix("/emulator/docs")
        server.terminate()


def test_it_is_there(base):
    assert urlopen(base + "/emulator/health").status == 200
