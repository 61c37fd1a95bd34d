// SPDX-License-Identifier: Apache-2.0
// Whole programs whose blocks work together or beside each other in global memory, and kernels that launch kernels.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 120
// RUN: CHECKS=leak ENGINES="on off" sh %S/../inputs/cases.sh %s %t
// (What is not found, and why: ../README.md.)
// CHECK: shared_published: exit status 0 with the mistake
// CHECK: grids: 13 cases, 12 found, 13 clean
#include "../inputs/program.h"
#include <cooperative_groups.h>
#include <cuda/atomic>
namespace cg = cooperative_groups;

// The last block adds what the others left; the thread that counts the block does not wait for the other ones of its own.
namespace last_block {
template <bool bug> __global__ void sum(const int *in, int *part, unsigned *done, int *out) {
    __shared__ bool last;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    part[i] = in[i] * 2;
    __threadfence();
    if (!bug) __syncthreads();
    if (threadIdx.x == 0) last = atomicAdd(done, 1) == gridDim.x - 1;
    __syncthreads();
    if (!last) return;
    __threadfence();
    int total = 0;
    for (int k = threadIdx.x; k < gridDim.x * blockDim.x; k += blockDim.x) total += part[k]; // BUG last_block: race: read-write
    atomicAdd(out, total);
}
template <bool bug> bool run() {
    Buffer<int> in(512, 1), part(512), out(1);
    Buffer<unsigned> done(1);
    sum<bug><<<4, 128>>>(in, part, done, out);
    return out.values()[0] == 1024;
}
} // namespace last_block

// A scan of one pass: blocks wait for the one before; the flag is raised before the value is there.
namespace look_back {
struct State {
    int value, ready;
};
template <bool bug> __device__ void publish(State *s, int value) {
    if (bug) {
        *(volatile int *)&s->ready = 1;
        __threadfence();
        s->value = value;
    } else {
        s->value = value;
        __threadfence();
        *(volatile int *)&s->ready = 1;
    }
}
template <bool bug> __global__ void scan(const int *in, int *out, State *state) {
    __shared__ int before;
    if (threadIdx.x == 0) {
        int sum = 0, b = blockIdx.x;
        for (int i = 0; i < blockDim.x; i++) sum += in[b * blockDim.x + i];
        int prefix = 0;
        if (b > 0) {
            while (!*(volatile int *)&state[b - 1].ready) {}
            __threadfence();
            prefix = state[b - 1].value; // BUG look_back: race: read-write
        }
        publish<bug>(&state[b], prefix + sum);
        before = prefix;
    }
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = before;
}
template <bool bug> bool run() {
    Buffer<int> in(8 * 32, 1), out(8 * 32);
    Buffer<State> state(8);
    scan<bug><<<8, 32>>>(in, out, state);
    return out.values()[7 * 32] == 7 * 32;
}
} // namespace look_back

// Jacobi's steps in one cooperative launch: one of the two waits for the grid is only for the block.
namespace grid_jacobi {
template <bool bug> __global__ void relax(float *a, float *b, int n, int steps) {
    auto grid = cg::this_grid();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int s = 0; s < steps; s++) {
        if (i > 0 && i < n - 1) b[i] = 0.5f * (a[i - 1] + a[i + 1]); // BUG grid_jacobi: race: read-write
        if (bug && s & 1)
            __syncthreads();
        else
            grid.sync();
        float *t = a;
        a = b, b = t;
    }
}
template <bool bug> bool run() {
    std::vector<float> squares(256);
    for (int i = 0; i < 256; i++) squares[i] = i * i;
    Buffer<float> a(squares), b(squares);
    float *x = a, *y = b;
    int n = 256, steps = 5;
    void *arguments[] = {&x, &y, &n, &steps};
    cudaLaunchCooperativeKernel((void *)relax<bug>, 4, 64, arguments);
    return b.values()[100] == 100 * 100 + 5;
}
} // namespace grid_jacobi

// Gauss and Seidel by accident: the step reads and writes the same array.
namespace in_place_blur {
template <bool bug> __global__ void blur(const int *in, int *out, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= width) return;
    int up = in[max(y - 1, 0) * width + x], down = in[min(y + 1, height - 1) * width + x];
    out[y * width + x] = (up + down) / 2 + 1; // BUG in_place_blur: race: read-write
}
template <bool bug> bool run() {
    Buffer<int> image(counting<int>(100 * 8)), result(100 * 8);
    blur<bug><<<dim3(2, 8), 64>>>(image, bug ? image : result, 100, 8);
    return result.values()[3 * 100 + 5] == 306;
}
} // namespace in_place_blur

// Atomic operations for the threads of a block, on counters of the whole device.
namespace block_counters {
template <cuda::thread_scope scope> __device__ void count(int *counters, int key) {
    cuda::atomic_ref<int, scope> c(counters[key]);
    c.fetch_add(1, cuda::memory_order_relaxed); // BUG block_counters: race: scope
}
template <bool bug> __global__ void histogram(const int *keys, int n, int *counters) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        count<bug ? cuda::thread_scope_block : cuda::thread_scope_device>(counters, keys[i] % 16);
}
template <bool bug> bool run() {
    Buffer<int> keys(counting<int>(1024)), counters(16);
    histogram<bug><<<4, 64>>>(keys, 1024, counters);
    return counters.values()[15] == 64;
}
} // namespace block_counters

// Breadth first: the next front's length is counted without an atomic operation.
namespace frontier {
struct Graph {
    const int *begin, *edge;
    int n;
};
template <bool bug> __global__ void expand(Graph g, int *distance, const int *front, int length, int *next, int *next_length, int level) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= length) return;
    int v = front[i];
    for (int e = g.begin[v]; e < g.begin[v + 1]; e++) {
        if (atomicCAS(&distance[g.edge[e]], -1, level) != -1) continue;
        int at = bug ? (*next_length)++ : atomicAdd(next_length, 1); // BUG frontier: race: read-write
        next[at] = g.edge[e];
    }
}
template <bool bug> bool run() {
    const int n = 121; // a tree of three children each, in three levels
    std::vector<int> begin(n + 1), edge, distance(n, -1);
    for (int v = 0; v < n; v++) {
        for (int c = 1; c <= 3 && 3 * v + c < n; c++) edge.push_back(3 * v + c);
        begin[v + 1] = edge.size();
    }
    distance[0] = 0;
    Buffer<int> b(begin), e(edge), d(distance), front(n), next(n), length(1);
    int count = 1;
    for (int level = 1; count && level < 6; level++) {
        cudaMemset(length, 0, sizeof(int));
        expand<bug><<<blocks_of(count, 32), 32>>>({b, e, n}, d, level & 1 ? front : next, count, level & 1 ? next : front, length, level);
        count = length.values()[0];
    }
    return d.values()[120] == 4;
}
} // namespace frontier

// A queue in which more is put than there is room for.
namespace full_queue {
struct Queue {
    int *items, *tail, room;
};
template <bool bug> __device__ void push(Queue q, int item) {
    int at = atomicAdd(q.tail, 1);
    if (!bug && at >= q.room) return;
    q.items[at] = item; // BUG full_queue: mem: out-of-bounds
}
template <bool bug> __global__ void collect(const int *in, int n, Queue q) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        if (in[i] % 3 == 0) push<bug>(q, i);
}
template <bool bug> bool run() {
    Buffer<int> in(counting<int>(300)), items(96), tail(1);
    collect<bug><<<2, 64>>>(in, 300, {items, tail, 96});
    return tail.values()[0] == 100;
}
} // namespace full_queue

// Rows of memory from cudaMallocPitch, walked as if there were nothing between them.
namespace pitch_forgotten {
template <bool bug> __global__ void sum(const float *m, size_t pitch, int width, int height, float *out) {
    int y = threadIdx.x;
    const float *row = bug ? m + y * width : (const float *)((const char *)m + y * pitch);
    float s = 0;
    for (int x = 0; x < width; x++) s += row[x]; // BUG pitch_forgotten: init: uninitialised-read
    out[y] = s;
}
template <bool bug> bool run() {
    const int width = 100, height = 16;
    std::vector<float> host(width * height, 1);
    float *m;
    size_t pitch;
    cudaMallocPitch((void **)&m, &pitch, width * sizeof(float), height);
    cudaMemcpy2D(m, pitch, host.data(), width * sizeof(float), width * sizeof(float), height, cudaMemcpyHostToDevice);
    Buffer<float> out(height);
    sum<bug><<<1, height>>>(m, pitch, width, height, out);
    bool right = out.values()[15] == width;
    cudaFree(m);
    return right;
}
} // namespace pitch_forgotten

// An index that is computed in 32 bits and becomes negative.
namespace index_wraps {
template <typename Index> __global__ void gather(const char *table, const int *row, Index row_bytes, char *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Index at = row[i] * row_bytes;
    out[i] = table[at]; // BUG index_wraps: mem: out-of-bounds
}
template <bool bug> bool run() {
    Buffer<char> table(1 << 20, 5), out(64);
    std::vector<int> rows(64, 0);
    rows[63] = 3; // a row of a table that is not there as a whole: 3 * 2^30 bytes wrap around to before it
    if (!bug) rows[63] = 0;
    Buffer<int> row(rows);
    gather<int><<<2, 32>>>(table.at, row.at, 1 << 30, out.at);
    return out.values()[63] == 5;
}
} // namespace index_wraps

// A sum whose result no one has set to zero, in a structure whose other members are.
namespace sum_unset {
struct Totals {
    long long count;
    double sum, largest;
};
__global__ void add(const double *in, int n, Totals *t) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    atomicAdd((unsigned long long *)&t->count, 1ull);
    atomicAdd(&t->sum, in[i]); // BUG sum_unset: init: uninitialised-read
}
template <bool bug> bool run() {
    Buffer<double> in(100, 0.5);
    Totals *t, host = {};
    cudaMalloc(&t, sizeof(Totals));
    cudaMemcpy(t, &host, bug ? sizeof host.count : sizeof host, cudaMemcpyHostToDevice);
    add<<<2, 64>>>(in, 100, t);
    cudaMemcpy(&host, t, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(t);
    return host.sum == 50;
}
} // namespace sum_unset

// Two blocks take the same rows, because the grid's stride is that of a block.
namespace wrong_stride {
template <bool bug> __global__ void scale(float *m, int rows, int width, float f) {
    int stride = bug ? 1 : gridDim.x;
    for (int y = blockIdx.x; y < rows; y += stride)
        for (int x = threadIdx.x; x < width; x += blockDim.x) m[y * width + x] *= f; // BUG wrong_stride: race: read-write
}
template <bool bug> bool run() {
    Buffer<float> m(8 * 64, 1);
    scale<bug><<<4, 64>>>(m, 8, 64, 2);
    return m.values()[7 * 64] == 2;
}
} // namespace wrong_stride

// Shared memory whose address goes to another block by way of global memory.
namespace shared_published {
template <bool bug> __global__ void pass_on(int *out, int **where, int *ready) {
    __shared__ int box[32];
    box[threadIdx.x] = blockIdx.x * 100 + threadIdx.x;
    __syncthreads();
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        *where = bug ? box : out + 32;
        __threadfence();
        atomicExch(ready, 1);
    }
    if (blockIdx.x == 1) {
        if (threadIdx.x == 0)
            while (atomicAdd(ready, 0) == 0) {}
        __syncthreads();
        __threadfence();
        int *p = *(int *volatile *)where;
        out[threadIdx.x] = p[threadIdx.x]; // BUG shared_published: mem: out-of-bounds
    }
}
template <bool bug> bool run() {
    Buffer<int> out(64, 1), ready(1);
    Buffer<int *> where(1);
    pass_on<bug><<<2, 32>>>(out, where, ready);
    return out.values()[31] == 1;
}
} // namespace shared_published

// A barrier over the grid of the program's own, that counts one block too many.
namespace own_barrier {
template <bool bug> __device__ void wait_for_all(unsigned *arrived) {
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(arrived, 1);
        unsigned all = bug ? gridDim.x + 1 : gridDim.x;
        while (*(volatile unsigned *)arrived < all) {} // BUG own_barrier: sync: deadlock
        __threadfence();
    }
    __syncthreads();
}
template <bool bug> __global__ void two_steps(int *a, int *b, unsigned *arrived) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
    a[i] = i;
    wait_for_all<bug>(arrived);
    b[i] = a[n - 1 - i];
}
template <bool bug> bool run() {
    Buffer<int> a(128), b(128);
    Buffer<unsigned> arrived(1);
    two_steps<bug><<<4, 32>>>(a, b, arrived);
    return b.values()[0] == 127;
}
} // namespace own_barrier

PROGRAMS(PROGRAM(last_block), PROGRAM(look_back), PROGRAM(grid_jacobi), PROGRAM(in_place_blur), PROGRAM(block_counters), PROGRAM(frontier),
         PROGRAM(full_queue), PROGRAM(pitch_forgotten), PROGRAM(index_wraps), PROGRAM(sum_unset), PROGRAM(wrong_stride),
         PROGRAM(shared_published), PROGRAM(own_barrier))
