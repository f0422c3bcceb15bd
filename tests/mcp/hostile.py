"""Messages that break JSON-RPC 2.0 or the protocol, and what the specifications say is the answer."""
import json

from harness import Failure

PARSE, INVALID, METHOD, PARAMS = -32700, -32600, -32601, -32602

# A line, and code and id of the answer; None: there is none. https://www.jsonrpc.org/specification has most of them among its examples.
LINES = [
    ('{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]', PARSE, None),
    ("{", PARSE, None), ("nonsense", PARSE, None), ('"', PARSE, None), ('{"jsonrpc":"2.0","id":1,"method":"ping"} {}', PARSE, None),
    (b'{"jsonrpc":"2.0","id":1,"method":"\xff\xfe"}', PARSE, None), (b"\xef\xbb\xbf\x00", PARSE, None), ('{"a":1e999999}', PARSE, None), ('{"jsonrpc":"2.0","id":NaN,"method":"ping"}', PARSE, None),
    ('{"jsonrpc": "2.0", "method": 1, "params": "bar"}', INVALID, None), ("1", INVALID, None), ("null", INVALID, None), ('"ping"', INVALID, None), ("true", INVALID, None),
    ("{}", INVALID, None), ('{"id":7}', INVALID, 7), ('{"id":7,"method":"ping"}', INVALID, 7), ('{"jsonrpc":"1.0","id":7,"method":"ping"}', INVALID, 7),
    ('{"jsonrpc":2.0,"id":7,"method":"ping"}', INVALID, 7), ('{"jsonrpc":"2.0","id":8}', INVALID, 8), ('{"jsonrpc":"2.0","id":"x","method":null}', INVALID, "x"),
    ('{"jsonrpc":"2.0","id":null,"method":"ping"}', INVALID, None), ('{"jsonrpc":"2.0","id":[1],"method":"ping"}', INVALID, None), ('{"jsonrpc":"2.0","id":{},"method":"ping"}', INVALID, None),
    ('{"jsonrpc":"2.0","id":true,"method":"ping"}', INVALID, None),
    ('{"jsonrpc":"2.0","id":9,"method":"ping"}', 0, 9), ('{"jsonrpc":"2.0","id":"","method":"ping"}', 0, ""), ('{"jsonrpc":"2.0","id":-5,"method":"ping"}', 0, -5),
    ('{"jsonrpc":"2.0","id":0.5,"method":"ping"}', 0, 0.5), ('{"jsonrpc":"2.0","id":18446744073709551615,"method":"ping"}', 0, 18446744073709551615),
    ('{"jsonrpc":"2.0","id":"\\u0000\\"\\n\\ud83d\\ude00","method":"ping","params":{}}', 0, "\0\"\n\U0001f600"),
    ('{"jsonrpc":"2.0","id":"%s","method":"ping"}' % ("i" * 100000), 0, "i" * 100000), ('\t {"jsonrpc":"2.0","id":1,"method":"ping"} \r', 0, 1),
    ('{"jsonrpc":"2.0","id":1,"method":"nonsense"}', METHOD, 1), ('{"jsonrpc":"2.0","id":1,"method":""}', METHOD, 1), ('{"jsonrpc":"2.0","id":1,"method":"%s"}' % ("m" * 100000), METHOD, 1),
    ('{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}', METHOD, 1), ('{"jsonrpc":"2.0","id":1,"method":"prompts/list"}', METHOD, 1), ('{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{}}', METHOD, 1),
    ('{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}', PARAMS, 1), ('{"jsonrpc":"2.0","id":1,"method":"ping","params":null}', PARAMS, 1), ('{"jsonrpc":"2.0","id":1,"method":"tools/list","params":"x"}', PARAMS, 1),
    ('{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}}', PARAMS, 1), ('{"jsonrpc":"2.0","id":1,"method":"tools/call"}', PARAMS, 1),
    ('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":1}}', PARAMS, 1), ('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"rm"}}', PARAMS, 1),
    ('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"check","arguments":[]}}', PARAMS, 1), ('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"check","arguments":"x"}}', PARAMS, 1),
    ('{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{}}', PARAMS, 1), ('{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":7}}', PARAMS, 1),
    ('{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}', INVALID, 1),
    # Notifications and answers to nothing have none.
    ('{"jsonrpc":"2.0","method":"nonsense"}', None, None), ('{"jsonrpc":"2.0","method":"tools/call","params":{"name":"check"}}', None, None), ('{"jsonrpc":"2.0","method":"notifications/cancelled"}', None, None),
    ('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{"a":[]}}}', None, None), ('{"jsonrpc":"2.0","method":"notifications/cancelled","params":[3]}', None, None),
    ('{"jsonrpc":"2.0","id":77,"result":{}}', None, None), ('{"jsonrpc":"2.0","id":"roots-1","result":{"roots":7}}', None, None), ('{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}}', None, None),
    ("", None, None), ("   \t", None, None),
]


def code_of(message):
    return message["error"]["code"] if "error" in message else 0


def broken_messages(place):
    with place.session() as s:
        for line, code, number in LINES:
            s.send(line)
            marker = s.begin("ping")
            found = s.receive()
            if code is not None:
                if code_of(found) != code or found.get("id") != number or ("error" in found) == ("result" in found):
                    raise Failure("%r: %s, expected %s for id %r" % (line[:100], str(found)[:300], code, number))
                found = s.receive()
            if found.get("id") != marker:
                raise Failure("%r: expected no answer, found %s" % (line[:100], str(found)[:300]))


def batches(place):
    ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    with place.session(version="2025-03-26") as s:
        for batch, expected in [
            ([], (INVALID, None)), ([1], [(INVALID, None)]), ([1, 2, 3], [(INVALID, None)] * 3), ([[]], [(INVALID, None)]), ([ping], [(0, 1)]),
            ([ping, {"jsonrpc": "2.0", "method": "notifications/x"}, {"foo": "boo"}, dict(ping, id="9", method="none")], [(0, 1), (INVALID, None), (METHOD, "9")]),
            ([{"jsonrpc": "2.0", "method": "a"}, {"jsonrpc": "2.0", "method": "b"}], None),
            ([dict(ping, id=5, method="initialize", params={"protocolVersion": "2025-03-26"})], [(INVALID, 5)]),
            # One that takes its time: all answers come in one line.
            ([dict(ping, id=6, method="tools/call", params={"name": "explain", "arguments": {"word": "deadlock"}}), dict(ping, id=7)], [(0, 6), (0, 7)]),
        ]:
            s.send(batch)
            if expected is None:
                if m := s.receive(0.3):
                    raise Failure("an answer to notifications: %s" % m)
                continue
            found = s.receive()
            told = sorted(((code_of(m), m["id"]) for m in found), key=str) if isinstance(found, list) else (code_of(found), found["id"])
            if told != (sorted(expected, key=str) if isinstance(expected, list) else expected):
                raise Failure("%s: %s" % (batch, found))


def large_messages(place):
    with place.session() as s:
        for line, code in [('{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"%s"}}' % ("y" * (17 << 20)), INVALID), ("x" * (40 << 20), INVALID), ("[" * 1000000, PARSE),
                           ('{"a":' * 500000 + "1" + "}" * 500000, PARSE), ("[" * 500000 + "]" * 500000, PARSE), ("[" * 100 + "]" * 100, INVALID),
                           ('{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"check","arguments":{"options":%s}}}' % ('{"por":' * 200000 + "1" + "}" * 200000), PARSE),
                           ('{"jsonrpc":"2.0","id":%s,"method":"ping"}' % ("[" * 200000 + "]" * 200000), PARSE), ('{"jsonrpc":"2.0","id":%s,"method":"ping"}' % ("[" * 50 + "]" * 50), INVALID)]:
            s.send(line)
            found = s.receive()
            if code_of(found[0] if isinstance(found, list) else found) != code:
                raise Failure("%s: %s" % (line[:20], str(found)[:300]))
        s.answer(s.begin("ping"))
        # As many requests as there are places, and one more; all are answered.
        numbers = [s.begin("tools/call", name="explain", arguments={"word": "livelock"}) for _ in range(300)]
        found = [s.receive() for _ in numbers]
        if sorted(m["id"] for m in found) != numbers or any(code_of(m) not in (0, -32000) for m in found):
            raise Failure("300 requests")


def before_the_handshake(place):
    with place.session(handshake=False) as s:
        s.answer(s.begin("ping"))
        for method in ("tools/list", "tools/call", "resources/list", "resources/read"):
            if code_of(s.ask(method, name="check", uri="jmc://explain")) != INVALID:
                raise Failure("%s before initialize" % method)
        if code_of(s.ask("initialize")) != PARAMS or code_of(s.ask("initialize", protocolVersion=7)) != PARAMS:
            raise Failure("initialize without a version")
        s.notify("notifications/initialized")
        if code_of(s.ask("initialize", protocolVersion="2024-11-05", capabilities="x")) != 0 or code_of(s.ask("tools/list")) != 0:
            raise Failure("initialize")


def versions(place):
    for asked, expected in [("2024-11-05",) * 2, ("2025-03-26",) * 2, ("2025-06-18",) * 2, ("2025-11-25",) * 2, ("1.0", "2025-11-25"), ("2999-01-01", "2025-11-25")]:
        with place.session(version=asked) as s:
            if s.initialized["protocolVersion"] != expected or s.initialized["serverInfo"]["name"] != "jmc":
                raise Failure("%s: %s" % (asked, s.initialized))
            tools = s.ask("tools/list")["result"]["tools"]
            if [t["name"] for t in tools] != ["check", "check_linearizability", "outcomes", "explain", "inspect", "compare", "limits"] or any(t["inputSchema"]["type"] != "object" for t in tools):
                raise Failure("%s" % tools)
            if len(json.dumps(tools)) > 12000:
                raise Failure("the tools take %d bytes of each conversation" % len(json.dumps(tools)))


CASES = [broken_messages, batches, large_messages, before_the_handshake, versions]
