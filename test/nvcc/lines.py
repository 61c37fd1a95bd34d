# SPDX-License-Identifier: Apache-2.0
"""Command lines of nvcc, one a line of lines.txt (`;;` separates calls), run in a folder of small files.

  lines.py NVCC            compares exit status and kinds of the files made with lines.expect
  lines.py NVCC ORACLE     with what NVIDIA's nvcc does, and the symbols of objects too
  lines.py --write ORACLE  writes lines.expect
  --only=TEXT              the lines that hold TEXT; --every=N: each Nth; --jobs=N
"""
import os, re, shutil, subprocess, sys, tempfile
from concurrent.futures import ThreadPoolExecutor

here = os.path.dirname(os.path.abspath(__file__))
options = [a for a in sys.argv[1:] if a.startswith('--')]
programs = [a for a in sys.argv[1:] if not a.startswith('--')]
only = [a[7:] for a in options if a.startswith('--only=')]
every = int(([a[8:] for a in options if a.startswith('--every=')] or ['1'])[0])
jobs = [int(a[7:]) for a in options if a.startswith('--jobs=')]

# What differs by design (doc/nvcc.md): the host's half launches by cudaLaunchKernel, with no function between.
APART = re.compile(r'__device_stub_|__cudaLaunch|cudaLaunchKernel|__cudaGetKernel|__cxa_guard|_Unwind_Resume|gxx_personality|'
                   r'__cudaInitModule|^U exit$|hostRef|__fatbinwrap|LinkedBinary|dim3C|__nv_|atexit|__cudaUnregisterFatBinary|stack_chk|GLOBAL_OFFSET')


def kind(path):
    data = open(path, 'rb').read(4096)
    if data[:4] == b'\x7fELF':
        machine = data[18] | data[19] << 8
        if machine == 190:
            return 'cubin'
        return {1: 'object', 2: 'program', 3: 'program'}.get(data[16], 'elf')
    if data[:8] == b'!<arch>\n':
        return 'archive'
    if data[:4] == b'\x50\xed\x55\xba':
        return 'fatbin'
    if b'.version' in data and b'.target' in data:
        return 'ptx'
    return 'text'


def symbols(path):
    out = subprocess.run(['nm', path], capture_output=True, text=True).stdout
    found = set()
    for line in out.splitlines():
        word = line.split()[-2:]
        if len(word) == 2 and word[0].isupper():
            letter = 'D' if word[0] in 'BDR' else word[0]
            found.add(letter + ' ' + re.sub(r'_[0-9a-f]{8}_\d+_\w+', '_ID', word[1]))
    return {s for s in found if not APART.search(s)}


def run(nvcc, line, want_symbols):
    with tempfile.TemporaryDirectory() as d:
        for f in os.listdir(os.path.join(here, 'inputs')):
            shutil.copy(os.path.join(here, 'inputs', f), d)
        os.mkdir(d + '/sub')
        os.mkdir(d + '/inc')
        shutil.copy(d + '/h.h', d + '/inc')
        before = set(os.listdir(d))
        status = 0
        for part in line.split(';;'):
            r = subprocess.run('"$NVCC" ' + part.strip(), shell=True, cwd=d, env=dict(os.environ, NVCC=nvcc), text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
            status = r.returncode
            if status:
                break
        made, names = {}, {}
        for folder, _, files in os.walk(d):
            for f in files:
                path = os.path.join(folder, f)
                name = os.path.relpath(path, d)
                # what is between the steps has names of our own
                if name in before or name.startswith('inc/') or '-keep' in line and not name.endswith(('.o', '.ptx', '.cubin')):
                    continue
                if 'save-temps' in line and not name.endswith('.ptx'):
                    continue
                made[name] = kind(path)
                if want_symbols and made[name] == 'object':
                    names[name] = symbols(path)
        return status, ' '.join(f'{n}:{k}' for n, k in sorted(made.items())), names, r.stdout


def lines():
    for line in open(os.path.join(here, 'lines.txt')):
        line = line.rstrip('\n')
        if all(o in line for o in only):
            yield line


def expected():
    table = {}
    for row in open(os.path.join(here, 'lines.expect')):
        status, made, line = row.rstrip('\n').split('|', 2)
        table[line] = (int(status), made, {})
    return table


def compare(line):
    if '--write' in options:
        s, made, _, _ = run(programs[0], line, False)
        return f'{s}|{made}|{line}'
    oracle = len(programs) > 1
    s, made, names, said = run(programs[0], line, oracle)
    want = run(programs[1], line, True)[:3] if oracle else expected()[line]
    text = ''
    if s != want[0]:
        text += f'  status {s}, not {want[0]}\n    ' + said.strip()[:400].replace('\n', '\n    ') + '\n'
    if made != want[1]:
        text += f'  made {made}\n  not  {want[1]}\n'
    for f in want[2]:
        if f in names and names[f] != want[2][f]:
            text += f'  {f}: lacks {sorted(want[2][f] - names[f])}, has {sorted(names[f] - want[2][f])}\n'
    return text and f'nvcc {line}\n{text}'


with ThreadPoolExecutor(jobs[0] if jobs else os.cpu_count()) as pool:
    all_lines = list(lines())[::every]
    results = list(pool.map(compare, all_lines))
if '--write' in options:
    open(os.path.join(here, 'lines.expect'), 'w').write('\n'.join(results) + '\n')
else:
    different = [r for r in results if r]
    sys.stdout.write(''.join(different))
    print(f'{len(results) - len(different)} of {len(results)} command lines as expected')
