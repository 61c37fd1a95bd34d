# Relocatable objects of NVIDIA's nvcc and ours are parts of one program, whoever links it; whole-program objects side by
# side; a kernel template that two units instantiate alike is each unit's own.
# REQUIRES: nvcc, ptxas, g++, %B/lib/cuprum/libcudart.so.13
# RUN: sh %s %t
# TIMEOUT: 300
# CHECK: ours+ours, ours: 42 7 100 9
# CHECK: ours+NVIDIA, ours: 42 7 100 9
# CHECK: NVIDIA+ours, ours: 42 7 100 9
# CHECK: ours+ours, NVIDIA: 42 7 100 9
# CHECK: cudafe++: 42 7 100 9
# CHECK: several architectures: 42 7 100 9
# CHECK: templates: 1 2
t=$1 cuda=${CUDA_HOME:-/usr/local/cuda}
rm -rf "$t.d" && mkdir "$t.d" && cd "$t.d" || exit 1
unset NVCC_APPEND_FLAGS NVCC_PREPEND_FLAGS
ours=$(cuprum toolkit tk "$cuda") || exit 1
theirs=$cuda/bin/nvcc
cat >a.cu <<'X'
#include <cstdio>
extern __device__ int twice(int), offset;
extern __constant__ int table[2];
extern __managed__ int counter;
template <class T> __device__ T same(T x);
__global__ void other(int *p);
__global__ void first(int *p) { p[0] = twice(20) + offset; p[1] = table[1]; counter += 9; }
int main() {
    int *p, host[2], t[2] = {6, 7}, two = 2;
    cudaMemcpyToSymbol(offset, &two, 4);
    cudaMemcpyToSymbol(table, t, 8);
    counter = 0;
    cudaMalloc(&p, 12);
    first<<<1, 1>>>(p);
    cudaMemcpy(host, p, 8, cudaMemcpyDeviceToHost);
    int third;
    other<<<1, 1>>>(p + 2);
    cudaMemcpy(&third, p + 2, 4, cudaMemcpyDeviceToHost);
    cudaDeviceSynchronize();
    std::printf("%d %d %d %d\n", host[0], host[1], third, counter);
}
X
cat >b.cu <<'X'
__device__ int offset;
__constant__ int table[2];
__managed__ int counter;
static __device__ int hidden = 100;
__device__ int twice(int x) { return 2 * x; }
__global__ void other(int *p) { *p = hidden; }
X
link() { # TITLE COMPILER_A COMPILER_B LINKER [OPTIONS]
    title=$1 ca=$2 cb=$3 cl=$4
    shift 4
    [ $# -gt 0 ] || set -- -arch=sm_90
    "$ca" "$@" -dc a.cu -o a.o && "$cb" "$@" -dc b.cu -o b.o && "$cl" "$@" -cudart shared a.o b.o -o prog &&
        echo "$title: $(cuprum exec ./prog)"
}
link ours+ours,\ ours "$ours" "$ours" "$ours"
link ours+NVIDIA,\ ours "$ours" "$theirs" "$ours"
link NVIDIA+ours,\ ours "$theirs" "$ours" "$ours"
link ours+ours,\ NVIDIA "$ours" "$ours" "$theirs"
link cudafe++ "$ours" "$ours" "$ours" -arch=sm_90 --host-pass=cudafe
link several\ architectures "$ours" "$ours" "$ours" -gencode arch=compute_80,code=sm_80 -gencode "arch=compute_90,code=[sm_90,compute_90]"
cat >t.h <<'X'
template <class T> __global__ void which(T *p) { *p = WHICH; }
static int ask() {
    int *p, x;
    cudaMalloc(&p, 4);
    which<<<1, 1>>>(p);
    cudaMemcpy(&x, p, 4, cudaMemcpyDeviceToHost);
    return x;
}
X
printf '#define WHICH 1\n#include "t.h"\n#include <cstdio>\nint two(); int main() { std::printf("%%d %%d", ask(), two()); }\n' >one.cu
printf '#define WHICH 2\n#include "t.h"\nint two() { return ask(); }\n' >two.cu
"$ours" -arch=sm_90 -cudart shared one.cu two.cu -o templates && echo "templates: $(cuprum exec ./templates)"
