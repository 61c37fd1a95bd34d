// SPDX-License-Identifier: Apache-2.0
// Constructors and destructors declared by a template-id, as CUTLASS has them: C++17 allows it, and
// gcc and nvcc do in C++20 (CWG 2237).
// RUN: cuprum %s -std=c++20 --check-all -o %t.ptx && cuprum run %t.ptx --kernel=_Z1kPi --grid=1 --block=1 --print=0:2 buf:i32:2:zero
// CHECK: 17 19
template <int N, class D> struct Fl {
    int v;
    __host__ __device__ explicit Fl<N, D>(float x) : v(int(x)) {}
    __host__ __device__ Fl<N, D>(int x) : v(x) {}
    __host__ __device__ Fl<N, D>() : v(0) {}
    __host__ __device__ constexpr Fl<N, D>(const Fl<N, D> &o) : v(o.v) {}
    template <class T> __host__ __device__ Fl<N, D>(T a, T b);
    __host__ __device__ Fl<N, D> same(Fl<N, D> o) { return o; }
    __host__ __device__ Fl<N, D> (other)(int o) { return {o}; }
    __host__ __device__ operator Fl<N, D> *() { return this; }
    __host__ __device__ ~Fl<N, D>() {}
};
template <int N, class D> template <class T> __host__ __device__ Fl<N, D>::Fl(T a, T b) : v(a + b) {}
struct Y : Fl<3, Y> { __host__ __device__ Y() : Fl<3, Y>(7) {} };
__global__ void k(int *p) { Fl<1, int> a(1.0f), b(2), c, d(3, 4), e(d); p[0] = a.v + b.v + c.v + d.v + e.v; Y y; p[1] = y.v + e.same(e).v + e.other(5).v; }
int main() { Fl<2, int> f(1.0f); Fl<2, int> g(1); return f.v; }
