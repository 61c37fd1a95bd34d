// SPDX-License-Identifier: Apache-2.0
// Whole programs with tiles, halos, sums and histograms in shared memory.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 120
// RUN: CHECKS=leak ENGINES="on off" sh %S/../inputs/cases.sh %s %t
// CHECK: tiles: 16 cases, 16 found, 16 clean
#include "../inputs/program.h"

// A product of matrices by tiles, whose loop has one barrier where it needs two.
namespace tiled_product {
template <bool bug, int tile> __global__ void product(const float *a, const float *b, float *c, int n) {
    __shared__ float as[tile][tile], bs[tile][tile];
    int row = blockIdx.y * tile + threadIdx.y, col = blockIdx.x * tile + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += tile) {
        as[threadIdx.y][threadIdx.x] = a[row * n + k + threadIdx.x]; // BUG tiled_product: race: read-write
        bs[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + col]; // BUG tiled_product: race: read-write
        __syncthreads();
        for (int i = 0; i < tile; i++) sum += as[threadIdx.y][i] * bs[i][threadIdx.x];
        if (!bug) __syncthreads();
    }
    c[row * n + col] = sum;
}
template <bool bug> bool run() {
    const int n = 48;
    Buffer<float> a(counting<float>(n * n, 0, 7)), b(counting<float>(n * n, 3, 5)), c(n * n);
    product<bug, 16><<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, c, n);
    auto x = a.values(), y = b.values(), z = c.values();
    for (int i = 0; i < n * n; i++) {
        float sum = 0;
        for (int k = 0; k < n; k++) sum += x[i / n * n + k] * y[k * n + i % n];
        if (sum != z[i]) return false;
    }
    return true;
}
} // namespace tiled_product

// A product whose size is no multiple of the tile: the guard of the load asks one coordinate alone. Wrong in the last block.
namespace tile_edge {
struct Matrix {
    const float *data;
    int rows, cols;
};
template <bool bug> __device__ float element(const Matrix &m, int row, int col) {
    bool inside = bug ? row < m.rows : row < m.rows && col < m.cols;
    return inside ? m.data[row * m.cols + col] : 0; // BUG tile_edge: mem: out-of-bounds
}
template <bool bug> __global__ void product(Matrix a, Matrix b, float *c) {
    __shared__ float as[8][8], bs[8][8];
    int row = blockIdx.y * 8 + threadIdx.y, col = blockIdx.x * 8 + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < a.cols; k += 8) {
        as[threadIdx.y][threadIdx.x] = element<bug>(a, row, k + threadIdx.x);
        bs[threadIdx.y][threadIdx.x] = element<bug>(b, k + threadIdx.y, col);
        __syncthreads();
        for (int i = 0; i < 8; i++) sum += as[threadIdx.y][i] * bs[i][threadIdx.x];
        __syncthreads();
    }
    if (row < a.rows && col < b.cols) c[row * b.cols + col] = sum;
}
template <bool bug> bool run() {
    const int n = 20;
    Buffer<float> a(n * n, 1), b(n * n, 2), c(n * n);
    product<bug><<<dim3(3, 3), dim3(8, 8)>>>({a, n, n}, {b, n, n}, c);
    return c.values()[n * n - 1] == 2 * n;
}
} // namespace tile_edge

// A stencil in one dimension: the halo behind the last block is loaded without a look at the length.
namespace halo_global {
const int radius = 3;
template <bool bug> __global__ void stencil(const int *in, int *out, int n) {
    __shared__ int s[128 + 2 * radius];
    int at = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x + radius;
    s[t] = in[at];
    if (threadIdx.x < radius) {
        s[t - radius] = at >= radius ? in[at - radius] : 0;
        bool inside = bug || at + (int)blockDim.x < n;
        s[t + blockDim.x] = inside ? in[at + blockDim.x] : 0; // BUG halo_global: mem: out-of-bounds
    }
    __syncthreads();
    int sum = 0;
    for (int k = -radius; k <= radius; k++) sum += s[t + k];
    out[at] = sum;
}
template <bool bug> bool run() {
    Buffer<int> in(512, 1), out(512);
    stencil<bug><<<4, 128>>>(in, out, 512);
    auto v = out.values();
    return v[0] == radius + 1 && v[200] == 2 * radius + 1 && v[511] == radius + 1;
}
} // namespace halo_global

// A stencil in two dimensions: the tile has room for one halo, not for two.
namespace halo_shared {
template <bool bug> __global__ void blur(const float *in, float *out, int width, int height) {
    const int room = bug ? 16 + 1 : 16 + 2;
    __shared__ float tile[room][room];
    int x0 = blockIdx.x * 16 - 1, y0 = blockIdx.y * 16 - 1;
    for (int i = threadIdx.y * 16 + threadIdx.x; i < 18 * 18; i += 256) {
        int x = min(max(x0 + i % 18, 0), width - 1), y = min(max(y0 + i / 18, 0), height - 1);
        tile[i / 18][i % 18] = in[y * width + x]; // BUG halo_shared: mem: out-of-bounds
    }
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 9; k++) sum += tile[threadIdx.y + k / 3][threadIdx.x + k % 3];
    out[(y0 + 1 + threadIdx.y) * width + x0 + 1 + threadIdx.x] = sum;
}
template <bool bug> bool run() {
    Buffer<float> in(32 * 32, 1), out(32 * 32);
    blur<bug><<<dim3(2, 2), dim3(16, 16)>>>(in, out, 32, 32);
    return out.values()[33] == 9;
}
} // namespace halo_shared

// A transpose by 8 rows at a time, whose loading loop ends too early.
namespace transpose_rows {
template <bool bug> __global__ void transpose(const int *in, int *out, int n) {
    __shared__ int tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < (bug ? 24 : 32); j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j] + 1; // BUG transpose_rows: init: uninitialised-read
}
template <bool bug> bool run() {
    Buffer<int> in(counting<int>(64 * 64)), out(64 * 64);
    transpose<bug><<<dim3(2, 2), dim3(32, 8)>>>(in, out, 64);
    return out.values()[64 * 3 + 40] == 64 * 40 + 3 + 1;
}
} // namespace transpose_rows

// The sum of a block, as of 2008: the last warp relies on lockstep.
namespace last_warp {
template <bool bug> __device__ void sum_warp(int *s, int t) {
    for (int d = 32; d; d >>= 1) {
        int other = s[t + d]; // BUG last_warp: race: read-write
        if (!bug) __syncwarp();
        s[t] += other;
        if (!bug) __syncwarp();
    }
}
template <bool bug> __global__ void sum(const int *in, int *out) {
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int d = blockDim.x / 2; d > 32; d >>= 1) {
        if (t < d) s[t] += s[t + d];
        __syncthreads();
    }
    if (t < 32) sum_warp<bug>(s, t);
    if (t == 0) out[blockIdx.x] = s[0];
}
template <bool bug> bool run() {
    Buffer<int> in(counting<int>(1024)), out(4);
    sum<bug><<<4, 256>>>(in, out);
    auto v = out.values();
    return v[0] + v[1] + v[2] + v[3] == 1023 * 512;
}
} // namespace last_warp

// A scan in place: all read and write the same array between the same two barriers.
namespace scan_in_place {
template <bool bug> __global__ void scan(int *data, int n) {
    extern __shared__ int s[];
    int t = threadIdx.x;
    s[t] = data[t];
    __syncthreads();
    for (int d = 1; d < n; d *= 2) {
        int v = t >= d ? s[t - d] : 0; // BUG scan_in_place: race: read-write
        if (!bug) __syncthreads();
        s[t] += v;
        __syncthreads();
    }
    data[t] = s[t];
}
template <bool bug> bool run() {
    Buffer<int> data(256, 1);
    scan<bug><<<1, 256, 256 * sizeof(int)>>>(data, 256);
    return data.values()[255] == 256;
}
} // namespace scan_in_place

// A histogram with more bins than threads: the first ones alone are set to zero.
namespace histogram_zero {
const int bins = 256;
template <bool bug> __global__ void histogram(const unsigned char *in, int n, unsigned *out) {
    __shared__ unsigned count[bins];
    if (bug) {
        if (threadIdx.x < bins) count[threadIdx.x] = 0;
    } else
        for (int b = threadIdx.x; b < bins; b += blockDim.x) count[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&count[in[i]], 1); // BUG histogram_zero: init: uninitialised-read
    __syncthreads();
    for (int b = threadIdx.x; b < bins; b += blockDim.x) atomicAdd(&out[b], count[b]);
}
template <bool bug> bool run() {
    Buffer<unsigned char> in(counting<unsigned char>(4096, 0, 200));
    Buffer<unsigned> out(bins);
    histogram<bug><<<2, 128>>>(in, 4096, out);
    return out.values()[3] == 21 && out.values()[255] == 0;
}
} // namespace histogram_zero

// A histogram whose bins are given away while others still count.
namespace histogram_merge {
template <typename T, int bins> struct Bins {
    T count[bins];
    __device__ void clear() {
        for (int b = threadIdx.x; b < bins; b += blockDim.x) count[b] = 0;
    }
    __device__ void merge(T *out) const {
        for (int b = threadIdx.x; b < bins; b += blockDim.x)
            if (T c = count[b]) atomicAdd(&out[b], c); // BUG histogram_merge: race: read-write
    }
};
template <bool bug> __global__ void histogram(const int *in, int n, int *out) {
    __shared__ Bins<int, 32> mine;
    mine.clear();
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&mine.count[in[i] & 31], 1);
    if (!bug) __syncthreads();
    mine.merge(out);
}
template <bool bug> bool run() {
    Buffer<int> in(counting<int>(2000)), out(32);
    histogram<bug><<<3, 128>>>(in, 2000, out);
    return out.values()[15] == 63 && out.values()[16] == 62;
}
} // namespace histogram_merge

// Only threads with an element come to the barrier of the last block.
namespace barrier_in_guard {
template <bool bug> __global__ void smooth(const int *in, int *out, int n) {
    __shared__ int s[128];
    int i = blockIdx.x * 128 + threadIdx.x;
    if (bug ? i < n : true) {
        s[threadIdx.x] = i < n ? in[i] : 0;
        __syncthreads(); // BUG barrier_in_guard: sync: passed-barrier
        int left = threadIdx.x ? s[threadIdx.x - 1] : 0;
        if (i < n) out[i] = left + s[threadIdx.x];
    }
    if (threadIdx.x == 127) atomicAdd(&out[n], 1);
}
template <bool bug> bool run() {
    Buffer<int> in(300, 1), out(301);
    smooth<bug><<<3, 128>>>(in, out, 300);
    return out.values()[299] == 2 && out.values()[300] == 3;
}
} // namespace barrier_in_guard

// Pointers into shared memory in a structure, and a step of the exchange without a barrier.
namespace odd_even_sort {
struct Lists {
    int *keys, *places;
    int n;
};
__device__ void exchange(Lists &l, int i) {
    if (l.keys[i] <= l.keys[i + 1]) return; // BUG odd_even_sort: race: read-write
    int k = l.keys[i], p = l.places[i];
    l.keys[i] = l.keys[i + 1], l.places[i] = l.places[i + 1];
    l.keys[i + 1] = k, l.places[i + 1] = p;
}
template <bool bug> __global__ void sort(int *keys, int *places, int n) {
    extern __shared__ int room[];
    Lists l{room, room + n, n};
    for (int i = threadIdx.x; i < n; i += blockDim.x) l.keys[i] = keys[i], l.places[i] = i;
    __syncthreads();
    for (int round = 0; round < n; round++) {
        int i = 2 * threadIdx.x + (round & 1);
        if (i + 1 < n) exchange(l, i);
        if (!bug || round % 16 != 15) __syncthreads();
    }
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) keys[i] = l.keys[i], places[i] = l.places[i];
}
template <bool bug> bool run() {
    const int n = 160;
    std::vector<int> down(n);
    for (int i = 0; i < n; i++) down[i] = n - i;
    Buffer<int> keys(down), places(n);
    sort<bug><<<1, n / 2, 2 * n * sizeof(int)>>>(keys, places, n);
    return keys.values()[0] == 1 && places.values()[0] == n - 1;
}
} // namespace odd_even_sort

// A number that one thread leaves for the block, which the next round overwrites before all have read it.
namespace broadcast_slot {
template <bool bug> __global__ void normalize(float *rows, int width, int height) {
    __shared__ float largest;
    for (int y = blockIdx.x; y < height; y += gridDim.x) {
        float *row = rows + y * width;
        if (threadIdx.x == 0) {
            float m = row[0];
            for (int i = 1; i < width; i++) m = fmaxf(m, row[i]);
            largest = m; // BUG broadcast_slot: race: read-write
        }
        __syncthreads();
        for (int i = threadIdx.x; i < width; i += blockDim.x) row[i] /= largest;
        if (!bug) __syncthreads();
    }
}
template <bool bug> bool run() {
    Buffer<float> rows(counting<float>(16 * 64, 1));
    normalize<bug><<<4, 64>>>(rows, 64, 16);
    return rows.values()[16 * 64 - 1] == 1;
}
} // namespace broadcast_slot

// Two arrays in dynamic shared memory, the second one behind an odd number of floats.
namespace carved_odd {
template <bool bug> __global__ void weigh(const float *x, double *out, int n) {
    extern __shared__ __align__(16) unsigned char room[];
    float *first = (float *)room;
    double *second = (double *)(first + (bug ? n : (n + 1) / 2 * 2));
    for (int i = threadIdx.x; i < n; i += blockDim.x) first[i] = x[i];
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) second[i] = first[i] * 0.5; // BUG carved_odd: mem: misaligned
    __syncthreads();
    if (threadIdx.x == 0)
        for (int i = 0; i < n; i++) *out += second[i]; // BUG carved_odd: mem: misaligned
}
template <bool bug> bool run() {
    Buffer<float> x(33, 2);
    Buffer<double> out(1);
    weigh<bug><<<1, 32, 40 * 4 + 40 * 8>>>(x, out, 33);
    return out.values()[0] == 33;
}
} // namespace carved_odd

// The host counts the bytes of floats, the kernel was made for doubles.
namespace dynamic_bytes {
template <typename T> __global__ void reverse(T *data, int n) {
    extern __shared__ __align__(8) unsigned char room[];
    T *s = (T *)room;
    for (int i = threadIdx.x; i < n; i += blockDim.x) s[i] = data[i]; // BUG dynamic_bytes: mem: out-of-bounds
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) data[i] = s[n - 1 - i]; // BUG dynamic_bytes: mem: out-of-bounds
}
template <bool bug> bool run() {
    Buffer<double> data(counting<double>(100));
    reverse<<<1, 64, 100 * (bug ? sizeof(float) : sizeof(double))>>>(data.at, 100);
    return data.values()[0] == 99;
}
} // namespace dynamic_bytes

// Warps that write the sums of their lanes; the first warp reads a sum for each of 32 warps, of which there are 4.
namespace sums_of_warps {
template <bool bug> __global__ void sum(const int *in, int *out) {
    __shared__ int part[32];
    int v = in[blockIdx.x * blockDim.x + threadIdx.x], lane = threadIdx.x % 32;
    for (int d = 16; d; d /= 2) v += __shfl_down_sync(~0u, v, d);
    if (lane == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x < 32) {
        bool there = bug || lane < blockDim.x / 32;
        v = there ? part[lane] : 0; // BUG sums_of_warps: init: uninitialised-read
        for (int d = 16; d; d /= 2) v += __shfl_down_sync(~0u, v, d);
        if (lane == 0) out[blockIdx.x] = v;
    }
}
template <bool bug> bool run() {
    Buffer<int> in(256, 1), out(2);
    sum<bug><<<2, 128>>>(in, out);
    return out.values()[1] == 128;
}
} // namespace sums_of_warps

// A barrier that is not the same for all: in a loop whose number of rounds is the thread's own.
namespace rounds_differ {
template <bool bug> __global__ void rows(const int *begin, const int *values, int *out, int n) {
    __shared__ int slot[64];
    int row = threadIdx.x, sum = 0, most = 0;
    for (int r = 0; r < n; r++) most = max(most, begin[r + 1] - begin[r]);
    int rounds = bug ? begin[row + 1] - begin[row] : most;
    for (int k = 0; k < rounds; k++) {
        bool there = begin[row] + k < begin[row + 1];
        slot[row] = there ? values[begin[row] + k] : 0;
        __syncthreads(); // BUG rounds_differ: sync: divergent-barrier
        sum += slot[row ^ 1];
        __syncthreads();
    }
    __syncthreads();
    out[row] = sum;
}
template <bool bug> bool run() {
    std::vector<int> begin(65);
    for (int r = 0; r < 64; r++) begin[r + 1] = begin[r] + (r == 41 ? 3 : 2);
    Buffer<int> b(begin), values(begin[64], 1), out(64);
    rows<bug><<<1, 64>>>(b, values, out, 64);
    return out.values()[40] == 3 && out.values()[41] == 2;
}
} // namespace rounds_differ

PROGRAMS(PROGRAM(tiled_product), PROGRAM(tile_edge), PROGRAM(halo_global), PROGRAM(halo_shared), PROGRAM(transpose_rows), PROGRAM(last_warp),
         PROGRAM(scan_in_place), PROGRAM(histogram_zero), PROGRAM(histogram_merge), PROGRAM(barrier_in_guard), PROGRAM(odd_even_sort),
         PROGRAM(broadcast_slot), PROGRAM(carved_odd), PROGRAM(dynamic_bytes), PROGRAM(sums_of_warps), PROGRAM(rounds_differ))
