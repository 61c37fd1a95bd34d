// SPDX-License-Identifier: Apache-2.0
// A first program: a texture of an array: filtering, addressing, normalized coordinates.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// CHECK: PASS
#include <cmath>
#include <cstdio>
#include <cstring>

__global__ void sample(cudaTextureObject_t t, float *out, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) out[y * w + x] = tex2D<float>(t, (x + 1.0f) / w, (y + 0.5f) / h);
}

int main() {
    const int w = 16, h = 8;
    float host[w * h], *out;
    for (int i = 0; i < w * h; i++) host[i] = i;
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    if (cudaMallocArray(&array, &desc, w, h)) return 1;
    cudaMemcpy2DToArray(array, 0, 0, host, w * sizeof(float), w * sizeof(float), h,
                        cudaMemcpyHostToDevice);
    cudaResourceDesc res;
    memset(&res, 0, sizeof res);
    res.resType = cudaResourceTypeArray;
    res.res.array.array = array;
    cudaTextureDesc tex;
    memset(&tex, 0, sizeof tex);
    tex.addressMode[0] = tex.addressMode[1] = cudaAddressModeClamp;
    tex.filterMode = cudaFilterModeLinear;
    tex.readMode = cudaReadModeElementType;
    tex.normalizedCoords = 1;
    cudaTextureObject_t t = 0;
    if (cudaCreateTextureObject(&t, &res, &tex, NULL)) return 1;
    cudaMallocManaged(&out, sizeof host);
    sample<<<dim3(1, 1), dim3(w, h)>>>(t, out, w, h);
    if (cudaDeviceSynchronize()) return 1;
    bool ok = true;
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++) { // half between x and x + 1
            float right = x + 1 < w ? y * w + x + 0.5f : y * w + x;
            ok = ok && std::fabs(out[y * w + x] - right) < 0.01f;
        }
    }
    cudaDestroyTextureObject(t);
    cudaFreeArray(array);
    puts(ok ? "PASS" : "FAIL");
    return !ok;
}
