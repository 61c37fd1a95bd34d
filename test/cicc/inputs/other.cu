// SPDX-License-Identifier: Apache-2.0
// A second unit: internal names again, and what the first does not use.
static __device__ double internal_var;
namespace ns {
namespace {
__device__ int unnamed_var;
__global__ void unnamed(int x) { unnamed_var = x; }
} // namespace
template <class T> __device__ __noinline__ T merged(T a) { return a * 2; }
} // namespace ns
static __global__ void internal(int a) { internal_var = ns::merged(a); }
__device__ int exported(int a) { return ns::merged(a) + 1; }
void launch() {
    internal<<<1, 1>>>(1);
    ns::unnamed<<<1, 1>>>(2);
}
