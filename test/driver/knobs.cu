// Knobs of passes from the command line: names, aliases of NVIDIA's optimizer, mistakes.
// RUN[A]: cuprum %s -arch=sm_90 --emit=ir --Xopt=-unroll-threshold=0,-unroll-max-partial-count=1 -o -
// A: br i1
// A-NOT: store i32 3,
// RUN[B]: cuprum %s -arch=sm_90 --emit=ir -Xcicc -disable-loop-unrolling -o -
// B-NOT: store i32 3,
// RUN[C]: cuprum %s -arch=sm_90 --emit=ir -Xcicc=--Xopt=-disable-loop-unrolling=true -o -
// C-NOT: store i32 3,
// RUN[D]: cuprum %s -arch=sm_90 --emit=ir --Xopt=--disable-loop-unrolling=0 -o -
// D: store i32 3,
// the last one counts
// RUN[E]: cuprum %s -arch=sm_90 --emit=ir --Xopt=-disable-loop-unrolling --Xopt=-disable-loop-unrolling=false -o -
// E: store i32 3,
// RUN[F]: cuprum %s -arch=sm_90 --Xopt=-unroll-cuont=4
// EXIT[F]: 1
// F: error: -unroll-cuont=4: no pass has such a knob; did you mean '-unroll-count'?
// RUN[G]: cuprum %s -arch=sm_90 --Xopt=-no-such-thing=4
// EXIT[G]: 1
// G: error: -no-such-thing=4: no pass has such a knob
// G-NOT: did you mean
// RUN[H]: cuprum %s -arch=sm_90 --Xopt=-unroll-count=99999
// EXIT[H]: 1
// H: error: -unroll-count=99999: a number from 0 to 4096 is expected
// RUN[I]: cuprum %s -arch=sm_90 --Xopt=-unroll-count
// EXIT[I]: 1
// I: error: -unroll-count: a number from 0 to 4096 is expected
// RUN[J]: cuprum %s -arch=sm_90 -Xcicc -unroll-max-count=4.5
// EXIT[J]: 1
// J: error: -unroll-max-count=4.5: a number from 1 to 4096 is expected
// RUN[K]: cuprum %s -arch=sm_90 --Xopt=-enable-sink=maybe
// EXIT[K]: 1
// K: error: -enable-sink=maybe: a number from 0 to 1 is expected
// RUN[L]: cuprum %s -arch=sm_90 --emit=ir --Xopt=-inline-budget=1 -o -
// L: store i32 3,
// L: warning: -inline-budget=1 has no effect: the inliner has one measure; -disable-inlining switches it off
// RUN[M]: cuprum %s -arch=sm_90 --emit=ir --Xopt=-unroll-peel-count=1 -o -
// M: warning: -unroll-peel-count=1 has no effect: iterations are not peeled
// a pipeline's own values come before
// RUN[N]: cuprum %s -arch=sm_90 --emit=ir --Xopt=-unroll-threshold=0 "--passes=inline,sroa,simplifycfg,loop-rotate,indvars,loop-unroll<threshold=99>,instcombine" -o -
// N: store i32 3,
__global__ void k(int *p) {
    for (int i = 0; i < 4; i++) p[i] = i;
}
