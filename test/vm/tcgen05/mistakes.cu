// SPDX-License-Identifier: Apache-2.0
// Wrong uses of tensor memory, each found; the right use is not.
// RUN[RIGHT]: cuprum run %s -arch=sm_100a --check --kernel=right --block=128 buf:i32:128:zero
// RIGHT-NOT: finding
// RUN[LEAK]: cuprum run %s -arch=sm_100a --check --kernel=leak --block=128 buf:i32:128:zero
// EXIT[LEAK]: 1
// LEAK: mem: tensor-leak: 64 columns of tensor memory are not freed when the block exits (tcgen05.dealloc)
// LEAK: tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32
// LEAK: 1 finding
// RUN[BEYOND]: cuprum run %s -arch=sm_100a --check --kernel=beyond --block=128 buf:i32:128:zero
// EXIT[BEYOND]: 1
// BEYOND: mem: tensor-memory: tensor memory that is not allocated
// BEYOND: tensor read of 4 bytes, address 0x40
// RUN[FAULT]: cuprum run %s -arch=sm_100a --kernel=beyond --block=128 buf:i32:128:zero
// EXIT[FAULT]: 1
// FAULT: load of tensor memory that is not allocated
// RUN[EARLY]: cuprum run %s -arch=sm_100a --check --kernel=early --block=128 buf:i32:128:zero
// EXIT[EARLY]: 1
// EARLY: race: tensor-work: tensor memory that an mma, copy or shift may still write: nobody has waited for a commit after it
// RUN[STORE]: cuprum run %s -arch=sm_100a --check --kernel=unwaited --block=128 buf:i32:128:zero
// EXIT[STORE]: 1
// STORE: race: tensor-store: tensor memory with a store for which nobody has waited (tcgen05.wait::st)
// RUN[NOVALUE]: cuprum run %s -arch=sm_100a --check --kernel=no_value --block=128 buf:i32:128:zero
// EXIT[NOVALUE]: 1
// NOVALUE: init: uninitialised-read: tensor memory that nobody has written is read
// RUN[FREE]: cuprum run %s -arch=sm_100a --kernel=wrong_free --block=128 buf:i32:128:zero
// EXIT[FREE]: 1
// FREE: tcgen05.dealloc of 32 columns at 0x0, which no tcgen05.alloc gave
// RUN[AGAIN]: cuprum run %s -arch=sm_100a --kernel=again --block=128 buf:i32:128:zero
// EXIT[AGAIN]: 1
// AGAIN: tcgen05.alloc after tcgen05.relinquish_alloc_permit
// RUN[LANES]: cuprum run %s -arch=sm_100a --kernel=lanes --block=128 buf:i32:128:zero
// EXIT[LANES]: 1
// LANES: warp 1 reaches lanes 32 to 63 of tensor memory, not 0
// RUN[COUNT]: cuprum run %s -arch=sm_100a --kernel=count --block=128 buf:i32:128:zero
// EXIT[COUNT]: 1
// COUNT: tcgen05: 48 columns are no power of two from 32 to 512
// RUN[MORE]: cuprum run %s -arch=sm_100a --kernel=more --block=128 buf:i32:128:zero
// EXIT[MORE]: 1
// MORE: tcgen05.alloc waits for 512 columns of tensor memory that the block has taken itself
// RUN[KIND]: cuprum run %s -arch=sm_100a --kernel=type --block=128 buf:i32:128:zero
// EXIT[KIND]: 1
// KIND: tcgen05.mma with elements of type 3 (instruction descriptor 0x
#include "inputs/tensor.h"
__shared__ u32 address;
__shared__ __align__(8) u64 mbarrier;
__shared__ __align__(1024) unsigned char memory[128 * 32 + 32 * 32];
__device__ u32 base() { return address + (threadIdx.x / 32 * 32 << 16); }
__device__ void begin() {
    if (threadIdx.x == 0) mbarrier_init(&mbarrier, 1);
    if (threadIdx.x < 32) alloc(&address, 64);
    for (int i = threadIdx.x; i < 128 * 32 + 32 * 32; i += 128) memory[i] = i;
    proxy_fence();
    __syncthreads();
}
__device__ void end() {
    before_sync();
    __syncthreads();
    if (threadIdx.x < 32) dealloc(address, 64);
}
__device__ void multiply(u32 type = 1) {
    u32 a = shared_address(memory);
    if (threadIdx.x == 0)
        MMA("i8", address, describe(a, 2048, 128, 0), describe(a + 4096, 512, 128, 0), shape(128, 32, 2, type, 1), 0);
}
__device__ void wait() {
    if (threadIdx.x == 0) commit(&mbarrier);
    mbarrier_wait(&mbarrier, 0);
    after_sync();
}
extern "C" __global__ void right(int *out) {
    begin();
    multiply();
    wait();
    out[threadIdx.x] = load1(base() + 5);
    store1(base() + 40, threadIdx.x);
    out[threadIdx.x] += load1(base() + 40);
    end();
}
extern "C" __global__ void leak(int *out) {
    begin();
    multiply();
    wait();
    out[threadIdx.x] = load1(base() + 5);
}
extern "C" __global__ void beyond(int *out) {
    begin();
    multiply();
    wait();
    out[threadIdx.x] = load1(base() + 64);
    end();
}
extern "C" __global__ void early(int *out) {
    begin();
    multiply();
    __syncthreads();
    out[threadIdx.x] = load1(base() + 5);
    wait();
    end();
}
extern "C" __global__ void unwaited(int *out) {
    begin();
    asm volatile("tcgen05.st.sync.aligned.32x32b.x1.b32 [%0], {%1};" ::"r"(base() + 5), "r"(0) : "memory");
    before_sync();
    __syncthreads();
    multiply();
    wait();
    out[threadIdx.x] = load1(base() + 5);
    end();
}
extern "C" __global__ void no_value(int *out) {
    begin();
    multiply();
    wait();
    out[threadIdx.x] = load1(base() + 40);
    end();
}
extern "C" __global__ void wrong_free(int *out) {
    begin();
    if (threadIdx.x < 32) dealloc(address, 32);
}
extern "C" __global__ void again(int *out) {
    begin();
    if (threadIdx.x < 32) alloc(&address, 64);
}
extern "C" __global__ void lanes(int *out) {
    begin();
    multiply();
    wait();
    out[threadIdx.x] = load1(address);
}
extern "C" __global__ void count(int *out) {
    if (threadIdx.x < 32) alloc(&address, 48);
}
extern "C" __global__ void more(int *out) {
    asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], 32;" ::"r"(shared_address(&address)) : "memory");
    if (threadIdx.x < 32) alloc(&address, 512);
}
extern "C" __global__ void type(int *out) {
    begin();
    multiply(3);
}
