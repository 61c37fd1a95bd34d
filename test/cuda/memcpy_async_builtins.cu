// The asynchronous copies that CUDA's headers call by name: a copy of all bytes has no source size, one of fewer has.
// RUN: cuprum -arch=sm_80 %s -o -
// CHECK: cp.async.ca.shared.global [%r{{[0-9]+}}], [%rd{{[0-9]+}}], 4;
// CHECK: cp.async.ca.shared.global [%r{{[0-9]+}}], [%rd{{[0-9]+}}], 8;
// CHECK: cp.async.ca.shared.global [%r{{[0-9]+}}], [%rd{{[0-9]+}}], 16;
// CHECK: cp.async.ca.shared.global [%r{{[0-9]+}}], [%rd{{[0-9]+}}], 4, %r{{[0-9]+}};
// CHECK: cp.async.ca.shared.global [%r{{[0-9]+}}], [%rd{{[0-9]+}}], 8, %r{{[0-9]+}};
// CHECK: cp.async.ca.shared.global [%r{{[0-9]+}}], [%rd{{[0-9]+}}], 16, %r{{[0-9]+}};
__global__ void k(int *p, int n) {
    __shared__ __align__(16) int s[4];
    __nv_memcpy_async_shared_global_4_impl(s, p, 4);
    __nv_memcpy_async_shared_global_8_impl(s, p, 8);
    __nv_memcpy_async_shared_global_16_impl(s, p, 16);
    __nv_memcpy_async_shared_global_4_impl(s, p, 0);
    __nv_memcpy_async_shared_global_8_impl(s, p, 4);
    __nv_memcpy_async_shared_global_16_impl(s, p, n);
}
