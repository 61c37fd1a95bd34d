// RUN: cuprum --emit=pp %s | sed -n '/test.lex.* 2$/,$p'
// A macro that is a pragma: one where it begins a line, as in what gcc prints for nvcc's front end.
#define UNROLL #pragma unroll
#define COUNT 4
#define UNROLL_COUNT #pragma unroll COUNT
#define LOOP UNROLL_COUNT
#define POISON #pragma GCC poison nobody
#define EMPTY
#define HASH #
UNROLL
one
    UNROLL COUNT // comment
two
LOOP
three
LOOP
LOOP /* not
here */ five
UNROLL_COUNT EMPTY
POISON
x UNROLL
HASH pragma
#define ARG(x) x
ARG(UNROLL)
EMPTY UNROLL
last UNROLL
// EXPECT:
// # 10 "test/lex/pragma_macro.cu" 2
// #pragma unroll
// one
// #pragma unroll 4
// two
// #pragma unroll 4
// three
// #pragma unroll 4
// #pragma unroll 4 five
//
// #pragma unroll 4
//
// x #pragma unroll
// # pragma
//
// #pragma unroll
// #pragma unroll
// last #pragma unroll
