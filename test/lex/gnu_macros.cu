// RUN: cuprum --emit=pp %s 2>&1 | tac | sed '/test.lex.* 2$/q' | tac
// GNU `, ## args`, calls over lines, recursion, __LINE__ and its kin.
#define t(a) a
#define str(x) # x
#define glue(a, b) a ## b
#define xglue(a, b) glue(a, b)
#define eprintf(format, ...) fprintf (stderr, format, ## __VA_ARGS__)
#define e2(...) pr(a, ## __VA_ARGS__)
#define e3(fmt, args...) pr(fmt, ## args)
eprintf("x") eprintf("x",) eprintf("x",1,2) e2() e2(1) e2(,) e3(a) e3(a,) e3(a,b,c)
#define foo() bar
foo
()
foo ( ) foo /* */ ( /* x */ )
foo x
#define AA BB
#define BB AA
AA BB
#define obj(x) obj2 x
#define lparen (
#define rec(x) rec (x) x
rec(rec(1)) rec lparen 3)
__LINE__
#define L3 __LINE__ __LINE__
L3
t(__LINE__
__LINE__) __LINE__
#define two(a,b) a b __LINE__
two(
 __LINE__,
 L3
)
#line 1000 "foo\\bar.c"
__LINE__ __FILE__
# 77 "x.h"
__LINE__ __FILE__ __FILE_NAME__
__COUNTER__ __COUNTER__ xglue(a, __COUNTER__)
__INCLUDE_LEVEL__ __BASE_FILE__
str( a  "b\n" 'c' '\\' "\"" L"x\y" )  str(@ \n) str( a /* x */ b
c ) str(R"(a"b\)") str(u8"é")
// EXPECT:
// # 10 "test/lex/gnu_macros.cu" 2
// fprintf (stderr, "x") fprintf (stderr, "x", ) fprintf (stderr, "x", 1,2) pr(a, ) pr(a, 1) pr(a, ,) pr(a) pr(a, ) pr(a, b,c)
//
// bar
//
// bar bar
// foo x
//
//
// AA BB
//
//
//
// rec (rec (1) 1) rec (1) 1 rec ( 3)
// 23
//
// 25 25
// 26 27 27
//
//
// 30 31 31 29
// # 1000 "foo\\bar.c"
// 1000 "foo\\bar.c"
// # 77 "x.h"
// 77 "x.h" "x.h"
// 0 1 a2
// 0 "test/lex/gnu_macros.cu"
// "a \"b\\n\" 'c' '\\\\' \"\\\"\" L\"x\\y\"" "@ \n" "a b c" "R\"(a\"b\\)\"" "u8\"é\""
