// SPDX-License-Identifier: Apache-2.0
// Variadic device functions: what the machine makes of NVIDIA's PTX (arguments in %VAParam[]) and of ours.
// REQUIRES: nvcc
// RUN: cuprum run %s -O0 --kernel=k --block=4 --print=0 buf:i32:4:zero
// RUN: cuprum run %s -O3 --kernel=k --block=4 --print=0 buf:i32:4:zero
// RUN: nvcc -ptx -arch=sm_75 %s -o %t.ptx && cuprum run %t.ptx --check --kernel=k --block=4 --print=0 buf:i32:4:zero
// RUN: nvcc -ptx -arch=sm_90 -O0 %s -o %t.ptx && cuprum run %t.ptx --kernel=k --block=4 --print=0 buf:i32:4:zero
// CHECK: arg 0: 128 91 134 98
#include <cstdarg>
struct Pair { char tag; double value; };
__device__ __noinline__ int weigh(const char *kinds, ...) {
    va_list ap, again;
    va_start(ap, kinds);
    va_copy(again, ap);
    int sum = 0;
    for (; *kinds; kinds++) {
        if (*kinds == 'i') sum += va_arg(ap, int);
        if (*kinds == 'l') sum += (int)(va_arg(ap, long long) >> 32);
        if (*kinds == 'd') sum += (int)va_arg(ap, double);
        if (*kinds == 'p') {
            Pair p = va_arg(ap, Pair);
            sum += p.tag + (int)p.value;
        }
    }
    if (sum > 20) sum += va_arg(again, int); // the first one once more
    va_end(again);
    va_end(ap);
    return sum;
}
// A list that is handed on, and used up by turns
__device__ __noinline__ int take(va_list *ap, int n) {
    int sum = 0;
    while (n--) sum = 2 * sum + va_arg(*ap, int);
    return sum;
}
__device__ __noinline__ int nested(int n, ...) {
    int scratch[4] = {n, n + 1, n + 2, n + 3};
    va_list ap;
    va_start(ap, n);
    int first = take(&ap, 1), rest = take(&ap, n - 1);
    va_end(ap);
    return n > 2 ? nested(n - 1, first, rest, scratch[n & 3]) : 10 * first + rest + scratch[n & 3];
}
extern "C" __global__ void k(int *out) {
    int t = threadIdx.x;
    Pair p = {3, 4.5};
    int (*any)(const char *, ...) = weigh;
    int sum = weigh("") + any("ildp", t, 5ll << 32, 7.25, p);
    out[t] = sum + any("il", t, 16ll << 32) + (t & 1 ? nested(4, 1, 2, 3, 4) : nested(2, 8, 9));
}
