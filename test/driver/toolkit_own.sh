# `cuprum toolkit` with nothing of NVIDIA's: a CMake project (static run-time library, an archive with relocatable device code that no
# host code names, a driver's function, a library beside) is configured, built and run; what build systems look for is there.
# REQUIRES: g++, cmake, make, %B/lib/cuprum/libcudart.so.13
# RUN: sh %s %t
# TIMEOUT: 120
# CHECK: nvcc: tk/bin/nvcc
# CHECK: all there
# CHECK: found 13.0.88 STATIC
# CHECK: 15 120
# CHECK: by hand: 15
# CHECK: shared: 15
# CHECK: a real architecture alone: compute_90a
# CHECK: options behind the folder: 0
# CHECK: usage: 2 2 2
# CHECK: no CUDA headers in "/none"
rm -rf "$1.d" && mkdir -p "$1.d/p" && cd "$1.d" || exit 1
unset NVCC_APPEND_FLAGS NVCC_PREPEND_FLAGS CUDA_HOME CUDA_PATH
echo "nvcc: $(cuprum toolkit --no-toolkit tk)"
for f in bin/nvcc bin/ptxas bin/nvcc.profile version.json nvvm/bin/cicc nvvm/libdevice/libdevice.10.bc nvvm/lib64/libnvvm.so \
    include/cuda_runtime.h include/cuda.h lib64/libcudart.so lib64/libcudart_static.a lib64/libcudadevrt.a lib64/stubs/libcuda.so \
    lib64/libnvrtc.so lib64/libcublas.so.13 lib/libcudart.so.13 targets/x86_64-linux/include/cuda.h targets/x86_64-linux/lib/libcudart.so; do
    test -r tk/$f || echo "lacks $f"
done && echo all there
cat >p/CMakeLists.txt <<'X2'
cmake_minimum_required(VERSION 3.18)
project(p LANGUAGES CXX CUDA)
find_package(CUDAToolkit 12 REQUIRED)
message(STATUS "found ${CUDAToolkit_VERSION} ${CMAKE_CUDA_RUNTIME_LIBRARY_DEFAULT}")
set(CMAKE_CUDA_ARCHITECTURES 80-real 90)
set(CMAKE_CUDA_SEPARABLE_COMPILATION ON)
add_library(part STATIC a.cu b.cu)
add_executable(prog main.cu host.cpp)
target_link_libraries(prog part CUDA::cudart_static CUDA::cuda_driver)
X2
echo '__device__ int g = 5; __device__ int twice(int x) { return 2 * x + g; }' >p/a.cu
echo 'extern __device__ int twice(int); __device__ int four(int x) { return twice(twice(x)); }' >p/b.cu
cat >p/main.cu <<'X2'
#include <cstdio>
extern __device__ int four(int);
__global__ void k(int *p) { *p = four(*p); }
int host();
int main() {
    int *p;
    cudaMallocManaged(&p, 4);
    *p = 0;
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    std::printf("%d %d\n", *p, host());
}
X2
cat >p/host.cpp <<'X2'
#include <cuda.h>
#include <cuda_runtime.h>
int host() {
    int count = 0, version = 0;
    cuInit(0);
    cuDeviceGetCount(&count);
    cudaRuntimeGetVersion(&version);
    return version >= 12000 ? 100 * count + 20 : 0;
}
X2
CUDACXX=$PWD/tk/bin/nvcc cmake -S p -B build >log 2>&1 && cmake --build build >>log 2>&1 || cat log
grep -o 'found 13.*' log
cuprum exec build/prog
nvcc=$PWD/tk/bin/nvcc
cd p || exit 1
"$nvcc" -rdc=true -arch=sm_90 -lib a.cu b.cu -o libpart.a && "$nvcc" -arch=sm_90 -rdc=true main.cu host.cpp -L. -lpart -o prog &&
    echo "by hand: $(./prog | cut -d' ' -f1)"
"$nvcc" -arch=sm_90 -rdc=true -cudart shared a.cu b.cu main.cu host.cpp -o prog && echo "shared: $(./prog | cut -d' ' -f1)"
"$nvcc" -gencode arch=compute_90a,code=sm_90a -c a.cu && echo "a real architecture alone: $("$nvcc" -gencode arch=compute_90a,code=sm_90a \
    -dryrun -c a.cu 2>&1 | grep -o 'compute_90a' | sort -u)"
cd .. && cuprum toolkit tk2 --no-toolkit --driver cuprum >/dev/null
echo "options behind the folder: $?"
cuprum toolkit 2>usage
echo "usage: $? $(cuprum toolkit --driver=none tk3 2>usage; echo $?) $(cuprum toolkit --no-toolkit tk3 /usr 2>usage; echo $?)"
CUDA_HOME=/none cuprum toolkit tk3 2>&1 || true
