// SPDX-License-Identifier: Apache-2.0
// Floating-point instructions of eight lanes, for native code (native/call.c), which needs AVX2.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3")
#pragma GCC target("avx2,fma,bmi,bmi2,lzcnt,popcnt,f16c")
#endif
#define ROW_LANES  8
#define VM_V(name) name##_lanes
#include "vm/compute/fp.inc"
