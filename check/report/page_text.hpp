// Style and script of pages, as they are written. Internal to check/report/.
#pragma once

namespace jmc::check {

inline constexpr const char* kPageHead = R"(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
:root{color-scheme:light dark;--ink:#1f2328;--paper:#ffffff;--line:#d8dadd;--edge:#80868c;--faint:#5a6167;--here:#fff3c4;--panel:#f6f7f8;--read:#1f6fb2;--write:#b84e08;--lock:#7a4bb0;--other:#6b7177;--bad:#b3191f;--good:#116b2f;--maybe:#7d5200;--link:#0b5cad;--bad-back:#fdecec;--good-back:#e8f6ec;--maybe-back:#fdf3dc}
@media screen and (prefers-color-scheme:dark){:root{--ink:#e2e4e6;--paper:#15171a;--line:#3a3f45;--edge:#7d848c;--faint:#a8afb6;--here:#463c10;--panel:#1d2024;--read:#6ab0f3;--write:#f59a55;--lock:#bf9fef;--other:#9aa1a8;--bad:#ff8a82;--good:#6fd08a;--maybe:#e3b341;--link:#7cbcf8;--bad-back:#43191a;--good-back:#12331d;--maybe-back:#3a2c07}}
*{box-sizing:border-box}
body{font:15px/1.45 system-ui,sans-serif;margin:2em auto;max-width:100em;padding:0 1em;color:var(--ink);background:var(--paper);overflow-wrap:break-word}
h1{font-size:1.35em;line-height:1.6}h2{font-size:1.12em;margin:2em 0 .5em}h3{font-size:1em;margin:1.2em 0 .3em}
p,li{max-width:90ch}
a{color:var(--link)}
code,pre,.story td,.outcomes td,.program{font-family:ui-monospace,monospace;font-size:.92em}
pre{white-space:pre-wrap;background:var(--panel);border:1px solid var(--line);border-radius:4px;padding:.6em;margin:.5em 0;overflow-wrap:anywhere}
pre.covered{white-space:pre;overflow-x:auto}
table{border-collapse:collapse}
td,th{padding:.3em .7em;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
.num{text-align:right;font-variant-numeric:tabular-nums}
.program{overflow-wrap:anywhere}
.outcomes td pre{background:none;border:0;padding:0;margin:0;font-size:1em}
.story{width:100%}.story td{white-space:pre-wrap}.story tr.effect td,.place,.faint{color:var(--faint)}.story .place{min-width:15em}
.story tbody tr{cursor:pointer;scroll-margin:4em}
.story tr.matters td:first-child{box-shadow:inset 4px 0 var(--write)}
.story tr.here td{background:var(--here)}
.saw{font-size:.85em;white-space:nowrap}
.verified,.fine{color:var(--good)}.violated,.error,.bad{color:var(--bad)}.inconclusive,.accepted,.maybe{color:var(--maybe)}
h1 span[class]{padding:.15em .5em;margin-right:.3em;border-radius:4px}
h1 .verified,h1 .fine{background:var(--good-back)}h1 .violated,h1 .error,h1 .bad{background:var(--bad-back)}h1 .inconclusive,h1 .accepted,h1 .maybe{background:var(--maybe-back)}
dl.facts{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.15em 1.2em;margin:.5em 0}.facts dt{color:var(--faint)}.facts dd{margin:0;max-width:90ch;white-space:pre-line}
.controls{position:sticky;top:0;display:flex;flex-wrap:wrap;align-items:center;gap:.3em .6em;background:var(--paper);padding:.5em 0;border-bottom:1px solid var(--line);z-index:2}
.controls input{flex:1 1 8em;max-width:40em;accent-color:var(--link)}
.controls button{font:inherit;min-width:2.6em;min-height:2.2em;color:var(--ink);background:var(--panel);border:1px solid var(--edge);border-radius:4px;cursor:pointer}
.controls output{font-variant-numeric:tabular-nums}
.scroll{overflow-x:auto}
.long>table{border-collapse:separate;border-spacing:0}
.steps.long{max-height:max(24em,calc(100vh - 6em));overflow:auto;border-bottom:1px solid var(--line)}
.steps.long thead th{position:sticky;top:0;background:var(--paper);z-index:1}
.beside{display:grid;grid-template-columns:minmax(0,3fr) minmax(0,2fr);gap:1em;align-items:start}
.beside:not(:has(.panel>:not([hidden]))){grid-template-columns:minmax(0,1fr)}
.panel{position:sticky;top:3.6em;max-height:calc(100vh - 4.6em);overflow:auto}
.source,.objects{background:var(--panel);border:1px solid var(--line);border-radius:4px;padding:.5em;margin:.5em 0}
.source ol{list-style:none;margin:0;padding:0;max-height:24em;overflow:auto;position:relative}
.source li{font:.86em/1.4 ui-monospace,monospace;white-space:pre;display:flex;min-width:max-content;max-width:none}
.source li .n{color:var(--faint);min-width:3.2em;text-align:right;padding-right:.7em;flex:none}
.source li .who{color:var(--lock);min-width:4.5em;flex:none}
.source li.here{background:var(--here)}
.objects dl{margin:0;font:.86em/1.4 ui-monospace,monospace}
.objects dt{font-weight:bold;margin-top:.3em}.objects dd{margin:0 0 0 1em;overflow-wrap:anywhere}.objects .new{background:var(--here)}
.panel h3{margin:0 0 .3em;font-size:.95em;overflow-wrap:anywhere}
.time{display:flex;margin-top:.5em}.time .names{flex:none}.time .scroll{flex:1 1 auto;min-width:0}
svg.line{display:block}
svg.line text{font:12px system-ui,sans-serif;fill:var(--ink)}
svg.line .number{font-size:10px;text-anchor:middle;fill:var(--faint)}
.lane{stroke:var(--line);stroke-width:1}
.dot{cursor:pointer}.dot circle{fill:var(--other);stroke:var(--paper);stroke-width:2}
svg.line .dot .kind{font:bold 8px system-ui,sans-serif;text-anchor:middle;fill:var(--paper)}
.dot.r circle{fill:var(--read)}.dot.w circle{fill:var(--write)}.dot.l circle{fill:var(--lock)}.dot.x circle{fill:var(--bad)}
.key i{display:inline-block;vertical-align:middle;width:1.3em;height:1.3em;line-height:1.3em;border-radius:50%;margin:0 .1em 0 .6em;font:bold .75em/1.3em system-ui,sans-serif;text-align:center;color:var(--paper);background:var(--other)}.key i.r{background:var(--read);margin-left:0}.key i.w{background:var(--write)}.key i.l{background:var(--lock)}.key i.x{background:var(--bad)}
.dot.here circle{stroke:var(--ink);stroke-width:3}
.arrow{fill:none;stroke:var(--other);stroke-width:1.2}.arrow.matters{stroke:var(--write);stroke-width:1.8}.arrow.here{stroke:var(--ink);stroke-width:2.2}
.head{fill:var(--other)}
details{margin:.5em 0;border:1px solid var(--line);border-radius:4px;padding:.4em .8em}summary{cursor:pointer;padding:.2em 0;overflow-wrap:anywhere}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
@media(hover:none),(max-width:44em){.hint{display:none}}
@media(max-width:70em){.beside{display:flex;flex-direction:column;align-items:stretch}.panel{position:static;max-height:none;order:-1}.panel .source ol{max-height:11em}}
@media(max-width:44em){
body{margin:1em auto;padding:0 .8em}h1 span[class]{margin-left:0}
ol,ul{padding-left:1.4em}
.facts,dl.facts{display:block}.facts dd{margin:0 0 .4em}
.story,.story tbody,.cards,.cards tbody,.cards tr{display:block}
.story thead,.cards thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.story tr{display:grid;grid-template-columns:2.6em minmax(0,1fr);border-bottom:1px solid var(--line);padding:.3em 0}
.story td,.story .place{grid-column:2;min-width:0;border:0;padding:0 .3em;overflow-wrap:anywhere}.story td:first-child{grid-column:1;grid-row:1/span 3}.story td:empty:not(:first-child){display:none}
.story tr.here{background:var(--here)}
.story td[data-label]::before{content:attr(data-label);display:block;font:.92em system-ui,sans-serif;color:var(--faint)}
.steps.long{max-height:70vh}
.cards tr{padding:.5em 0;border-bottom:1px solid var(--line)}.cards td{display:block;border:0;padding:.1em 0;overflow-wrap:anywhere;text-align:left}.cards td:empty{display:none}
.cards td[data-label]::before{content:attr(data-label) ": ";font:15px system-ui,sans-serif;color:var(--faint)}.cards td pre{display:inline}}
@media print{:root{color-scheme:light}body{margin:0;max-width:none}.controls,.time.long{display:none}.beside{display:block}.panel{position:static;max-height:none}.story tr.here td{background:none}.scroll,.steps.long{overflow:visible;max-height:none}.source ol{max-height:none}svg.line:not(.names){max-width:100%;height:auto}tr,li{break-inside:avoid}thead{display:table-header-group}details::details-content{display:block;content-visibility:visible}details:not([open])>:not(summary){display:block}}
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
  const track = story.querySelector('.time .scroll'), source = story.querySelector('.source'), objects = story.querySelector('.objects');
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
    source.replaceChildren(element('h3', here.dataset.file), list);
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
    objects.replaceChildren(element('h3', step ? 'objects after step ' + step : 'objects at the beginning'), list);
  };
  const show = (n, scroll = true) => {
    n = Math.max(1, Math.min(rows.length, n));
    slider.value = n;
    rows.forEach((row, i) => { row.classList.toggle('here', i + 1 === n); row.setAttribute('aria-current', i + 1 === n ? 'step' : 'false'); });
    dots.forEach((dot, i) => dot.classList.toggle('here', i + 1 === n));
    arrows.forEach(a => a.classList.toggle('here', +a.dataset.from === n || +a.dataset.to === n));
    label.textContent = n + ' of ' + rows.length;
    const told = rows[n - 1].querySelector('td:not(:empty):not(:first-child):not(.place)');
    slider.setAttribute('aria-valuetext', label.textContent + (told ? ': ' + told.textContent : ''));
    const x = dots[n - 1] ? +dots[n - 1].firstElementChild.getAttribute('cx') : -1;
    if (x >= 0 && (x < track.scrollLeft + 20 || x > track.scrollLeft + track.clientWidth - 20)) track.scrollLeft = x - track.clientWidth / 2;
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
