# SPDX-License-Identifier: Apache-2.0
"""Which architectures are compiled and what a container gets, for each phase with each form of -arch, -code and -gencode, as
--dryrun tells it. architectures.expect has what NVIDIA's nvcc says.

  architectures.py NVCC            compares with architectures.expect
  architectures.py --write ORACLE  writes it
"""
import itertools, os, re, subprocess, sys, tempfile

here = os.path.dirname(os.path.abspath(__file__))

# What is linked at once (-dlink, whole programs) gets one more image from us where LTO or the run-time library links: not here.
PHASES = ['-c', '-ptx', '-cubin', '-fatbin', '-dc', '-dw', '-c -rdc=true', '-lib -o x.a', '-ltoir -dlto', '-dc -dlto', '-cuda',
          '-ptx -rdc=true', '-cubin -rdc=true']
NAMED = ['', '-arch=sm_80', '-arch=sm_90a', '-arch=sm_100f', '-arch=sm_121a', '-arch=compute_80', '-arch=compute_90a',
         '-arch=compute_100f', '-arch=lto_80', '-arch=lto_90a', '-arch=sm_90a -arch=sm_80', '-arch=80', '-arch=sm_80,sm_90']
LISTED = ['-code=sm_80', '-arch=sm_80 -code=sm_80', '-arch=compute_80 -code=sm_80', '-arch=compute_80 -code=sm_80,sm_86',
          '-arch=compute_80 -code=compute_80', '-arch=compute_80 -code=lto_80', '-arch=compute_90a -code=sm_90a',
          '-arch=compute_90a -code=sm_90', '-arch=compute_100f -code=sm_103f', '-arch=compute_100f -code=sm_103',
          '-arch=compute_100f -code=sm_110', '-arch=compute_80 -code=sm_75']
PAIRS = ['arch=compute_80,code=sm_80', 'arch=compute_80,code=[sm_80,compute_80]', 'arch=compute_86,code="sm_86,compute_86"',
         'arch=compute_80,code=sm_80 arch=compute_90a,code=sm_90a', 'arch=compute_80,code=sm_80 arch=compute_80,code=compute_80',
         'arch=compute_80,code=compute_80', 'arch=compute_80,code=lto_80', 'arch=compute_80,code=[lto_80,sm_80]',
         'arch=lto_80,code=lto_80', 'arch=compute_80,code=lto_80 arch=compute_90,code=sm_90', 'arch=sm_80,code=sm_80']
ARCHS = NAMED + LISTED + [' '.join('-gencode ' + p for p in pair.split()) for pair in PAIRS]
ARCHS += ['-gencode arch=compute_80,code=sm_80 -arch=sm_80', '-arch=sm_75 -gencode arch=compute_90,code=sm_90']


def answer(nvcc, phase, arch):
    words = [nvcc] + phase.split() + arch.split() + ['--dryrun', 'k.cu']
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode:
        return 'refused'
    compiled = set(re.findall(r'-arch compute_(\d+[af]?)', done.stderr))
    images = set(re.findall(r'kind=(\w+),sm=(\d+[af]?)', done.stderr))
    return 'compiles ' + ' '.join(sorted(compiled)) + ' | holds ' + ' '.join(sorted(k + ':' + n for k, n in images))


def main():
    nvcc = os.path.abspath(sys.argv[-1])
    expected = os.path.join(here, 'architectures.expect')
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        open('k.cu', 'w').write('__global__ void k() {}\n')
        lines = [f'{p} {a}: {answer(nvcc, p, a)}\n' for p, a in itertools.product(PHASES, ARCHS)]
    if sys.argv[1] == '--write':
        open(expected, 'w').writelines(lines)
        return
    wanted = open(expected).readlines()
    different = [(w, l) for w, l in itertools.zip_longest(wanted, lines) if w != l]
    for w, l in different:
        print(f'expected {w}     got {l}', end='')
    print(f'{len(wanted) - len(different)} of {len(wanted)} answers as expected')


main()
