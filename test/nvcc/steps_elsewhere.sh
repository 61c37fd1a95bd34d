# What -dryrun -keep prints can be run line by line, as sccache does it: NVIDIA's programs and cicc in a folder of their own, by the names
# without -keep-dir, the host's compiler where the call was made; no other file is needed, and each line is a program by itself.
# REQUIRES: g++, nvcc, ptxas, cudafe++, fatbinary, python3, %B/lib/cuprum/libcudart.so.13
# RUN: sh %s %t %S
# CHECK: steps: g++ g++ g++ cudafe++ cicc cicc ptxas ptxas fatbinary g++
# CHECK: 2 4
# CHECK: steps: g++ g++ cudafe++ cicc ptxas fatbinary g++
# CHECK: 2 4
# CHECK: steps: g++ cicc
# CHECK: .target sm_80
rm -rf "$1.d" && mkdir "$1.d" && cd "$1.d" || exit 1
unset NVCC_APPEND_FLAGS NVCC_PREPEND_FLAGS
nvcc=$(cuprum toolkit "$PWD/tk" "${CUDA_HOME:-/usr/local/cuda}") || exit 1
cat >replay.py <<'X2'
import os, re, shlex, subprocess, sys
nvcc, options = sys.argv[1], sys.argv[2:]
def lines(more):
    said = subprocess.run([nvcc, *options, '--dryrun', '--keep', *more], stderr=subprocess.PIPE, text=True, check=True).stderr
    found = [line[3:] for line in said.splitlines() if line.startswith('#$ ')]
    for line in found:
        name = re.match(r'([_A-Z]+)=(.*)', line)
        if name:
            os.environ[name[1]] = name[2]
    return [line for line in found if not re.match(r'[_A-Z]+=', line)]
os.makedirs('elsewhere', exist_ok=True)
away = os.path.abspath('elsewhere')
names = []
for short, full in zip(lines([]), lines(['--keep-dir', away])):
    name = os.path.basename(os.path.expandvars(shlex.split(short)[0]))
    names.append(name)
    theirs = name in ('cudafe++', 'cicc', 'ptxas', 'fatbinary', 'nvlink')
    if '--own' not in full:
        subprocess.run(short if theirs else full, shell=True, check=True, cwd=away if theirs else None)
print('steps:', *names, flush=True)
X2
cat >k.cu <<'X2'
#include <cstdio>
#include "h.h"
template <class T> __global__ void k(T *p) { *p += ADD; }
static __global__ void twice(int *p) { *p *= 2; }
int main() {
    int *p, x = 1;
    cudaMalloc(&p, 4);
    cudaMemcpy(p, &x, 4, cudaMemcpyHostToDevice);
    k<<<1, 1>>>(p);
    cudaMemcpy(&x, p, 4, cudaMemcpyDeviceToHost);
    std::printf("%d ", x);
    twice<<<1, 1>>>(p);
    cudaMemcpy(&x, p, 4, cudaMemcpyDeviceToHost);
    std::printf("%d\n", x);
}
X2
echo '#define ADD 1' >h.h
python3 replay.py "$nvcc" -gencode arch=compute_80,code=sm_80 -gencode 'arch=compute_90,code=[sm_90,compute_90]' -c k.cu -o k.o &&
    "$nvcc" k.o -o k && cuprum exec ./k
rm -rf k elsewhere
python3 replay.py "$nvcc" -arch=sm_90 -rdc=true -c k.cu -o k.o && "$nvcc" -arch=sm_90 -cudart shared k.o -o k && cuprum exec ./k
rm -rf k elsewhere
python3 replay.py "$nvcc" -arch=sm_80 -ptx k.cu -o k.ptx && grep -h '^.target' elsewhere/k.ptx
