// SPDX-License-Identifier: Apache-2.0
// Which bits a NaN has, where numbers that were computed are chosen, converted and limited before somebody looks: those that
// arithmetic gave are 0x7fffffff then, those that came from memory what they were. Also sums of products whose result takes the
// place of each of the three operands, with constants for the others; minima and maxima with constants, zeros of both signs.
// RUN: sh %S/both.sh %s --kernel=k --grid=2 --block=128 buf:u32:8192:zero f32:1.5 f32:-0
// CHECK: arg 0: 8192 x u32 fnv1a64
// CHECK: status 0
// CHECK-NEXT: {{functions in native code: 1;|without a processor}}
__device__ const unsigned special[32] = {
    0,          0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc12345, // NaNs with and without
    0x7fa00001, 0xffa00002, 0x7fffffff, 0x00000001, 0x80000001, 0x00800000, 0x7f7fffff, 0xff7fffff, // bits of their own
    0x40490fdb, 0xc0000000, 0x3e800000, 0x41200000, 0x42c80000, 0xc2c80000, 0x4f000000, 0x33800000,
    0x7f812345, 0xffbfffff, 0x3fc00000, 0xbfc00000, 0x40800000, 0x3f000000, 0xbf000000, 0x2f000000,
};
__device__ __forceinline__ float choose(bool which, float a, float b) {
    float to;
    asm("{ .reg .pred p; setp.ne.u32 p, %3, 0; selp.f32 %0, %1, %2, p; }" : "=f"(to) : "f"(a), "f"(b), "r"((unsigned)which));
    return to;
}
#define LIMIT(op, number)                                                                                                        \
    asm(op ".f32 %0, %1, " number ";" : "=f"(to) : "f"(x));                                                                      \
    add(to);                                                                                                                     \
    asm(op ".f32 %0, " number ", %1;" : "=f"(to) : "f"(product));                                                                \
    add(to);
#define FUSED(a, b, c)                                                                                                           \
    asm("fma.rn.f32 %0, " a ", " b ", " c ";" : "=f"(to) : "f"(x), "f"(y), "f"(product));                                        \
    add(to);
#define WIDE(a, b, c)                                                                                                            \
    asm("fma.rn.f64 %0, " a ", " b ", " c ";" : "=d"(wide) : "d"((double)x), "d"((double)y), "d"((double)product));              \
    add(wide != wide ? 7 : (float)wide);
#define APPROXIMATE(op)                                                                                                          \
    asm(op ".approx.f32 %0, %1;" : "=f"(to) : "f"(product));                                                                     \
    add(to);                                                                                                                     \
    asm(op ".approx.ftz.f32 %0, %1;" : "=f"(to) : "f"(x));                                                                       \
    add(to);
extern "C" __global__ void k(unsigned *out, float uniform, float zero) {
    unsigned thread = blockIdx.x * blockDim.x + threadIdx.x, *at = out + thread * 32, hash = 0;
    auto add = [&](float x) { hash = (hash ^ __float_as_uint(x)) * 0x01000193u; };
    for (unsigned i = 0; i < 32; i++) {
        float x = __uint_as_float(special[thread & 31]), y = __uint_as_float(special[i]), to;
        double wide;
        float product = x * y, sum = x + uniform;
        add(choose(x < y, product, sum));         // both computed
        add(choose(i & 1, product, x)), add(choose(thread & 2, product, y)); // one as it is in memory
        add(choose(y < x, x, product));
        float mixed = choose(thread & 2, product, y), other = choose(thread & 4, y, sum); // read as both
        add(mixed), add(mixed * 0.5f), add(other), add(other - uniform);
        add(choose(thread & 1, y, sum) * 0.5f);   // which arithmetic reads alone
        float twice = choose(i & 2, choose(x > y, product, sum), product - sum);
        add(twice);
        hash += __float_as_uint(twice) >> 3;      // as an integer, too
        float kept = i & 4 ? product : choose(i & 1, x, y);
        add(kept);
        asm("{ .reg .pred p; setp.lt.u32 p, %2, 5; selp.f32 %0, %1, 0f7fc00001, p; }" : "=f"(to) : "f"(sum), "r"(thread & 7));
        add(to), add(to - uniform); // a NaN with bits of its own, written out
        LIMIT("min", "0f40000000") LIMIT("max", "0f40000000") LIMIT("min", "0f00000000") LIMIT("max", "0f00000000")
        LIMIT("min", "0f80000000") LIMIT("max", "0f80000000") LIMIT("min", "0f7fc00000") LIMIT("max", "0fff800000")
        add(fminf(product, uniform)), add(fmaxf(x, zero)), add(fminf(x, y)), add(fmaxf(product, sum));
        asm("cvt.sat.f32.f32 %0, %1;" : "=f"(to) : "f"(product));
        add(to);
        asm("cvt.rni.f32.f32 %0, %1;" : "=f"(to) : "f"(sum));
        add(to);
        add((float)((double)product * (double)sum));
        hash += (unsigned)((double)product != (double)product);
        hash += (unsigned)(__double_as_longlong((double)(product + uniform)) >> 29);
        FUSED("%1", "%2", "%3") FUSED("%1", "0f3f000000", "%3") FUSED("0f3f000000", "%2", "%3") FUSED("%1", "%2", "0f40400000")
        FUSED("%1", "0f3f000000", "0f40400000") FUSED("%3", "%3", "%3") FUSED("%3", "%1", "0f40400000") FUSED("%3", "0f40400000", "%2")
        WIDE("%1", "%2", "%3") WIDE("%1", "0d3fe0000000000000", "%3") WIDE("%3", "%2", "0d4008000000000000") WIDE("%3", "0d4008000000000000", "%2")
        float chain = product, step = y;
        asm("fma.rn.f32 %0, %0, %1, 0f3f400000;" : "+f"(chain) : "f"(step)); // in a factor's place
        asm("fma.rn.f32 %0, %1, %0, 0fbf400000;" : "+f"(chain) : "f"(step));
        asm("fma.rn.f32 %0, %0, 0f3f400000, %1;" : "+f"(chain) : "f"(step));
        asm("fma.rn.f32 %0, %0, %0, %0;" : "+f"(chain));
        asm("fma.rn.f32 %0, %1, 0f3f400000, %0;" : "+f"(chain) : "f"(step)); // in the summand's
        add(chain);
        APPROXIMATE("ex2") APPROXIMATE("lg2") APPROXIMATE("sin") APPROXIMATE("cos") APPROXIMATE("rsqrt")
        at[i] = hash;
    }
}
