# CMake projects build unchanged with our nvcc: a static and a shared library, several architectures, extended lambdas,
# -Xcompiler options; the toolkit's version; separable compilation with a device link of CMake's own; Makefiles and Ninja; dependencies.
# REQUIRES: cmake, ninja, nvcc, ptxas, g++, %B/lib/cuprum/libcudart.so.13
# RUN: sh %s %t
# TIMEOUT: 300
# CHECK: CUDAToolkit 13.
# CHECK: plain: 2 20 12 3
# CHECK: no warning
# CHECK: part.cu again, main.cu not
# CHECK: commands: 3
# CHECK: separable: 15
t=$1 cuda=${CUDA_HOME:-/usr/local/cuda}
rm -rf "$t.d" && mkdir -p "$t.d/plain" "$t.d/separable" && cd "$t.d" || exit 1
nvcc=$(cuprum toolkit "$PWD/tk" "$cuda") || exit 1
cat >plain/CMakeLists.txt <<'X'
cmake_minimum_required(VERSION 3.25)
project(plain LANGUAGES CXX CUDA)
find_package(CUDAToolkit 11.5 REQUIRED)
message(STATUS "CUDAToolkit ${CUDAToolkit_VERSION}")
set(CMAKE_CUDA_ARCHITECTURES 80 90)
set(CMAKE_CUDA_RUNTIME_LIBRARY Shared)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
add_library(part STATIC part.cu other.cpp)
add_library(dyn SHARED dyn.cu)
target_compile_options(part PRIVATE
  $<$<COMPILE_LANGUAGE:CUDA>:--expt-relaxed-constexpr --extended-lambda -lineinfo -Xcompiler=-Wall,-Wextra>)
target_compile_definitions(part PUBLIC NAME="a b" VALUE=3)
add_executable(prog main.cu)
target_link_libraries(prog part dyn)
X
cat >plain/main.cu <<'X'
#include <cstdio>
int part(int), dyn(int);
extern "C" int other();
__global__ void k(int *p) { *p += 1; }
int main() {
    int *p;
    cudaMallocManaged(&p, 4);
    *p = 1;
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf("%d %d %d %d\n", *p, part(5), dyn(6), other());
}
X
cat >plain/part.cu <<'X'
#include <cuda_runtime.h>
#include "part.h"
template <class F> __global__ void run(F f, int *p) { *p = f(*p); }
static __device__ int helper(int unused, int a) { return a; }
int part(int x) {
    int *p;
    cudaMallocManaged(&p, 4);
    *p = x;
    run<<<1, 1>>>([=] __device__(int a) { return helper(0, a) * VALUE + (int)sizeof(NAME) + same(1); }, p);
    cudaDeviceSynchronize();
    return *p;
}
X
cat >plain/dyn.cu <<'X'
#include <cuda_runtime.h>
struct Twice { __device__ int operator()(int a) { return a * 2; } };
template <class F> __global__ void run(F f, int *p) { *p = f(*p); }
int dyn(int x) {
    int *p;
    cudaMallocManaged(&p, 4);
    *p = x;
    run<<<1, 1>>>(Twice{}, p);
    cudaDeviceSynchronize();
    return *p;
}
X
echo 'constexpr int same(int x) { return x; }' >plain/part.h
echo 'extern "C" int other() { return VALUE; }' >plain/other.cpp
cat >separable/CMakeLists.txt <<'X'
cmake_minimum_required(VERSION 3.25)
project(separable LANGUAGES CXX CUDA)
set(CMAKE_CUDA_ARCHITECTURES 90)
set(CMAKE_CUDA_RUNTIME_LIBRARY Shared)
set(CMAKE_CUDA_SEPARABLE_COMPILATION ON)
add_library(devlib STATIC a.cu b.cu)
add_executable(prog main.cu)
target_link_libraries(prog devlib)
X
cat >separable/a.cu <<'X'
__device__ int g = 5;
__device__ int twice(int x) { return 2 * x + g; }
__managed__ int m = 7;
X
cat >separable/b.cu <<'X'
extern __device__ int twice(int);
__device__ int four(int x) { return twice(twice(x)); }
X
cat >separable/main.cu <<'X'
#include <cstdio>
extern __device__ int four(int), g;
extern __managed__ int m;
__global__ void k(int *p) { *p = four(*p) + m; }
int main() {
    int v = 1, *p;
    cudaMemcpyToSymbol(g, &v, 4);
    m += 1;
    cudaMallocManaged(&p, 4);
    *p = 1;
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf("%d\n", *p);
}
X
build() { # FOLDER GENERATOR
    cmake -S "$1" -B "build-$1" -G "$2" -DCMAKE_CUDA_COMPILER="$nvcc" >log 2>&1 && cmake --build "build-$1" >>log 2>&1 || cat log
}
build plain Ninja
grep -o '^-- CUDAToolkit 13[.]' log
echo "plain: $(cuprum exec build-plain/prog)"
grep -q warning log || echo no warning
touch plain/part.h
cmake --build build-plain -v >log 2>&1
grep -q 'c .*part.cu' log && ! grep -q 'c .*main.cu' log && echo part.cu again, main.cu not
echo "commands: $(grep -c '"file".*\.cu"' build-plain/compile_commands.json)"
build separable 'Unix Makefiles'
echo "separable: $(cuprum exec build-separable/prog)"
