# The driver with no toolkit: whole programs from several files, PTX only in fat binaries, relocatable code that the
# run-time library links; what needs NVIDIA's tools is refused.
# REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
# RUN: sh %s %t
# TIMEOUT: 120
# CHECK: alone: 2 3
# CHECK: in parts: 2 3 8
# CHECK: library: 2 3
# CHECK: archive: 2 3
# CHECK: .target sm_80
# CHECK: fat binary holds PTX only
# CHECK: fat: 50ed55ba
# CHECK: needs NVIDIA's ptxas
# CHECK: needs NVIDIA's nvlink
# CHECK: relocatable: 16
# CHECK: k.o : k.cu h.h
# CHECK: h.h :
# CHECK: replayed: 2 3
# CHECK: a b|x;y
# CHECK: k.cu:9:5: error: 'missing' was not declared
# CHECK: k.cu(4): error: identifier "wrong" is undefined
# CHECK: status 2
# CHECK: nothing left
rm -rf "$1.d" && mkdir "$1.d" && cd "$1.d" || exit 1
unset NVCC_APPEND_FLAGS NVCC_PREPEND_FLAGS
export TMPDIR="$PWD/tmp"
mkdir tmp
echo '#define ADD 1' >h.h
cat >k.cu <<'X'
#include <cstdio>
#include "h.h"
template <class T> __global__ void scale(T *p) { *p *= 3; }
__global__ void add(int *p) { *p += ADD; BROKEN }
int run(int x) {
    int *p, y;
    cudaMalloc(&p, 4);
    cudaMemcpy(p, &x, 4, cudaMemcpyHostToDevice);
    MISSING; add<<<1, 1>>>(p);
    cudaMemcpy(&y, p, 4, cudaMemcpyDeviceToHost);
    scale<<<1, 1>>>(p);
    cudaMemcpy(&x, p, 4, cudaMemcpyDeviceToHost);
    return x * 10 + y;
}
X
cat >main.cpp <<'X'
#include <cuda_runtime.h>
#include <cstdio>
static_assert(cudaSuccess == 0, "CUDA's headers are there for C++ too");
int run(int);
int main() { int r = run(0); std::printf("%d %d\n", 2 * (r % 10), r / 10); }
X
echo '__global__ void scale(int *p) { *p += 4; }
int more() { int *p, x = 4; cudaMalloc(&p, 4); cudaMemcpy(p, &x, 4, cudaMemcpyHostToDevice); scale<<<1, 1>>>(p);
  cudaMemcpy(&x, p, 4, cudaMemcpyDeviceToHost); return x; }' >more.cu
cat >both.cc <<'X'
#include <cstdio>
int run(int), more();
int main() { int r = run(0); std::printf("%d %d %d\n", 2 * (r % 10), r / 10, more()); }
X
nvcc() { cuprum nvcc --no-toolkit -DBROKEN= -DMISSING= "$@"; }
nvcc -arch=sm_90 k.cu main.cpp -o alone && echo "alone: $(cuprum exec ./alone)"
nvcc -gencode arch=compute_80,code=compute_80 -gencode arch=compute_90,code=compute_90 -c k.cu more.cu both.cc &&
    nvcc k.o more.o both.o -o parts && echo "in parts: $(cuprum exec ./parts)"
nvcc -shared -Xcompiler -fPIC k.cu -o libk.so && nvcc main.cpp -L. -lk -Xlinker -rpath,. -o lib && echo "library: $(cuprum exec ./lib)"
nvcc -lib k.cu -o k.a && nvcc main.cpp k.a -o static && echo "archive: $(cuprum exec ./static)"
nvcc -ptx -arch=sm_80 k.cu && grep '^.target' k.ptx
nvcc -v -fatbin -arch=sm_80 k.cu 2>&1 | grep -o 'fat binary holds PTX only'
echo "fat: $(od -An -tx1 -N4 k.fatbin | tr -d ' ')"
nvcc -cubin k.cu 2>&1 | grep -o "needs NVIDIA's ptxas"
nvcc -dc k.cu && nvcc -dlink -cubin k.o -o no 2>&1 | grep -o "needs NVIDIA's nvlink"
echo 'extern __device__ int shared_by_all; __device__ int triple(int x) { return 3 * x + shared_by_all; } __managed__ int m = 4;' >r1.cu
cat >r2.cu <<'X'
#include <cstdio>
__device__ int shared_by_all = 5;
extern __device__ int triple(int);
extern __managed__ int m;
__global__ void k(int *p) { *p = triple(2) + m; }
int main() {
    int *p;
    m += 1;
    cudaMallocManaged(&p, 4);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    std::printf("%d\n", *p);
}
X
nvcc -dc r1.cu r2.cu && nvcc r1.o r2.o -o linked && echo "relocatable: $(cuprum exec ./linked)"
nvcc -MM -MP k.cu | tr -d '\\\n' | sed 's/  */ /g; s/h.h :/\nh.h :/'
echo
nvcc -dryrun -arch=sm_90 k.cu main.cpp -o replayed 2>&1 | sed -n 's/^#\$ //p' | grep -v '^[A-Z_]*=' >script
sh ./script && echo "replayed: $(cuprum exec ./replayed)"
rm -r tmp/*
echo '#include <cstdio>
int main() { std::puts(TEXT); }' >t.cu
printf '%s\n' '-D TEXT=\"a\ b|x;y\"' >options
cuprum nvcc --no-toolkit @options t.cu -o t && cuprum exec ./t
cuprum nvcc --no-toolkit -DBROKEN= -DMISSING=missing -c k.cu 2>&1 | sed "s/[‘’]/'/g" | grep -o 'k.cu:9.*declared'
cuprum nvcc --no-toolkit -DBROKEN='wrong;' -DMISSING= -c k.cu 2>err
echo "$(grep error: err)
status $?"
rmdir tmp && echo nothing left
