// SPDX-License-Identifier: Apache-2.0
// GNU forms in host code: addresses of labels, computed goto, asm goto, shuffles; handlers around a
// body; what modules begin with is refused by name.
// RUN: cuprum %s --syntax-only --check-all -w
// RUN[WRONG]: cuprum %s --syntax-only --check-all -w -DWRONG
// RUN[DEVICE]: cuprum %s --syntax-only -w -DDEVICE
// RUN[MODULES]: cuprum %s -x c++ -std=c++20 --syntax-only --check-all -w -DMODULES
#ifndef MODULES
void *labels(int i) {
    static void *const table[] = {&&first, &&second};
    goto *table[i];
first:
    return nullptr;
second:
    return table[0];
}
int jumps(int x) {
    asm goto("jmp %l[out]" : : "r"(x) : "memory" : out, other);
    return 0;
other:
    asm volatile goto("" : : : : out);
out:
    return 1;
}
struct Handled {
    int m;
    Handled(int i) try : m(i) {
        if (i) throw i;
    } catch (int &) {
        throw;
    } catch (...) {
    }
};
int handled() try {
    return 1;
} catch (const Handled &h) {
    return h.m;
}
typedef int v4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
v4 vectors(v4 a, v4 b, f4 f) {
    v4 mask = {3, 2, 1, 0}, c = a < b ? a : b;
    a = __builtin_shuffle(a, mask) + __builtin_shuffle(a, b, mask);
    c[1] = a[2] & (~b)[0];
    f4 g = __builtin_convertvector(a, f4) * 2.0f;
    return (a == b) | c | (v4)g;
}
v4 whole(v4 v) {
    v4 copy{v};
    auto [x, y, z, w] = copy;
    auto &[first, second, third, last] = copy;
    last = x + y + z;
    typedef short s4 __attribute__((vector_size(8)));
    short a = 1, b = 2;
    s4 mask = {1, 0, 1, 0}, chosen = mask ? a : b;
    return copy + chosen[0];
}
int lengths(int n) {
    int a[n], b[n][3];
    __typeof__(a) c;
    for (int &x : a) x = sizeof(int[n]);
    auto l = [&] { return a[0] + b[0][1]; };
    int(*p)[n] = &a;
    return l() + (*p)[0] + c[n - 1];
}
#ifdef WRONG
void *missing() {
    return &&nowhere; // ERROR[WRONG]: label "nowhere" was referenced but not defined
}
void *no_pointer(int i) {
    goto *i; // ERROR[WRONG]: a value of type "int" cannot be used
}
v4 shuffled(v4 a, f4 f) {
    return __builtin_shuffle(a, f); // ERROR[WRONG]: operand types are incompatible
}
#endif
#ifdef DEVICE
__device__ void *d1() {
    return &&l; // ERROR[DEVICE]: address of label extension is not supported
l:
    return nullptr;
}
__device__ void d2(void *p) {
    goto *p; // ERROR[DEVICE]: computed goto is not supported
}
__device__ void d3() {
    asm goto("" : : : : l); // ERROR[DEVICE]: "asm goto" is not supported in device code
l:;
}
#endif
#else
module;                  // ERROR[MODULES]: "module": modules are not supported
export module whole;     // ERROR[MODULES]: "module": modules are not supported
import part;             // ERROR[MODULES]: "import": modules are not supported
export import <vector>;  // ERROR[MODULES]: "import": modules are not supported
int after = undeclared;  // ERROR[MODULES]: identifier "undeclared" is undefined
#endif
