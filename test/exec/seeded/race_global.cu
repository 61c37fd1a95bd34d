// SPDX-License-Identifier: Apache-2.0
// Races in global memory: between blocks, between streams, with the host.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 120
// RUN: sh %S/inputs/cases.sh %s %t
// CHECK: race_global: 14 cases, 14 found, 14 clean
#include "inputs/cases.h"

struct Streams {
    cudaStream_t a, b;
    cudaEvent_t e;
    Streams() {
        cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
        cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    }
    ~Streams() {
        cudaStreamSynchronize(a);
        cudaStreamSynchronize(b);
        cudaStreamDestroy(a);
        cudaStreamDestroy(b);
        cudaEventDestroy(e);
    }
};
__global__ void blocks(int *p, int per_block) {
    p[blockIdx.x * per_block + threadIdx.x] = blockIdx.x; // BUG race_blocks: race: write-write
}
static void race_blocks(bool bug) {
    Ints p(128);
    blocks<<<2, 64>>>(p, bug ? 32 : 64);
}
// The last block takes the sum of all: the fence before the counter is missing
__global__ void last_block(int *part, int *out, unsigned *ticket, int level) {
    __shared__ bool last;
    if (threadIdx.x == 0) {
        part[blockIdx.x] = blockIdx.x + 1;
        if (level == 2) __threadfence();
        if (level == 1) __threadfence_block();
        last = atomicAdd(ticket, 1u) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x < gridDim.x) out[threadIdx.x] = part[threadIdx.x]; // BUG race_flag: race: read-write // BUG race_block_fence: race: read-write
}
static void race_flag(bool bug) {
    Ints part(4), out(4), ticket(1);
    last_block<<<4, 32>>>(part, out, (unsigned *)(int *)ticket, bug ? 0 : 2);
}
static void race_block_fence(bool bug) {
    Ints part(4), out(4), ticket(1);
    last_block<<<4, 32>>>(part, out, (unsigned *)(int *)ticket, bug ? 1 : 2);
}
__global__ void scopes(int *p, bool bug) {
    if (bug)
        atomicAdd_block(p, 1); // BUG race_block_atomic: race: scope
    else
        atomicAdd(p, 1);
}
static void race_block_atomic(bool bug) {
    Ints p(1);
    scopes<<<2, 32>>>(p, bug);
}
__global__ void fill(int *p, int v) {
    p[threadIdx.x] = v;
}
__global__ void take(int *to, const int *from) {
    to[threadIdx.x] = from[threadIdx.x];
}
static void race_streams(bool bug) {
    Ints p(32), q(32);
    cudaDeviceSynchronize();
    Streams s;
    fill<<<1, 32, 0, s.a>>>(p, 1);
    cudaEventRecord(s.e, s.a);
    if (!bug) cudaStreamWaitEvent(s.b, s.e, 0);
    take<<<1, 32, 0, s.b>>>(q, p); // BUG race_streams: race: streams
}
static void race_stream_copy(bool bug) {
    Ints p(32), q(32);
    cudaDeviceSynchronize();
    Streams s;
    cudaMemcpyAsync(p, q, 128, cudaMemcpyDeviceToDevice, s.a);
    if (!bug) cudaStreamSynchronize(s.a);
    cudaMemsetAsync(p, 1, 128, s.b); // BUG race_stream_copy: race: streams
}
// An event that nobody recorded orders nothing
static void event_unrecorded(bool bug) {
    Ints p(32), q(32);
    cudaDeviceSynchronize();
    Streams s;
    fill<<<1, 32, 0, s.a>>>(p, 1);
    if (!bug) cudaEventRecord(s.e, s.a);
    cudaStreamWaitEvent(s.b, s.e, 0);
    take<<<1, 32, 0, s.b>>>(q, p); // BUG event_unrecorded: race: streams
}
// Recorded too early
static void event_early(bool bug) {
    Ints p(32), q(32);
    cudaDeviceSynchronize();
    Streams s;
    if (bug) cudaEventRecord(s.e, s.a);
    fill<<<1, 32, 0, s.a>>>(p, 1);
    if (!bug) cudaEventRecord(s.e, s.a);
    cudaStreamWaitEvent(s.b, s.e, 0);
    take<<<1, 32, 0, s.b>>>(q, p); // BUG event_early: race: streams
}
static void alloc_other_stream(bool bug) {
    Streams s;
    int *p;
    cudaMallocAsync((void **)&p, 128, s.a);
    cudaEventRecord(s.e, s.a);
    if (!bug) cudaStreamWaitEvent(s.b, s.e, 0);
    fill<<<1, 32, 0, s.b>>>(p, 1); // BUG alloc_other_stream: race: streams
    cudaStreamSynchronize(s.b);
    cudaFreeAsync(p, s.a);
}
static void free_other_stream(bool bug) {
    Streams s;
    int *p;
    cudaMallocAsync((void **)&p, 128, s.a);
    cudaStreamSynchronize(s.a);
    fill<<<1, 32, 0, s.b>>>(p, 1);
    cudaEventRecord(s.e, s.b);
    if (!bug) cudaStreamWaitEvent(s.a, s.e, 0);
    cudaFreeAsync(p, s.a); // BUG free_other_stream: race: streams
}
static void host_managed(bool bug) {
    int *p;
    cudaMallocManaged(&p, 128);
    fill<<<1, 32>>>(p, 1);
    if (!bug) cudaDeviceSynchronize();
    int v = ((volatile int *)p)[3]; // BUG host_managed: race: host
    cudaDeviceSynchronize();
    cudaFree(p);
    if (v != 1) puts("wrong");
}
static void host_managed_write(bool bug) {
    int *p;
    Ints q(32);
    cudaMallocManaged(&p, 128);
    for (int i = 0; i < 32; i++) p[i] = i;
    take<<<1, 32>>>(q, p);
    if (!bug) cudaDeviceSynchronize();
    p[5] = 7; // BUG host_managed_write: race: host
    cudaDeviceSynchronize();
    cudaFree(p);
}
static void host_pinned(bool bug) {
    int *h;
    Ints p(32);
    cudaMallocHost(&h, 128);
    cudaDeviceSynchronize();
    Streams s;
    fill<<<1, 32, 0, s.a>>>(p, 1);
    cudaMemcpyAsync(h, p, 128, cudaMemcpyDeviceToHost, s.a);
    if (!bug) cudaStreamSynchronize(s.a);
    int v = ((volatile int *)h)[3]; // BUG host_pinned: race: host
    cudaStreamSynchronize(s.a);
    cudaFreeHost(h);
    if (v != 1) puts("wrong");
}
static void host_pinned_write(bool bug) {
    int *h;
    Ints p(32);
    cudaMallocHost(&h, 128);
    memset(h, 0, 128);
    cudaDeviceSynchronize();
    Streams s;
    cudaMemcpyAsync(p, h, 128, cudaMemcpyHostToDevice, s.a);
    if (!bug) cudaStreamSynchronize(s.a);
    h[2] = 9; // BUG host_pinned_write: race: host
    cudaStreamSynchronize(s.a);
    cudaFreeHost(h);
}
CASES(CASE(race_blocks), CASE(race_flag), CASE(race_block_fence), CASE(race_block_atomic), CASE(race_streams), CASE(race_stream_copy),
      CASE(event_unrecorded), CASE(event_early), CASE(alloc_other_stream), CASE(free_other_stream), CASE(host_managed),
      CASE(host_managed_write), CASE(host_pinned), CASE(host_pinned_write))
