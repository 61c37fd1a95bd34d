#pragma once // WARNING: #pragma once in the main file
// RUN: cuprum --emit=pp %s >/dev/null
#assert          // ERROR: malformed #assert or #unassert
#assert x(       // ERROR: malformed #assert or #unassert
#unassert 5      // ERROR: malformed #assert or #unassert
#unassert x(1) y // WARNING: extra text after the end of #unassert
#pragma push_macro(x)  // WARNING: malformed #pragma push_macro ignored
#pragma pop_macro("x"  // WARNING: malformed #pragma pop_macro ignored
#pragma GCC poison a 1 // WARNING: malformed #pragma GCC poison ignored
#if 18446744073709551616 // WARNING: integer is too large for its type in an #if expression
#endif
#if 1 / 0 // ERROR: division by zero in an #if expression
#endif
#if 1 % 0 // ERROR: division by zero in an #if expression
#endif
#if 0 && 1 / 0 // not evaluated
#endif
#define QUOTED"x" // WARNING: white space is missing after the macro name
#define PLUS+1    // WARNING: white space is missing after the macro name
#define EMPTY
#undef __FILE__    // WARNING: undefining the builtin macro "__FILE__"
#define __LINE__ 3 // WARNING: redefinition of the builtin macro "__LINE__"
#define C(x) __VA_ARGS__ // WARNING: __VA_ARGS__ outside a variadic macro
#define D __VA_ARGS__    // WARNING: __VA_ARGS__ outside a variadic macro
__has_include(<x>)      // ERROR: "__has_include" used outside a preprocessing directive
__has_include_next(<x>) // ERROR: "__has_include_next" used outside a preprocessing directive
#define STR(x) #x
STR(\) // WARNING@-1: trailing backslash dropped from a stringified argument
#line 99999999999 // WARNING: line number out of range
