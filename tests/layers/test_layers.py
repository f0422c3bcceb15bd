#!/usr/bin/env python3
"""The layers of docs/architecture.md, as the build has them: what a layer may include compiles, what it may not does not; and no headers include each other
in a circle. The table below is written from the document; the compiler is asked with the flags that the build uses for a file of the layer."""
import json
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get('JMC_BUILD', ROOT / 'build'))

# A layer, and what it may use besides itself.
MAY_USE = {
    'base': set(),
    'classfile': {'base'},
    'por': {'base', 'por/seam'},
    'vm': {'base', 'classfile', 'por/seam'},
    'natives': {'base', 'classfile', 'por/seam', 'vm'},
    'listeners': {'base', 'classfile', 'por/seam', 'por', 'vm'},
    'check': {'base', 'classfile', 'por/seam', 'por', 'vm', 'natives', 'listeners'},
    'linearizability': {'base', 'classfile', 'por/seam', 'por', 'vm', 'natives', 'listeners', 'check'},
    'cli': {'base', 'classfile', 'por/seam', 'por', 'vm', 'natives', 'listeners', 'check', 'linearizability'},
}
LAYERS = set(MAY_USE) | {'por/seam'}


def flags_of(layer):
    """How the build compiles a file of this layer, without the file."""
    for command in json.loads((BUILD / 'compile_commands.json').read_text()):
        file = Path(command['file'])
        if file.parent == ROOT / layer:
            words = command['command'].split()
            words = [w for w in words if w != str(file)]
            cut = words.index('-o')
            return [w for w in words[:cut] + words[cut + 2:] if w != '-c'], command['directory']
    raise SystemExit(f'compile_commands.json has no file of {layer}')


def compiles(layer, header):
    words, directory = flags_of(layer)
    run = subprocess.run(words + ['-fsyntax-only', '-x', 'c++', '-'], cwd=directory, input=f'#include "{header}"\n', text=True, capture_output=True)
    return run.returncode == 0, run.stderr


def circles():
    """Headers that include each other, as lists."""
    includes = {}
    for layer in LAYERS:
        for header in (ROOT / layer).rglob('*.hpp') if layer != 'por' else (ROOT / layer).glob('*.hpp'):
            text = header.read_text()
            includes[str(header.relative_to(ROOT))] = re.findall(r'^#include "([^"]+\.hpp)"', text, re.M)
    found, done = [], set()

    def walk(name, path):
        if name in path:
            found.append(path[path.index(name):] + [name])
        elif name not in done:
            for other in includes.get(name, []):
                walk(other, path + [name])
            done.add(name)

    for name in sorted(includes):
        walk(name, [])
    return found


def main():
    passed, failed = 0, []
    for layer, allowed in MAY_USE.items():
        for other in sorted(LAYERS - {layer}):
            header = sorted(h.name for h in (ROOT / other).glob('*.hpp'))[0]
            ok, text = compiles(layer, f'{other}/{header}')
            if ok == (other in allowed):
                passed += 1
            elif ok:
                failed.append(f'{layer} can include {other}/{header}, which is above it or beside it')
            else:
                failed.append(f'{layer} cannot include {other}/{header}: {text.splitlines()[0]}')
    for circle in circles():
        failed.append('circle of headers: ' + ' > '.join(circle))
    if not circles():
        passed += 1
    for text in failed:
        print('FAIL', text)
    print(f'{passed} passed, {len(failed)} failed')
    return 1 if failed else 0


sys.exit(main())
