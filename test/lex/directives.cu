// RUN: cuprum --emit=pp -std=gnu++20 %s 2>&1 | tac | sed '/test.lex.* 2$/q' | tac
// push_macro, _Pragma, directives in arguments, #ident, #assert, the null directive, comments.
#define EMPTY
#define ID(x) x
#pragma push_macro("EMPTY")
#undef EMPTY
#define EMPTY full
EMPTY
#pragma pop_macro("EMPTY")
[EMPTY]
#pragma push_macro("NEVER")
#define NEVER 1
#pragma pop_macro("NEVER")
NEVER
ID(
#ifdef FOO
bad
#else
in args
#endif
#define LATE 5
LATE
)
#define PR(x) _Pragma(#x) a
PR(unroll 4) PR(GCC ivdep)
#ident "foo"
#sccs "x"
#
#if #machine(x86_64) && #system(linux) && !#cpu(arm)
ok13
#endif
#assert foo(bar)
#if #foo(bar) && #foo && !#foo(baz)
ok14
#endif
#unassert foo
#if !#foo(bar)
ok15
#endif
#define VA(a, b...) #b [b] a
VA(1) VA(1,) VA(1, 2, 3) VA( , ( , ) , )
#define XX() x
#define YY(a) <a>
XX() XX( ) YY() YY( ) YY((a,b)) YY([a)
]
#if 1 //comment
ok16 /* multi
line */ #define not_directive
#endif /* x */
  /* c */ # /* d */ define /* e */ SPACED(a) /* f */ a /* g
*/ b
SPACED(1)
// EXPECT:
// # 8 "test/lex/directives.cu" 2
// full
//
// []
//
//
//
// NEVER
// in args 5
// # 25 "test/lex/directives.cu"
// #pragma unroll 4
// a
// # 25 "test/lex/directives.cu"
// #pragma GCC ivdep
// a
//
//
//
// ok13
//
//
//
// ok14
//
//
//
// ok15
//
//
// "" [] 1 "" [] 1 "2, 3" [2, 3] 1 "( , ) ," [( , ) ,]
//
//
// x x <> <> <(a,b)> <[a>
// ]
//
// ok16 #define not_directive
//
//
//
//
// 1 b
