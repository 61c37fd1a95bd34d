// SPDX-License-Identifier: Apache-2.0
// enumerations, scoped and not
// RUN: sh %S/kernel.sh %s --grid=1 --block=64 buf:i32:64:iota buf:i32:64:zero
enum Color { Red = 1, Green = Red << 3, Blue };
enum class Mode : unsigned char { Off, On = 200, Last };
struct Opt {
    enum { None, Some } kind;
    union { int i; float f; };
};
__device__ int read(const Opt &v) { return v.kind == Opt::Some ? v.i : -1; }
__global__ void k(const int *a, int *o) {
    int t = threadIdx.x;
    Mode m = t & 1 ? Mode::On : Mode::Last;
    Opt v = {Opt::Some, {a[t]}};
    Opt w{};
    o[t] = Green + Blue * 2 + (int)m + read(v) + read(w) + (m == Mode::Last);
}
