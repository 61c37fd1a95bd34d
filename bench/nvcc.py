# SPDX-License-Identifier: Apache-2.0
"""CPU and wall time of whole `nvcc -c` calls, ours beside NVIDIA's.

  bench/nvcc.py OURS NVIDIAS [--repeat=N] [--arch=OPTIONS] FILE... [-- OPTION...]

A file's folder, and inc/ in it, are searched for headers. Prints a line a file and geometric means; the least of N
measurements counts. --arch may be given several times: each is a table of its own.
"""
import math, os, resource, shlex, subprocess, sys, tempfile, time

words = sys.argv[1:]
more = words[words.index('--') + 1:] if '--' in words else []
words = words[:words.index('--')] if '--' in words else words
repeat = int(([w[9:] for w in words if w.startswith('--repeat=')] or ['1'])[0])
archs = [w[7:] for w in words if w.startswith('--arch=')] or ['-arch=sm_90']
ours, theirs, *files = [w for w in words if not w.startswith('--')]


def measure(nvcc, path, arch):
    folder = os.path.dirname(os.path.abspath(path))
    best = None
    for _ in range(repeat):
        with tempfile.TemporaryDirectory() as d:
            before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.time()
            status = subprocess.run([nvcc, *shlex.split(arch), '-I' + folder, '-I' + folder + '/inc', *more, '-w', '-c', path,
                                     '-o', d + '/o.o'], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
            wall, after = time.time() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
            cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            if status:
                return None
            best = (min(cpu, best[0]), min(wall, best[1])) if best else (cpu, wall)
    return best


def mean(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else float('nan')


for arch in archs:
    cpu, wall, total = [], [], [0, 0]
    for f in files:
        b, a = measure(theirs, f, arch), measure(ours, f, arch)
        if not a or not b:
            print(f'{os.path.basename(f):40} fails with {"ours" if b else "NVIDIA" if a else "both"}')
            continue
        cpu.append(a[0] / b[0])
        wall.append(a[1] / b[1])
        total = [total[0] + a[0], total[1] + b[0]]
        print(f'{os.path.basename(f):40} {b[0]:7.2f} s {a[0]:7.2f} s  {cpu[-1]:.3f}  wall {wall[-1]:.3f}', flush=True)
    print(f'{arch}: {len(cpu)} files: CPU {mean(cpu):.3f} (geometric mean; of sums {total[0] / max(total[1], 1e-9):.3f}), '
          f'wall {mean(wall):.3f}')
