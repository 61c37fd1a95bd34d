// SPDX-License-Identifier: Apache-2.0
// Whole programs whose threads work as warps, and each thread for itself: masks, shuffles, locks, local memory, parameters.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 120
// RUN: CHECKS=leak ENGINES="on off" sh %S/../inputs/cases.sh %s %t
// CHECK: warps: 17 cases, 17 found, 17 clean
#include "../inputs/program.h"
#include <cooperative_groups.h>
#include <mma.h>
namespace cg = cooperative_groups;

// A compaction by ballots: the lanes behind the end have left the loop, but the mask counts on them.
namespace compact {
template <bool bug> __global__ void keep_even(const int *in, int n, int *out, int *count) {
    int lane = threadIdx.x % 32;
    for (int i = threadIdx.x; bug ? i < n : i - lane < n; i += blockDim.x) {
        bool keep = i < n && in[i] % 2 == 0;
        unsigned votes = __ballot_sync(0xffffffff, keep); // BUG compact: sync: passed-barrier
        int base = 0;
        if (lane == 0) base = atomicAdd(count, __popc(votes));
        base = __shfl_sync(0xffffffff, base, 0);
        if (keep) out[base + __popc(votes & ((1u << lane) - 1))] = in[i];
    }
    if (lane == 31) atomicAdd(count + 1, 1);
}
template <bool bug> bool run() {
    Buffer<int> in(counting<int>(100)), out(100), count(2);
    keep_even<bug><<<1, 64>>>(in, 100, out, count);
    auto v = count.values();
    return v[0] == 50 && v[1] == 2;
}
} // namespace compact

// The sum of a block whose last warp is not full: shuffles from lanes that do not exist.
namespace partial_warp {
template <bool bug> __device__ int warp_sum(int v, int width) {
    for (int d = 16; d; d >>= 1) {
        int other = __shfl_down_sync(0xffffffff, v, d); // BUG partial_warp: sync: shuffle-source
        if (bug || (int)(threadIdx.x % 32) + d < width) v += other;
    }
    return v;
}
template <bool bug> __global__ void sum(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = i < n ? in[i] : 0;
    v = warp_sum<bug>(v, min(32, (int)blockDim.x - (int)threadIdx.x / 32 * 32));
    if (threadIdx.x % 32 == 0) atomicAdd(out, v);
}
template <bool bug> bool run() {
    Buffer<int> in(100, 1), out(1);
    sum<bug><<<2, bug ? 50 : 64>>>(in, out, 100);
    return out.values()[0] == 100;
}
} // namespace partial_warp

// __activemask() in a branch: the lane that has the value is not among them.
namespace branch_leader {
template <bool bug> __global__ void spread(const int *in, int *out) {
    int lane = threadIdx.x % 32, v = in[threadIdx.x];
    if (lane % 4 != 0) {
        unsigned mask = __activemask();
        int leader = bug ? 0 : __ffs(mask) - 1;
        v = __shfl_sync(mask, v, leader); // BUG branch_leader: sync: shuffle-source
    }
    out[threadIdx.x] = v;
}
template <bool bug> bool run() {
    Buffer<int> in(counting<int>(64)), out(64);
    spread<bug><<<1, 64>>>(in, out);
    return out.values()[35] == 33;
}
} // namespace branch_leader

// Groups of eight lanes: the mask of a group begins at the lane, not at the group.
namespace group_mask {
template <bool bug> __global__ void largest(const int *in, int *out) {
    unsigned lane = threadIdx.x % 32;
    unsigned mask = 0xffu << (bug ? (lane & 8 ? 8 : 0) : lane & ~7u);
    out[threadIdx.x] = __reduce_max_sync(mask, in[threadIdx.x]); // BUG group_mask: sync: wrong-use
}
template <bool bug> bool run() {
    Buffer<int> in(counting<int>(32)), out(32);
    largest<bug><<<1, 32>>>(in, out);
    return out.values()[0] == 7 && out.values()[31] == 31;
}
} // namespace group_mask

// Two lanes exchange through shared memory without __syncwarp().
namespace pairs {
template <bool bug> __device__ float partner(float *slots, float v) {
    int lane = threadIdx.x % 32;
    slots[lane] = v; // BUG pairs: race: read-write
    if (!bug) __syncwarp();
    float other = slots[lane ^ 1];
    if (!bug) __syncwarp();
    return other;
}
template <bool bug> __global__ void mix(float *data, int rounds) {
    __shared__ float slots[4][32];
    float v = data[threadIdx.x];
    for (int r = 0; r < rounds; r++) v = 0.5f * (v + partner<bug>(slots[threadIdx.x / 32], v));
    data[threadIdx.x] = v;
}
template <bool bug> bool run() {
    Buffer<float> data(counting<float>(128));
    mix<bug><<<1, 128>>>(data, 2);
    return data.values()[6] == 6.5f;
}
} // namespace pairs

// A lock that one way out of the critical section does not give back.
namespace lock_kept {
struct Account {
    int lock, amount;
};
template <bool bug> __device__ bool withdraw(Account *a, int amount) {
    while (atomicCAS(&a->lock, 0, 1) != 0) {} // BUG lock_kept: sync: deadlock
    __threadfence();
    bool enough = *(volatile int *)&a->amount >= amount;
    if (!enough && bug) return false;
    if (enough) *(volatile int *)&a->amount -= amount;
    __threadfence();
    atomicExch(&a->lock, 0);
    return enough;
}
template <bool bug> __global__ void spend(Account *all, int n, int *refused) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (!withdraw<bug>(&all[i % n], 30)) atomicAdd(refused, 1);
}
template <bool bug> bool run() {
    Buffer<Account> accounts(std::vector<Account>(4, Account{0, 100}));
    Buffer<int> refused(1);
    spend<bug><<<2, 16>>>(accounts, 4, refused);
    return refused.values()[0] == 20;
}
} // namespace lock_kept

// A lock that is given back by a plain store, with no fence before it.
namespace lock_no_fence {
template <bool bug> struct Lock {
    int *word;
    __device__ void take() {
        while (atomicCAS(word, 0, 1) != 0) {}
        __threadfence();
    }
    __device__ void give() {
        if (!bug) __threadfence();
        atomicExch(word, 0);
    }
};
template <bool bug> __global__ void append(int *lock, int *list, int *length) {
    if (threadIdx.x != 0) return;
    Lock<bug> l{lock};
    l.take();
    int n = *length; // BUG lock_no_fence: race: read-write
    list[n] = blockIdx.x;
    *length = n + 1;
    l.give();
}
template <bool bug> bool run() {
    Buffer<int> lock(1), list(16), length(1);
    append<bug><<<8, 32>>>(lock, list, length);
    return length.values()[0] == 8;
}
} // namespace lock_no_fence

// The nearest of a thread in a local array, whose insertion does not look whether there is room.
namespace nearest {
template <bool bug> __device__ void insert(float *best, int k, float d) {
    int at = k;
    while (at > 0 && best[at - 1] > d) at--;
    if (!bug && at >= k) return;
    for (int i = k - 1; i > at; i--) best[i] = best[i - 1];
    best[at] = d; // BUG nearest: mem: out-of-bounds
}
template <bool bug, int most> __global__ void search(const float *points, int n, float *out, int k) {
    float best[most], q = points[threadIdx.x];
    for (int i = 0; i < k; i++) best[i] = 1e30f;
    for (int i = 0; i < n; i++) insert<bug>(best, k, fabsf(points[i] - q));
    out[threadIdx.x] = best[k - 1];
}
template <bool bug> bool run() {
    Buffer<float> points(counting<float>(32)), out(32);
    search<bug, 16><<<1, 32>>>(points, 32, out, 16);
    return out.values()[16] == 8;
}
} // namespace nearest

// Counters of a thread that nobody has set to zero.
namespace local_counts {
template <bool bug> __global__ void commonest(const unsigned char *in, int n, int *out) {
    int count[16];
    if (!bug)
        for (int i = 0; i < 16; i++) count[i] = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) count[in[i] & 15]++; // BUG local_counts: init: uninitialised-read
    int best = 0;
    for (int i = 1; i < 16; i++)
        if (count[i] > count[best]) best = i;
    out[threadIdx.x] = best;
}
template <bool bug> bool run() {
    Buffer<unsigned char> in(512, 7);
    Buffer<int> out(32);
    commonest<bug><<<1, 32>>>(in, 512, out);
    return out.values()[31] == 7;
}
} // namespace local_counts

// A structure of which only one way sets all members.
namespace half_set {
struct Hit {
    float distance;
    int object, tries;
};
template <bool bug> __device__ __noinline__ void trace(Hit *hit, float x, int n) {
    hit->distance = 1e30f;
    if (!bug) hit->object = -1;
    hit->tries = 0;
    for (int i = 0; i < n; i++, hit->tries++)
        if (x > i && x < i + 0.5f) hit->object = i, hit->distance = x - i;
}
template <bool bug> __global__ void render(int *out, int n) {
    Hit hit;
    trace<bug>(&hit, threadIdx.x * 0.25f, n);
    out[threadIdx.x] = hit.object + hit.tries; // BUG half_set: init: uninitialised-read
}
template <bool bug> bool run() {
    Buffer<int> out(32);
    render<bug><<<1, 32>>>(out, 4);
    return out.values()[31] == 3 && out.values()[5] == 5;
}
} // namespace half_set

// A table by value in the kernel's parameters, read one behind its end.
namespace table_argument {
struct Table {
    int n;
    float at[9];
};
template <bool bug> __global__ void interpolate(Table t, const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int k = (int)(x[i] * (t.n - 1));
    if (!bug) k = min(k, t.n - 2);
    float f = x[i] * (t.n - 1) - k;
    y[i] = t.at[k] * (1 - f) + t.at[k + 1] * f; // BUG table_argument: mem: out-of-bounds
}
template <bool bug> bool run() {
    Table t{9, {0, 1, 2, 3, 4, 5, 6, 7, 8}};
    std::vector<float> places = {0, 0.5f, 0.25f, 1};
    Buffer<float> x(places), y(4);
    interpolate<bug><<<1, 32>>>(t, x, y, 4);
    return y.values()[3] == 8 && y.values()[1] == 4;
}
} // namespace table_argument

// Coefficients in constant memory, of which a loop takes one too many.
namespace constant_filter {
__constant__ float taps[7];
template <bool bug> __global__ void filter(const float *in, float *out, int n, int radius) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = -radius; bug ? k <= radius + 1 : k <= radius; k++) {
        int at = min(max(i + k, 0), n - 1);
        sum += in[at] * taps[k + radius]; // BUG constant_filter: mem: out-of-bounds
    }
    out[i] = sum;
}
template <bool bug> bool run() {
    float host[7] = {1, 1, 1, 1, 1, 1, 1};
    cudaMemcpyToSymbol(taps, host, sizeof host);
    Buffer<float> in(64, 2), out(64);
    filter<bug><<<2, 32>>>(in, out, 64, 3);
    return out.values()[20] == 14;
}
} // namespace constant_filter

// Four floats at a time from a row whose length is no multiple of four.
namespace vector_rows {
template <bool bug> __global__ void sum_rows(const float *m, float *out, int width, int pitch) {
    const float *row = m + threadIdx.x * pitch;
    float sum = 0;
    int x = 0;
    for (; x + 4 <= width; x += 4) {
        float4 v = *(const float4 *)(row + x); // BUG vector_rows: mem: misaligned
        sum += v.x + v.y + v.z + v.w;
    }
    for (; x < width; x++) sum += row[x];
    out[threadIdx.x] = sum;
}
template <bool bug> bool run() {
    int width = 13, pitch = bug ? 13 : 16;
    Buffer<float> m(16 * 16, 1), out(16);
    sum_rows<bug><<<1, 16>>>(m, out, width, pitch);
    return out.values()[15] == 13;
}
} // namespace vector_rows

// A tile of a matrix for tensor cores, loaded before all warps have put their part into shared memory.
namespace tensor_tile {
template <bool bug> __global__ void product(const __half *a, const __half *b, float *c) {
    using namespace nvcuda;
    __shared__ __align__(32) __half as[16 * 16], bs[16 * 16];
    for (int i = threadIdx.x; i < 256; i += blockDim.x) as[i] = a[i], bs[i] = b[i];
    if (bug)
        __syncwarp();
    else
        __syncthreads();
    if (threadIdx.x >= 32) return;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> x;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> y;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    wmma::load_matrix_sync(x, as, 16); // BUG tensor_tile: race: read-write
    wmma::load_matrix_sync(y, bs, 16);
    wmma::mma_sync(sum, x, y, sum);
    wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
}
template <bool bug> bool run() {
    Buffer<__half> a(256, __float2half(1)), b(256, __float2half(2));
    Buffer<float> c(256);
    product<bug><<<1, 64>>>(a, b, c);
    return c.values()[255] == 32;
}
} // namespace tensor_tile

// Objects made by the host and copied to the device: their tables of functions are the host's.
namespace virtual_objects {
struct Shape {
    __host__ __device__ virtual float area() const = 0;
};
struct Square : Shape {
    float side;
    __host__ __device__ Square(float s) : side(s) {}
    __host__ __device__ float area() const override { return side * side; }
};
__global__ void make(Square *at) {
    new (at) Square(3);
}
__global__ void measure(const Shape *shape, float *out) {
    *out = shape->area(); // BUG virtual_objects: mem: out-of-bounds
}
template <bool bug> bool run() {
    Square host(3);
    Square *at;
    cudaMalloc(&at, sizeof host);
    if (bug)
        cudaMemcpy((void *)at, (void *)&host, sizeof host, cudaMemcpyHostToDevice);
    else
        make<<<1, 1>>>(at);
    Buffer<float> out(1);
    measure<<<1, 1>>>(at, out);
    bool right = out.values()[0] == 9;
    cudaFree(at);
    return right;
}
} // namespace virtual_objects

// A list on the device's heap, freed from the front by way of what has been freed.
namespace list_free {
struct Node {
    int value;
    Node *next;
};
template <bool bug> __global__ void build_and_free(int *out, int n) {
    Node *head = nullptr;
    for (int i = 0; i < n; i++) {
        Node *node = (Node *)malloc(sizeof(Node));
        node->value = i, node->next = head, head = node;
    }
    int sum = 0;
    for (Node *node = head; node;) {
        sum += node->value;
        Node *after = node->next;
        free(node);
        node = bug ? node->next : after; // BUG list_free: mem: use-after-free
    }
    out[threadIdx.x] = sum;
}
template <bool bug> bool run() {
    Buffer<int> out(4);
    build_and_free<bug><<<1, 4>>>(out, 5);
    return out.values()[3] == 10;
}
} // namespace list_free

// A tile of threads of which some have left before the collective.
namespace tile_left {
template <bool bug> __global__ void sum(const int *in, int *out, int n) {
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (bug && i >= n) return;
    int v = i < n ? in[i] : 0;
    for (int d = tile.size() / 2; d; d /= 2) v += tile.shfl_down(v, d); // BUG tile_left: sync: shuffle-source
    if (tile.thread_rank() == 0) out[i / 16] = v;
}
template <bool bug> bool run() {
    Buffer<int> in(56, 1), out(4);
    sum<bug><<<1, 64>>>(in, out, 56);
    return out.values()[3] == 8;
}
} // namespace tile_left

PROGRAMS(PROGRAM(compact), PROGRAM(partial_warp), PROGRAM(branch_leader), PROGRAM(group_mask), PROGRAM(pairs), PROGRAM(lock_kept),
         PROGRAM(lock_no_fence), PROGRAM(nearest), PROGRAM(local_counts), PROGRAM(half_set), PROGRAM(table_argument), PROGRAM(constant_filter),
         PROGRAM(vector_rows), PROGRAM(tensor_tile), PROGRAM(virtual_objects), PROGRAM(list_free), PROGRAM(tile_left))
