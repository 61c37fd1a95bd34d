// SPDX-License-Identifier: Apache-2.0
// --jit=on has its effect, or says why not; without it programs that ask for counts are interpreted; other values are none.
// RUN[A]: cuprum run %s -arch=sm_90 --jit=on --stats --block=32 buf:i32:32:zero
// A: {{functions in native code: 1; the counts are estimates|without a processor without AVX2}}
// RUN[B]: cuprum run %s -arch=sm_90 --stats --block=32 buf:i32:32:zero
// B-NOT: native code
// B: time:
// RUN[C]: cuprum run %s -arch=sm_90 --jit=on --check --stats --block=32 buf:i32:32:zero 2>&1
// C: {{functions in native code: 1|without a processor without AVX2}}
// RUN[D]: cuprum run %s -arch=sm_90 --jit=on --seed=3 --block=32 buf:i32:32:zero 2>&1
// D: warning: --jit=on has no effect: native code does without another order of warps
// RUN[E]: cuprum run %s -arch=sm_90 --jit=on --profile --block=32 buf:i32:32:zero 2>&1
// E: warning: --jit=on has no effect: native code does without profiles
// RUN[F]: cuprum run %s -arch=sm_90 --jit=sometimes --block=32 buf:i32:32:zero 2>&1
// EXIT[F]: 2
// F: expected one of {auto|on|off|avx2|verify}
extern "C" __global__ void k(int *out) { out[threadIdx.x] = threadIdx.x; }
