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
// RUN[F]: cuprum %s -arch=sm_90 --Xopt=-unroll-cuont=4 -o -
// F: warning: -unroll-cuont=4 has no effect: no pass here has such a knob; did you mean '-unroll-count'?
// RUN[G]: cuprum %s -arch=sm_90 --Xopt=-no-such-thing=4 -o -
// G: warning: -no-such-thing=4 has no effect: no pass here has such a knob
// G-NOT: did you mean
// RUN[H]: cuprum %s -arch=sm_90 --Xopt=-unroll-count=99999 -o -
// H: warning: -unroll-count=99999 has no effect: a number from 0 to 4096 is expected
// RUN[I]: cuprum %s -arch=sm_90 --Xopt=-unroll-count -o -
// I: warning: -unroll-count has no effect: a number from 0 to 4096 is expected
// RUN[J]: cuprum %s -arch=sm_90 -Xcicc -unroll-max-count=4.5 -o -
// J: warning: -unroll-max-count=4.5 has no effect: a number from 1 to 4096 is expected
// RUN[K]: cuprum %s -arch=sm_90 --Xopt=-enable-sink=maybe -o -
// K: warning: -enable-sink=maybe has no effect: a number from 0 to 1 is expected
// RUN[T]: cuprum %s -arch=sm_90 --Xopt=-time-passes
// EXIT[T]: 1
// T: error: -time-passes: where the time went is told by --device-time-trace=FILE
// RUN[L]: cuprum %s -arch=sm_90 --emit=ir --Xopt=-inline-instr-cost=1 -o -
// L: store i32 3,
// L: warning: -inline-instr-cost=1 has no effect: the inliner measures by -inline-threshold and -inline-budget
// RUN[M]: cuprum %s -arch=sm_90 --emit=ir --Xopt=-unroll-peel-max-count=1 -o -
// M: warning: -unroll-peel-max-count=1 has no effect: iterations are peeled with -unroll-peel-count=N
// a pipeline's own values come before
// RUN[N]: cuprum %s -arch=sm_90 --emit=ir --Xopt=-unroll-threshold=0 "--passes=inline,sroa,simplifycfg,loop-rotate,indvars,loop-unroll<threshold=99>,instcombine" -o -
// N: store i32 3,
__global__ void k(int *p) {
    for (int i = 0; i < 4; i++) p[i] = i;
}
