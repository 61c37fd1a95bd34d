// SPDX-License-Identifier: Apache-2.0
// What is not understood on the way to a launch is said: where, which kernel, and why. What is not
// understood elsewhere in host code is not.
// RUN: cuprum -std=c++17 %s -o %t.ptx
template <class T> __global__ void fill(T *p) { *p = 1; }
template <class T> void start(T *p) { fill<<<1, 1>>>(p); }
struct Runner {
    template <class T> void run(T *p) { fill<T><<<1, 1>>>(p); }
};
void argument(int *p) { fill<<<1, 1>>>(unknown(p)); } // WARNING: kernel "fill" may be missing: host code that launches or names it here was not understood
void earlier(int *p) {
    auto r = no_such(p); // NOTE: the first error there: identifier "no_such" is undefined
    p++;
    fill<<<1, 1>>>(r); // WARNING: kernel "fill" may be missing
}
void on_the_way(int *p) { start(unknown(p)); } // WARNING: kernels may be missing that "start" leads to: host code that uses it here was not understood
void member(Runner r) { r.run(unknown(2)); } // WARNING: kernels may be missing that "run" leads to
int address = unknown(fill<unsigned>); // WARNING: kernel "fill" may be missing
Nothing declared(int *p) { fill<<<1, 1>>>((long *)p); } // WARNING: kernel "fill" may be missing
template <class V> auto broken(V v) { return unknown(v); }
void result() { start(broken(1)); } // WARNING: "start" leads to
void generic() {
    auto each = [](auto *p) { fill<<<1, 1>>>(p, unknown); }; // WARNING: kernel "fill" may be missing
    each((int *)nullptr);
}
struct Init {
    int n;
    Init(int *p) : n((start(unknown(p)), 1)) {} // WARNING: "start" leads to
};
void through_pointer() {
    void (*w)(int *) = unknown; // a variable of this type all the same
    (*w)<<<1, 1>>>(unknown(3)); // WARNING: a kernel may be missing: its launch was not understood
}
// No kernel is lost here.
void nothing_lost(short *p) {
    unknown();
    if (unknown(p)) fill<<<1, 1>>>(p);
    fill<<<unknown(p), 1>>>(p);
    for (int i = 0; i < unknown(p); i++) start(p);
}
