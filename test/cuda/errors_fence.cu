// SPDX-License-Identifier: Apache-2.0
// The order and the scope of __nv_atomic_thread_fence are literals that exist.
// RUN: cuprum -arch=sm_90 --syntax-only %s
__device__ void fences(int any) {
    __nv_atomic_thread_fence(__NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_BLOCK);
    __nv_atomic_thread_fence(6, __NV_THREAD_SCOPE_BLOCK); // ERROR: invalid memory order value for atomic operations
    __nv_atomic_thread_fence(__NV_ATOMIC_ACQUIRE, 5); // ERROR: invalid thread scope value for atomic operations
    __nv_atomic_thread_fence(any, __NV_THREAD_SCOPE_BLOCK); // ERROR: atomic operation's memory order argument is not an integer literal
}
