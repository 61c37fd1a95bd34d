// As host_warnings.cu, by clang.
// REQUIRES: clang++-19, %B/lib/cuprum/libcudart.so.13
// RUN: cuprum nvcc --no-toolkit -ccbin clang++-19 -arch=sm_90 -std=c++17 --extended-lambda -Xcompiler -Wall,-Wextra,-Wcast-qual,-Wold-style-cast,-Wshadow \
// RUN:     -Xcompiler -Wconversion,-Wsign-conversion,-Wextra-semi,-Wcast-align,-Wcast-function-type,-Wunused,-Werror %s -o %t.exe && cuprum exec %t.exe
// TIMEOUT: 60
// CHECK: 11 7 2 38 13
// CHECK-NOT: Wparentheses
// CHECK-NOT: Wdangling
// CHECK: Wreorder
#include "host_warnings.cu"
