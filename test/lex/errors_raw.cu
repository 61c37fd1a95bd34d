// Raw strings: delimiters that are too long, or have a blank.
// RUN: cuprum --emit=pp %s >/dev/null
R"abcdefghijklmnopqrstuvw(x)abcdefghijklmnopqrstuvw" // ERROR: bad raw string delimiter: at most 16 characters, no blank, parenthesis or backslash
R"a b(x)a b" // ERROR: bad raw string delimiter
