// RUN: cuprum --emit=tokens %s 2>&1 | sed -n '\|test/lex/|,$p'
// Pragmas are one token; the preprocessor's own are obeyed.
#define N 4
#define PR(x) _Pragma(#x)
#pragma unroll
#pragma unroll N
#pragma nounroll
#pragma nv_diag_suppress 177, N
PR(unroll N) x PR(nv_diag_default 177)
_Pragma("GCC diagnostic ignored \"-Wall\"") y
#pragma GCC poison never
#pragma   spaced    out  /* c */ text
#pragma
// EXPECT:
// ; test/lex/pragmas.cu
// 5:1 #pragma 'unroll' bol
// 6:1 #pragma 'unroll 4' bol
// 7:1 #pragma 'nounroll' bol
// 8:1 #pragma 'nv_diag_suppress 177, N' bol
// 9:1 #pragma 'unroll 4' bol
// 9:14 identifier 'x' space
// 9:16 #pragma 'nv_diag_default 177' bol
// 10:1 #pragma 'GCC diagnostic ignored "-Wall"' bol
// 10:45 identifier 'y' space
// 12:1 #pragma 'spaced out text' bol
// 13:1 #pragma '' bol
// end of file
