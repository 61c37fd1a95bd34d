// SPDX-License-Identifier: Apache-2.0
// What an array library makes of an expression: templates over types and operations, math functions.
template <class T> struct Array {
    T *data;
    long shape[3], stride[3];
    __device__ T &operator[](long i) const {
        long k = i % shape[2], j = i / shape[2] % shape[1], l = i / shape[2] / shape[1];
        return data[l * stride[0] + j * stride[1] + k * stride[2]];
    }
};
template <class T> struct Expression {
    __device__ T operator()(T x, T y) const { return exp(x) * sin(y) + sqrt(x * x + y * y) / (T(1) + pow(x, y)); }
};
template <class T, class F>
__device__ void apply(const Array<T> &a, const Array<T> &b, const Array<T> &c, long n, F f) {
    for (long i = blockIdx.x * (long)blockDim.x + threadIdx.x; i < n; i += (long)gridDim.x * blockDim.x) c[i] = f(a[i], b[i]);
}
extern "C" __global__ void single(Array<float> a, Array<float> b, Array<float> c, long n) { apply(a, b, c, n, Expression<float>()); }
extern "C" __global__ void twice(Array<double> a, Array<double> b, Array<double> c, long n) { apply(a, b, c, n, Expression<double>()); }
