// SPDX-License-Identifier: Apache-2.0
// Mistakes beside those of the other files: by the classes of libcu++ and cooperative groups, wrong counts and phases of
// asynchronous copies, clusters that have not started, pointers of the wrong side.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 120
// RUN: sh %S/inputs/cases.sh %s %t
// CHECK: groups_and_phases: 15 cases, 15 found, 15 clean
#include "inputs/cases.h"
#include "inputs/async.h"
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
namespace cg = cooperative_groups;

// Blocks of a cluster may not have started
__global__ void __cluster_dims__(2, 1, 1) early(int *out, bool bug) {
    __shared__ int s[32];
    auto cluster = cg::this_cluster();
    if (!bug) cluster.sync();
    *cluster.map_shared_rank(&s[threadIdx.x], cluster.block_rank() ^ 1) = 1; // BUG peer_not_started: race: peer-not-started
    cluster.sync();
    out[threadIdx.x] = s[threadIdx.x];
}
static void peer_not_started(bool bug) {
    Ints out(32);
    early<<<2, 32>>>(out, bug);
}
// The phase before the first counts as over
__global__ void parity(int *out, const int *in, bool bug) {
    __shared__ __align__(128) int s[64];
    __shared__ uint64_t b;
    if (!threadIdx.x) bar_init(&b, 1);
    __syncthreads();
    if (!threadIdx.x) {
        bar_expect(&b, 256);
        bulk_load(s, in, 256, &b);
    }
    BAR_WAIT(&b, bug ? 1 : 0);
    out[threadIdx.x] = s[threadIdx.x]; // BUG wrong_parity: race: read-write
}
static void wrong_parity(bool bug) {
    Ints out(64), in(64);
    parity<<<1, 64>>>(out, in, bug);
}
__global__ void one_pending(int *out, bool bug) {
    __shared__ __align__(128) int s[64];
    s[threadIdx.x] = threadIdx.x;
    proxy_fence();
    __syncthreads();
    if (!threadIdx.x) {
        bulk_store(out, s, 256);
        bulk_commit();
        if (bug)
            asm volatile("cp.async.bulk.wait_group 1;" ::: "memory");
        else
            bulk_wait();
    }
    __syncthreads();
    if (threadIdx.x == 1) out[5] = out[6] + 1; // BUG bulk_count: race: read-write
    if (!threadIdx.x) bulk_wait();
}
static void bulk_count(bool bug) {
    Ints out(64);
    one_pending<<<1, 64>>>(out, bug);
}
__global__ void group_copy(int *out, const int *in, bool bug) {
    __shared__ int s[64];
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, s, in, sizeof(int) * 64);
    if (bug) block.sync(); else cg::wait(block);
    out[threadIdx.x] = s[63 - threadIdx.x]; // BUG group_wait: race: read-write
    cg::wait(block);
}
static void group_wait(bool bug) {
    Ints out(64), in(64);
    group_copy<<<1, 64>>>(out, in, bug);
}
// Half of the warp goes past a vote of all of it
__global__ void vote(int *out, bool bug) {
    unsigned m = 0;
    if (threadIdx.x < 16 || !bug) m = __ballot_sync(0xffffffff, threadIdx.x & 1); // BUG vote_passed_by: sync: passed-barrier
    out[threadIdx.x] = m;
}
static void vote_passed_by(bool bug) {
    Ints out(32);
    vote<<<1, 32>>>(out, bug);
}
__global__ void pipelined(int *out, const int *in, bool bug) {
    __shared__ int s[64];
    auto pipe = cuda::make_pipeline();
    pipe.producer_acquire();
    cuda::memcpy_async(&s[threadIdx.x], &in[threadIdx.x], cuda::aligned_size_t<4>(4), pipe);
    pipe.producer_commit();
    if (!bug) pipe.consumer_wait();
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x ^ 1]; // BUG pipeline_wait: race: read-write
    if (bug) pipe.consumer_wait();
    pipe.consumer_release();
}
static void pipeline_wait(bool bug) {
    Ints out(64), in(64);
    pipelined<<<1, 64>>>(out, in, bug);
}
__global__ void arrive_only(int *out, const int *in, bool bug) {
    __shared__ int s[64];
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ cuda::barrier<cuda::thread_scope_block> b;
    if (!threadIdx.x) init(&b, 64);
    __syncthreads();
    s[threadIdx.x] = in[threadIdx.x];
    auto token = b.arrive();
    if (!bug) b.wait(static_cast<decltype(token) &&>(token));
    out[threadIdx.x] = s[63 - threadIdx.x]; // BUG barrier_arrive: race: read-write
}
static void barrier_arrive(bool bug) {
    Ints out(64), in(64);
    arrive_only<<<1, 64>>>(out, in, bug);
}
__global__ void count_wrong(int *out, bool bug) {
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ cuda::barrier<cuda::thread_scope_block> b;
    if (!threadIdx.x) init(&b, bug ? 65 : 64);
    __syncthreads();
    b.arrive_and_wait(); // BUG barrier_never: sync: deadlock
    out[threadIdx.x] = 1;
}
static void barrier_never(bool bug) {
    Ints out(64);
    count_wrong<<<1, 64>>>(out, bug);
}
template <cuda::thread_scope scope> __global__ void add(int *p) {
    cuda::atomic_ref<int, scope> a(*p);
    a.fetch_add(1); // BUG atomic_scope: race: scope
}
static void atomic_scope(bool bug) {
    Ints p(1);
    if (bug)
        add<cuda::thread_scope_block><<<2, 32>>>(p);
    else
        add<cuda::thread_scope_device><<<2, 32>>>(p);
}
__global__ void fill(int *p) {
    p[threadIdx.x] = 1; // BUG host_pointer: mem: out-of-bounds
}
static void host_pointer(bool bug) {
    Ints p(32);
    int *h = new int[32];
    fill<<<1, 32>>>(bug ? h : p);
    cudaDeviceSynchronize();
    delete[] h;
}
static void device_pointer(bool bug) {
    Ints p(32);
    int h[32];
    cudaMemcpy(h, p, 128, cudaMemcpyDeviceToHost);
    int v = *(volatile int *)(bug ? p : h); // BUG device_pointer: mem: host-access
    if (v) puts("wrong");
}
// The default stream does not wait for streams that do not block
static void default_stream(bool bug) {
    Ints p(32);
    int h[32];
    cudaStream_t s;
    cudaDeviceSynchronize();
    cudaStreamCreateWithFlags(&s, bug ? cudaStreamNonBlocking : cudaStreamDefault);
    fill<<<1, 32, 0, s>>>(p);
    cudaMemcpy(h, p, 128, cudaMemcpyDeviceToHost); // BUG default_stream: race: streams
    cudaStreamSynchronize(s);
    cudaStreamDestroy(s);
}
__global__ void whole_grid(int *out) {
    cg::this_grid().sync(); // BUG grid_plain_launch: api: trap
    out[threadIdx.x] = 1;
}
static void grid_plain_launch(bool bug) {
    Ints out(64);
    int *p = out;
    void *args[] = {&p};
    if (bug)
        whole_grid<<<2, 32>>>(out);
    else
        cudaLaunchCooperativeKernel((void *)whole_grid, 2, 32, args);
}
// Two branches of a graph
static void graph_branches(bool bug) {
    Ints p(32);
    cudaStream_t s, t;
    cudaEvent_t e, f;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    cudaEventCreate(&e);
    cudaEventCreate(&f);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    if (bug) cudaEventRecord(e, s);
    fill<<<1, 32, 0, s>>>(p);
    if (!bug) cudaEventRecord(e, s);
    cudaStreamWaitEvent(t, e, 0);
    fill<<<1, 16, 0, t>>>(p);
    cudaEventRecord(f, t);
    cudaStreamWaitEvent(s, f, 0);
    cudaStreamEndCapture(s, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, s); // BUG graph_branches: race: streams
    cudaStreamSynchronize(s);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(s);
    cudaStreamDestroy(t);
    cudaEventDestroy(e);
    cudaEventDestroy(f);
}
// Two nodes without an edge, in the one stream that there is
static void graph_nodes(bool bug) {
    Ints p(32);
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t first, second;
    int *at = p;
    void *args[] = {&at};
    cudaKernelNodeParams node = {};
    node.func = (void *)fill;
    node.gridDim = dim3(1);
    node.blockDim = dim3(32);
    node.kernelParams = args;
    cudaGraphCreate(&graph, 0);
    cudaGraphAddKernelNode(&first, graph, nullptr, 0, &node);
    cudaGraphAddKernelNode(&second, graph, &first, bug ? 0 : 1, &node);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, 0); // BUG graph_nodes: race: streams
    cudaDeviceSynchronize();
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
}
CASES(CASE(peer_not_started), CASE(wrong_parity), CASE(bulk_count), CASE(group_wait), CASE(vote_passed_by), CASE(pipeline_wait), CASE(barrier_arrive),
      CASE(barrier_never), CASE(atomic_scope), CASE(host_pointer), CASE(device_pointer), CASE(default_stream), CASE(grid_plain_launch),
      CASE(graph_branches), CASE(graph_nodes))
