// SPDX-License-Identifier: Apache-2.0
// Escape times of the Mandelbrot set, with a small complex class: divergent loops, operators.
// RUN: --kernel=mandelbrot --grid=8,4 --block=8,8 --print=2:16 --hash i32:64 i32:32 buf:u8:2048:zero
struct Complex {
    float re, im;
    __device__ constexpr Complex(float r, float i) : re(r), im(i) {}
    __device__ constexpr float norm() const { return re * re + im * im; }
};
__device__ constexpr Complex operator+(Complex a, Complex b) { return {a.re + b.re, a.im + b.im}; }
__device__ constexpr Complex operator*(Complex a, Complex b) {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

extern "C" __global__ void mandelbrot(int w, int h, unsigned char *out) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    Complex c(3.0f * x / w - 2.25f, 2.5f * y / h - 1.25f), z(0, 0);
    int n = 0;
    while (n < 255 && z.norm() < 4.0f) {
        z = z * z + c;
        n++;
    }
    out[y * w + x] = static_cast<unsigned char>(n);
}
