# SPDX-License-Identifier: Apache-2.0
"""What of `nvcc -c` is the driver's own: all processor time but that of the host's g++, ptxas and fatbinary.

  bench/nvcc_split.py OURS NVIDIAS [--repeat=N] [--arch=OPTIONS] FILE... [-- OPTION...]

NVIDIA's steps (nvcc itself, gcc -E, cudafe++, cicc) are run one by one from --dryrun; ours is one process, measured without
its children by perf(1). A file's folder, and inc/ in it, are searched for headers. The least of N (2) measurements counts.
"""
import math, os, re, resource, shlex, subprocess, sys, tempfile

words = sys.argv[1:]
more = words[words.index('--') + 1:] if '--' in words else []
words = words[:words.index('--')] if '--' in words else words
option = dict(w[2:].split('=', 1) for w in words if w.startswith('--'))
repeat, arch = int(option.get('repeat', 2)), shlex.split(option.get('arch', '-arch=sm_90'))
ours, theirs, *files = [w for w in words if not w.startswith('--')]
quiet = {'stdout': subprocess.DEVNULL, 'stderr': subprocess.DEVNULL}
OTHERS = ('host', 'ptxas', 'fatbinary')


def least(measure):
    """The least of some measurements, None if one fails."""
    values = [measure() for _ in range(repeat)]
    return None if None in values else min(values)


def cpu(command, **more):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    status = subprocess.run(command, **quiet, **more).returncode
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return None if status else after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def perf(command, children):
    with tempfile.NamedTemporaryFile() as f:
        inherit = [] if children else ['--no-inherit']
        status = subprocess.run(['perf', 'stat', '-x,', '-o', f.name, '-e', 'task-clock', *inherit, *command], **quiet).returncode
        return None if status else float(re.search(r'^([\d.]+),', f.read().decode(), re.M)[1]) / 1e3


def kind(command):
    program = os.path.basename(shlex.split(command)[0])
    return ('gcc -E' if ' -E ' in command else 'host') if program in ('gcc', 'g++') else program


def theirs_by_step(arguments, folder):
    """Seconds by kind of step; None if a step fails."""
    if subprocess.run([theirs, *arguments], **quiet).returncode:
        return None
    lines = subprocess.run([theirs, '--dryrun', *arguments], capture_output=True, text=True).stderr.splitlines()
    lines = [line[3:] for line in lines if line.startswith('#$ ')]
    variables = [line.split('=', 1) for line in lines if re.match(r'(PATH|LD_LIBRARY_PATH|CICC_PATH|NVVMIR_LIBRARY_DIR)=', line)]
    exports = ''.join(f'export {name}={shlex.quote(value.strip())}\n' for name, value in variables)
    steps = {'nvcc': least(lambda: cpu([theirs, '--dryrun', *arguments]))}
    for line in lines:
        if re.match(r'\w+=|rm ', line):
            continue
        seconds = least(lambda: cpu(['sh', '-c', exports + 'exec ' + line], cwd=folder))
        if seconds is None:
            return None
        steps[kind(line)] = steps.get(kind(line), 0) + seconds
    return steps


def mean(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else float('nan')


own, whole = [], []
for path in map(os.path.abspath, files):
    folder = os.path.dirname(path)
    with tempfile.TemporaryDirectory() as d:
        arguments = [*arch, '-I' + folder, '-I' + folder + '/inc', *more, '-w', '-c', path, '-o', d + '/o.o']
        steps = theirs_by_step([*arguments, '--keep', '--keep-dir', d], d)
        total = steps and least(lambda: perf([ours, *arguments], True))
        mine = total and least(lambda: perf([ours, *arguments], False))
    if not mine:
        print(f'{os.path.basename(path):32} fails with {"ours" if steps else "NVIDIA"}')
        continue
    his = sum(v for k, v in steps.items() if k not in OTHERS)
    own.append(his / mine)
    whole.append(total / sum(steps.values()))
    parts = ', '.join(f'{k} {v * 1e3:.0f}' for k, v in steps.items())
    print(f'{os.path.basename(path):32} {his * 1e3:6.0f} ms ({parts})  {mine * 1e3:6.1f} ms  1/{own[-1]:.1f}  whole {whole[-1]:.3f}', flush=True)
print(f'{" ".join(arch)}: {len(own)} files: own part 1/{mean(own):.1f} (geometric mean; least 1/{min(own, default=0):.1f}), whole {mean(whole):.3f}')
