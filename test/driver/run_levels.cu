// `cuprum run FILE.cu` takes the compiler's options too.
// EACH: -O0, -O1, -O3, -arch=sm_80, --gpu-architecture sm_90
// RUN: cuprum run %s %E -DSTEP=3 --grid=2 --block=32 --print=0:3 --hash buf:i32:64:iota i32:64
// CHECK: arg 0: 0 4 8
// CHECK: arg 0: 64 x i32 fnv1a64 {{[0-9a-f]{16}}}
// RUN[B]: cuprum run %s -DSTEP=wrong buf:i32:64:iota i32:64
// EXIT[B]: 1
// B: error: identifier "wrong" is undefined
// RUN[C]: cuprum run - --block=1 --print=0 buf:i32:1:zero < %S/inputs/one.ptx
// C: arg 0: 1
// RUN[D]: cuprum run -x cu - -DSTEP=1 --block=1 --print=0 buf:i32:2:iota i32:2 < %s
// D: arg 0: 0 1
__global__ void k(int *p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] += i * STEP;
}
