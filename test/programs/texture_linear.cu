// SPDX-License-Identifier: Apache-2.0
// A first program: textures of linear memory: integers, and bytes as normalized floats.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// CHECK: PASS
#include <cmath>
#include <cstdio>

__global__ void fetch(cudaTextureObject_t ints, cudaTextureObject_t bytes, int4 *a, float *b, int n) {
    int i = threadIdx.x;
    if (i >= n) return;
    a[i] = tex1Dfetch<int4>(ints, n - 1 - i);
    b[i] = tex1Dfetch<float>(bytes, i);
}

static cudaTextureObject_t make(void *p, size_t bytes, cudaChannelFormatDesc desc,
                                cudaTextureReadMode mode) {
    cudaResourceDesc res = {};
    res.resType = cudaResourceTypeLinear;
    res.res.linear.devPtr = p;
    res.res.linear.desc = desc;
    res.res.linear.sizeInBytes = bytes;
    cudaTextureDesc tex = {};
    tex.readMode = mode;
    cudaTextureObject_t t = 0;
    cudaCreateTextureObject(&t, &res, &tex, nullptr);
    return t;
}

int main() {
    const int n = 32;
    int4 *in, *a;
    unsigned char *bytes;
    float *b;
    cudaMallocManaged(&in, n * sizeof(int4));
    cudaMallocManaged(&a, n * sizeof(int4));
    cudaMallocManaged(&bytes, n);
    cudaMallocManaged(&b, n * sizeof(float));
    for (int i = 0; i < n; i++) in[i] = make_int4(i, -i, i * i, 7), bytes[i] = i * 8;
    auto t = make(in, n * sizeof(int4), cudaCreateChannelDesc<int4>(), cudaReadModeElementType);
    auto u = make(bytes, n, cudaCreateChannelDesc<unsigned char>(), cudaReadModeNormalizedFloat);
    fetch<<<1, n>>>(t, u, a, b, n);
    if (cudaDeviceSynchronize()) return 1;
    bool ok = t && u;
    for (int i = 0; i < n; i++) {
        int k = n - 1 - i;
        ok = ok && a[i].x == k && a[i].y == -k && a[i].z == k * k && a[i].w == 7;
        ok = ok && std::fabs(b[i] - i * 8 / 255.0f) < 1e-6f;
    }
    puts(ok ? "PASS" : "FAIL");
    return !ok;
}
