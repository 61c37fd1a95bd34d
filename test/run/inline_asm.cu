// SPDX-License-Identifier: Apache-2.0
// inline PTX with operands
// RUN: sh %S/kernel.sh %s --grid=1 --block=64 buf:i32:64:rand:47 buf:i32:64:zero buf:f32:64:zero
__global__ void k(const int *a, int *o, float *f) {
    int t = threadIdx.x, r, x = a[t];
    asm("add.s32 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(t));
    asm volatile("{\n\t.reg .pred p;\n\tsetp.gt.s32 p, %1, 0;\n\tselp.s32 %0, %1, %2, p;\n\t}" : "=r"(x) : "r"(r), "n"(17));
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    asm("mad.lo.s32 %0, %0, 3, %1;" : "+r"(x) : "r"((int)lane));
    float g = (float)t;
    asm("fma.rn.f32 %0, %1, %1, %2;" : "=f"(f[t]) : "f"(g), "f"(0.5f));
    o[t] = x;
}
