// Function-like macros used again and again: from the second use on the expansion is remembered, with
// the arguments open (src/lex/memo.c). Every line that is written three times must come out three times
// the same, and as gcc prints it; below, one group for what is remembered and one for each reason why a
// use is expanded in full.
// RUN: cuprum --emit=pp -std=c++20 %s | sed -n '/^start/,$p' | grep '^[^#]'
start
#define CAT(a, b) a ## b
#define JOIN(a, b) CAT(a, b)
#define PREC(name, r) JOIN(name, r)
#define VARIANT(name) JOIN(__SIMD_, name)
#define DECL_1(type, name, r, args) extern type PREC(name, r) args THROW
#define DECL(type, name, r, args) DECL_1(type, name, r, args); DECL_1(type, JOIN(__, name), r, args)
#define CALL(name, r, args) VARIANT(PREC(name, r)) DECL(REAL, name, r, args)
#define THROW noexcept(true)
#define REAL double
#define __SIMD_cos
#define __SIMD_sin simd
CALL(cos,, (REAL x));
CALL(cos,, (REAL x));
CALL(cos,, (REAL x));
  CALL(sin, f, (REAL x, int *y));
CALL(tan ,, ( REAL x ) );
#undef REAL
#define REAL float
CALL(cos, f, (REAL x));
CALL(cos, f, (REAL x));
CALL(cos, f, (REAL x));
// a part of the name that is joined first is a macro's name: in its place, not outside of it
#define NAME3(name, r) name##r##_
#define VARIANT3(name, r) JOIN(__SIMD_, NAME3(name, r))
VARIANT3(a, b) ; VARIANT3(sin, x)
VARIANT3(a, b) ; VARIANT3(sin, x)
VARIANT3(a, b) ; VARIANT3(sin, x)
#define ab_ replaced
VARIANT3(a, b)
VARIANT3(a, b)
VARIANT3(a, b)
// joined from the right and the left
#define RIGHT(a, b, c) JOIN(a, JOIN(b, c))
#define LEFT(a, b, c) JOIN(JOIN(a, b), c)
#define BOTH(a, b, c) JOIN(a, JOIN(b, c)) + JOIN(JOIN(a, JOIN(b, c)), d)
RIGHT(x, y, z) ; LEFT(x, y, z) ; BOTH(x, y, z) ; RIGHT(x, , z) ; LEFT(, y, 1)
RIGHT(x, y, z) ; LEFT(x, y, z) ; BOTH(x, y, z) ; RIGHT(x, , z) ; LEFT(, y, 1)
RIGHT(x, y, z) ; LEFT(x, y, z) ; BOTH(x, y, z) ; RIGHT(x, , z) ; LEFT(, y, 1)
// the spacing of what comes to nothing
#define NONE
#define SPACES(a) NONE a NONE
SPACES(1)2
SPACES(1)2
 SPACES(1)2
// an empty argument
#define PAIR(a, b) [a b]a;
PAIR(,) ; PAIR(1,) ; PAIR(,2)
PAIR(,) ; PAIR(1,) ; PAIR(,2)
PAIR(,) ; PAIR(1,) ; PAIR(,2)
// an argument that names a macro still, or whose macro was disabled
#define SELF(a) SELF(a) a
SELF(1) ; SELF(SELF)(2) ; SELF(SELF(3))
SELF(1) ; SELF(SELF)(2) ; SELF(SELF(3))
SELF(1) ; SELF(SELF)(2) ; SELF(SELF(3))
// an argument that is two for another call
#define TWO 1, 2
#define FIRST(a, ...) a
#define PASS(a) <FIRST(a, 3)>
PASS(0) ; PASS(TWO) ; PASS((TWO))
PASS(0) ; PASS(TWO) ; PASS((TWO))
PASS(0) ; PASS(TWO) ; PASS((TWO))
// an argument that brings the parenthesis of a call
#define ADD(a, b) a + b
#define APPLY(args) ADD args;
APPLY((1, 2)) ; APPLY(3)
APPLY((1, 2)) ; APPLY(3)
APPLY((1, 2)) ; APPLY(3)
// a name made by ## that is a function-like macro's, and one that stands for itself
#define MAKE(name) JOIN(A, name) (1, 2)
#define AME AME again
MAKE(DD) ; MAKE(BC) ; MAKE(ME)
MAKE(DD) ; MAKE(BC) ; MAKE(ME)
MAKE(DD) ; MAKE(BC) ; MAKE(ME)
// what such a name stands for has a name of the macros around it
#define MADE(a) JOIN(a, _m) JOIN(a, _n)
#define x_m MADE(y) z
#define x_n EMPTY plain EMPTY
#define EMPTY
MADE(y) ;
MADE(y) ;
MADE(x) ;
MADE(x) ;
// an empty argument beside what ## joins: the neighbour is joined
#define TAIL(a) CAT(a, _2)
#define HEAD(a, b) TAIL(a b)
HEAD(x, y) ; HEAD(x,) ; HEAD(, y) ; HEAD(,)
HEAD(x, y) ; HEAD(x,) ; HEAD(, y) ; HEAD(,)
HEAD(x, y) ; HEAD(x,) ; HEAD(, y) ; HEAD(,)
// more than one token beside ##, what is no word, a number
#define MIX(a, b) a ## b
MIX(x y, z) ; MIX(<, <) ; MIX(x, 1) ; MIX(1, x) ; MIX(5, e1)
MIX(x y, z) ; MIX(<, <) ; MIX(x, 1) ; MIX(1, x) ; MIX(5, e1)
MIX(x y, z) ; MIX(<, <) ; MIX(x, 1) ; MIX(1, x) ; MIX(5, e1)
// # and __VA_OPT__ look at the arguments
#define TEXT(a) #a a
#define OPT(...) f(0 __VA_OPT__(,) __VA_ARGS__)
#define USE(a) TEXT(a) OPT(a)
USE(1) ; USE() ; USE("\n")
USE(1) ; USE() ; USE("\n")
USE(1) ; USE() ; USE("\n")
// the call goes on behind its macro
#define NAME(a) a ADD
NAME(1)(2, 3) ; NAME(4) 5
NAME(1)(2, 3) ; NAME(4) 5
NAME(1)(2, 3) ; NAME(4) 5
// a builtin
#define LINE(a) a __LINE__
LINE(x)
LINE(x)
LINE(x)
// a macro in the expansion changes
#define INNER old
#define OUTER(a) INNER a
OUTER(1) ; OUTER(2) ; OUTER(3)
#undef INNER
#define INNER(x) new x
OUTER((1)) ; OUTER(2) ; OUTER((3))
OUTER((1)) ; OUTER(2) ; OUTER((3))
// a name that was not followed by a parenthesis is not looked at again in another expansion
#define PAREN (1)
#define LIST REAL_CALL PAREN
#define REAL_CALL(x) called x
#define WITHIN(x) #x LIST
LIST ;
LIST ;
WITHIN(0) ;
WITHIN(0) ;
#define LIST_2 +LIST+
LIST_2 ;
// EXPECT:
// start
// extern double cos (double x) noexcept(true); extern double __cos (double x) noexcept(true);
// extern double cos (double x) noexcept(true); extern double __cos (double x) noexcept(true);
// extern double cos (double x) noexcept(true); extern double __cos (double x) noexcept(true);
//   __SIMD_sinf extern double sinf (double x, int *y) noexcept(true); extern double __sinf (double x, int *y) noexcept(true);
// __SIMD_tan extern double tan ( double x ) noexcept(true); extern double __tan ( double x ) noexcept(true);
// __SIMD_cosf extern float cosf (float x) noexcept(true); extern float __cosf (float x) noexcept(true);
// __SIMD_cosf extern float cosf (float x) noexcept(true); extern float __cosf (float x) noexcept(true);
// __SIMD_cosf extern float cosf (float x) noexcept(true); extern float __cosf (float x) noexcept(true);
// __SIMD_ab_ ; __SIMD_sinx_
// __SIMD_ab_ ; __SIMD_sinx_
// __SIMD_ab_ ; __SIMD_sinx_
// __SIMD_replaced
// __SIMD_replaced
// __SIMD_replaced
// xyz ; xyz ; xyz + xyzd ; xz ; y1
// xyz ; xyz ; xyz + xyzd ; xz ; y1
// xyz ; xyz ; xyz + xyzd ; xz ; y1
// 1 2
// 1 2
//  1 2
// [ ]; ; [1 ]1; ; [ 2];
// [ ]; ; [1 ]1; ; [ 2];
// [ ]; ; [1 ]1; ; [ 2];
// SELF(1) 1 ; SELF(SELF) SELF(2) ; SELF(SELF(3) 3) SELF(3) 3
// SELF(1) 1 ; SELF(SELF) SELF(2) ; SELF(SELF(3) 3) SELF(3) 3
// SELF(1) 1 ; SELF(SELF) SELF(2) ; SELF(SELF(3) 3) SELF(3) 3
// <0> ; <1> ; <(1, 2)>
// <0> ; <1> ; <(1, 2)>
// <0> ; <1> ; <(1, 2)>
// 1 + 2; ; ADD 3;
// 1 + 2; ; ADD 3;
// 1 + 2; ; ADD 3;
// 1 + 2 ; ABC (1, 2) ; AME again (1, 2)
// 1 + 2 ; ABC (1, 2) ; AME again (1, 2)
// 1 + 2 ; ABC (1, 2) ; AME again (1, 2)
// y_m y_n ;
// y_m y_n ;
// MADE(y) z plain ;
// MADE(y) z plain ;
// x y_2 ; x_2 ; y_2 ; _2
// x y_2 ; x_2 ; y_2 ; _2
// x y_2 ; x_2 ; y_2 ; _2
// x yz ; << ; x1 ; 1x ; 5e1
// x yz ; << ; x1 ; 1x ; 5e1
// x yz ; << ; x1 ; 1x ; 5e1
// "1" 1 f(0 , 1) ; "" f(0 ) ; "\"\\n\"" "\n" f(0 , "\n")
// "1" 1 f(0 , 1) ; "" f(0 ) ; "\"\\n\"" "\n" f(0 , "\n")
// "1" 1 f(0 , 1) ; "" f(0 ) ; "\"\\n\"" "\n" f(0 , "\n")
// 1 2 + 3 ; 4 ADD 5
// 1 2 + 3 ; 4 ADD 5
// 1 2 + 3 ; 4 ADD 5
// x 114
// x 115
// x 116
// old 1 ; old 2 ; old 3
// new 1 ; INNER 2 ; new 3
// new 1 ; INNER 2 ; new 3
// REAL_CALL (1) ;
// REAL_CALL (1) ;
// "0" REAL_CALL (1) ;
// "0" REAL_CALL (1) ;
// +REAL_CALL (1)+ ;
