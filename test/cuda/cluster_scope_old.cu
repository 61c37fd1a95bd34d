// SPDX-License-Identifier: Apache-2.0
// The scope of clusters below sm_90 is the device's, with a warning.
// RUN[OLD]: cuprum -arch=sm_80 --syntax-only %s
// RUN[NEW]: cuprum -arch=sm_90 --syntax-only --Werror %s
// EXIT[NEW]: 0
__global__ void k(int *o) {
    __nv_atomic_fetch_add(o, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_CLUSTER); // WARNING[OLD]: atomic operations' scope of cluster is supported on architecture sm_90 or above. Using device scope instead.
    int v = __nv_atomic_load_n(o, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_CLUSTER); // WARNING[OLD]: atomic load and store's scope of cluster is supported on architecture sm_90 or above. Using device scope instead.
    __nv_atomic_store_n(o, v, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}
