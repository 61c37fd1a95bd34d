// SPDX-License-Identifier: Apache-2.0
// GNU's complex numbers in device code: parts, lists, real numbers for complex ones, sums.
// (nvcc 13.0 drops assignments to complex variables in device code, so it is no judge here.)
// EACH: -O0, -O1, -O3
// RUN: cuprum run %s %E --grid=1 --block=8 --print=1:12 buf:f32:16:iota buf:f32:48:zero
// CHECK: arg 1: 5 0 8 0 21 0 9 4 16 1 22 0
// RUN[N]: cuprum %s -arch=sm_90 -o - | grep entry
// N: .entry _Z1kPCfPf(
typedef __complex__ float pair;
struct Holder {
    pair value;
    __device__ Holder(float r, float i) : value{r, i} {}
    __device__ float real() const { return __real__ value; }
    __device__ float imag() const { return __imag__ value; }
    __device__ Holder &operator+=(float f) {
        value += f;
        return *this;
    }
    __device__ Holder &operator-=(const Holder &h) {
        value -= h.value;
        return *this;
    }
    __device__ Holder &operator*=(float f) {
        value *= f;
        return *this;
    }
};
__global__ void k(pair *in, float *out) {
    int i = threadIdx.x;
    Holder h(__real__ in[i], __imag__ in[i]);
    h += 3;
    h *= 2.0f;
    h -= Holder(1, 2);
    out[i * 6] = h.real();
    out[i * 6 + 1] = h.imag();
    pair copy = h.value;
    __imag__ copy += 8;
    out[i * 6 + 2] = __imag__ copy + __imag__ h.value;
    copy = (float)i;
    out[i * 6 + 3] = __real__ copy + __imag__ copy;
    double _Complex wide = {1.5, 2.5};
    wide = copy;
    __real__ wide += 1;
    out[i * 6 + 4] = (float)(__real__ wide) + sizeof wide + alignof(pair);
    out[i * 6 + 5] = __imag__ wide;
}
