// Strings and characters that are not closed, with their places.
// RUN: cuprum --emit=tokens %s 2>&1 | sed -n '\|test/lex/|,$p'
a "b
c 'd
R"x(never closed)" e
// EXPECT:
// test/lex/errors_unterminated.cu(3): error: missing closing "
//   a "b
//     ^
//
// test/lex/errors_unterminated.cu(4): error: missing closing '
//   c 'd
//     ^
//
// test/lex/errors_unterminated.cu(5): error: raw string is not closed before the end of the file
//   R"x(never closed)" e
//   ^
//
// 3 errors detected in the compilation of "test/lex/errors_unterminated.cu".
