"""What the runs of one client must agree on, whatever the strategy and the order."""


def check(records, admitted):
    """Returns how many clients all runs that finished agree on, how many not, and what is wrong."""
    by_client = {}
    for r in records:
        by_client.setdefault(r["client"], []).append(r)
    failed, failures = 0, []
    for client, rs in by_client.items():
        wrong = wrong_about(rs, admitted[client])
        failures += ["%s: %s" % (client, w) for w in wrong]
        failed += bool(wrong)
    return len(by_client) - failed, failed, failures


def name(r):
    return "%s, %s" % (r["suite"], r["configuration"])


def wrong_about(rs, admitted):
    wrong = ["%s: %s" % (name(r), r["error"]) for r in rs if r["error"]]
    rs = [r for r in rs if not r["error"]]
    correct = rs and rs[0]["class"] in ("", "none")
    for r in rs:
        # A verdict is a claim even when not all was explored: a violation that is none, a "verified" that is false.
        if r["verdict"] == "violated" and correct:
            wrong.append("%s: violated: %s" % (name(r), "; ".join(r["violations"][:3])))
        if r["verdict"] == "verified" and not correct and r["suite"] != "locks":  # those were not chosen by their verdict
            wrong.append("%s: verified, but calls run into a bug" % name(r))
        unexpected = sorted(set(r["outcomes"]) - set(admitted))
        if correct and unexpected:
            wrong.append("%s: outcomes that no sequential interleaving has: %s" % (name(r), unexpected[:5]))
    whole = [r for r in rs if r["complete"]]
    for r in whole:
        missing = sorted(set(admitted) - set(r["outcomes"]))
        if missing:
            wrong.append("%s: outcomes missing: %s" % (name(r), missing[:5]))
        for what in ("outcomes", "violations"):
            if r[what] != whole[0][what]:
                difference = sorted(set(r[what]) ^ set(whole[0][what]))
                wrong.append("%s and %s differ in %d %s: %s" % (name(whole[0]), name(r), len(difference), what, difference[:5]))
    return wrong
