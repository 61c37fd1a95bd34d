// SPDX-License-Identifier: Apache-2.0
// Variable arguments in device functions: every kind of argument, a list handed on and copied, the
// same at all levels.
// EACH: -O0, -O1, -O3
// RUN: cuprum run %s %E --grid=1 --block=1 --print=0:4 buf:i32:4:zero
// CHECK: 61{{[ ,]+}}1111{{[ ,]+}}7{{[ ,]+}}1111
#include <stdarg.h>
struct Odd {
    short a;
    double b;
    char c;
};
struct alignas(32) Wide {
    int v;
};
__device__ __noinline__ double total(int n, ...) {
    va_list list;
    va_start(list, n);
    double sum = 0;
    while (n--) sum += va_arg(list, double);
    va_end(list);
    return sum;
}
__device__ __noinline__ int mixed(const char *form, va_list list) {
    int sum = 0;
    for (; *form; form++) {
        if (*form == 'i') sum += va_arg(list, int);
        if (*form == 'l') sum += (int)va_arg(list, long long);
        if (*form == 'd') sum += (int)va_arg(list, double);
        if (*form == 'p') sum += *va_arg(list, const int *);
        if (*form == 'w') sum += va_arg(list, Wide).v;
        if (*form == 'o') {
            Odd o = va_arg(list, Odd);
            sum += o.a + (int)o.b + o.c;
        }
    }
    return sum;
}
struct Sums {
    int first, second;
};
__device__ __noinline__ Sums both(const char *form, ...) {
    va_list list, again;
    va_start(list, form);
    va_copy(again, list);
    Sums s;
    s.first = mixed(form, list);
    s.second = mixed(form, again);
    va_end(again);
    va_end(list);
    return s;
}
__global__ void k(int *out) {
    float f = 20.5f;
    char c = 3;
    int far = 1000;
    Odd odd{1, 2.5, 4};
    out[0] = (int)total(3, f, 40.0, f - 20.0f);
    Sums s = both("cliodpw" + 1, 70ll, c, odd, f, &far, Wide{11});
    out[1] = s.first;
    out[2] = both("o", odd).first;
    out[3] = s.second;
}
