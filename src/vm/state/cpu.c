// SPDX-License-Identifier: Apache-2.0
// What the host's processor has.
#include "vm/state/state.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

// Whether the functions compiled for AVX2, FMA and F16C may run. Asking the processor is slow on a
// virtual machine: it is done once.
bool vm_has_avx2(void) {
#if defined(__x86_64__)
    unsigned a, b, c, d; // clang 14 does not know the feature "f16c" by name
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           __get_cpuid(1, &a, &b, &c, &d) && (c & bit_F16C);
#else
    return false;
#endif
}

// Vectors of 512 bits, and registers from 16 on for shorter ones.
bool vm_has_avx512(void) {
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq");
#else
    return false;
#endif
}
