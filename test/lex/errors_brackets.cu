// RUN: cuprum --emit=tokens %s 2>&1 | sed '0,\|^[#;].*errors_brackets.cu|d'
// Whatever the input, every bracket of the array has a partner.
) a ( b ] c } { d ( e [ f }
{ ( [
// EXPECT:
