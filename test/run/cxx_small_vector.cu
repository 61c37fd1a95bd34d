// SPDX-License-Identifier: Apache-2.0
// a container with aligned raw storage and placement new: copies, moves and destructors are counted
// RUN: sh %S/kernel.sh %s --grid=1 --block=32 buf:i32:32:iota buf:i32:32:zero
struct Counted {
    int v;
    int *log;
    __device__ Counted(int v, int *log) : v(v), log(log) { *log += 1; }
    __device__ Counted(const Counted &o) : v(o.v), log(o.log) { *log += 10; }
    __device__ Counted(Counted &&o) : v(o.v), log(o.log) {
        o.v = -1;
        *log += 100;
    }
    __device__ ~Counted() { *log += 1000; }
};
template <class T> __device__ T &&move_it(T &t) { return static_cast<T &&>(t); }
template <class T, int Max> class SmallVector {
    alignas(T) unsigned char raw[Max * sizeof(T)];
    int used = 0;
    __device__ T *at(int i) { return reinterpret_cast<T *>(raw) + i; }
  public:
    template <class... A> __device__ T &emplace(A &&...a) { return *new (at(used++)) T(static_cast<A &&>(a)...); }
    __device__ void push(const T &t) { new (at(used++)) T(t); }
    __device__ void push(T &&t) { new (at(used++)) T(move_it(t)); }
    __device__ T &operator[](int i) { return *at(i); }
    __device__ int size() const { return used; }
    __device__ ~SmallVector() {
        while (used) at(--used)->~T();
    }
};
__global__ void k(const int *a, int *o) {
    int t = threadIdx.x, log = 0, sum = 0;
    {
        SmallVector<Counted, 8> v;
        v.emplace(a[t], &log);
        v.push(v[0]);
        v.push(Counted(7, &log));
        Counted c(9, &log);
        if (t % 3) v.push(move_it(c));
        for (int i = 0; i < v.size(); i++) sum += v[i].v * (i + 1);
        sum += c.v;
    }
    o[t] = log * 1000 + sum;
}
