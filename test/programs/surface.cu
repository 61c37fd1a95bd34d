// SPDX-License-Identifier: Apache-2.0
// A first program: a surface: a kernel writes an array, the host reads it.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// CHECK: PASS
#include <cstdio>

__global__ void draw(cudaSurfaceObject_t s, int w, int h) {
    int x = threadIdx.x, y = threadIdx.y;
    if (x < w && y < h) surf2Dwrite(make_float2(x * 10 + y, -1), s, x * (int)sizeof(float2), y);
}

__global__ void change(cudaSurfaceObject_t s, int w, int h) {
    int x = threadIdx.x, y = threadIdx.y;
    if (x >= w || y >= h) return;
    float2 v;
    surf2Dread(&v, s, x * (int)sizeof(float2), y);
    v.y = v.x * 2;
    surf2Dwrite(v, s, x * (int)sizeof(float2), y);
}

int main() {
    const int w = 16, h = 8;
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<float2>();
    cudaArray_t array;
    if (cudaMallocArray(&array, &desc, w, h, cudaArraySurfaceLoadStore)) return 1;
    cudaResourceDesc res = {};
    res.resType = cudaResourceTypeArray;
    res.res.array.array = array;
    cudaSurfaceObject_t s;
    if (cudaCreateSurfaceObject(&s, &res)) return 1;
    draw<<<1, dim3(w, h)>>>(s, w, h);
    change<<<1, dim3(w, h)>>>(s, w, h);
    float2 out[w * h];
    size_t row = w * sizeof(float2);
    if (cudaMemcpy2DFromArray(out, row, array, 0, 0, row, h, cudaMemcpyDeviceToHost)) return 1;
    bool ok = true;
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++)
            ok = ok && out[y * w + x].x == x * 10 + y && out[y * w + x].y == 2 * (x * 10 + y);
    }
    cudaDestroySurfaceObject(s);
    puts(ok ? "PASS" : "FAIL");
    return !ok;
}
