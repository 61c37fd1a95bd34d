// SPDX-License-Identifier: Apache-2.0
// The compiler's traits of extended lambdas (CUDA C++ Programming Guide, "Extended Lambda Type Traits").
// RUN: cuprum --extended-lambda %s --syntax-only
template <class T> __host__ __device__ void plain(T) {
    static_assert(!__nv_is_extended_device_lambda_closure_type(T));
    static_assert(!__nv_is_extended_host_device_lambda_closure_type(T));
    static_assert(!__nv_is_extended_device_lambda_with_preserved_return_type(T));
}
template <class T, bool trailing> __global__ void device(T) {
    static_assert(__nv_is_extended_device_lambda_closure_type(T));
    static_assert(!__nv_is_extended_host_device_lambda_closure_type(T));
    static_assert(__nv_is_extended_device_lambda_with_preserved_return_type(T) == trailing);
}
template <class T> __global__ void both(T) {
    static_assert(!__nv_is_extended_device_lambda_closure_type(T));
    static_assert(__nv_is_extended_host_device_lambda_closure_type(T));
    static_assert(!__nv_is_extended_device_lambda_with_preserved_return_type(T));
}
__global__ void inner() {
    plain([] { return 1; });
    plain([] __device__ { return 1; }); // no extended one in device code
    plain(3);
}
void host() {
    auto d = [] __device__ { return 1; };
    device<decltype(d), false><<<1, 1>>>(d);
    auto e = [] __device__(int) -> int { return 1; };
    device<decltype(e), true><<<1, 1>>>(e);
    auto h = [] __host__ __device__(int) -> int { return 1; };
    both<<<1, 1>>>(h);
    inner<<<1, 1>>>();
}
