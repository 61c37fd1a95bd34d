// SPDX-License-Identifier: Apache-2.0
// Twenty kernels of the common kinds in one file with no header: what a program that compiles at
// run time sends to its compiler.
typedef unsigned int u32;
typedef unsigned long long u64;

constexpr int TILE = 16;
constexpr int WARP = 32;

template <class T> struct Add {
    static __device__ T zero() { return T(0); }
    __device__ T operator()(T a, T b) const { return a + b; }
};

template <class T> struct Max {
    static __device__ T zero() { return T(-1e30f); }
    __device__ T operator()(T a, T b) const { return a > b ? a : b; }
};

template <class T, class Op> __device__ T warp_reduce(T v, Op op) {
#pragma unroll
    for (int d = WARP / 2; d > 0; d >>= 1) v = op(v, __shfl_down_sync(0xffffffffu, v, d));
    return v;
}

template <class T, class Op, int BLOCK> __device__ T block_reduce(T v, Op op) {
    __shared__ T part[BLOCK / WARP];
    int lane = threadIdx.x & (WARP - 1), warp = threadIdx.x / WARP;
    v = warp_reduce(v, op);
    if (lane == 0) part[warp] = v;
    __syncthreads();
    v = threadIdx.x < BLOCK / WARP ? part[lane] : Op::zero();
    if (warp == 0) v = warp_reduce(v, op);
    return v;
}

struct Vec3 {
    float x, y, z;
    __device__ Vec3(float a, float b, float c) : x(a), y(b), z(c) {}
    __device__ Vec3 operator+(const Vec3 &o) const { return Vec3(x + o.x, y + o.y, z + o.z); }
    __device__ Vec3 operator-(const Vec3 &o) const { return Vec3(x - o.x, y - o.y, z - o.z); }
    __device__ Vec3 operator*(float s) const { return Vec3(x * s, y * s, z * s); }
    __device__ float dot(const Vec3 &o) const { return x * o.x + y * o.y + z * o.z; }
};

class Random {
    u64 state;

public:
    __device__ explicit Random(u64 seed) : state(seed * 0x9e3779b97f4a7c15ull) {}
    __device__ u32 next() {
        state += 0x9e3779b97f4a7c15ull;
        u64 z = state;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
        return (u32)((z ^ (z >> 31)) >> 32);
    }
    __device__ float uniform() { return (float)(next() >> 8) * (1.0f / 16777216.0f); }
};

// 1: element-wise
__global__ void saxpy(int n, float a, const float *__restrict__ x, float *__restrict__ y) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        y[i] = a * x[i] + y[i];
}

// 2: sum of float
__global__ void reduce_sum(const float *in, float *out, int n) {
    float s = 0;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) s += in[i];
    s = block_reduce<float, Add<float>, 256>(s, Add<float>());
    if (threadIdx.x == 0) atomicAdd(out, s);
}

// 3: the largest double
__global__ void reduce_max(const double *in, double *out, int n) {
    double s = Max<double>::zero();
    for (int i = blockIdx.x * 128 + threadIdx.x; i < n; i += gridDim.x * 128) s = Max<double>()(s, in[i]);
    s = block_reduce<double, Max<double>, 128>(s, Max<double>());
    if (threadIdx.x == 0) out[blockIdx.x] = s;
}

// 4: dot product of integers
__global__ void dot(const int *a, const int *b, u64 *out, int n) {
    int s = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) s += a[i] * b[i];
    s = warp_reduce(s, Add<int>());
    if ((threadIdx.x & 31) == 0) atomicAdd(out, (u64)(long long)s);
}

// 5: inclusive scan of a block in shared memory
__global__ void scan_block(const int *in, int *out, int n) {
    __shared__ int t[2][256];
    int i = blockIdx.x * 256 + threadIdx.x, from = 0;
    t[0][threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        int v = t[from][threadIdx.x];
        if (threadIdx.x >= d) v += t[from][threadIdx.x - d];
        t[from ^ 1][threadIdx.x] = v;
        from ^= 1;
        __syncthreads();
    }
    if (i < n) out[i] = t[from][threadIdx.x];
}

// 6: scan of a warp by shuffles
__global__ void scan_warp(const float *in, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    float v = in[i];
#pragma unroll
    for (int d = 1; d < WARP; d *= 2) {
        float o = __shfl_up_sync(0xffffffffu, v, d);
        if (lane >= d) v += o;
    }
    out[i] = v;
}

// 7: matrix product in tiles
template <class T> __device__ void matmul_tile(const T *a, const T *b, T *c, int n) {
    __shared__ T sa[TILE][TILE], sb[TILE][TILE + 1];
    int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
    T sum = 0;
    for (int k = 0; k < n; k += TILE) {
        sa[threadIdx.y][threadIdx.x] = a[row * n + k + threadIdx.x];
        sb[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + col];
        __syncthreads();
#pragma unroll
        for (int j = 0; j < TILE; j++) sum += sa[threadIdx.y][j] * sb[j][threadIdx.x];
        __syncthreads();
    }
    c[row * n + col] = sum;
}
__global__ void matmul_f32(const float *a, const float *b, float *c, int n) { matmul_tile(a, b, c, n); }

// 8: the same in double
__global__ void matmul_f64(const double *a, const double *b, double *c, int n) { matmul_tile(a, b, c, n); }

// 9: transposition through shared memory
__global__ void transpose(const float *in, float *out, int w, int h) {
    __shared__ float t[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        if (x < w && y + j < h) t[threadIdx.y + j][threadIdx.x] = in[(y + j) * w + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        if (x < h && y + j < w) out[(y + j) * h + x] = t[threadIdx.x][threadIdx.y + j];
}

// 10: five-point stencil
__global__ void stencil5(const float *in, float *out, int w, int h, float c) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x <= 0 || y <= 0 || x >= w - 1 || y >= h - 1) return;
    const float *p = in + y * w + x;
    out[y * w + x] = *p + c * (p[-1] + p[1] + p[-w] + p[w] - 4.0f * *p);
}

// 11: convolution with constant weights
__constant__ float weights[9];
template <int R> __device__ float convolve(const float *in, int i, int n) {
    float s = 0;
#pragma unroll
    for (int d = -R; d <= R; d++) {
        int k = i + d;
        k = k < 0 ? 0 : k >= n ? n - 1 : k;
        s += weights[d + R] * in[k];
    }
    return s;
}
__global__ void convolution(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = convolve<4>(in, i, n);
}

// 12: histogram of bytes
__global__ void histogram(const unsigned char *in, u32 *out, int n) {
    __shared__ u32 h[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x) h[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&h[in[i]], 1u);
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        if (h[i]) atomicAdd(&out[i], h[i]);
}

// 13: n bodies
__global__ void nbody(const float4 *pos, float4 *acc, int n, float eps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 p = pos[i];
    Vec3 me(p.x, p.y, p.z), sum(0, 0, 0);
    for (int j = 0; j < n; j++) {
        float4 q = pos[j];
        Vec3 d = Vec3(q.x, q.y, q.z) - me;
        float r = rsqrtf(d.dot(d) + eps);
        sum = sum + d * (q.w * r * r * r);
    }
    acc[i] = make_float4(sum.x, sum.y, sum.z, 0.0f);
}

// 14: pi by random points
__global__ void monte_carlo(u64 seed, int rounds, u64 *hits) {
    Random r(seed + blockIdx.x * blockDim.x + threadIdx.x);
    int in = 0;
    for (int i = 0; i < rounds; i++) {
        float x = r.uniform(), y = r.uniform();
        in += x * x + y * y < 1.0f;
    }
    in = warp_reduce(in, Add<int>());
    if ((threadIdx.x & 31) == 0) atomicAdd(hits, (u64)in);
}

// 15: the Mandelbrot set
__global__ void mandelbrot(int *out, int w, int h, double x0, double y0, double step, int limit) {
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= w || py >= h) return;
    double cx = x0 + px * step, cy = y0 + py * step, x = 0, y = 0;
    int i = 0;
    while (i < limit && x * x + y * y < 4.0) {
        double t = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = t;
        i++;
    }
    out[py * w + px] = i;
}

// 16: bitonic sort of a block
template <class T> __device__ void order(T &a, T &b, bool up) {
    if ((a > b) == up) {
        T t = a;
        a = b;
        b = t;
    }
}
__global__ void bitonic(u32 *data) {
    __shared__ u32 s[512];
    int t = threadIdx.x;
    s[t] = data[blockIdx.x * 512 + t];
    s[t + 256] = data[blockIdx.x * 512 + t + 256];
    for (int k = 2; k <= 512; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            __syncthreads();
            int i = 2 * t - (t & (j - 1));
            order(s[i], s[i + j], (i & k) == 0);
        }
    __syncthreads();
    data[blockIdx.x * 512 + t] = s[t];
    data[blockIdx.x * 512 + t + 256] = s[t + 256];
}

// 17: compaction by votes
__global__ void compact(const int *in, int *out, int *count, int n, int limit) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    bool keep = i < n && in[i] > limit;
    u32 mask = __ballot_sync(0xffffffffu, keep);
    int base = 0;
    if (lane == 0) base = atomicAdd(count, __popc(mask));
    base = __shfl_sync(0xffffffffu, base, 0);
    if (keep) out[base + __popc(mask & ((1u << lane) - 1))] = in[i];
}

// 18: sparse matrix by vector, a warp to a row
__global__ void spmv(const int *row, const int *col, const double *val, const double *x, double *y, int n) {
    int r = (blockIdx.x * blockDim.x + threadIdx.x) / WARP, lane = threadIdx.x & 31;
    if (r >= n) return;
    double s = 0;
    for (int k = row[r] + lane; k < row[r + 1]; k += WARP) s += val[k] * x[col[k]];
    s = warp_reduce(s, Add<double>());
    if (lane == 0) y[r] = s;
}

// 19: a hash table with open addresses
__global__ void hash_insert(const u32 *keys, u32 *table, u32 mask, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    u32 key = keys[i], h = key;
    h = (h ^ (h >> 16)) * 0x85ebca6bu;
    h = (h ^ (h >> 13)) * 0xc2b2ae35u;
    for (u32 at = (h ^ (h >> 16)) & mask;; at = (at + 1) & mask) {
        u32 old = atomicCAS(&table[at], 0u, key);
        if (old == 0u || old == key) break;
    }
}

// 20: rows of length one, in place
__global__ void row_normalize(float *m, int w) {
    __shared__ float total;
    float *row = m + (long long)blockIdx.x * w, s = 0;
    for (int i = threadIdx.x; i < w; i += 128) s += row[i] * row[i];
    s = block_reduce<float, Add<float>, 128>(s, Add<float>());
    if (threadIdx.x == 0) total = rsqrtf(s + 1e-6f);
    __syncthreads();
    for (int i = threadIdx.x; i < w; i += 128) row[i] *= total;
}
