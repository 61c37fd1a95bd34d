// SPDX-License-Identifier: Apache-2.0
// Whole programs with asynchronous copies, mbarriers, named barriers and clusters.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 120
// RUN: CHECKS=leak ENGINES="on off" sh %S/../inputs/cases.sh %s %t
// CHECK: pipelines: 13 cases, 13 found, 13 clean
#include "../inputs/program.h"
#include "../inputs/async.h"
#include <cooperative_groups.h>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;

// cp.async in three stages: one group too many may still be under way when a stage is read.
namespace stages {
template <bool bug, int depth> __global__ void sum(const int *in, int *out, int rounds) {
    __shared__ int stage[depth][128];
    int t = threadIdx.x, total = 0;
    auto fetch = [&](int r) {
        if (r < rounds) __pipeline_memcpy_async(&stage[r % depth][t], &in[r * 128 + t], sizeof(int));
        __pipeline_commit();
    };
    for (int r = 0; r < depth - 1; r++) fetch(r);
    for (int r = 0; r < rounds; r++) {
        __pipeline_wait_prior(bug ? depth - 1 : depth - 2);
        __syncthreads();
        total += stage[r % depth][127 - t]; // BUG stages: race: read-write
        fetch(r + depth - 1);
    }
    out[t] = total;
}
template <bool bug> bool run() {
    Buffer<int> in(128 * 7, 1), out(128);
    sum<bug, 3><<<1, 128>>>(in, out, 7);
    return out.values()[5] == 7;
}
} // namespace stages

// The same with groups that the last rounds do not commit, so that the count of those in flight is another one.
namespace stages_tail {
template <bool bug> __global__ void largest(const float4 *in, float *out, int rounds) {
    __shared__ float4 buffer[2][64];
    int t = threadIdx.x;
    float most = 0;
    __pipeline_memcpy_async(&buffer[0][t], &in[t], sizeof(float4));
    __pipeline_commit();
    for (int r = 0; r < rounds; r++) {
        bool more = r + 1 < rounds;
        if (more) {
            __pipeline_memcpy_async(&buffer[(r + 1) & 1][t], &in[(r + 1) * 64 + t], sizeof(float4));
            __pipeline_commit();
        }
        if (more || bug)
            __pipeline_wait_prior(1);
        else
            __pipeline_wait_prior(0);
        __syncthreads();
        float4 v = buffer[r & 1][(t + 1) % 64]; // BUG stages_tail: race: read-write
        most = fmaxf(most, fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w)));
        __syncthreads();
    }
    out[t] = most;
}
template <bool bug> bool run() {
    std::vector<float4> values(5 * 64);
    for (int i = 0; i < 5 * 64; i++) values[i] = make_float4(i, 0, 0, 0);
    Buffer<float4> in(values);
    Buffer<float> out(64);
    largest<bug><<<1, 64>>>(in, out, 5);
    return out.values()[62] == 5 * 64 - 1;
}
} // namespace stages_tail

// A bulk copy in pieces, of which the last one is shorter: the barrier expects the bytes of a whole one.
namespace last_piece {
template <bool bug> __global__ void sum(const int *in, int n, int *out) {
    __shared__ alignas(128) int piece[64];
    __shared__ alignas(8) uint64_t full;
    int t = threadIdx.x, total = 0;
    if (t == 0) {
        bar_init(&full, 1);
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    }
    __syncthreads();
    for (int first = 0, round = 0; first < n; first += 64, round++) {
        int count = min(64, n - first);
        if (t == 0) {
            bar_expect(&full, (bug ? 64 : count) * sizeof(int));
            bulk_load(piece, in + first, count * sizeof(int), &full);
        }
        BAR_WAIT(&full, round & 1); // BUG last_piece: sync: deadlock
        if (t < count) total += piece[t];
        __syncthreads();
    }
    out[t] = total;
}
template <bool bug> bool run() {
    Buffer<int> in(64 * 3 + 20, 1), out(64);
    sum<bug><<<1, 64>>>(in, 64 * 3 + 20, out);
    return out.values()[0] == 4;
}
} // namespace last_piece

// A ring of two buffers with mbarriers: the parity does not turn when the ring comes round.
namespace ring_parity {
template <bool bug> __global__ void sum(const int *in, int rounds, int *out) {
    __shared__ alignas(128) int piece[2][32];
    __shared__ alignas(8) uint64_t full[2];
    int t = threadIdx.x, total = 0;
    if (t < 2) bar_init(&full[t], 1);
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    __syncthreads();
    auto fetch = [&](int r) {
        if (t != 0 || r >= rounds) return;
        bar_expect(&full[r % 2], sizeof piece[0]);
        bulk_load(piece[r % 2], in + r * 32, sizeof piece[0], &full[r % 2]);
    };
    fetch(0);
    fetch(1);
    for (int r = 0; r < rounds; r++) {
        int parity = bug ? 0 : r / 2 & 1;
        BAR_WAIT(&full[r % 2], parity); // BUG ring_parity: sync: deadlock
        total += piece[r % 2][t];
        __syncthreads();
        fetch(r + 2);
    }
    out[t] = total;
}
template <bool bug> bool run() {
    Buffer<int> in(counting<int>(32 * 6)), out(32);
    sum<bug><<<1, 32>>>(in, 6, out);
    return out.values()[1] == 6 * 1 + 32 * 15;
}
} // namespace ring_parity

// A warp that loads and warps that compute: the barrier that says "empty" counts one warp where there are two.
namespace empty_count {
template <bool bug> __global__ void sum(const int *in, int rounds, int *out) {
    __shared__ alignas(128) int piece[64];
    __shared__ alignas(8) uint64_t full, empty;
    if (threadIdx.x == 0) {
        bar_init(&full, 1);
        bar_init(&empty, bug ? 32 : 64);
    }
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    __syncthreads();
    if (threadIdx.x < 32) {
        for (int r = 0; r < rounds && threadIdx.x == 0; r++) {
            if (r) BAR_WAIT(&empty, (r - 1) & 1); // BUG empty_count: sync: deadlock
            bar_expect(&full, sizeof piece);
            bulk_load(piece, in + r * 64, sizeof piece, &full);
        }
        return;
    }
    int t = threadIdx.x - 32, total = 0;
    for (int r = 0; r < rounds; r++) {
        BAR_WAIT(&full, r & 1);
        total += piece[63 - t];
        bar_arrive(&empty);
    }
    out[t] = total;
}
template <bool bug> bool run() {
    Buffer<int> in(64 * 4, 1), out(64);
    sum<bug><<<1, 96>>>(in, 4, out);
    return out.values()[63] == 4;
}
} // namespace empty_count

// A tile is stored by a bulk copy; the function that does it has the fence, but of another kind.
namespace store_tile {
template <bool bug> __device__ void give_away(int *to, const int *tile, int bytes) {
    if (bug)
        __threadfence_block();
    else
        proxy_fence();
    __syncthreads();
    if (threadIdx.x == 0) {
        bulk_store(to, tile, bytes); // BUG store_tile: race: missing-proxy-fence
        bulk_commit();
        bulk_wait_read();
    }
    __syncthreads();
}
template <bool bug> __global__ void scale(const int *in, int *out, int factor, int rounds) {
    __shared__ alignas(128) int tile[128];
    for (int r = 0; r < rounds; r++) {
        tile[threadIdx.x] = in[r * 128 + threadIdx.x] * factor;
        give_away<bug>(out + r * 128, tile, sizeof tile);
    }
}
template <bool bug> bool run() {
    Buffer<int> in(counting<int>(512)), out(512);
    scale<bug><<<1, 128>>>(in, out, 3, 4);
    return out.values()[511] == 3 * 511;
}
} // namespace store_tile

// A bulk copy from an address that is not a multiple of 16.
namespace bulk_row {
template <bool bug> __global__ void rows(const float *in, float *out, int width) {
    __shared__ alignas(128) float row[32];
    __shared__ alignas(8) uint64_t full;
    if (threadIdx.x == 0) bar_init(&full, 1);
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    __syncthreads();
    if (threadIdx.x == 0) {
        bar_expect(&full, sizeof row);
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(at(row)), // BUG bulk_row: mem: misaligned
                     "l"(in + blockIdx.x * width), "r"((uint32_t)sizeof row), "r"(at(&full))
                     : "memory");
    }
    BAR_WAIT(&full, 0);
    out[blockIdx.x * 32 + threadIdx.x] = row[threadIdx.x];
}
template <bool bug> bool run() {
    const int width = bug ? 33 : 36;
    Buffer<float> in(counting<float>(width * 4)), out(32 * 4);
    rows<bug><<<4, 32>>>(in, out, width);
    return out.values()[33] == width + 1;
}
} // namespace bulk_row

// A histogram over a cluster: a block exits while another one may still add to its bins.
namespace cluster_histogram {
template <bool bug> __global__ void __cluster_dims__(2) histogram(const int *in, int n, int *out) {
    __shared__ int bins[32];
    auto cluster = cg::this_cluster();
    int rank = cluster.block_rank();
    for (int b = threadIdx.x; b < 32; b += blockDim.x) bins[b] = 0;
    cluster.sync();
    for (int i = rank * blockDim.x + threadIdx.x; i < n; i += 2 * blockDim.x) {
        int b = in[i] % 64;
        atomicAdd(cluster.map_shared_rank(&bins[b % 32], b / 32), 1); // BUG cluster_histogram: race: peer-exited
    }
    if (bug)
        __syncthreads();
    else
        cluster.sync();
    for (int b = threadIdx.x; b < 32; b += blockDim.x) out[rank * 32 + b] = bins[b]; // BUG cluster_histogram: race: read-write
}
template <bool bug> bool run() {
    Buffer<int> in(counting<int>(64 * 4)), out(64);
    histogram<bug><<<2, 64>>>(in, 64 * 4, out);
    return out.values()[63] == 4;
}
} // namespace cluster_histogram

// Neighbours in a cluster exchange their edges; the reader does not wait for the writer's round.
namespace cluster_halo {
template <bool bug> __global__ void __cluster_dims__(4) relax(float *data, int rounds) {
    __shared__ float cell[34];
    auto cluster = cg::this_cluster();
    int rank = cluster.block_rank(), t = threadIdx.x + 1;
    cell[t] = data[rank * 32 + threadIdx.x];
    if (threadIdx.x == 0) cell[0] = cell[33] = 0;
    for (int r = 0; r < rounds; r++) {
        cluster.sync();
        if (t == 1 && rank > 0) *cluster.map_shared_rank(&cell[33], rank - 1) = cell[1];
        if (t == 32 && rank < 3) *cluster.map_shared_rank(&cell[0], rank + 1) = cell[32];
        if (bug)
            __syncthreads();
        else
            cluster.sync();
        float next = (cell[t - 1] + cell[t] + cell[t + 1]) / 4; // BUG cluster_halo: race: read-write
        __syncthreads();
        cell[t] = next;
    }
    data[rank * 32 + threadIdx.x] = cell[t];
    cluster.sync();
}
template <bool bug> bool run() {
    Buffer<float> data(128, 64);
    relax<bug><<<4, 32>>>(data, 3);
    return data.values()[64] == 27;
}
} // namespace cluster_halo

// The ring goes to the next block of the cluster; the last one has none.
namespace cluster_rank {
template <bool bug> __global__ void __cluster_dims__(2) rotate(int *data) {
    __shared__ int mine[32];
    auto cluster = cg::this_cluster();
    unsigned next = cluster.block_rank() + 1;
    if (!bug) next %= cluster.num_blocks();
    mine[threadIdx.x] = data[blockIdx.x * 32 + threadIdx.x];
    cluster.sync();
    data[blockIdx.x * 32 + threadIdx.x] = *cluster.map_shared_rank(&mine[threadIdx.x], next); // BUG cluster_rank: mem: out-of-bounds
    cluster.sync();
}
template <bool bug> bool run() {
    Buffer<int> data(counting<int>(128));
    rotate<bug><<<4, 32>>>(data);
    return data.values()[0] == 32 && data.values()[127] == 95;
}
} // namespace cluster_rank

// One warp makes, two use: whoever makes counts itself alone.
namespace named_arrive {
template <bool bug> __global__ void make_and_use(int *out, int rounds) {
    __shared__ int slot[32];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, total = 0;
    for (int r = 0; r < rounds; r++) {
        if (warp == 0) {
            slot[lane] = r + lane;
            asm volatile("bar.arrive 1, %0;" ::"n"(bug ? 64 : 96) : "memory"); // BUG named_arrive: sync: barrier-count
            asm volatile("bar.sync 2, 96;" ::: "memory");
        } else {
            asm volatile("bar.sync 1, 96;" ::: "memory"); // BUG named_arrive: sync: deadlock
            total += slot[31 - lane];
            asm volatile("bar.arrive 2, 96;" ::: "memory");
        }
    }
    if (warp) out[threadIdx.x - 32] = total;
}
template <bool bug> bool run() {
    Buffer<int> out(64);
    make_and_use<bug><<<1, 96>>>(out, 4);
    return out.values()[63] == 6;
}
} // namespace named_arrive

// A copy of a group, which only those threads await that use it first.
namespace wait_for_others {
template <bool bug> __global__ void filter(const float *in, const float *weights, float *out) {
    __shared__ float w[32], s[128];
    int t = threadIdx.x;
    if (t < 32) __pipeline_memcpy_async(&w[t], &weights[t], sizeof(float));
    __pipeline_memcpy_async(&s[t], &in[t], sizeof(float));
    __pipeline_commit();
    if (bug ? t >= 32 : true) __pipeline_wait_prior(0);
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 32; k++) sum += w[k] * s[(t + k) % 128]; // BUG wait_for_others: race: read-write
    out[t] = sum;
    __pipeline_wait_prior(0);
}
template <bool bug> bool run() {
    Buffer<float> in(128, 1), weights(32, 2), out(128);
    filter<bug><<<1, 128>>>(in, weights, out);
    return out.values()[100] == 64;
}
} // namespace wait_for_others

// An mbarrier in the place of __syncthreads(): initialised for the warps, where each thread arrives.
namespace arrivals {
template <bool bug> __global__ void rotate(int *data, int rounds) {
    __shared__ int s[64];
    __shared__ alignas(8) uint64_t all;
    int t = threadIdx.x;
    if (t == 0) bar_init(&all, bug ? 32 : 64);
    __syncthreads();
    s[t] = data[t];
    for (int r = 0; r < rounds; r++) {
        bar_arrive(&all);
        BAR_WAIT(&all, 2 * r & 1);
        int v = s[(t + 1) % 64]; // BUG arrivals: race: read-write
        bar_arrive(&all);
        BAR_WAIT(&all, 2 * r + 1 & 1);
        s[t] = v;
    }
    data[t] = s[t];
}
template <bool bug> bool run() {
    Buffer<int> data(counting<int>(64));
    rotate<bug><<<1, 64>>>(data, 3);
    return data.values()[0] == 3;
}
} // namespace arrivals

PROGRAMS(PROGRAM(stages), PROGRAM(stages_tail), PROGRAM(last_piece), PROGRAM(ring_parity), PROGRAM(empty_count), PROGRAM(store_tile),
         PROGRAM(bulk_row), PROGRAM(cluster_histogram), PROGRAM(cluster_halo), PROGRAM(cluster_rank), PROGRAM(named_arrive),
         PROGRAM(wait_for_others), PROGRAM(arrivals))
