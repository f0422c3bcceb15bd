// Style and script of pages, as they are written. Internal to check/report/.
#pragma once

namespace jmc::check {

inline constexpr const char* kPageHead = R"(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
:root{color-scheme:light dark;--ink:#222;--paper:#fff;--line:#ddd;--faint:#666;--here:#fff3c4;--panel:#f7f7f5;--read:#1f6fb2;--write:#c2570c;--lock:#7a4bb0;--other:#777;--bad:#c22;--link:#0b5cad}
@media(prefers-color-scheme:dark){:root{--ink:#ddd;--paper:#161616;--line:#444;--faint:#aaa;--here:#453c12;--panel:#1f1f1f;--read:#6ab0f3;--write:#f59a55;--lock:#b896ea;--other:#999;--bad:#ff7b72;--link:#79b8ff}}
body{font:15px/1.45 system-ui,sans-serif;margin:2em auto;max-width:100em;padding:0 1em;color:var(--ink);background:var(--paper)}
h1{font-size:1.35em}h2{font-size:1.1em;margin-top:2em}h3{font-size:1em;margin:1.2em 0 .3em}
a{color:var(--link)}
code,pre,.story td,.outcomes td,.program{font-family:ui-monospace,monospace;font-size:.92em}
pre{white-space:pre-wrap;border:1px solid var(--line);border-radius:4px;padding:.6em;overflow-wrap:anywhere}
table{border-collapse:collapse}
td,th{padding:.25em .7em;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
.story td{white-space:pre-wrap}.story tr.effect td,.place,.faint{color:var(--faint)}
.story tbody tr{cursor:pointer;scroll-margin:4em}
.story tr.matters td:first-child{box-shadow:inset 4px 0 var(--write)}
.story tr.here td{background:var(--here)}
.saw{font-size:.85em;text-decoration:none;white-space:nowrap}
.verified,.fine{color:#17803a}.violated,.error,.bad{color:var(--bad)}.inconclusive,.accepted,.maybe{color:#9a6700}
@media(prefers-color-scheme:dark){.verified,.fine{color:#6c6}.inconclusive,.accepted,.maybe{color:#db5}}
.controls{position:sticky;top:0;background:var(--paper);padding:.4em 0;border-bottom:1px solid var(--line);z-index:1}
.controls input{width:40%;vertical-align:middle}
.scroll{overflow-x:auto}
.beside{display:grid;grid-template-columns:minmax(0,3fr) minmax(0,2fr);gap:1em;align-items:start}
.panel{position:sticky;top:3em;max-height:calc(100vh - 4em);overflow:auto}
.source,.objects{background:var(--panel);border:1px solid var(--line);border-radius:4px;padding:.5em;margin:.5em 0}
.source ol{list-style:none;margin:0;padding:0;max-height:24em;overflow:auto;position:relative}
.source li{font:.86em/1.4 ui-monospace,monospace;white-space:pre;display:flex}
.source li .n{color:var(--faint);min-width:3.2em;text-align:right;padding-right:.7em;flex:none}
.source li .who{color:var(--lock);min-width:4.5em;flex:none;font-size:.85em}
.source li.here{background:var(--here)}
.objects dl{margin:0;font:.86em/1.4 ui-monospace,monospace}
.objects dt{font-weight:bold;margin-top:.3em}.objects dd{margin:0 0 0 1em;overflow-wrap:anywhere}.objects .new{background:var(--here)}
.panel h4{margin:0 0 .3em;font-size:.95em}
svg.line text{font:12px system-ui,sans-serif;fill:var(--ink)}
svg.line .number{font-size:10px;text-anchor:middle;fill:var(--faint)}
.lane{stroke:var(--line);stroke-width:1}
.dot{cursor:pointer}.dot circle{fill:var(--other);stroke:var(--paper);stroke-width:2}
.dot.r circle{fill:var(--read)}.dot.w circle{fill:var(--write)}.dot.l circle{fill:var(--lock)}.dot.x circle{fill:var(--bad)}
.key i{display:inline-block;width:.75em;height:.75em;border-radius:50%;margin-left:.8em;background:var(--other)}.key i.r{background:var(--read)}.key i.w{background:var(--write)}.key i.l{background:var(--lock)}.key i.x{background:var(--bad)}
.dot.here circle{stroke:var(--ink);stroke-width:3}
.arrow{fill:none;stroke:var(--faint);stroke-width:1.2;opacity:.55}.arrow.matters{stroke:var(--write);opacity:1;stroke-width:1.8}.arrow.here{stroke:var(--ink);opacity:1;stroke-width:2.2}
.head{fill:var(--faint)}
details{margin:.5em 0;border:1px solid var(--line);border-radius:4px;padding:.4em .8em}summary{cursor:pointer}
section:focus-visible,tr:focus-visible,.dot:focus-visible{outline:2px solid var(--link)}
@media(max-width:70em){.beside{grid-template-columns:minmax(0,1fr)}.panel{position:static;max-height:none}}
@media print{.controls{display:none}.beside{display:block}.panel{position:static;max-height:none}.story tr.here td{background:none}.source ol{max-height:none}details:not([open])>:not(summary){display:block}}
</style>
)";

// A slider, two buttons, the keys, the dots and the rows walk through the steps of each story; beside them are the
// source and the objects at that step. Without the script all of the story is there but these two.
inline constexpr const char* kPageScript = R"(<script>
'use strict';
const element = (tag, text, name) => { const e = document.createElement(tag); e.textContent = text; if (name) e.className = name; return e; };
for (const story of document.querySelectorAll('section.told')) {
  const rows = [...story.querySelectorAll('.story tbody tr')], slider = story.querySelector('input');
  if (!slider || !rows.length) continue;
  const label = story.querySelector('output'), dots = [...story.querySelectorAll('.dot')], arrows = [...story.querySelectorAll('.arrow')];
  const data = JSON.parse(story.querySelector('script[type="application/json"]').textContent);
  const source = story.querySelector('.source'), objects = story.querySelector('.objects');
  const place = row => row.dataset.file && data.sources[row.dataset.file] ? row.dataset.file : null;
  const showSource = n => {
    let at = n;
    while (at > 0 && !place(rows[at - 1])) --at;
    if (!at) at = rows.findIndex(place) + 1;
    const here = at ? rows[at - 1] : null;
    source.hidden = !here;
    if (!here) return;
    // Where each thread was last, in this file.
    const marks = new Map(), last = new Map();
    for (let i = 0; i < n; ++i) if (place(rows[i])) last.set(rows[i].dataset.thread, rows[i]);
    for (const [thread, row] of last) if (row.dataset.file === here.dataset.file)
      marks.set(+row.dataset.line, [...(marks.get(+row.dataset.line) || []), thread]);
    const list = document.createElement('ol');
    let current = null, before = 0;
    for (const [number, text] of data.sources[here.dataset.file]) {
      if (before && number > before + 1) list.append(element('li', '   ...'));
      before = number;
      const line = document.createElement('li');
      line.append(element('span', String(number), 'n'), element('span', (marks.get(number) || []).map(t => 't' + t).join(' '), 'who'), element('span', text));
      if (number === +here.dataset.line) { line.className = 'here'; current = line; }
      list.append(line);
    }
    source.replaceChildren(element('h4', here.dataset.file), list);
    if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
  };
  const showObjects = step => {
    const values = data.objects.map(o => new Array(o.fields.length)), fresh = new Set();
    for (const [at, object, field, value] of data.changes) {
      if (at > step) break;
      values[object][field] = value;
      if (at === step && step > 0) fresh.add(object + ' ' + field);
    }
    const list = document.createElement('dl');
    data.objects.forEach((o, i) => {
      if (values[i].every(v => v === undefined)) return;
      list.append(element('dt', o.name));
      o.fields.forEach((f, j) => {
        if (values[i][j] !== undefined) list.append(element('dd', f + ' = ' + values[i][j], fresh.has(i + ' ' + j) ? 'new' : ''));
      });
    });
    objects.hidden = !list.children.length;
    objects.replaceChildren(element('h4', step ? 'objects after step ' + step : 'objects at the beginning'), list);
  };
  const show = (n, scroll = true) => {
    n = Math.max(1, Math.min(rows.length, n));
    slider.value = n;
    rows.forEach((row, i) => { row.classList.toggle('here', i + 1 === n); row.setAttribute('aria-current', i + 1 === n ? 'step' : 'false'); });
    dots.forEach((dot, i) => dot.classList.toggle('here', i + 1 === n));
    arrows.forEach(a => a.classList.toggle('here', +a.dataset.from === n || +a.dataset.to === n));
    label.textContent = n + ' of ' + rows.length;
    showSource(n);
    showObjects(+rows[n - 1].dataset.step);
    if (scroll) rows[n - 1].scrollIntoView({block: 'nearest'});
  };
  slider.addEventListener('input', () => show(+slider.value));
  story.querySelector('.back').addEventListener('click', () => show(+slider.value - 1));
  story.querySelector('.next').addEventListener('click', () => show(+slider.value + 1));
  rows.forEach((row, i) => row.addEventListener('click', e => { if (!e.target.closest('a')) show(i + 1, false); }));
  dots.forEach((dot, i) => dot.addEventListener('click', () => show(i + 1)));
  story.addEventListener('keydown', e => {
    if (e.altKey || e.ctrlKey || e.metaKey || e.target === slider) return;
    const to = {ArrowDown: +slider.value + 1, ArrowUp: slider.value - 1, ArrowRight: +slider.value + 1, ArrowLeft: slider.value - 1,
                j: +slider.value + 1, k: slider.value - 1, Home: 1, End: rows.length}[e.key];
    if (to !== undefined) { show(to); e.preventDefault(); }
  });
  const follow = () => {
    const at = rows.findIndex(row => row.id && '#' + row.id === location.hash);
    if (at < 0) return;
    for (let d = story.closest('details'); d; d = d.parentElement.closest('details')) d.open = true;
    show(at + 1);
  };
  window.addEventListener('hashchange', follow);
  show(1, false);
  follow();
}
// A link to a part that is folded opens it.
const unfold = () => { const part = location.hash.length > 1 && document.getElementById(location.hash.slice(1)); for (let d = part && part.closest('details'); d; d = d.parentElement.closest('details')) d.open = true; };
window.addEventListener('hashchange', unfold);
unfold();
</script>
)";

}  // namespace jmc::check
