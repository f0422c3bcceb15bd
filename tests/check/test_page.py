#!/usr/bin/env python3
"""The page of --html in a real browser: it loads without an error, the slider, the keys and the links go through the story, and what is shown beside it is that of the step."""
import json
import os
import re
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import test_reports as reports  # noqa: E402

setUpModule, tearDownModule = reports.setUpModule, reports.tearDownModule
harness, run = reports.harness, reports.run
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")

# Put before everything else, and at the end.
WATCH = "<script>window.faults = []; addEventListener('error', e => faults.push(e.message)); addEventListener('securitypolicyviolation', e => faults.push(e.violatedDirective));</script>"
TRY = """<script>
const result = {sections: [], faults};
for (const story of document.querySelectorAll('section.told')) {
  const seen = {id: story.id}, slider = story.querySelector('input'), label = () => story.querySelector('output').textContent;
  result.sections.push(seen);
  if (!slider) continue;
  const rows = [...story.querySelectorAll('.story tbody tr')], here = () => rows.findIndex(r => r.classList.contains('here'));
  const key = k => story.dispatchEvent(new KeyboardEvent('keydown', {key: k, bubbles: true, cancelable: true}));
  for (let d = story.closest('details'); d; d = d.parentElement.closest('details')) d.open = true;
  Object.assign(seen, {rows: rows.length, dots: story.querySelectorAll('.dot').length, arrows: story.querySelectorAll('.arrow').length, begins: label()});
  slider.value = rows.length;
  slider.dispatchEvent(new Event('input'));
  seen.slid = [here(), label(), story.querySelectorAll('tr.here').length, story.querySelectorAll('.dot.here').length];
  seen.objects = story.querySelector('.objects').innerText;
  seen.source = [...story.querySelectorAll('.source li.here')].map(l => l.innerText);
  key('Home'); key('ArrowDown');
  seen.keys = here();
  story.querySelector('.back').click();
  seen.back = here();
  rows[rows.length - 1].click();
  seen.clicked = here();
  story.querySelectorAll('.dot')[0].dispatchEvent(new MouseEvent('click', {bubbles: true}));
  seen.dot = here();
  seen.broken = [...story.querySelectorAll('a')].filter(a => !document.getElementById(a.getAttribute('href').slice(1))).length;
  seen.links = [...story.querySelectorAll('a')].length;
}
const links = [...document.querySelectorAll('section.told a')];
const follow = i => {
  const done = () => { document.documentElement.dataset.result = JSON.stringify(result); };
  if (i >= links.length) return done();
  location.hash = links[i].getAttribute('href');
  setTimeout(() => {
    const row = document.getElementById(location.hash.slice(1));
    if (!row.classList.contains('here')) faults.push('the link to ' + location.hash + ' does not go there');
    follow(i + 1);
  }, 20);
};
follow(0);
</script>"""


@unittest.skipUnless(BROWSER, "no browser: install chromium to look at the pages")
class Pages(unittest.TestCase):
    def look(self, page):
        """What the script says that tries the page out, in the browser."""
        text = Path(page).read_text(encoding="utf-8")
        self.assertEqual([a for a in re.findall(r"""(?:src|href|action)=["']([^"']*)""", re.sub(r"<script>.*?</script>", "", text, flags=re.S)) if not a.startswith("#")], [])
        tried = page + ".tried.html"
        Path(tried).write_text(text.replace("<style>", WATCH + "<style>", 1).replace("</body>", TRY + "</body>"), encoding="utf-8")
        r = subprocess.run([BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--user-data-dir=" + os.path.join(reports.WORK, "browser"),
                            "--virtual-time-budget=20000", "--dump-dom", "file://" + tried], capture_output=True, text=True, timeout=300)
        found = re.search(r'data-result="([^"]*)"', r.stdout)
        self.assertTrue(found, r.stdout[-2000:] + r.stderr[-2000:])
        import html
        result = json.loads(html.unescape(found.group(1)))
        self.assertEqual(result["faults"], [])
        for s in result["sections"]:
            if "rows" not in s:
                continue
            n = s["rows"]
            self.assertEqual((s["begins"], s["slid"], s["keys"], s["back"], s["clicked"], s["dot"], s["broken"]),
                             ("1 of %d" % n, [n - 1, "%d of %d" % (n, n), 1, 1], min(1, n - 1), 0, n - 1, 0, 0), s)
            self.assertEqual(s["dots"], n)
        return {s["id"]: s for s in result["sections"]}

    def test_violation(self):
        r = reports.Reports("Lost", "--keep-going")
        sections = self.look(os.path.join(r.folder, "report.html"))
        violations = [i for i in sections if i.startswith("v")]
        self.assertEqual(len(violations), len(r.json["violations"]))
        self.assertEqual(len(sections) - len(violations), len(r.json["outcomes"]))
        first = sections["v1"]
        [violation] = r.json["violations"]
        # The arrows are the reads of the story that saw a step of it, and at the end the objects are what was printed.
        self.assertIn("count = 1", first["objects"])
        self.assertEqual(len(first["source"]), 1)
        self.assertGreater(first["links"], 1)
        # What is marked are the steps that the causes name.
        named = {int(n) for cause in violation["causes"] for n in re.findall(r"step (\d+)", cause)}
        self.assertEqual({t["step"] for t in violation["trace"] if t.get("matters") and not t["effect"]}, named)

    def test_many_threads(self):
        """More threads than have room side by side: who takes a step is a column of its own."""
        source, out = os.path.join(reports.WORK, "Six.java"), os.path.join(reports.WORK, "six")
        Path(source).write_text("public class Six { static volatile int sum; public static void main(String[] a) throws Exception { Thread[] t = new Thread[6];"
                                " for (int i = 0; i < 6; i++) t[i] = new Thread(() -> sum++); for (Thread x : t) x.start(); for (Thread x : t) x.join(); assert sum == 6; } }", encoding="utf-8")
        harness.compile_java(reports.JDK, [source], out, 17)
        page = os.path.join(reports.WORK, "six.html")
        self.assertEqual(run("--jdk=" + reports.JDK.home, "--simplify=0", "--html=" + page, os.path.join(out, "Six.class")).returncode, 1)
        self.look(page)
        text = Path(page).read_text(encoding="utf-8")
        self.assertIn("<tr><th>step</th><th>thread</th><th>does</th><th>where</th></tr>", text)
        self.assertIn('<td>thread 6 &quot;Thread-5&quot;</td><td>read sum = ', text)

    def test_several(self):
        page = os.path.join(reports.WORK, "several.html")
        r = run("--jdk=" + reports.JDK.home, "-cp", reports.CLASSES, "--html=" + page, "--each", "Notify", "Nonsense", "Lost")
        self.assertEqual(r.returncode, 1)
        sections = self.look(page)
        self.assertEqual([i for i in sections if "v" in i], ["c1-v1", "c3-v1"])

    def test_linearizability(self):
        page = os.path.join(reports.WORK, "lin.html")
        run("linearizability", "--jdk=" + reports.JDK.home, "--html=" + page, "--methods=add,size", "--calls=1", "--values=1", "java.util.ArrayList")
        told = self.look(page)
        self.assertIn("size = ", told["v1t"]["objects"])


if __name__ == "__main__":
    sys.exit(harness.main(__file__, share=60))
