// SPDX-License-Identifier: Apache-2.0
// Approximations for x86-64 hosts with AVX2, chosen at run time.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3")
#pragma GCC target("avx2,fma,bmi,bmi2,lzcnt,popcnt,f16c")
#endif
#define VM_V(name) name##_avx2
#include "vm/compute/math.inc"
