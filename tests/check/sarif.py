"""What the schema of SARIF 2.1.0 (OASIS, 2020) says about the part of the format that jmc writes, and the limits of code hosts.

The schema itself is not brought along. Here are its objects as far as they occur: for each property its type, and which are required. As in the schema, an object has no other
properties, so that a name that is misspelt, or that this table does not know yet, is found."""
import gzip
import json
import re

MESSAGE = "message"
OBJECTS = {
    "sarifLog": {"$schema": "uri", "version!": {"2.1.0"}, "runs!": ["run"]},
    "run": {"tool!": "tool", "invocations": ["invocation"], "columnKind": {"utf16CodeUnits", "unicodeCodePoints"}, "results": ["result"]},
    "tool": {"driver!": "toolComponent"},
    "toolComponent": {"name!": "text", "version": "text", "rules": ["reportingDescriptor"]},
    "reportingDescriptor": {"id!": "text", "shortDescription": "multiformat", "fullDescription": "multiformat", "help": "multiformat", "defaultConfiguration": "configuration"},
    "multiformat": {"text!": "text"},
    "configuration": {"level": {"none", "note", "warning", "error"}},
    "invocation": {"executionSuccessful!": "bool", "exitCode": "int", "toolExecutionNotifications": ["notification"], "properties": "bag"},
    "notification": {"message!": MESSAGE, "level": {"none", "note", "warning", "error"}},
    "message": {"text": "text"},
    "result": {"ruleId": "text", "ruleIndex": "index", "level": {"none", "note", "warning", "error"}, "message!": MESSAGE, "locations": ["location"],
               "partialFingerprints": "texts", "baselineState": {"new", "unchanged", "updated", "absent"}, "codeFlows": ["codeFlow"], "provenance": "provenance"},
    "provenance": {"invocationIndex": "index"},
    "location": {"physicalLocation": "physicalLocation", "logicalLocations": ["logicalLocation"], "message": MESSAGE},
    "physicalLocation": {"artifactLocation!": "artifactLocation", "region": "region"},
    "artifactLocation": {"uri": "relative", "uriBaseId": "text"},
    "region": {"startLine": "line", "snippet": "snippet"},
    "snippet": {"text": "text"},
    "logicalLocation": {"fullyQualifiedName": "text", "kind": "text"},
    "codeFlow": {"message": MESSAGE, "threadFlows!": ["threadFlow"]},
    "threadFlow": {"id": "text", "locations!": ["threadFlowLocation"]},
    "threadFlowLocation": {"executionOrder": "index", "location": "location"},
}
LEAST = {"threadFlows": 1, "locations of threadFlow": 1}


def is_text(v):
    return isinstance(v, str)


def is_number(v):
    return isinstance(v, int) and not isinstance(v, bool)


SIMPLE = {
    "text": is_text, "bool": lambda v: isinstance(v, bool), "int": is_number, "index": lambda v: is_number(v) and v >= 0, "line": lambda v: is_number(v) and v >= 1,
    "uri": lambda v: is_text(v) and re.match(r"[a-z]+://", v), "bag": lambda v: isinstance(v, dict),
    "relative": lambda v: is_text(v) and re.fullmatch(r"(?:[A-Za-z0-9/._~!$&'()*+,;=:@-]|%[0-9A-F]{2})+", v) and not v.startswith("/") and ":" not in v.split("/")[0],
    "texts": lambda v: isinstance(v, dict) and all(is_text(t) for t in v.values()),
}


def faults(value, kind, where="log"):
    """What is wrong with a value of this kind, each with the place."""
    if isinstance(kind, set):
        return [] if value in kind else ["%s: %r is none of %s" % (where, value, sorted(kind))]
    if isinstance(kind, list):
        if not isinstance(value, list):
            return ["%s: no list" % where]
        return [f for i, v in enumerate(value) for f in faults(v, kind[0], "%s[%d]" % (where, i))]
    if kind in SIMPLE:
        return [] if SIMPLE[kind](value) else ["%s: %r is no %s" % (where, value, kind)]
    if not isinstance(value, dict):
        return ["%s: no object" % where]
    properties = {name.rstrip("!"): k for name, k in OBJECTS[kind].items()}
    out = ["%s: no %s" % (where, name[:-1]) for name in OBJECTS[kind] if name.endswith("!") and name[:-1] not in value]
    for name, v in value.items():
        if name not in properties:
            out.append("%s: a %s has no %s" % (where, kind, name))
            continue
        out += faults(v, properties[name], where + "." + name)
        least = LEAST.get(name, LEAST.get("%s of %s" % (name, kind), 0))
        if isinstance(v, list) and len(v) < least:
            out.append("%s.%s: empty" % (where, name))
    if kind == "message" and not value.get("text"):
        out.append("%s: an empty message" % where)
    return out


def host_faults(text):
    """What code hosts refuse: their limits of a file, a run and a result (the smallest that is known of each)."""
    log, out = json.loads(text), []
    if len(gzip.compress(text.encode())) > 10 << 20:
        out.append("more than 10 MB compressed")
    if len(log["runs"]) > 1:
        out.append("several runs of one tool")
    for run in log["runs"]:
        rules = run["tool"]["driver"]["rules"]
        if len(run["results"]) > 25000 or len(rules) > 25000:
            out.append("too many results or rules")
        for i, r in enumerate(run["results"]):
            if not 1 <= len(r["locations"]) <= 1000 or "physicalLocation" not in r["locations"][0]:
                out.append("result %d: no place" % i)
            if rules[r["ruleIndex"]]["id"] != r["ruleId"]:
                out.append("result %d: another rule at its index" % i)
            if r.get("provenance", {}).get("invocationIndex", 0) >= len(run["invocations"]):
                out.append("result %d: no such invocation" % i)
            for flow in r.get("codeFlows", []):
                if sum(len(t["locations"]) for t in flow["threadFlows"]) > 10000:
                    out.append("result %d: more than 10000 steps" % i)
                orders = [l["executionOrder"] for t in flow["threadFlows"] for l in t["locations"]]
                if len(orders) != len(set(orders)):
                    out.append("result %d: two steps at the same time" % i)
    return out


def all_faults(text):
    return faults(json.loads(text), "sarifLog") + host_faults(text)
