# CMake's INTERPROCEDURAL_OPTIMIZATION with separable compilation: code=lto_NN when compiling, -dlto when linking.
# REQUIRES: nvcc, ptxas, nvlink, g++, make, cmake, %B/lib/cuprum/libcudart.so.13, %B/lib/cuprum/nvvm/lib64/libnvvm.so
# RUN: sh %s %t %S/../driver/inputs/lto
# TIMEOUT: 300
# CHECK: IPO: YES
# CHECK: code=[compute_80,lto_80]
# CHECK: -dlto
# CHECK: from one 42 text
# CHECK: cudaSuccess 12633859
t=$1 S=$2
rm -rf "$t.d" && mkdir "$t.d" && cp "$S"/* "$t.d" && cd "$t.d" || exit 1
unset NVCC_APPEND_FLAGS NVCC_PREPEND_FLAGS
cuprum toolkit tk "${CUDA_HOME:-/usr/local/cuda}" >/dev/null || exit 1
cat >CMakeLists.txt <<'X'
cmake_minimum_required(VERSION 3.25)
project(t LANGUAGES CXX CUDA)
include(CheckIPOSupported)
check_ipo_supported(RESULT ok LANGUAGES CUDA)
message(STATUS "IPO: ${ok}")
add_executable(p one.cu two.cu)
set_target_properties(p PROPERTIES CUDA_ARCHITECTURES 80 CUDA_SEPARABLE_COMPILATION ON INTERPROCEDURAL_OPTIMIZATION ON
    CUDA_RUNTIME_LIBRARY Shared)
X
cmake -B b -DCMAKE_CUDA_COMPILER="$PWD/tk/bin/nvcc" . 2>&1 | grep 'IPO\|rror'
cmake --build b -v 2>&1 | grep -o 'code=\[compute_80,lto_80\]\| -dlto \|rror.*' | head -3
cuprum exec b/p
