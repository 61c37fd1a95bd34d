// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only --check-all %s
// NOT: error
// A text that asks for __CUDA_ARCH__ can be another one for the host: nothing is said.
__device__ int on_device(int v) { return v; }
int host_version() { return 1; }
__host__ __device__ int both() {
#ifdef __CUDA_ARCH__
    return on_device(1);
#else
    return host_version();
#endif
}
