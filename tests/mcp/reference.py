"""jmc mcp under the reference client of the protocol, the Python package mcp: taken from this Python, or a virtual environment that is made for it once."""
import os
import subprocess
import sys

import harness
import sources
from harness import Failure

# Runs in a Python that has the package, with the server's command line after it: a session as an agent has it.
SCRIPT = '''
import asyncio, sys
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

RACY, MENDED, MANY, FOLDER = sys.argv[1:5]

def text(result):
    return "".join(c.text for c in result.content)

def is_error(result):
    return getattr(result, "is_error", None) if hasattr(result, "is_error") else result.isError

async def main():
    parameters = StdioServerParameters(command=sys.argv[5], args=sys.argv[6:], cwd=FOLDER)
    async with stdio_client(parameters) as (read, write), ClientSession(read, write) as session:
        begun = await session.initialize()
        print("version", getattr(begun, "protocol_version", None) or begun.protocolVersion)
        print("tools", ",".join(t.name for t in (await session.list_tools()).tools))
        result = await session.call_tool("check", {"source": RACY})
        print("racy", is_error(result), text(result).split(":")[0])
        print("cause", "cause:" in text(await session.call_tool("explain", {"id": "c1.v1"})))
        result = await session.call_tool("check", {"source": MENDED})
        print("mended", text(result).split(",")[0])
        print("wrong", is_error(await session.call_tool("check", {"source": "class X {"})))
        seen = []
        async def progress(done, total, message):
            seen.append(done)
        result = await session.call_tool("check", {"source": MANY, "seconds": 3}, progress_callback=progress)
        print("many", text(result).split(":")[0], len(seen) >= 2 and seen == sorted(seen))
        listed = [str(r.uri) for r in (await session.list_resources()).resources]
        print("resource", "jmc://c1/report" in listed)
        content = (await session.read_resource("jmc://explain/deadlock")).contents[0].text
        print("word", content.split(":")[0])
        await session.send_ping()

asyncio.run(main())
'''


def has_package(python):
    return os.path.exists(python) and subprocess.run([python, "-c", "import mcp.client.stdio"], capture_output=True).returncode == 0


def python_with_client():
    """A Python that has the package; None: there is none, and none can be made (no network, for instance)."""
    folder = os.path.join(harness.BUILD, "tests", "mcp-client")
    python = os.path.join(folder, "bin", "python")
    for known in (os.environ.get("JMC_MCP_PYTHON", ""), sys.executable, python):
        if known and has_package(known):
            return known
    refused = os.path.join(folder, "refused")  # once is enough
    if os.path.exists(refused):
        return None
    made = subprocess.run([sys.executable, "-m", "venv", folder], capture_output=True).returncode == 0
    if made:
        subprocess.run([python, "-m", "pip", "install", "--quiet", "--retries", "0", "--timeout", "5", "mcp"], capture_output=True, timeout=600)
    if made and has_package(python):
        return python
    os.makedirs(folder, exist_ok=True)
    with open(refused, "w", encoding="utf-8") as f:
        f.write("pip could not install mcp here; remove this folder to try again\n")
    return None


def reference_client(place):
    python = python_with_client()
    if not python:
        return "the Python package mcp is not here and cannot be installed"
    r = subprocess.run([python, "-c", SCRIPT, sources.RACY, sources.MENDED, sources.ENDLESS, place.project, harness.jmc_path(), "mcp", "--jdk=" + place.jdk.home], capture_output=True, text=True,
                       timeout=120, env=dict(harness.environment(), TMPDIR=place.temporary))
    expected = ["tools check,check_linearizability,outcomes,explain,inspect,compare,limits", "racy False violated", "cause True", "mended verified", "wrong True", "many inconclusive True",
                "resource True", "word deadlock"]
    lines = r.stdout.split("\n")
    if r.returncode != 0 or lines[1:-1] != expected or not lines[0].startswith("version 20"):
        raise Failure("%d\n%s\n%s" % (r.returncode, r.stdout, r.stderr[-2000:]))
    print(lines[0])
    return None


CASES = [reference_client]
