// SPDX-License-Identifier: Apache-2.0
// Instructions by lane in native code and in the interpreter, bit by bit: on operands that are the
// same for all lanes, in equal steps, or any, among them what is special to integers, to floating
// point and to pairs of halves.
// RUN: sh %S/both.sh %s --kernel=k --grid=6 --block=128 buf:u64:6144:zero u32:4286578686 u32:1065353217 f32:nan
// CHECK: arg 0: 6144 x u64 fnv1a64
// CHECK: status 0
// CHECK-NEXT: {{functions in native code: 1;|without a processor}}
typedef unsigned short u16;
typedef unsigned u32;
typedef unsigned long long u64;
__device__ const u32 special[] = {
    0,          1,          2,          0xffffffff, 0x80000000, 0x7fffffff, 0x3f800000, 0xbf800000, 0x7f800000,
    0xff800000, 0x7fc00000, 0xffc12345, 0x00400000, 0x80000001, 0x7f7fffff, 0x4f000000, 0xcf000000, 0x4f7fffff,
    0x3c003c00, 0x7c00fc00, 0x00010400, 0x12345678, 0xfedcba98, 0x42280000, 0x00800001, 0x7e80ffff, 0x0000fffe,
};
__device__ u64 bits(u32 x) { return x; }
__device__ u64 bits(u64 x) { return x; }
__device__ u64 bits(u16 x) { return x; }
__device__ u64 bits(float x) { return __float_as_uint(x); }
__device__ u64 bits(double x) { return x != x ? 1 : __double_as_longlong(x); } // which of several NaNs is the host's
// A number of each type whose bits are those of x; a second word for 64 bits.
template <class T> __device__ T as(u32 x, u32 y);
template <> __device__ u32 as(u32 x, u32) { return x; }
template <> __device__ u16 as(u32 x, u32) { return x >> 16 ^ x; }
template <> __device__ u64 as(u32 x, u32 y) { return (u64)x << 32 | y; }
template <> __device__ float as(u32 x, u32) { return __uint_as_float(x); }
template <> __device__ double as(u32 x, u32 y) { return x % 3 ? __longlong_as_double((u64)x << 32 | y) : (double)__uint_as_float(y); }
#define ONE(text, C, T, D, S)                                                                                          \
    {                                                                                                                  \
        D d;                                                                                                           \
        asm(text : "=" C(d) : T(as<S>(x, y)));                                                                         \
        sum = sum * 0x9e3779b97f4a7c15 + bits(d);                                                                      \
    }
#define TWO(text, C, T, D, S)                                                                                          \
    {                                                                                                                  \
        D d;                                                                                                           \
        asm(text : "=" C(d) : T(as<S>(x, y)), T(as<S>(y, z)));                                                         \
        sum = sum * 0x9e3779b97f4a7c15 + bits(d);                                                                      \
    }
#define THREE(text, C, T, D, S)                                                                                        \
    {                                                                                                                  \
        D d;                                                                                                           \
        asm(text : "=" C(d) : T(as<S>(x, y)), T(as<S>(y, z)), T(as<S>(z, x)));                                         \
        sum = sum * 0x9e3779b97f4a7c15 + bits(d);                                                                      \
    }
__device__ __forceinline__ u64 all(u32 x, u32 y, u32 z) {
    u64 sum = 0;
    ONE("abs.s32 %0, %1;", "r", "r", u32, u32)
    ONE("neg.s32 %0, %1;", "r", "r", u32, u32)
    ONE("not.b32 %0, %1;", "r", "r", u32, u32)
    ONE("cnot.b32 %0, %1;", "r", "r", u32, u32)
    ONE("popc.b32 %0, %1;", "r", "r", u32, u32)
    ONE("clz.b32 %0, %1;", "r", "r", u32, u32)
    ONE("brev.b32 %0, %1;", "r", "r", u32, u32)
    ONE("bfind.s32 %0, %1;", "r", "r", u32, u32)
    ONE("abs.s64 %0, %1;", "l", "l", u64, u64)
    ONE("neg.s64 %0, %1;", "l", "l", u64, u64)
    ONE("cnot.b64 %0, %1;", "l", "l", u64, u64)
    ONE("brev.b64 %0, %1;", "l", "l", u64, u64)
    ONE("abs.s16 %0, %1;", "h", "h", u16, u16)
    ONE("neg.s16 %0, %1;", "h", "h", u16, u16)
    ONE("not.b16 %0, %1;", "h", "h", u16, u16)
    ONE("abs.f32 %0, %1;", "f", "f", float, float)
    ONE("neg.ftz.f32 %0, %1;", "f", "f", float, float)
    ONE("sqrt.rn.f32 %0, %1;", "f", "f", float, float)
    ONE("sqrt.approx.ftz.f32 %0, %1;", "f", "f", float, float)
    ONE("rcp.rn.f32 %0, %1;", "f", "f", float, float)
    ONE("rcp.approx.ftz.f32 %0, %1;", "f", "f", float, float)
    ONE("rsqrt.approx.f32 %0, %1;", "f", "f", float, float)
    ONE("rsqrt.approx.ftz.f32 %0, %1;", "f", "f", float, float)
    ONE("ex2.approx.f32 %0, %1;", "f", "f", float, float)
    ONE("ex2.approx.ftz.f32 %0, %1;", "f", "f", float, float)
    ONE("lg2.approx.f32 %0, %1;", "f", "f", float, float)
    ONE("lg2.approx.ftz.f32 %0, %1;", "f", "f", float, float)
    ONE("sin.approx.f32 %0, %1;", "f", "f", float, float)
    ONE("cos.approx.ftz.f32 %0, %1;", "f", "f", float, float)
    ONE("tanh.approx.f32 %0, %1;", "f", "f", float, float)
    ONE("cvt.rni.f32.f32 %0, %1;", "f", "f", float, float)
    ONE("cvt.rmi.ftz.f32.f32 %0, %1;", "f", "f", float, float)
    ONE("cvt.sat.f32.f32 %0, %1;", "f", "f", float, float)
    ONE("sqrt.rn.f64 %0, %1;", "d", "d", double, double)
    ONE("rcp.rn.f64 %0, %1;", "d", "d", double, double)
    ONE("neg.f64 %0, %1;", "d", "d", double, double)
    ONE("cvt.rpi.f64.f64 %0, %1;", "d", "d", double, double)
    ONE("neg.f16x2 %0, %1;", "r", "r", u32, u32)
    ONE("tanh.approx.f16x2 %0, %1;", "r", "r", u32, u32)
    TWO("div.u32 %0, %1, %2;", "r", "r", u32, u32)
    TWO("rem.u32 %0, %1, %2;", "r", "r", u32, u32)
    TWO("mul.hi.u32 %0, %1, %2;", "r", "r", u32, u32)
    TWO("min.u32 %0, %1, %2;", "r", "r", u32, u32)
    TWO("max.u32 %0, %1, %2;", "r", "r", u32, u32)
    TWO("mul24.lo.u32 %0, %1, %2;", "r", "r", u32, u32)
    TWO("mul24.hi.u32 %0, %1, %2;", "r", "r", u32, u32)
    TWO("div.s32 %0, %1, %2;", "r", "r", u32, u32)
    TWO("rem.s32 %0, %1, %2;", "r", "r", u32, u32)
    TWO("mul.hi.s32 %0, %1, %2;", "r", "r", u32, u32)
    TWO("min.s32 %0, %1, %2;", "r", "r", u32, u32)
    TWO("max.s32 %0, %1, %2;", "r", "r", u32, u32)
    TWO("mul24.lo.s32 %0, %1, %2;", "r", "r", u32, u32)
    TWO("mul24.hi.s32 %0, %1, %2;", "r", "r", u32, u32)
    TWO("add.sat.s32 %0, %1, %2;", "r", "r", u32, u32)
    TWO("sub.sat.s32 %0, %1, %2;", "r", "r", u32, u32)
    TWO("shl.b32 %0, %1, %2;", "r", "r", u32, u32)
    TWO("shr.s32 %0, %1, %2;", "r", "r", u32, u32)
    TWO("shr.u32 %0, %1, %2;", "r", "r", u32, u32)
    TWO("div.u64 %0, %1, %2;", "l", "l", u64, u64)
    TWO("rem.u64 %0, %1, %2;", "l", "l", u64, u64)
    TWO("mul.hi.u64 %0, %1, %2;", "l", "l", u64, u64)
    TWO("mul.lo.u64 %0, %1, %2;", "l", "l", u64, u64)
    TWO("min.u64 %0, %1, %2;", "l", "l", u64, u64)
    TWO("max.u64 %0, %1, %2;", "l", "l", u64, u64)
    TWO("div.s64 %0, %1, %2;", "l", "l", u64, u64)
    TWO("rem.s64 %0, %1, %2;", "l", "l", u64, u64)
    TWO("mul.hi.s64 %0, %1, %2;", "l", "l", u64, u64)
    TWO("mul.lo.s64 %0, %1, %2;", "l", "l", u64, u64)
    TWO("min.s64 %0, %1, %2;", "l", "l", u64, u64)
    TWO("max.s64 %0, %1, %2;", "l", "l", u64, u64)
    TWO("add.u16 %0, %1, %2;", "h", "h", u16, u16)
    TWO("sub.u16 %0, %1, %2;", "h", "h", u16, u16)
    TWO("mul.lo.u16 %0, %1, %2;", "h", "h", u16, u16)
    TWO("mul.hi.u16 %0, %1, %2;", "h", "h", u16, u16)
    TWO("div.u16 %0, %1, %2;", "h", "h", u16, u16)
    TWO("rem.u16 %0, %1, %2;", "h", "h", u16, u16)
    TWO("min.u16 %0, %1, %2;", "h", "h", u16, u16)
    TWO("max.u16 %0, %1, %2;", "h", "h", u16, u16)
    TWO("add.s16 %0, %1, %2;", "h", "h", u16, u16)
    TWO("sub.s16 %0, %1, %2;", "h", "h", u16, u16)
    TWO("mul.lo.s16 %0, %1, %2;", "h", "h", u16, u16)
    TWO("mul.hi.s16 %0, %1, %2;", "h", "h", u16, u16)
    TWO("div.s16 %0, %1, %2;", "h", "h", u16, u16)
    TWO("rem.s16 %0, %1, %2;", "h", "h", u16, u16)
    TWO("min.s16 %0, %1, %2;", "h", "h", u16, u16)
    TWO("max.s16 %0, %1, %2;", "h", "h", u16, u16)
    TWO("and.b16 %0, %1, %2;", "h", "h", u16, u16)
    TWO("or.b16 %0, %1, %2;", "h", "h", u16, u16)
    TWO("xor.b16 %0, %1, %2;", "h", "h", u16, u16)
    TWO("add.f32 %0, %1, %2;", "f", "f", float, float)
    TWO("add.ftz.f32 %0, %1, %2;", "f", "f", float, float)
    TWO("sub.f32 %0, %1, %2;", "f", "f", float, float)
    TWO("sub.ftz.f32 %0, %1, %2;", "f", "f", float, float)
    TWO("mul.f32 %0, %1, %2;", "f", "f", float, float)
    TWO("mul.ftz.f32 %0, %1, %2;", "f", "f", float, float)
    TWO("div.rn.f32 %0, %1, %2;", "f", "f", float, float)
    TWO("div.rn.ftz.f32 %0, %1, %2;", "f", "f", float, float)
    TWO("min.f32 %0, %1, %2;", "f", "f", float, float)
    TWO("min.ftz.f32 %0, %1, %2;", "f", "f", float, float)
    TWO("max.f32 %0, %1, %2;", "f", "f", float, float)
    TWO("max.ftz.f32 %0, %1, %2;", "f", "f", float, float)
    TWO("add.rz.f32 %0, %1, %2;", "f", "f", float, float)
    TWO("mul.rm.ftz.f32 %0, %1, %2;", "f", "f", float, float)
    TWO("sub.rp.f32 %0, %1, %2;", "f", "f", float, float)
    TWO("div.rz.f32 %0, %1, %2;", "f", "f", float, float)
    TWO("add.sat.f32 %0, %1, %2;", "f", "f", float, float)
    TWO("mul.ftz.sat.f32 %0, %1, %2;", "f", "f", float, float)
    TWO("div.approx.f32 %0, %1, %2;", "f", "f", float, float)
    TWO("div.full.ftz.f32 %0, %1, %2;", "f", "f", float, float)
    TWO("min.NaN.f32 %0, %1, %2;", "f", "f", float, float)
    TWO("max.xorsign.abs.f32 %0, %1, %2;", "f", "f", float, float)
    TWO("copysign.f32 %0, %1, %2;", "f", "f", float, float)
    TWO("add.rn.f64 %0, %1, %2;", "d", "d", double, double)
    TWO("sub.rz.f64 %0, %1, %2;", "d", "d", double, double)
    TWO("mul.rm.f64 %0, %1, %2;", "d", "d", double, double)
    TWO("div.rp.f64 %0, %1, %2;", "d", "d", double, double)
    TWO("min.f64 %0, %1, %2;", "d", "d", double, double)
    TWO("max.f64 %0, %1, %2;", "d", "d", double, double)
    TWO("copysign.f64 %0, %1, %2;", "d", "d", double, double)
    TWO("add.f16x2 %0, %1, %2;", "r", "r", u32, u32)
    TWO("sub.f16x2 %0, %1, %2;", "r", "r", u32, u32)
    TWO("mul.f16x2 %0, %1, %2;", "r", "r", u32, u32)
    TWO("min.f16x2 %0, %1, %2;", "r", "r", u32, u32)
    TWO("max.f16x2 %0, %1, %2;", "r", "r", u32, u32)
    TWO("add.f16 %0, %1, %2;", "h", "h", u16, u16)
    TWO("mul.f16 %0, %1, %2;", "h", "h", u16, u16)
    TWO("add.bf16 %0, %1, %2;", "h", "h", u16, u16)
    TWO("max.bf16 %0, %1, %2;", "h", "h", u16, u16)
    THREE("mad.lo.u32 %0, %1, %2, %3;", "r", "r", u32, u32)
    THREE("mad.hi.s32 %0, %1, %2, %3;", "r", "r", u32, u32)
    THREE("mad.lo.u64 %0, %1, %2, %3;", "l", "l", u64, u64)
    THREE("mad.hi.u64 %0, %1, %2, %3;", "l", "l", u64, u64)
    THREE("mad.lo.u16 %0, %1, %2, %3;", "h", "h", u16, u16)
    THREE("sad.u32 %0, %1, %2, %3;", "r", "r", u32, u32)
    THREE("sad.s32 %0, %1, %2, %3;", "r", "r", u32, u32)
    THREE("sad.s64 %0, %1, %2, %3;", "l", "l", u64, u64)
    THREE("sad.u16 %0, %1, %2, %3;", "h", "h", u16, u16)
    THREE("shf.l.wrap.b32 %0, %1, %2, %3;", "r", "r", u32, u32)
    THREE("shf.r.clamp.b32 %0, %1, %2, %3;", "r", "r", u32, u32)
    THREE("shf.l.clamp.b32 %0, %1, %2, %3;", "r", "r", u32, u32)
    THREE("bfe.u32 %0, %1, %2, %3;", "r", "r", u32, u32)
    THREE("bfe.s32 %0, %1, %2, %3;", "r", "r", u32, u32)
    THREE("prmt.b32 %0, %1, %2, %3;", "r", "r", u32, u32)
    THREE("dp4a.s32.u32 %0, %1, %2, %3;", "r", "r", u32, u32)
    THREE("dp4a.u32.u32 %0, %1, %2, %3;", "r", "r", u32, u32)
    THREE("mad24.lo.s32 %0, %1, %2, %3;", "r", "r", u32, u32)
    THREE("fma.rn.f32 %0, %1, %2, %3;", "f", "f", float, float)
    THREE("fma.rz.ftz.f32 %0, %1, %2, %3;", "f", "f", float, float)
    THREE("fma.rn.sat.f32 %0, %1, %2, %3;", "f", "f", float, float)
    THREE("fma.rn.f64 %0, %1, %2, %3;", "d", "d", double, double)
    THREE("fma.rp.f64 %0, %1, %2, %3;", "d", "d", double, double)
    THREE("fma.rn.f16x2 %0, %1, %2, %3;", "r", "r", u32, u32)
    THREE("fma.rn.f16 %0, %1, %2, %3;", "h", "h", u16, u16)
    THREE("fma.rn.relu.f16x2 %0, %1, %2, %3;", "r", "r", u32, u32)
    THREE("slct.u32.s32 %0, %1, %2, %3;", "r", "r", u32, u32)
    THREE("lop3.b32 %0, %1, %2, %3, 0xe8;", "r", "r", u32, u32)
    THREE("lop3.b32 %0, %1, %2, %3, 0x96;", "r", "r", u32, u32)
    THREE("lop3.b32 %0, %1, %2, %3, 0x1b;", "r", "r", u32, u32)
    THREE("lop3.b32 %0, %1, %2, %3, 0xc0;", "r", "r", u32, u32)
    THREE("bfi.b32 %0, %1, %2, 5, 9;", "r", "r", u32, u32)
    THREE("bfe.s32 %0, %1, 7, 12;", "r", "r", u32, u32)
    THREE("bfe.u64 %0, %1, 40, 24;", "l", "l", u64, u64)
    THREE("bfi.b64 %0, %1, %2, 60, 4;", "l", "l", u64, u64)
    THREE("prmt.b32 %0, %1, %2, 0x5140;", "r", "r", u32, u32)
    THREE("prmt.b32 %0, %1, %2, 0x7362;", "r", "r", u32, u32)
    THREE("shf.r.wrap.b32 %0, %1, %2, 9;", "r", "r", u32, u32)
    THREE("shf.l.clamp.b32 %0, %1, %2, 40;", "r", "r", u32, u32)
    ONE("cvt.rzi.s32.f32 %0, %1;", "r", "f", u32, float)
    ONE("cvt.rni.s32.f32 %0, %1;", "r", "f", u32, float)
    ONE("cvt.rmi.u32.f32 %0, %1;", "r", "f", u32, float)
    ONE("cvt.rpi.ftz.s32.f32 %0, %1;", "r", "f", u32, float)
    ONE("cvt.rzi.s64.f32 %0, %1;", "l", "f", u64, float)
    ONE("cvt.rzi.s32.f64 %0, %1;", "r", "d", u32, double)
    ONE("cvt.rni.u32.f64 %0, %1;", "r", "d", u32, double)
    ONE("cvt.rzi.u64.f64 %0, %1;", "l", "d", u64, double)
    ONE("cvt.rn.f32.s32 %0, %1;", "f", "r", float, u32)
    ONE("cvt.rz.f32.u32 %0, %1;", "f", "r", float, u32)
    ONE("cvt.rm.f32.u32 %0, %1;", "f", "r", float, u32)
    ONE("cvt.rn.f32.s64 %0, %1;", "f", "l", float, u64)
    ONE("cvt.rp.f32.u64 %0, %1;", "f", "l", float, u64)
    ONE("cvt.rn.f64.u32 %0, %1;", "d", "r", double, u32)
    ONE("cvt.rn.f64.s64 %0, %1;", "d", "l", double, u64)
    ONE("cvt.rz.f64.u64 %0, %1;", "d", "l", double, u64)
    ONE("cvt.rni.s64.f64 %0, %1;", "l", "d", u64, double)
    ONE("cvt.rpi.u64.f32 %0, %1;", "l", "f", u64, float)
    ONE("cvt.rmi.ftz.s64.f32 %0, %1;", "l", "f", u64, float)
    ONE("cvt.f64.f32 %0, %1;", "d", "f", double, float)
    ONE("cvt.rn.f32.f64 %0, %1;", "f", "d", float, double)
    ONE("cvt.rz.ftz.f32.f64 %0, %1;", "f", "d", float, double)
    ONE("cvt.rn.f16.f32 %0, %1;", "h", "f", u16, float)
    ONE("cvt.rz.f16.f32 %0, %1;", "h", "f", u16, float)
    ONE("cvt.rn.bf16.f32 %0, %1;", "h", "f", u16, float)
    ONE("cvt.f32.f16 %0, %1;", "f", "h", float, u16)
    ONE("cvt.s32.s16 %0, %1;", "r", "h", u32, u16)
    ONE("cvt.u64.u16 %0, %1;", "l", "h", u64, u16)
    ONE("cvt.s16.s64 %0, %1;", "h", "l", u16, u64)
    ONE("cvt.sat.u8.s32 %0, %1;", "r", "r", u32, u32)
    ONE("cvt.s8.s32 %0, %1;", "r", "r", u32, u32)
    ONE("cvt.sat.s16.s32 %0, %1;", "h", "r", u16, u32)
    ONE("cvt.u32.u64 %0, %1;", "r", "l", u32, u64)
    ONE("cvt.s64.s32 %0, %1;", "l", "r", u64, u32)
    ONE("popc.b64 %0, %1;", "r", "l", u32, u64)
    ONE("clz.b64 %0, %1;", "r", "l", u32, u64)
    TWO("mul.wide.s32 %0, %1, %2;", "l", "r", u64, u32)
    TWO("mul.wide.u16 %0, %1, %2;", "r", "h", u32, u16)
    TWO("cvt.rn.f16x2.f32 %0, %1, %2;", "r", "f", u32, float)
    TWO("cvt.rn.bf16x2.f32 %0, %1, %2;", "r", "f", u32, float)
    ONE("cvt.rzi.s16.f32 %0, %1;", "h", "f", u16, float)
    ONE("cvt.rn.f16.s16 %0, %1;", "h", "h", u16, u16)
    return sum;
}
extern "C" __global__ void k(u64 *out, u32 same, u32 other, float number) {
    const u32 n = sizeof special / 4;
    u32 t = blockIdx.x * blockDim.x + threadIdx.x, x = special[t % n], y = special[t / n % n];
    u32 z = special[(t * 7 + t / 31) % n], lane = threadIdx.x * 3 - 11;
    u64 *to = out + t * 8;
    to[0] = all(x, y, z);
    to[1] = all(x, same, y);
    to[2] = all(same, x, other);
    to[3] = all(same, other, same);
    to[4] = all(lane, x, lane);
    to[5] = all(x, lane, same);
    to[6] = all(lane, same, __float_as_uint(number));
    to[7] = all(other, __float_as_uint(number), x);
}
