// SPDX-License-Identifier: Apache-2.0
// A whole program: pi from random points, on the GPU and again on the host.
#include <cstdio>
#include <vector>

// The state of a small generator, the same on both sides (Steele, Lea, Flood, "Fast splittable
// pseudorandom number generators", 2014).
struct Generator {
    unsigned long long state;
    __host__ __device__ float next() {
        unsigned long long z = state += 0x9e3779b97f4a7c15u;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
        z = (z ^ z >> 27) * 0x94d049bb133111ebu;
        return (float)((z ^ z >> 31) >> 40) / (1 << 24);
    }
};

template <class F> __host__ __device__ unsigned count(Generator g, int points, F inside) {
    unsigned n = 0;
    for (int i = 0; i < points; i++) {
        float x = g.next(), y = g.next();
        n += inside(x, y);
    }
    return n;
}

struct Circle {
    __host__ __device__ bool operator()(float x, float y) const {
        return x * x + y * y < 1;
    }
};

__global__ void sample(unsigned *hits, int points) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    hits[i] = count(Generator{i}, points, Circle());
}

int main() {
    const int threads = 1024, points = 256;
    unsigned *device;
    std::vector<unsigned> hits(threads);
    if (cudaMalloc(&device, threads * sizeof(unsigned)) != cudaSuccess) return 1;
    sample<<<threads / 128, 128>>>(device, points);
    cudaError_t e =
        cudaMemcpy(hits.data(), device, threads * sizeof(unsigned), cudaMemcpyDeviceToHost);
    if (e != cudaSuccess) {
        printf("%s\n", cudaGetErrorString(e));
        return 1;
    }
    long all = 0;
    int wrong = 0;
    for (int i = 0; i < threads; i++) {
        all += hits[i];
        wrong += hits[i] != count(Generator{(unsigned long long)i}, points, Circle());
    }
    printf("pi is about %.4f; %d threads differ from the host\n", 4.0 * all / threads / points, wrong);
    cudaFree(device);
    return wrong != 0;
}
