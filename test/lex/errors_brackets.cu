// RUN: cuprum --emit=tokens %s 2>&1 | sed -n '\|test/lex/|,$p'
// Whatever the input, every bracket of the array has a partner.
) a ( b ] c } { d ( e [ f }
{ ( [
// EXPECT:
// test/lex/errors_brackets.cu(3): error: unmatched ")"
//   ) a ( b ] c } { d ( e [ f }
//   ^
//
// test/lex/errors_brackets.cu(3): error: unmatched "]"
//   ) a ( b ] c } { d ( e [ f }
//           ^
//
// test/lex/errors_brackets.cu(3): error: unmatched "}"
//   ) a ( b ] c } { d ( e [ f }
//               ^
//
// test/lex/errors_brackets.cu(3): error: "[" is never closed
//   ) a ( b ] c } { d ( e [ f }
//                         ^
//
// test/lex/errors_brackets.cu(3): error: "(" is never closed
//   ) a ( b ] c } { d ( e [ f }
//                     ^
//
// test/lex/errors_brackets.cu(4): error: "[" is never closed
//   { ( [
//       ^
//
// test/lex/errors_brackets.cu(4): error: "(" is never closed
//   { ( [
//     ^
//
// test/lex/errors_brackets.cu(4): error: "{" is never closed
//   { ( [
//   ^
//
// test/lex/errors_brackets.cu(3): error: "(" is never closed
//   ) a ( b ] c } { d ( e [ f }
//       ^
//
// 9 errors detected in the compilation of "test/lex/errors_brackets.cu".
