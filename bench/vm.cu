// SPDX-License-Identifier: Apache-2.0
// Three kernels for the speed of the virtual machine: integer operations, fused multiply-adds, and
// shared memory with barriers. The results are stored, so nothing may be left out.
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
