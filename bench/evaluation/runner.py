"""Runs jmc once per client and configuration, and keeps what each run said in a file, so that an interrupted evaluation goes on where it stopped."""
import concurrent.futures
import hashlib
import json
import os
import resource
import subprocess
import sys
import tempfile
import threading

import generator  # noqa: F401  (sets the path for harness)
import harness

MEMORY_LIMIT = "4G"
PATIENCE = 10  # wall seconds per CPU second allowed, since the machine may be busy


class Run:
    """One run to be made: the suite it belongs to, the client, the name of the configuration and its options."""

    def __init__(self, suite, client, configuration, options, limit):
        self.suite, self.client, self.configuration, self.options, self.limit = suite, client, configuration, options, limit

    def key(self, build):
        text = "\n".join([build, self.client.line, self.client.structure.visible, " ".join(self.options), "%g" % self.limit])
        return self.suite + " " + hashlib.sha256(text.encode()).hexdigest()[:20]


def build_key():
    """Changes with the executable and with the structures."""
    h = hashlib.sha256()
    files = [harness.jmc_path()] + sorted(os.path.join(generator.STRUCTURES, f) for f in os.listdir(generator.STRUCTURES))
    for path in files:
        with open(path, "rb") as f:
            h.update(f.read())
    return h.hexdigest()[:16]


def execute(run, classes, jdk):
    """Runs jmc; returns the record of the run. The limit is one of CPU seconds."""
    with tempfile.TemporaryDirectory(prefix="jmc-evaluation-") as tmp:
        path = os.path.join(tmp, "report.json")
        command = [harness.jmc_path(), "--no-sampling", "--second-opinion=0", "--json", path, "--jdk=" + jdk.home, "--visible=" + run.client.structure.visible,
                   "--time-limit=%g" % (PATIENCE * run.limit), "--memory-limit=" + MEMORY_LIMIT]
        command += run.options + [os.path.join(classes, run.client.name + ".class")]
        with open(os.path.join(tmp, "text"), "w+b") as text:
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=text, stderr=subprocess.STDOUT, env=harness.environment())
            resource.prlimit(process.pid, resource.RLIMIT_CPU, (max(1, round(run.limit)), max(1, round(run.limit)) + 2))
            timer = threading.Timer(PATIENCE * run.limit + 30, process.kill)
            timer.start()
            _, status, usage = os.wait4(process.pid, 0)
            timer.cancel()
            process.returncode = code = os.waitstatus_to_exitcode(status)
            text.seek(0)
            last = text.read().decode("utf-8", "replace").strip()[-400:]
        data = {}
        if os.path.exists(path):
            with open(path, encoding="utf-8", errors="surrogateescape") as f:
                try:
                    data = json.load(f)
                except ValueError:  # killed while it wrote
                    data = {}
    return record(run, code, usage, data, last)


def record(run, code, usage, data, last):
    statistics = data.get("statistics", {})
    outcomes = sorted(o["output"].rstrip("\n") for o in data.get("outcomes") or [])
    violations = sorted({(v["kind"], v["message"] or "") for v in data.get("violations") or []})
    stopped = "CPU" if code in (-24, -9) else data.get("stopped") or ""
    r = {
        "client": run.client.name, "structure": run.client.simple, "class": run.client.hits or "", "suite": run.suite,
        "configuration": run.configuration, "limit": run.limit, "verdict": data.get("verdict", "none") if code >= 0 else "none",
        "complete": bool(data.get("complete")) and code >= 0, "stopped": str(stopped),
        "cpu": round(usage.ru_utime + usage.ru_stime, 4), "wall": statistics.get("seconds"), "search": statistics.get("search_seconds"),
        "rss": statistics.get("peak_memory_bytes"),  # not ru_maxrss: that includes what this process needed when it forked
    }
    for name in ("states", "transitions", "executions", "revisits"):
        r[name] = statistics.get(name)
    r["outcomes"] = outcomes
    r["violations"] = ["%s: %s" % v for v in violations]
    r["error"] = ""
    limited = r["stopped"] != "" or code < 0
    if code < 0 and code not in (-24, -9):
        r["error"] = "ended by signal %d: %s" % (-code, last)
    elif code >= 0 and harness.EXIT.get(r["verdict"]) != code:
        r["error"] = "exit code %d, verdict %s: %s" % (code, r["verdict"], last)
    elif r["verdict"] == "error":
        r["error"] = last
    elif r["verdict"] == "inconclusive" and not limited:
        r["error"] = "inconclusive: " + str(data.get("reason") or last)
    return r


def execute_all(runs, classes, jdk, path, jobs, fresh):
    """Makes the runs that the results file does not have yet; returns all their records, in the order of the runs."""
    known, build = {}, build_key()
    if not fresh and os.path.exists(path):
        with open(path, encoding="utf-8") as f:
            for line in f:
                try:
                    entry = json.loads(line)
                    known[entry["key"]] = entry
                except ValueError:  # a line that was cut off
                    pass
    missing = {run.key(build): run for run in runs if run.key(build) not in known}
    print("%d runs, %d of them known" % (len(runs), len(runs) - len(missing)), flush=True)
    with open(path, "w" if fresh else "a", encoding="utf-8") as f, concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        futures = {pool.submit(execute, run, classes, jdk): key for key, run in missing.items()}
        try:
            for done, future in enumerate(concurrent.futures.as_completed(futures), 1):
                entry = dict(future.result(), key=futures[future])
                known[entry["key"]] = entry
                f.write(json.dumps(entry) + "\n")
                f.flush()
                if sys.stdout.isatty() or done % 100 == 0:
                    print("%d of %d" % (done, len(missing)), end="\r" if sys.stdout.isatty() else "\n", flush=True)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return [known[run.key(build)] for run in runs]
