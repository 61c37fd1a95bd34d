// SPDX-License-Identifier: Apache-2.0
// classes, operators, friends, conversions
// RUN: sh %S/kernel.sh %s --grid=2 --block=64 buf:f32:128:rand:60 buf:f32:128:zero
namespace geo {
class Vec {
    float x_, y_;

  public:
    __device__ Vec(float x = 0, float y = 0) : x_(x), y_(y) {}
    __device__ Vec operator+(const Vec &o) const { return Vec(x_ + o.x_, y_ + o.y_); }
    __device__ Vec &operator*=(float s) { x_ *= s; y_ *= s; return *this; }
    __device__ float dot(const Vec &o) const { return x_ * o.x_ + y_ * o.y_; }
    __device__ friend Vec operator-(const Vec &a) { return Vec(-a.x_, -a.y_); }
    __device__ explicit operator bool() const { return x_ > 0.5f; }
    __device__ float &operator[](int i) { return i ? y_ : x_; }
};
} // namespace geo
__global__ void k(const float *a, float *o) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    geo::Vec v(a[i], 0.5f), w = v + geo::Vec(1.0f);
    w *= 2.0f;
    w[1] += 0.25f;
    o[i] = w.dot(-v) + (v ? 10.0f : 20.0f);
}
