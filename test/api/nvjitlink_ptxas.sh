#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What libnvJitLink joins from parts that share functions, variables, templates and names is PTX that ptxas takes, and a real
# driver with it.
# REQUIRES: cc, ptxas, %B/lib/cuprum/libnvJitLink.so, %B/gen/glibc
# RUN: sh %s %B %t.d
# CHECK: ptxas takes it
# CHECK-NOT: error
B=$1 T=$2
mkdir -p "$T"
cat >"$T/a.cu" <<'END'
template <typename T> __device__ __noinline__ T twice(T x) { return x + x; }
extern "C" __device__ int g(int, int);
extern __device__ int v;
extern __constant__ float c[4];
__device__ int h(int x);
static __device__ __noinline__ int own(int x) { return x * 3 + v; }
__device__ int (*table[2])(int) = {own, h};
struct Counter {
    int n;
    __device__ Counter(int);
    __device__ virtual int next();
};
extern __shared__ int dynamic[];
extern "C" __global__ void k(int *p, int i) {
    Counter counter(i);
    p[64 + threadIdx.x] = counter.next();
    dynamic[threadIdx.x] = g(threadIdx.x, 3) + v + twice(i) + table[i](5) + (int)c[1];
    __syncthreads();
    p[threadIdx.x] = dynamic[threadIdx.x ^ 1];
}
END
cat >"$T/b.cu" <<'END'
template <typename T> __device__ __noinline__ T twice(T x) { return x + x; }
__device__ int v = 7;
__constant__ float c[4] = {1, 2, 3, 4};
static __device__ __noinline__ int own(int x) { return x * 5; }
struct Counter {
    int n;
    __device__ Counter(int);
    __device__ virtual int next();
};
__device__ Counter::Counter(int at) : n(at) {}
__device__ int Counter::next() { return n++; }
extern __shared__ int dynamic[];
extern "C" __device__ int g(int x, int y) {
    int s = 0;
    for (int i = 0; i < y; i++) s += own(x) + twice(i);
    return s + dynamic[0];
}
__device__ int h(int x) { return own(x) + twice(x); }
END
for f in a b; do "$B/bin/cuprum" "$T/$f.cu" -rdc=true -lineinfo -arch=sm_80 -o "$T/$f.ptx" || exit 1; done
cc -w -std=gnu11 -o "$T/client" test/api/inputs/jitlink.c -ldl || exit 1
# an alias, which another part calls
printf '.version 7.8\n.target sm_80\n.address_size 64\n.visible .func f();\n.visible .func o(){ ret; }\n.alias f, o;\n' >"$T/alias.ptx"
printf '.version 7.8\n.target sm_80\n.address_size 64\n.extern .func f();\n.visible .entry k2(){ call.uni f; ret; }\n' >"$T/user.ptx"
for order in "a b" "b a" "alias user" "user alias"; do
    set -- $order
    SHOW=1 "$T/client" "$B/lib/cuprum/libnvJitLink.so" files "$T/$1.ptx" "$T/$2.ptx" | sed -n '/^\.version/,$p' >"$T/all.ptx"
    ptxas -arch=sm_80 "$T/all.ptx" -o "$T/all.o" 2>&1 | grep error || ok=$ok.
done
[ "$ok" = .... ] && echo ptxas takes it
exit 0
