// SPDX-License-Identifier: Apache-2.0
// Functions by the names that the headers of CUDA 13.5 declare and that the compiler itself provides: loads by the read-only cache,
// funnel shifts, dot products, the active lanes.
// RUN[A]: cuprum %s -arch=sm_90 --no-toolkit -o -
// A-DAG: ld.global.nc.v4.{{[a-z]}}32
// A-DAG: ld.global.nc.v2.{{[a-z]}}8
// A-DAG: ld.global.nc.v2.{{[a-z]}}64
// A-DAG: ld.global.nc.{{[a-z]}}8
// A-DAG: ld.global.nc.{{[a-z]}}32
// A-DAG: activemask.b32
// A-DAG: shf.l.wrap.b32
// A-DAG: shf.r.
// A-DAG: dp4a.s32.s32
// A-DAG: dp2a.hi.s32.s32
// A-DAG: dp2a.lo.u32.u32
// RUN: cuprum run %s -arch=sm_90 --no-toolkit --block=1 buf:u32:24:zero --print=0
// CHECK: 65 7 104 34 4294967295 1 79 2147483652 0
extern "C" {
__device__ float __nv_ldg_f_impl(const float *);
__device__ signed char __nv_ldg_sc_impl(const signed char *);
__device__ void __nv_ldg_ui4_impl(const uint4 *, uint4 *);
__device__ void __nv_ldg_uc2_impl(const uchar2 *, uchar2 *);
__device__ void __nv_ldg_d2_impl(const double2 *, double2 *);
__device__ unsigned __nv_activemask_impl(void);
__device__ unsigned int __nv_fshl_wrap_impl(unsigned int, unsigned int, unsigned int);
__device__ unsigned int __nv_fshr_clamp_impl(unsigned int, unsigned int, unsigned int);
__device__ int __nv_idp4a_s_s_impl(int, int, int);
__device__ int __nv_idp2a_hi_s_s_impl(int, int, int);
__device__ unsigned int __nv_idp2a_lo_u_u_impl(unsigned int, unsigned int, unsigned int);
}
__device__ uint4 four = {10, 15, 20, 20};
__device__ uchar2 two = {3, 4};
__device__ double2 wide = {100.5, 3.5};
__device__ float one = 34;
__device__ signed char below = -1;
__global__ void k(unsigned *o) {
    const unsigned zero = o[9];
    uint4 a;
    uchar2 b;
    double2 c;
    __nv_ldg_ui4_impl(&four, &a);
    __nv_ldg_uc2_impl(&two, &b);
    __nv_ldg_d2_impl(&wide, &c);
    o[0] = a.x + a.y + a.z + a.w;
    o[1] = b.x + b.y;
    o[2] = (unsigned)(c.x + c.y);
    o[3] = (unsigned)__nv_ldg_f_impl(&one);
    o[4] = (unsigned)__nv_ldg_sc_impl(&below);
    o[5] = __nv_activemask_impl();
    o[6] = __nv_fshl_wrap_impl(0x80000000u, zero + 10, 34) + __nv_idp4a_s_s_impl(0x01020304 + zero, 0x01010101, 1) + __nv_idp2a_hi_s_s_impl(0x00020003 + zero, 0x01020304, 10) + 8;
    o[7] = __nv_fshr_clamp_impl(4, 1, zero + 1) + __nv_idp2a_lo_u_u_impl(1 + zero, 1, 1);
}
