// SPDX-License-Identifier: Apache-2.0
// __nv_atomic_*: orders, scopes and widths.
// RUN: sh %S/kernel.sh %s --grid=2 --block=32 buf:u64:64:rand:5 buf:u64:64:zero buf:u64:64:zero
// RUN[PTX]: cuprum %s -arch=sm_90 -o -
// PTX: fence.sc.gpu;
// PTX: ld.acquire.gpu{{.*}}.u64
// PTX: st.release.cta{{.*}}.u8
// PTX: fence.acq_rel.cta;
template <typename T> __device__ void sum(T *at, T v) {
    __nv_atomic_fetch_add(at, v, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_sub(at, (T)1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_SYSTEM);
}
__global__ void k(const unsigned long long *in, unsigned long long *sums, unsigned long long *own) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long v = in[i];
    sum((unsigned *)sums, (unsigned)v);
    sum((int *)(sums + 1), (int)v);
    sum(sums + 2, v);
    sum((float *)(sums + 4), 2.f);
    sum((double *)(sums + 5), 2.);
    __nv_atomic_fetch_or((unsigned *)(sums + 6), 1u << (v & 31), __NV_ATOMIC_RELEASE);
    __nv_atomic_fetch_and(sums + 7, ~v, __NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_xor(sums + 8, v, __NV_ATOMIC_CONSUME, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_fetch_max((int *)(sums + 9), (int)v, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_fetch_min((unsigned *)(sums + 10), (unsigned)v, __NV_ATOMIC_RELAXED);
    unsigned long long *o = own + i, t = 5;
    __nv_atomic_store_n(o, v, __NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE);
    t += __nv_atomic_load_n(o, __NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_store_n((unsigned char *)o, (unsigned char)t, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_BLOCK);
    unsigned short e = (unsigned short)*o;
    bool yes = __nv_atomic_compare_exchange_n((unsigned short *)o, &e, (unsigned short)77, false,
                                              __NV_ATOMIC_ACQ_REL, __NV_ATOMIC_RELAXED,
                                              __NV_THREAD_SCOPE_DEVICE);
    unsigned f = 1, g = 2;
    bool no = __nv_atomic_compare_exchange((unsigned *)o + 1, &f, &g, true, __NV_ATOMIC_SEQ_CST,
                                           __NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_THREAD);
    unsigned h = 3, old;
    __nv_atomic_exchange((unsigned *)o + 1, &h, &old, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_CLUSTER);
    __nv_atomic_thread_fence(__NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_BLOCK);
    *o += yes + 2 * no + 4ull * f + (unsigned long long)old * 8 + t +
          __nv_atomic_load_4(&((unsigned *)o)[1], 0, 3) + __nv_atomic_fetch_add_4_s((int *)o, -3, 2, 3);
}
