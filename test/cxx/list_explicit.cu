// SPDX-License-Identifier: Apache-2.0
// A list that only an explicit constructor could take is the worse conversion, as for nvcc and clang
// (CUTLASS: EpilogueOutputOp op({alpha, beta})); where it is the only one, the constructor is refused.
// EXIT[BAD]: 1
// RUN: cuprum %s --check-all -o %t.ptx && cuprum run %t.ptx --kernel=_Z1kPi --grid=1 --block=1 --print=0:3 buf:i32:3:zero
// RUN[BAD]: cuprum %s -DBAD --check-all --syntax-only 2>&1
// CHECK: 7 2 5
// BAD: error: copy-list-initialization cannot use explicit constructor "M::M(int, int)"
// BAD: error: copy-list-initialization cannot use explicit constructor "Op::Op(const Params &, int)"
// BAD: 2 errors
struct Params {
    int a, b;
    __host__ __device__ Params(int a) : a(a), b(0) {}
    __host__ __device__ Params(int a, int b) : a(a), b(b) {}
};
struct Op {
    int v;
    __host__ __device__ explicit Op(const Params &p, int) : v(0) {}
    __host__ __device__ explicit Op(const Params &p) : v(p.a + p.b) {}
};
struct M {
    __host__ __device__ explicit M(int, int) {}
};
__host__ __device__ int g(Params) { return 2; }
__host__ __device__ int g(M) { return 3; }
__host__ __device__ int only(M) { return 4; }
__host__ __device__ int op(Op) { return 5; }
__global__ void k(int *p) {
    Op a({3, 4});
    p[0] = a.v;
    p[1] = g({1, 1});
    p[2] = op(Op({1, 1}));
#ifdef BAD
    p[0] = only({1, 1});
    p[1] = op({1, 1});
#endif
}
