// RUN: cuprum --emit=pp %s >/dev/null
#nonsense // ERROR: unrecognized preprocessing directive
#error this   is wrong // ERROR: #error directive: this   is wrong
#elif 1 // ERROR: #elif without #if
#else // ERROR: #else without #if
#endif // ERROR: #endif without #if
#if // ERROR: #if with no expression
#endif
#if 1 + // ERROR: expected a value at the end of the #if expression
#endif
#if (1 // ERROR: expected a ")" in the #if expression
#endif
#if 1 ? 2 // ERROR: expected a ":" in the #if expression
#endif
#if 1 2 // ERROR: "2" is not expected here
#endif
#if 1 / 0 // ERROR: division by zero
#endif
#if 1.0 // ERROR: floating-point number in an #if expression
#endif
#if "x" // ERROR: is not expected here in an #if expression
#endif
#if defined // ERROR: "defined" needs an identifier
#endif
#if defined(x // ERROR: "defined" needs an identifier
#endif
#if 12_km // ERROR: user-defined literal in an #if expression
#endif
#if 08 // ERROR: digit "8" is not allowed in a number of base 8
#endif
#if __has_include // ERROR: malformed operand of "__has_include"
#endif
#ifdef // ERROR: expected a macro name
#endif
#ifdef 3 // ERROR: "3" cannot be a macro name
#endif
#if 0
#else
#elif 1 // ERROR: #elif after #else
#else // ERROR: #else after #else
#endif
#line x // ERROR: #line needs a line number in plain digits
#include // ERROR: expected a file name after #include
#include "" // ERROR: empty file name in #include
#include x // ERROR: expected a file name after #include
#if 1 // ERROR: the #endif for this directive is missing
