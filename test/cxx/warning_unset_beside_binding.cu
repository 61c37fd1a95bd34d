// The object behind a structured binding is another one than a variable declared beside it.
// RUN: cuprum %s -std=c++17 -arch=sm_90 -o -
struct Two { int first, second; };
__host__ __device__ constexpr Two scaled(int a, int b, int size) { return {a * 4 / size, b}; }
__global__ void set_later(int *o, int size) {
    int later;
    auto [a, b] = scaled(3, 16, size);
    later = a + b;
    *o = later;
}
__global__ void constant_beside(int *o, int size) {
    constexpr int threads = 256;
    auto [a, b] = scaled(threads, 16, size);
    *o = a + b;
}
__global__ void never_set(int *o, int size) {
    int never;
    auto [a, b] = scaled(3, 16, size);
    *o = a + b;
    *o += never; // WARNING: variable "never" is used before its value is set
}
