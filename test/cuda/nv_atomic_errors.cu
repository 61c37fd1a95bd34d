// SPDX-License-Identifier: Apache-2.0
// What __nv_atomic_* refuses.
// RUN: cuprum %s -arch=sm_80 -o -
struct S { int a, b, c; };
__global__ void k(int *p, float *f, short *s, unsigned __int128 *q, S *z, double *d, int order, long long *x) {
    __nv_atomic_load_n(p, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE); // ERROR: atomic load's memory order cannot be release or acq_rel
    __nv_atomic_store_n(p, 1, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE); // ERROR: atomic store's memory order cannot be consume, acquire or acq_rel
    __nv_atomic_load_n(f, __NV_ATOMIC_RELAXED); // ERROR: non-generic nv atomic load, store, cas and exchange are valid only on integral types
    __nv_atomic_fetch_add(s, 1, __NV_ATOMIC_RELAXED); // ERROR: atomic operations and, or, xor, add, sub, min and max are valid only on objects of size 4, or 8
    __nv_atomic_fetch_max(f, 1.f, __NV_ATOMIC_RELAXED); // ERROR: atomic operations min and max are not supported on any floating-point types
    __nv_atomic_exchange_n(s, 1, __NV_ATOMIC_RELAXED); // ERROR: atomic exchange is valid only on objects of size 4, 8 or 16 bytes
    __nv_atomic_compare_exchange((char *)p, (char *)s, (char *)s, true, 0, 0); // ERROR: atomic CAS is valid only on objects of size 2, 4, 8 or 16 bytes
    __nv_atomic_load(z, z, __NV_ATOMIC_RELAXED); // ERROR: atomic load and store are valid only on objects of size 1, 2, 4, 8 or 16 bytes
    __nv_atomic_exchange(q, q, q, __NV_ATOMIC_RELAXED); // ERROR: 128-bit atomic exchange or compare-and-exchange is supported on architecture sm_90 or above
    __nv_atomic_load_n(p, 9); // ERROR: invalid memory order value for atomic operations
    __nv_atomic_load_n(p, order); // ERROR: atomic operation's memory order argument is not an integer literal
    __nv_atomic_load_n(p, 0, 7); // ERROR: invalid thread scope value for atomic operations
    __nv_atomic_load_n(p, 0, order); // ERROR: atomic operation's scope argument is not an integer literal
    __nv_atomic_load_n(p); // ERROR: wrong number of arguments in a call of "__nv_atomic_load_n"
    __nv_atomic_load_n(order, 0); // ERROR: the first argument of "__nv_atomic_load_n" must be a pointer to an object
}
