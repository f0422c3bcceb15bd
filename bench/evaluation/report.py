"""Tables, CSV and plots from the records of the runs."""
import csv
import math
import os
import re
import statistics

import generator
import harness
import plots

STRATEGY_ORDER = ["none", "S-POR", "DE-S-POR", "DL-S-POR", "DE", "DL", "O-DPOR", "stateless S-POR"]
COLUMNS = ["suite", "configuration", "client", "structure", "class", "verdict", "complete", "stopped", "cpu", "wall", "search", "states", "transitions",
           "executions", "revisits", "rss", "outcomes", "violations"]
MEGABYTE = 1 << 20


def mean(values):
    return statistics.fmean(values) if values else float("nan")


def geometric(values):
    return math.exp(mean([math.log(v) for v in values])) if values else float("nan")


def table(head, rows):
    def text(cell):
        return "-" if cell != cell else "%.2f" % cell if isinstance(cell, float) else str(cell)
    lines = ["| " + " | ".join(head) + " |", "| " + " | ".join(["---"] * len(head)) + " |"]
    return "\n".join(lines + ["| " + " | ".join(text(c) for c in row) + " |" for row in rows]) + "\n"


def by_configuration(records):
    result = {}
    for r in records:
        result.setdefault(r["configuration"], {})[r["client"]] = r
    return result


def ratios(of, against, what, clients=None):
    """of / against by client, where both finished."""
    return {c: of[c][what] / against[c][what] for c in of
            if c in against and of[c]["complete"] and against[c]["complete"] and against[c][what] and (clients is None or c in clients)}


def strategies(records):
    """The correct clients: one line for each strategy, compared with S-POR on the clients that both finish."""
    runs = by_configuration(records)
    names = [n for n in STRATEGY_ORDER if n in runs]
    if "S-POR" not in runs:
        return ""
    rows = []
    for n in names:
        finished = [r for r in runs[n].values() if r["complete"]]
        cpu, states = ratios(runs["S-POR"], runs[n], "cpu"), ratios(runs[n], runs["S-POR"], "states")
        memory = ratios(runs[n], runs["S-POR"], "rss")
        rows.append([n, "%d of %d" % (len(finished), len(runs[n])), float(sum(r["cpu"] for r in finished)), mean(list(cpu.values())), geometric(list(cpu.values())),
                     geometric(list(states.values())), geometric(list(memory.values())), "%d" % (max([r["rss"] for r in finished] or [0]) / MEGABYTE)])
    text = table(["strategy", "finished", "CPU s of these", "speed-up over S-POR, mean", "geometric mean", "states / S-POR", "memory / S-POR", "most memory, MB"], rows)
    return text + lazy(runs) + safe_sets(runs)


def lazy(runs):
    if "DL-S-POR" not in runs:
        return ""
    s, d = runs["S-POR"], runs["DL-S-POR"]
    cpu, states = ratios(s, d, "cpu"), ratios(s, d, "states")
    rows = []
    for simple in list(generator.TABLE) + [None]:
        of = [c for c in cpu if simple in (None, s[c]["structure"])]
        if of:
            rows.append([simple or "**all**", len(of), mean([cpu[c] for c in of]), min(cpu[c] for c in of), max(cpu[c] for c in of),
                         mean([states[c] for c in of]), mean([s[c]["transitions"] / d[c]["transitions"] for c in of])])
    text = "\nDL-S-POR against S-POR, clients that both finish: CPU seconds of S-POR / DL-S-POR (above 1: DL-S-POR is faster).\n\n"
    text += table(["structure", "clients", "mean", "worst", "best", "mean ratio of states", "of transitions"], rows)
    high = [c for c in cpu if states[c] >= 2]
    low = [c for c in cpu if states[c] < 2]
    text += "\nWhere the states are reduced at least by 2 (%d clients) the mean is %.2f, elsewhere (%d) %.2f. " % (
        len(high), mean([cpu[c] for c in high]), len(low), mean([cpu[c] for c in low]))
    slower = sorted((c for c in cpu if cpu[c] < 1 / 1.3), key=cpu.get)
    text += "DL-S-POR is slower by more than 1.3 on %d clients. The worst:\n\n" % len(slower)
    text += table(["client", "S-POR s", "DL-S-POR s", "ratio", "S-POR states", "DL-S-POR states"],
                  [[c, s[c]["cpu"], d[c]["cpu"], cpu[c], s[c]["states"], d[c]["states"]] for c in sorted(cpu, key=cpu.get)[:5]])
    return text


def safe_sets(runs):
    rows = []
    for n, without in (("DE-S-POR", "DE"), ("DL-S-POR", "DL")):
        if n in runs and without in runs:
            cells = [list(ratios(runs[without], runs[n], what).values()) for what in ("cpu", "states", "transitions", "rss")]
            rows.append([without + " / " + n, len(cells[0])] + [geometric(c) for c in cells])
    if not rows:
        return ""
    return "\nWithout safe sets / with them, geometric means:\n\n" + table(["", "clients", "CPU", "states", "transitions", "memory"], rows)


def orders(records, what):
    """Mean and best of the sequential and of the random orders: sums over the clients that all orders finish."""
    rows = []
    for por in ("S-POR", "DL-S-POR"):
        of = {}
        for r in records:
            match = re.fullmatch(r"(\S+) (sequential|random) .*", r["configuration"])
            if match.group(1) == por:
                of.setdefault(r["client"], []).append((match.group(2), r))
        done = {c: rs for c, rs in of.items() if len({k for k, _ in rs}) == 2 and all(r["complete"] or r["verdict"] == "violated" for _, r in rs)}
        row = [por, "%d of %d" % (len(done), len(of))]
        for measure in ("cpu", "transitions"):
            for kind in ("sequential", "random"):
                lists = [[r[measure] for k, r in rs if k == kind] for rs in done.values()]
                row += [float(sum(map(mean, lists))), float(sum(map(min, lists)))] if measure == "cpu" else [int(sum(map(mean, lists))), sum(map(min, lists))]
        if done:
            rows.append(row)
    head = ["strategy", "clients finished", "s, sequential: mean", "best", "s, random: mean", "best", "transitions, sequential: mean", "best", "random: mean", "best"]
    return "\n%s\n\n" % what + table(head, rows) if rows else ""


def buggy(records):
    runs = by_configuration(records)
    rows = []
    for hits in ("all", "half", "one", "none"):
        for n in STRATEGY_ORDER:
            of = [r for r in runs.get(n, {}).values() if r["class"] == hits]
            if of:
                rows.append([hits, n, "%d of %d" % (sum(r["complete"] for r in of), len(of)), sum(r["verdict"] == "violated" for r in of),
                             float(sum(r["cpu"] for r in of)), sum(r["states"] or 0 for r in of), sum(r["transitions"] or 0 for r in of)])
    return table(["calls that hit the bug", "strategy", "finished", "violated", "CPU s", "states", "transitions"], rows)


def locks(records):
    runs = by_configuration(records)
    if not {"atomic", "real"} <= set(runs):
        return ""
    rows = []
    for simple in generator.TABLE:
        of = [c for c, r in runs["atomic"].items() if r["structure"] == simple]
        if not of:
            continue
        both = [c for c in of if runs["atomic"][c]["complete"] and runs["real"][c]["complete"]]
        row = [simple, len(of), sum(runs["atomic"][c]["complete"] for c in of), sum(runs["real"][c]["complete"] for c in of)]
        for what in ("states", "cpu"):
            sums = [sum(runs[how][c][what] for c in both) for how in ("atomic", "real")]
            row += sums if what == "states" else [float(s) for s in sums]
        row.append(geometric([runs["real"][c]["states"] / runs["atomic"][c]["states"] for c in both]))
        rows.append(row)
    return table(["structure", "clients", "finished, atomic", "real", "states of those both finish, atomic", "real", "CPU s, atomic", "real", "factor of states, geometric mean"], rows)


def pictures(records):
    """SVG by file name."""
    of = by_configuration([r for r in records if r["suite"] == "strategies"])
    names = [n for n in STRATEGY_ORDER if n in of]
    result = {}
    for what, label, scale in (("cpu", "CPU seconds", 1), ("states", "states", 1), ("rss", "peak memory, MB", MEGABYTE)):
        series = [(n, [r[what] / scale for r in of[n].values() if r["complete"] and r[what]]) for n in names]
        clients = max([len(of[n]) for n in names] or [0])
        title = {"cpu": "Time", "states": "States", "rss": "Memory"}[what] + " within which clients finish"
        result["%s.svg" % {"cpu": "time", "rss": "memory"}.get(what, what)] = plots.quantiles(title, label, series, clients)
    if {"S-POR", "DL-S-POR"} <= set(of):
        groups = {}
        for c, r in of["S-POR"].items():
            other = of["DL-S-POR"].get(c)
            if other and r["complete"] and other["complete"]:
                groups.setdefault(r["structure"], []).append((r["cpu"], other["cpu"]))
        result["s-por-dl-s-por.svg"] = plots.scatter("S-POR and DL-S-POR by client", "S-POR, CPU seconds", "DL-S-POR, CPU seconds", list(groups.items()))
    for suite_part, which in (("all-states", ("",)), ("first-error", ("all", "half", "one"))):
        series = {}
        for r in records:
            if r["suite"] == "orders" and r["class"] in which and (r["complete"] or r["verdict"] == "violated"):
                match = re.fullmatch(r"(\S+) (sequential|random) .*", r["configuration"])
                series.setdefault(match.groups(), {}).setdefault(r["client"], []).append(r["transitions"] if suite_part == "first-error" else r["cpu"])
        lines = []
        for (por, kind), clients in series.items():
            if por == "DL-S-POR":
                lines += [("%s, mean" % kind, [mean(v) for v in clients.values()]), ("%s, best" % kind, [min(v) for v in clients.values()])]
        if lines:
            what = "transitions to the first error" if suite_part == "first-error" else "CPU seconds for all states"
            result["orders-%s.svg" % suite_part] = plots.quantiles("Orders under DL-S-POR", what, lines, max(len(v) for _, v in lines))
    return {name: svg for name, svg in result.items() if svg}


def write(records, options, jdk):
    """Writes OUT/results.csv, OUT/tables.md and the plots, with --docs also those of docs/; returns the tables."""
    sections = {suite: [r for r in records if r["suite"] == suite] for suite in ("strategies", "buggy", "orders", "locks")}
    parts = ["JDK %d, at most %d CPU seconds per run, %d jobs; %d runs, %d CPU seconds in all.\n"
             % (jdk.feature, options.time_limit, options.jobs, len(records), sum(r["cpu"] for r in records))]
    if sections["strategies"]:
        parts.append("### Correct clients\n\n" + strategies(sections["strategies"]))
    if sections["buggy"]:
        parts.append("### Buggy clients, all states and violations\n\n" + buggy(sections["buggy"]))
    if sections["orders"]:
        of = sections["orders"]
        parts.append("### Orders of threads\n" + orders([r for r in of if not r["class"]], "All states of correct clients:")
                     + "".join(orders([r for r in of if r["class"] == hits], "To the first error, calls that hit the bug: %s" % hits) for hits in ("all", "half", "one")))
    if sections["locks"]:
        parts.append("### Locks as operations and as bytecode (DL-S-POR)\n\n" + locks(sections["locks"]))
    text = "\n".join(parts)
    images = pictures(records)
    save(options.out, "tables.md", text)
    for name, svg in images.items():
        save(options.out, name, svg)
    with open(os.path.join(options.out, "results.csv"), "w", encoding="utf-8", newline="") as f:
        out = csv.writer(f)
        out.writerow(COLUMNS)
        for r in records:
            out.writerow([len(r[c]) if c in ("outcomes", "violations") else r[c] for c in COLUMNS])
    if options.docs:
        docs = os.path.join(harness.ROOT, "docs")
        for name, svg in images.items():
            save(os.path.join(docs, "evaluation"), name, svg)
        path = os.path.join(docs, "evaluation.md")
        with open(path, encoding="utf-8") as f:
            old = f.read()
        new = re.sub(r"(?s)(<!-- tables -->\n).*(<!-- end of tables -->)", lambda m: m.group(1) + "\n" + text + "\n" + m.group(2), old)
        save(docs, "evaluation.md", new)
    return text


def save(folder, name, text):
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, name), "w", encoding="utf-8") as f:
        f.write(text)
