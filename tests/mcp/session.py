"""A client of jmc mcp that may also say what no client should."""
import json
import os
import queue
import subprocess
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import harness  # noqa: E402
from harness import Failure  # noqa: E402

PATIENCE = 60


class Session:
    """One server. Every line that it prints has to be a message of JSON-RPC 2.0."""

    def __init__(self, jdk, folder, *options, version="2025-06-18", capabilities=None, environment=None, handshake=True):
        env = harness.environment()
        env.update(environment or {})
        self.process = subprocess.Popen([harness.jmc_path(), "mcp", "--jdk=" + jdk.home, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        cwd=folder, env=env)
        self.lines, self.count, self.exchanges, self.notifications = queue.Queue(), 0, [], []
        threading.Thread(target=self.read, daemon=True).start()
        if handshake:
            self.initialized = self.ask("initialize", protocolVersion=version, capabilities=capabilities or {}, clientInfo={"name": "tests", "version": "1"})["result"]
            self.notify("notifications/initialized")

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(b"")

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        self.end()
        return False

    def end(self):
        """The end of its input ends it; what it has said on standard error."""
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        try:
            code = self.process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise Failure("the server does not end with its input") from None
        errors = self.process.stderr.read().decode("utf-8", "replace")
        if code != 0:
            raise Failure("the server ended with status %d\n%s" % (code, errors))
        return errors

    # --- lines

    def send(self, message):
        data = message if isinstance(message, bytes) else (message if isinstance(message, str) else json.dumps(message)).encode()
        self.process.stdin.write(data + b"\n")
        self.process.stdin.flush()

    def receive(self, seconds=PATIENCE):
        """The next message, with its size; None: there was none in this time."""
        try:
            line = self.lines.get(timeout=seconds)
        except queue.Empty:
            return None
        if not line:
            raise Failure("the server has ended: " + self.process.stderr.read().decode("utf-8", "replace"))
        try:
            message = json.loads(line)
        except ValueError:
            raise Failure("no JSON: %r" % line[:200]) from None
        for m in message if isinstance(message, list) else [message]:
            if not isinstance(m, dict) or m.get("jsonrpc") != "2.0":
                raise Failure("no message of JSON-RPC 2.0: %r" % line[:200])
        self.bytes = len(line)
        return message

    def notify(self, method, **params):
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    # --- requests

    def begin(self, method, meta=None, **params):
        self.count += 1
        if meta:
            params["_meta"] = meta
        self.send({"jsonrpc": "2.0", "id": self.count, "method": method, "params": params})
        return self.count

    def answer(self, number, seconds=PATIENCE):
        """The answer to a request; notifications on the way are kept."""
        until = time.monotonic() + seconds
        while (message := self.receive(max(0.01, until - time.monotonic()))) is not None:
            if message.get("id") == number and "method" not in message:
                return message
            self.notifications.append(message)
        raise Failure("no answer to request %d" % number)

    def ask(self, method, **params):
        return self.answer(self.begin(method, **params))

    def call(self, tool, **arguments):
        """The text of a tool's answer; Answer.error: whether it is one."""
        start = time.monotonic()
        message = self.answer(self.begin("tools/call", name=tool, arguments=arguments))
        if "result" not in message:
            raise Failure("%s: %s" % (tool, message))
        answer = Answer(message["result"], self.bytes, time.monotonic() - start)
        self.exchanges.append((tool, answer))
        limit = max(512, arguments.get("bytes", 2048))
        if answer.bytes > limit:
            raise Failure("%s: an answer of %d bytes, expected at most %d\n%s" % (tool, answer.bytes, limit, answer.text))
        return answer

    def table(self):
        """What each exchange took, for whoever looks at the output of the suite."""
        return "\n".join("%-22s %5d bytes  %7.3f s%s  %s" % (tool, a.bytes, a.seconds, "  error" if a.error else "", a.text.split("\n")[0][:80]) for tool, a in self.exchanges)


class Answer:
    def __init__(self, result, size, seconds):
        self.bytes, self.seconds = size, seconds
        self.error = result["isError"]
        self.text = "\n".join(c["text"] for c in result["content"])
        self.meta = (result.get("_meta") or {}).get("jmc/check") or {}
        self.verdict, self.check = self.meta.get("verdict"), self.meta.get("check")
        self.violations = [v["id"] for v in self.meta.get("violations", [])]

    def expect(self, *words, error=False, verdict=None):
        if self.error != error:
            raise Failure("expected %s, found\n%s" % ("an error" if error else "an answer", self.text))
        if verdict and self.verdict != verdict:
            raise Failure("expected %s, found\n%s" % (verdict, self.text))
        for word in words:
            if word not in self.text:
                raise Failure("expected %r in\n%s" % (word, self.text))
        return self

    def expect_not(self, *words):
        for word in words:
            if word in self.text:
                raise Failure("expected no %r in\n%s" % (word, self.text))
        return self


def children_of(process):
    """Numbers of the processes that a process has started, and these, and so on."""
    found = []
    try:
        for task in os.listdir("/proc/%d/task" % process):
            with open("/proc/%d/task/%s/children" % (process, task), encoding="ascii") as f:
                for child in map(int, f.read().split()):
                    found += [child] + children_of(child)
    except OSError:
        pass
    return found


def wait_until(condition, what, seconds=PATIENCE):
    until = time.monotonic() + seconds
    while not (found := condition()):
        if time.monotonic() > until:
            raise Failure("never " + what)
        time.sleep(0.02)
    return found
