// Macros: wrong definitions, wrong numbers of arguments, pastes that give no token.
// RUN: cuprum --emit=pp %s >/dev/null
#define F(a, b) a
#define Z() z
#define V(a, b, ...) a
F(1); // ERROR: macro "F" takes 2 arguments, but only 1 are given
F(1, 2, 3); // ERROR: macro "F" takes 2 arguments, but 3 are given
Z(1); // ERROR: macro "Z" takes 0 arguments, but 1 are given
V(1); // ERROR: macro "V" takes 3 arguments, but only 1 are given
#define // ERROR: expected a macro name
#define 1x // ERROR: "1x" cannot be a macro name
#define defined // ERROR: "defined" cannot be a macro name
#define and // ERROR: "and" cannot be a macro name
#define D(a, a) // ERROR: duplicate macro parameter "a"
#define P(a, // ERROR: malformed macro parameter list
#define Q(a b) // ERROR: malformed macro parameter list
#define R ## x // ERROR: "##" at an end
#define S x ## // ERROR: "##" at an end
#define T(a) #b // ERROR: "#" is not followed by a macro parameter
#define U(a, ...) __VA_OPT__(x // ERROR: malformed __VA_OPT__
#define CAT(a, b) a ## b
CAT(+, x) // ERROR: pasting "+" and "x" does not give a token
CAT(/, /) // ERROR: pasting "/" and "/" does not give a token
#pragma GCC poison evil
int evil; // ERROR: attempt to use poisoned "evil"
#define evil 1 // ERROR: attempt to use poisoned "evil"
_Pragma(x) // ERROR: unmatched ")"
// ERROR@-1: _Pragma takes one string literal in parentheses
#undef // ERROR: expected a macro name
F(1, // ERROR: the argument list of macro "F" is not closed
