#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Wall time of one compilation by number of jobs: 50 kernels (ten shapes, five types), generated, through cuprum and, preprocessed
# with cuda_runtime.h where nvcc is installed, through cicc. Minimum of RUNS (15) runs, the numbers of jobs in turns.
#   bench/jobs.sh [JOBS...]        default: 1 0 (all processors); FILE=PATH keeps the generated source
B=${B:-build}
runs=${RUNS:-15}
[ $# -gt 0 ] || set -- 1 0
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
unit=${FILE:-$tmp/kernels50.cu}

# kernels TYPE: one of each shape
kernels() {
    sed "s/@/$1/g; s/T\\b/$2/g" <<'SHAPES'
__global__ void matmul_@(const T *a, const T *b, T *c, int n) { // 64 x 64 of the product, 4 x 4 a thread
    __shared__ T x[16][64], y[16][64];
    int row = blockIdx.y * 64, col = blockIdx.x * 64, tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    T sum[4][4] = {};
    for (int t = 0; t < n; t += 16) {
        for (int i = threadIdx.x; i < 1024; i += 256) {
            int r = row + i / 16, k = t + i % 16;
            x[i % 16][i / 16] = r < n && k < n ? a[r * n + k] : (T)0;
            k = t + i / 64, r = col + i % 64;
            y[i / 64][i % 64] = r < n && k < n ? b[k * n + r] : (T)0;
        }
        __syncthreads();
        #pragma unroll
        for (int k = 0; k < 16; k++) {
            T u[4], v[4];
            for (int i = 0; i < 4; i++) u[i] = x[k][ty * 4 + i], v[i] = y[k][tx * 4 + i];
            for (int i = 0; i < 4; i++)
                for (int j = 0; j < 4; j++) sum[i][j] += u[i] * v[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            if (row + ty * 4 + i < n && col + tx * 4 + j < n) c[(row + ty * 4 + i) * n + col + tx * 4 + j] = sum[i][j];
}

__global__ void reduce_@(const T *in, T *out, int n) {
    __shared__ T part[32];
    T sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += in[i];
    for (int d = 16; d; d >>= 1) sum += __shfl_down_sync(~0u, sum, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 32) {
        sum = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : (T)0;
        for (int d = 16; d; d >>= 1) sum += __shfl_down_sync(~0u, sum, d);
        if (threadIdx.x == 0) out[blockIdx.x] = sum;
    }
}

__global__ void scan_@(const T *in, T *out, T *total, int n) { // four elements a thread
    __shared__ T warps[32];
    int at = (blockIdx.x * blockDim.x + threadIdx.x) * 4, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    T v[4];
    for (int i = 0; i < 4; i++) v[i] = at + i < n ? in[at + i] : (T)0;
    for (int i = 1; i < 4; i++) v[i] += v[i - 1];
    T sum = v[3];
    for (int d = 1; d < 32; d *= 2) {
        T up = __shfl_up_sync(~0u, sum, d);
        if (lane >= d) sum += up;
    }
    if (lane == 31) warps[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        T w = lane < blockDim.x / 32 ? warps[lane] : (T)0;
        for (int d = 1; d < 32; d *= 2) {
            T up = __shfl_up_sync(~0u, w, d);
            if (lane >= d) w += up;
        }
        warps[lane] = w;
    }
    __syncthreads();
    T before = sum - v[3] + (warp ? warps[warp - 1] : (T)0);
    for (int i = 0; i < 4; i++)
        if (at + i < n) out[at + i] = v[i] + before;
    if (threadIdx.x == blockDim.x - 1) total[blockIdx.x] = sum + before;
}

__global__ void stencil_@(const T *in, T *out, int w, int h, int d) { // radius 3 in space, planes in registers
    __shared__ T plane[16 + 6][16 + 6];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y, tx = threadIdx.x + 3, ty = threadIdx.y + 3;
    T column[7];
    bool inside = x < w && y < h;
    for (int i = 0; i < 6; i++) column[i + 1] = inside && i < d ? in[(i * h + y) * w + x] : (T)0;
    for (int z = 3; z < d - 3; z++) {
        for (int i = 0; i < 6; i++) column[i] = column[i + 1];
        column[6] = inside ? in[((z + 3) * h + y) * w + x] : (T)0;
        const T *here = in + z * h * w;
        plane[ty][tx] = column[3];
        if (threadIdx.x < 3) {
            plane[ty][tx - 3] = x >= 3 && y < h ? here[y * w + x - 3] : (T)0;
            plane[ty][tx + 16] = x + 16 < w && y < h ? here[y * w + x + 16] : (T)0;
        }
        if (threadIdx.y < 3) {
            plane[ty - 3][tx] = y >= 3 && x < w ? here[(y - 3) * w + x] : (T)0;
            plane[ty + 16][tx] = y + 16 < h && x < w ? here[(y + 16) * w + x] : (T)0;
        }
        __syncthreads();
        T sum = column[3] * 7;
        #pragma unroll
        for (int r = 1; r <= 3; r++)
            sum += (plane[ty][tx - r] + plane[ty][tx + r] + plane[ty - r][tx] + plane[ty + r][tx] + column[3 - r] + column[3 + r]) / (T)r;
        if (inside) out[(z * h + y) * w + x] = sum;
        __syncthreads();
    }
}

__global__ void sparse_@(const int *row, const int *col, const T *val, const T *x, T *y, int n) {
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
    for (int r = warp; r < n; r += gridDim.x * blockDim.x / 32) {
        T sum = 0;
        for (int k = row[r] + lane; k < row[r + 1]; k += 32) sum += val[k] * x[col[k]];
        for (int d = 16; d; d >>= 1) sum += __shfl_xor_sync(~0u, sum, d);
        if (!lane) y[r] = sum;
    }
}

__global__ void sort_@(T *data, int *order) {
    __shared__ T key[512];
    __shared__ int from[512];
    for (int i = threadIdx.x; i < 512; i += blockDim.x) {
        key[i] = data[blockIdx.x * 512 + i];
        from[i] = i;
    }
    for (int size = 2; size <= 512; size *= 2) {
        for (int d = size / 2; d; d /= 2) {
            __syncthreads();
            for (int i = threadIdx.x; i < 256; i += blockDim.x) {
                int a = 2 * i - (i & (d - 1)), b = a + d;
                if ((key[a] > key[b]) == !(a & size)) {
                    T t = key[a];
                    int k = from[a];
                    key[a] = key[b], key[b] = t;
                    from[a] = from[b], from[b] = k;
                }
            }
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 512; i += blockDim.x) {
        data[blockIdx.x * 512 + i] = key[i];
        order[blockIdx.x * 512 + i] = from[i];
    }
}

struct Body_@ {
    T x, y, z, mass;
};
__global__ void bodies_@(const Body_@ *all, Body_@ *force, int n, T eps) {
    __shared__ Body_@ tile[128];
    int i = blockIdx.x * 128 + threadIdx.x;
    Body_@ me = i < n ? all[i] : Body_@{0, 0, 0, 0}, f = {0, 0, 0, 0};
    for (int t = 0; t < n; t += 128) {
        if (t + threadIdx.x < n) tile[threadIdx.x] = all[t + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < 128 && t + k < n; k++) {
            T dx = tile[k].x - me.x, dy = tile[k].y - me.y, dz = tile[k].z - me.z;
            T s = tile[k].mass / (dx * dx + dy * dy + dz * dz + eps);
            f.x += dx * s;
            f.y += dy * s;
            f.z += dz * s;
            f.mass += s;
        }
        __syncthreads();
    }
    if (i < n) force[i] = f;
}

__global__ void convolve_@(const T *in, T *out, const T *filter, int w, int h) { // 5 x 5, the edge repeated
    __shared__ T s[16 + 4][32 + 4];
    T f[5][5];
    int x0 = blockIdx.x * 32, y0 = blockIdx.y * 16;
    for (int i = 0; i < 25; i++) f[i / 5][i % 5] = filter[i];
    for (int i = threadIdx.y * 32 + threadIdx.x; i < 20 * 36; i += 512) {
        int x = x0 + i % 36 - 2, y = y0 + i / 36 - 2;
        x = x < 0 ? 0 : x >= w ? w - 1 : x;
        y = y < 0 ? 0 : y >= h ? h - 1 : y;
        s[i / 36][i % 36] = in[y * w + x];
    }
    __syncthreads();
    T sum = 0;
    for (int j = 0; j < 5; j++)
        for (int i = 0; i < 5; i++) sum += f[j][i] * s[threadIdx.y + j][threadIdx.x + i];
    int x = x0 + threadIdx.x, y = y0 + threadIdx.y;
    if (x < w && y < h) out[y * w + x] = sum;
}

__global__ void classify_@(const T *point, const T *center, int *label, int *count, int n, int k) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    T p[4], best = 0;
    for (int d = 0; d < 4; d++) p[d] = point[i * 4 + d];
    int which = -1;
    for (int c = 0; c < k; c++) {
        T sum = 0;
        for (int d = 0; d < 4; d++) {
            T x = p[d] - center[c * 4 + d];
            sum += x * x;
        }
        if (which < 0 || sum < best) {
            best = sum;
            which = c;
        }
    }
    switch (which % 6) {
    case 0: atomicAdd(&count[0], 1); break;
    case 1: atomicAdd(&count[1], 2); break;
    case 2: atomicMax(&count[2], which); break;
    case 3: atomicMin(&count[3], which); break;
    case 4: atomicExch(&count[4], i); break;
    default: count[5 + which % 16] = i;
    }
    label[i] = which;
}

__global__ void eliminate_@(T *m, int n, int ld) {
    __shared__ T pivot[64];
    for (int k = 0; k < n; k++) {
        if (threadIdx.x < 64 && k + threadIdx.x < n) pivot[threadIdx.x] = m[k * ld + k + threadIdx.x];
        __syncthreads();
        for (int r = k + 1 + threadIdx.y; r < n; r += blockDim.y) {
            T factor = m[r * ld + k] / (pivot[0] == (T)0 ? (T)1 : pivot[0]);
            for (int c = threadIdx.x; c < 64 && k + c < n; c += blockDim.x) m[r * ld + k + c] -= factor * pivot[c];
        }
        __syncthreads();
    }
}

SHAPES
}

{
    kernels f32 float
    kernels f64 double
    kernels i32 int
    kernels u32 unsigned
    kernels i64 'long long'
} >"$unit"

# now: nanoseconds
now() { date +%s%N; }

# measure LABEL OPTION COMMAND...: OPTION gets the number of jobs appended
measure() {
    label=$1 option=$2
    shift 2
    "$@" "${option}1" -o "$tmp/want" || { echo "$label: fails"; return 1; }
    r=0
    while [ $r -lt "$runs" ]; do
        for j in $jobs; do
            from=$(now)
            "$@" "$option$j" -o "$tmp/out.$j"
            to=$(now)
            echo $((to - from)) >>"$tmp/times.$j"
            cmp -s "$tmp/want" "$tmp/out.$j" || { echo "$label: other bytes with $j jobs"; return 1; }
        done
        r=$((r + 1))
    done
    first=
    for j in $jobs; do
        best=$(sort -n "$tmp/times.$j" | head -1)
        first=${first:-$best}
        awk -v l="$label" -v j="$j" -v b="$best" -v f="$first" 'BEGIN { printf "%-28s %3s jobs %9.2f ms %6.2f\n", l, j, b / 1e6, b / f }'
        rm "$tmp/times.$j"
    done
}

jobs=$*
echo "50 kernels, $(wc -l <"$unit") lines, $(nproc) processors"
measure "cuprum" --split-compile= "$B/bin/cuprum" -arch=sm_90 "$unit"
if command -v nvcc >/dev/null; then
    nvcc -arch=sm_90 -ptx --keep --keep-dir "$tmp" "$unit" -o "$tmp/unit.ptx" || exit 1
    ii=$(ls "$tmp"/*.cpp1.ii)
    measure "cicc, cuda_runtime.h" -split-compile= "$B/bin/cicc" --c++17 --gnu_version=120200 -w -m64 -arch compute_90 "$ii"
fi
