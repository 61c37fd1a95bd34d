// Wrong use of the command: exit status 2, and what was meant.
// EXIT: 2
// RUN[A]: cuprum
// A: usage: cuprum
// RUN[B]: cuprum -O2
// B: error: no input file
// RUN[C]: cuprum %s %s
// C: error: more than one input file: "{{.*}}wrong_use.cu"
// RUN[D]: cuprum %s --gpu-architecure=sm_90
// D: error: unknown option '--gpu-architecure=sm_90'; did you mean '--gpu-architecture'?
// RUN[E]: cuprum %s -acrh=sm_90
// E: error: unknown option '-acrh=sm_90'; did you mean '-arch'?
// RUN[F]: cuprum %s --frobnicate
// F: error: unknown option '--frobnicate'
// F-NOT: did you mean
// RUN[G]: cuprum %s -arch=sm_12
// G: error: unknown GPU architecture "sm_12"
// RUN[H]: cuprum %S
// H: error: do not know what "{{.*}}" is; use -x cu, -x ii or -x ir
// RUN[I]: cuprum %s --error-limit=many
// I: error: 'many' in '--error-limit=many' is not a number
// RUN[J]: cuprum %s --cuda-path=/nonexistent
// J: error: no CUDA headers in "/nonexistent"
// RUN[K]: cuprum %s -o
// K: error: option '-o' needs a value
// RUN[L]: cuprum %s --ptx=3 -std=c++97 -ftz=maybe
// L: error: option '--ptx=3' takes no value
// L: error: invalid value 'c++97' for '-std=c++97': expected one of {c++98|c++03|
// L: error: invalid value 'maybe' for '-ftz=maybe': expected one of {true|false}
// L: 3 errors detected.
// RUN[M]: cuprum %s --split-compile=x
// M: error: 'x' of --split-compile: expected a number of threads, 0 or more
// RUN[N]: cuprum %s -split-compile -5
// N: error: '-5' of -split-compile: expected a number of threads, 0 or more
// RUN[O]: cuprum %s --split-compile=
// O: error: '' of --split-compile: expected a number of threads, 0 or more
// RUN[P]: cuprum %s --split-compile=3x
// P: error: '3x' of --split-compile: expected a number of threads, 0 or more
__global__ void k() {}
