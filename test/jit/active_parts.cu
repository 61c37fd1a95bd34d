// SPDX-License-Identifier: Apache-2.0
// __activemask() in branches and loops of lanes that have left native code at other places meanwhile: those that may yet join
// them have joined when it says who is there, as in the interpreter.
// RUN: sh %S/both.sh %s --grid=4 --block=64 buf:u32:512:rand:11 buf:u32:1024:zero
// CHECK: arg 0: 512 x u32 fnv1a64
// CHECK: status 0
// CHECK-NEXT: {{functions in native code: 1;|without a processor}}
extern "C" __global__ void k(unsigned *words, unsigned *out) {
    unsigned t = threadIdx.x, at = blockIdx.x * 64 + t, x = words[at], here = 5, other = 9, b = 1;
    for (unsigned i = 0; i < (x & 7); i++) {
        here = __activemask();
        if (x >> i & 1) other = __activemask() * 3;
        b = __ballot_sync(here, x >> (i + 3) & 1);
    }
    out[at] = here * 31 + other + b * 7;
    unsigned m;
    if (x & 8) m = __activemask(); else m = ~__activemask();
    out[at + 512] = m;
}
