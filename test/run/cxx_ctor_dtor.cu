// SPDX-License-Identifier: Apache-2.0
// construction and destruction order
// RUN: sh %S/kernel.sh %s --grid=1 --block=64 buf:i32:64:iota buf:i32:64:zero
struct Trace {
    int *log, id;
    __device__ Trace(int *l, int i) : log(l), id(i) { *log = *log * 3 + id; }
    __device__ Trace(const Trace &o) : log(o.log), id(o.id + 1) { *log = *log * 5 + id; }
    __device__ ~Trace() { *log = *log * 7 + id; }
};
__device__ Trace make(int *l, int i) { return Trace(l, i); }
__device__ int use(Trace t) { return t.id; }
__global__ void k(const int *a, int *o) {
    int t = threadIdx.x, log = a[t] & 3;
    {
        Trace x(&log, 1), y = x;
        for (int i = 0; i < 3; i++) {
            Trace z(&log, i);
            if (i == t % 3) break;
        }
        use(y);
        Trace w[2] = {Trace(&log, 4), make(&log, 5)};
        log += make(&log, 6).id;
    }
    o[t] = log;
}
