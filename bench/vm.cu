// SPDX-License-Identifier: Apache-2.0
// Six kernels for the speed of the virtual machine: integer operations, fused multiply-adds, shared
// memory with barriers, saxpy, a tiled matrix product, n bodies. The results are stored, so nothing
// may be left out. 64 blocks of 256 threads; the last argument scales the work.
extern "C" __global__ void integers(unsigned *out, int rounds) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned a = i * 2654435761u + 1, b = i + 7;
#pragma unroll 1
    for (int k = 0; k < rounds; k++) {
        a ^= a << 13;
        a ^= a >> 17;
        a ^= a << 5;
        b = b * 1664525u + (a & 0xffff);
        b = (b >> 3) | (b << 29);
        a += b;
    }
    out[i] = a ^ b;
}

extern "C" __global__ void fmas(float *out, int rounds) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = i * 0.001f, a = 1.0f, b = 2.0f, c = 3.0f, d = 4.0f;
#pragma unroll 1
    for (int k = 0; k < rounds; k++) {
        a = a * x + 0.5f;
        b = b * x + 0.25f;
        c = c * x + a;
        d = d * x + b;
    }
    out[i] = a + b + c + d;
}

extern "C" __global__ void shared(float *out, int rounds) {
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = out[blockIdx.x * 256 + t];
    __syncthreads();
#pragma unroll 1
    for (int k = 0; k < rounds; k++) {
        float v = s[(t + 1) & 255] + s[(t + 17) & 255] * 0.5f;
        __syncthreads();
        s[t] = v;
        __syncthreads();
    }
    out[blockIdx.x * 256 + t] = s[t];
}

// out: 64 * 16384 floats
extern "C" __global__ void saxpy(float *out, int rounds) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll 1
    for (int k = 0; k < rounds; k++) {
        const float *x = out + (k & 31) * 32768 + i;
        float *y = out + (k & 31) * 32768 + 16384 + i;
        *y = 2.5f * *x + *y;
    }
}

// out: three matrices of 128 * 128
extern "C" __global__ void matmul(float *out, int rounds) {
    __shared__ float as[16][16], bs[16][16];
    int tx = threadIdx.x & 15, ty = threadIdx.x >> 4;
    int row = (blockIdx.x >> 3) * 16 + ty, col = (blockIdx.x & 7) * 16 + tx;
    const float *a = out + 16384, *b = out + 32768;
    float s = 0;
#pragma unroll 1
    for (int k = 0; k < rounds; k += 16) {
        int m = k & 127;
        as[ty][tx] = a[row * 128 + m + tx];
        bs[ty][tx] = b[(m + ty) * 128 + col];
        __syncthreads();
        for (int j = 0; j < 16; j++) s += as[ty][j] * bs[j][tx];
        __syncthreads();
    }
    out[row * 128 + col] = s;
}

// out: 16384 bodies of four floats, then as many results
extern "C" __global__ void bodies(float *out, int rounds) {
    __shared__ float4 tile[256];
    const float4 *body = (const float4 *)out;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 me = body[i];
    float x = 0, y = 0, z = 0;
#pragma unroll 1
    for (int k = 0; k < rounds; k += 64) {
        tile[threadIdx.x] = body[(k * 4 + threadIdx.x) & 16383];
        __syncthreads();
        for (int j = 0; j < 64; j++) {
            float4 o = tile[j];
            float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z;
            float r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f), f = o.w * r * r * r;
            x += dx * f;
            y += dy * f;
            z += dz * f;
        }
        __syncthreads();
    }
    ((float4 *)out)[16384 + i] = make_float4(x, y, z, 0);
}
