// RUN: cuprum --emit=tokens %s 2>&1 | sed '0,\|^[#;].*errors_unterminated.cu|d'
a "b
c 'd
R"x(never closed)" e
// EXPECT:
