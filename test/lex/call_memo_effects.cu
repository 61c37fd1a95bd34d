// What has an effect happens once at each call of a remembered macro: a _Pragma in an argument that
// changes a macro of the remembered expansion, one in the expansion of a word made by `##`, a
// diagnostic there.
// RUN[LOUD]: cuprum --emit=pp -DLOUD %s
// EXIT[LOUD]: 1
// RUN: cuprum --emit=pp %s
#define X 1
#pragma push_macro("X")
#undef X
#define X 2
#define F(a) a X
#define PUSH_1 _Pragma("push_macro(\"X\")") +
#define PUSH(n) PUSH_##n n
#define BAD_1 CAT(+, -)
#define CAT(a, b) a##b
#define BAD(n) BAD_##n n
BAD(2) BAD(3)
#ifdef LOUD
BAD(1) // ERROR[LOUD]: pasting "+" and "-" does not give a token
#endif
F(1) ; F(2) ; F(3) ; F(_Pragma("pop_macro(\"X\")") 5) ; F(6) ;
PUSH(2) ; PUSH(3) ; PUSH(1) ;
#undef X
#pragma pop_macro("X")
first X
#undef X
#pragma pop_macro("X")
second X
// CHECK: 1 2 ; 2 2 ; 3 2 ; 5 1 ; 6 1 ;
// CHECK: PUSH_2 2 ; PUSH_3 3 ; + 1 ;
// CHECK: first 1
// CHECK: second X
