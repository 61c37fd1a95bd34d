// SPDX-License-Identifier: Apache-2.0
// A first program: atomic functions of every kind, and a lock made of one.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// CHECK: PASS
#include <cstdio>

struct Cells {
    int add, sub, min, max;
    unsigned inc, dec, and_, or_, xor_, exch;
    unsigned long long add64, max64;
    float addf;
    double addd;
    int lock, guarded;
};

__global__ void work(Cells *c) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&c->add, i);
    atomicSub(&c->sub, 1);
    atomicMin(&c->min, 100 - i);
    atomicMax(&c->max, i * 3);
    atomicInc(&c->inc, 9);
    atomicDec(&c->dec, 6);
    atomicAnd(&c->and_, ~(1u << (i % 16)));
    atomicOr(&c->or_, 1u << (i % 8));
    atomicXor(&c->xor_, 1u << (i % 32));
    atomicExch(&c->exch, 77u);
    atomicAdd(&c->add64, 1ull << 33);
    atomicMax(&c->max64, (unsigned long long)i << 40);
    atomicAdd(&c->addf, 0.5f);
    atomicAdd(&c->addd, 0.25);
    if (threadIdx.x % 32 == 0) { // one thread of a warp
        while (atomicCAS(&c->lock, 0, 1) != 0) {
        }
        __threadfence();
        int v = *(volatile int *)&c->guarded;
        *(volatile int *)&c->guarded = v + 1;
        __threadfence();
        atomicExch(&c->lock, 0);
    }
}

int main() {
    Cells *c;
    cudaMallocManaged(&c, sizeof *c);
    *c = Cells{};
    c->and_ = ~0u;
    c->min = 1000;
    work<<<4, 64>>>(c);
    if (cudaDeviceSynchronize()) return 1;
    const int n = 256;
    bool ok = c->add == n * (n - 1) / 2 && c->sub == -n && c->min == 100 - 255 && c->max == 765;
    ok = ok && c->inc == n % 10 && c->and_ == 0xffff0000u && c->or_ == 0xffu && c->xor_ == 0;
    ok = ok && c->exch == 77 && c->add64 == (unsigned long long)n << 33 && c->max64 == 255ull << 40;
    ok = ok && c->addf == n * 0.5f && c->addd == n * 0.25 && c->guarded == 8 && c->dec <= 6;
    puts(ok ? "PASS" : "FAIL");
    return !ok;
}
