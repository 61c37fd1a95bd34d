// RUN: cuprum --emit=pp -std=gnu++20 %s 2>&1 | sed -n '\|test/lex/|,$p'
// The examples of [cpp.rescan], [cpp.stringize], [cpp.concat] and of __VA_OPT__ ([cpp.subst]).
#define x 3
#define f(a) f(x * (a))
#undef x
#define x 2
#define g f
#define z z[0]
#define h g(~
#define m(a) a(w)
#define w 0,1
#define t(a) a
#define p() int
#define q(x) x
#define r(x,y) x ## y
#define str(x) # x
f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);
g(x+(3,4)-w) | h 5) & m
(f)^m(m);
p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };
char c[2][6] = { str(hello), str() };
#define xstr(s) str(s)
#define debug(s, t) printf("x" # s "= %d, x" # t "= %s", \
 x ## s, x ## t)
#define INCFILE(n) vers ## n
#define glue(a, b) a ## b
#define xglue(a, b) glue(a, b)
#define HIGHLOW "hello"
#define LOW LOW ", world"
debug(1, 2);
fputs(str(strncmp("abc\0d", "abc", '\4') // this goes away
 == 0) str(: @\n), s);
xstr(INCFILE(2).h)
glue(HIGH, LOW);
xglue(HIGH, LOW)
#define hash_hash # ## #
#define mkstr(a) # a
#define in_between(a) mkstr(a)
#define join(c, d) in_between(c hash_hash d)
char pp[] = join(x, y);
#define t2(x,y,z) x ## y ## z
int j[] = { t2(1,2,3), t2(,4,5), t2(6,,7), t2(8,9,), t2(10,,), t2(,11,), t2(,,12), t2(,,) };
#define F(a) a*G
#define G(a) F(a)
F(2)(9)
#define NIL(xxx) xxx
#define G_0(arg) NIL(G_1)(arg)
#define G_1(arg) NIL(arg)
G_0(42)
#undef f
#define FF(...) f(0 __VA_OPT__(,) __VA_ARGS__)
#define GG(X, ...) f(0, X __VA_OPT__(,) __VA_ARGS__)
#define SDEF(sname, ...) S sname __VA_OPT__(= { __VA_ARGS__ })
#define EMP
FF(a, b, c) FF() FF(EMP) GG(a, b, c) GG(a, ) GG(a) SDEF(foo); SDEF(bar, 1, 2);
#define H2(X, ...) X __VA_OPT__(##) __VA_ARGS__
#define H3(X, ...) #__VA_OPT__(X##X X##X)
H3(, 0)
#define H4(X, ...) __VA_OPT__(a X ## X) ## b
H4(, 1)
#define H5A(...) __VA_OPT__()/**/__VA_OPT__()
#define H5B(X) a ## X ## b
#define H5C(X) H5B(X)
H5C(H5A())
// EXPECT:
// test/lex/standard_macros.cu(33): error: the argument list of macro "f" is not closed
//   xstr(INCFILE(2).h)
//                   ^
// test/lex/standard_macros.cu(7): note: in expansion of macro "g"
//   #define g f
//             ^
// test/lex/standard_macros.cu(9): note: in expansion of macro "h"
//   #define h g(~
//             ^
//
// test/lex/standard_macros.cu(56): error: "##" at an end of a macro's replacement
//   #define H2(X, ...) X __VA_OPT__(##) __VA_ARGS__
//                                   ^
//
// 2 errors detected in the compilation of "test/lex/standard_macros.cu".
