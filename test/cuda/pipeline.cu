// The toolkit's headers for asynchronous copies: __nvvm_get_smem_pointer, which they declare
// extern "C" in a namespace, is the builtin that gives an address in the shared space.
// RUN: cuprum -std=c++17 -arch=sm_90 %s -o -
// REQUIRES: nvcc
// CHECK: cp.async.ca.shared.global
// CHECK: mbarrier
// CHECK-NOT: extern .func
#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline_primitives.h>
__global__ void k(const int *p, int *q, __mbarrier_t *unused) {
    __shared__ int s[128];
    __shared__ __mbarrier_t b;
    __pipeline_memcpy_async(&s[threadIdx.x], p + threadIdx.x, 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __mbarrier_init(&b, 1);
    __pipeline_arrive_on(&b);
    q[threadIdx.x] = s[threadIdx.x];
}
