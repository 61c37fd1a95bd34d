// SPDX-License-Identifier: Apache-2.0
// The flag that saturates is for integers: with floats it does nothing, as in nvcc.
// REQUIRES: ptxas
// RUN: cuprum %s -arch=sm_80 -o %t.ptx && ptxas -arch=sm_80 %t.ptx -o %t.cubin && cat %t.ptx
// CHECK: wmma.mma.sync.aligned.row.row.m16n16k16.f16.f16 {
// CHECK: wmma.mma.sync.aligned.row.row.m16n16k16.f32.f16 {
// CHECK: wmma.mma.sync.aligned.row.row.m16n16k16.f32.bf16.bf16.f32 {
// CHECK: wmma.mma.sync.aligned.row.row.m16n16k16.s32.u8.u8.s32.satfinite {
struct Tile {
    int half[8], whole[8];
    float real[8];
};

__global__ void saturate(Tile *out, const Tile *in) {
    Tile a = *in, d = a;
    __hmma_m16n16k16_mma_f16f16(d.half, a.half, a.half, d.half, 0, 1);
    __hmma_m16n16k16_mma_f32f16(d.real, a.half, a.half, d.half, 0, 1);
    __mma_bf16_m16n16k16_mma_f32(d.real, a.half, a.half, d.real, 0, 1);
    __imma_m16n16k16_mma_u8(d.whole, a.half, a.half, d.whole, 0, 1);
    *out = d;
}
