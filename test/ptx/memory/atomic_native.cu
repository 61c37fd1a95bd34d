// Atomic minimum and maximum of 32 and 64 bits are instructions, with the sign of their type; the wrapping ones and sums of floats, too.
// RUN: cuprum -arch=sm_80 %s -o -
// CHECK: atom.global.min.s32
// CHECK: atom.global.max.s32
// CHECK: atom.global.min.u32
// CHECK: atom.global.max.u32
// CHECK: atom.global.min.s64
// CHECK: atom.global.max.s64
// CHECK: atom.global.min.u64
// CHECK: atom.global.max.u64
// CHECK: atom.global.inc.u32
// CHECK: atom.global.dec.u32
// CHECK: atom.global.add.f32
// CHECK: atom.global.add.f64
// CHECK: atom.global.exch.b32
// CHECK-NOT: atom.global.cas
__global__ void k(int *i, unsigned *u, long long *l, unsigned long long *w, float *f, double *d) {
    i[1] = atomicMin(i, 3);
    i[2] = atomicMax(i, 3);
    u[1] = atomicMin(u, 3);
    u[2] = atomicMax(u, 3);
    l[1] = atomicMin(l, 3);
    l[2] = atomicMax(l, 3);
    w[1] = atomicMin(w, 3);
    w[2] = atomicMax(w, 3);
    u[3] = atomicInc(u, 3);
    u[4] = atomicDec(u, 3);
    f[1] = atomicAdd(f, 3);
    d[1] = atomicAdd(d, 3);
    f[2] = atomicExch(f, 3);
}
