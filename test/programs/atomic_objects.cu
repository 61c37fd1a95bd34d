// SPDX-License-Identifier: Apache-2.0
// A first program: cuda::atomic and cuda::atomic_ref: scopes and orders.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// CHECK: PASS
#include <cstdio>
#include <cuda/atomic>

using Counter = cuda::atomic<int, cuda::thread_scope_device>;

__global__ void count(Counter *c, unsigned *plain, int *data, Counter *flag, int *seen) {
    c->fetch_add(1, cuda::std::memory_order_relaxed);
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> ref(*plain);
    ref.fetch_or(1u << (threadIdx.x % 32));
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        *data = 42;
        flag->store(1, cuda::std::memory_order_release);
    }
    if (blockIdx.x == 1 && threadIdx.x == 0) {
        while (flag->load(cuda::std::memory_order_acquire) == 0) {
        }
        *seen = *data;
    }
    int expected = 1000;
    c->compare_exchange_strong(expected, 0);
}

int main() {
    Counter *c;
    unsigned *plain;
    int *ints;
    cudaMallocManaged(&c, 2 * sizeof(Counter));
    cudaMallocManaged(&plain, sizeof *plain);
    cudaMallocManaged(&ints, 2 * sizeof *ints);
    c[0] = 0;
    c[1] = 0;
    *plain = 0;
    count<<<2, 64>>>(c, plain, ints, c + 1, ints + 1);
    if (cudaDeviceSynchronize()) return 1;
    bool ok = c[0].load() == 128 && *plain == ~0u && ints[1] == 42;
    puts(ok ? "PASS" : "FAIL");
    return !ok;
}
