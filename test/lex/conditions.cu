// RUN: cuprum --emit=pp -std=gnu++20 %s 2>&1 | sed -n '\|test/lex/|,$p'
// #if and its expressions, skipped groups, __has_*.
#if 1 + 2 * 3 == 7 && (0x10 == 16) && 0b101 == 5 && 1'000 == 1000 && 010 == 8
ok1
#endif
#if -1 > 0u
ok2
#endif
#if (2 || 1/0) && !(0 && 1/0) && (1 ? 2 : 1/0) == 2
ok3
#endif
#if 'a' == 97 && '\377' < 0 && L'\377' > 0 && 'ab' == 24930 && u'x' == 120
ok4
#endif
#if defined X || defined(Y) || !defined __cplusplus
bad
#elif defined(__cplusplus) and not defined X
ok5
#else
bad
#endif
#if true && !false && xyz == 0
ok6
#endif
#if (1 << 63) < 0 && (1u << 63) > 0 && -1 >> 1 == -1 && 7 % 3 == 1 && -7 / 2 == -3 && ~0u == 18446744073709551615u
ok7
#endif
#ifdef __has_include
#if __has_include("inputs/once.h") && !__has_include("nope.h")
ok8
#endif
#endif
#if __has_cpp_attribute(nodiscard) && __has_attribute(__noinline__) && __has_builtin(__builtin_expect) && !__has_builtin(foo) && __has_cpp_attribute(gnu::unused)
ok9 __has_cpp_attribute(fallthrough)
#endif
#define HI(x) __has_include(x)
#if HI("inputs/once.h")
ok10
#endif
#if 0
don't " /* unb
#else
foo
#if x //
#elif 0
#else
#endif
R"(
#endif
#else
)"
1'000 /* ' */
#elif 1
ok11
#elif 1/0
bad
#else
bad
#endif
#ifndef FOO
ok12
#else
#endif
// EXPECT:
// test/lex/conditions.cu(33): error: malformed operand of "__has_attribute"
//   #if __has_cpp_attribute(nodiscard) && __has_attribute(__noinline__) && __has_builtin(__builtin_expect) && !__has_builtin(foo) && __has_cpp_attribute(gnu::unused
//                                         ^
//
// test/lex/conditions.cu(33): error: "(" is not expected here in an #if expression
//   #if __has_cpp_attribute(nodiscard) && __has_attribute(__noinline__) && __has_builtin(__builtin_expect) && !__has_builtin(foo) && __has_cpp_attribute(gnu::unused
//                                                         ^
// cuprum_runtime.h(71): note: in expansion of macro "__noinline__"
//   #define __noinline__ __attribute__((noinline))
//                                      ^
//
// test/lex/conditions.cu(53): error: #elif after #else
//   #elif 1
//    ^
//
// test/lex/conditions.cu(55): error: #elif after #else
//   #elif 1/0
//    ^
//
// test/lex/conditions.cu(57): error: #else after #else
//   #else
//    ^
//
// 5 errors detected in the compilation of "test/lex/conditions.cu".
