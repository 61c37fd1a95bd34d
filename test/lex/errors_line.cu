#line 2 other // ERROR: the file name of #line must be a plain string literal
#line 3 L"x" // ERROR: the file name of #line must be a plain string literal
#line x // ERROR: #line needs a line number in plain digits
#line 5 "test/lex/errors_line.cu" 1 // WARNING: extra text after the end of #line
#error renamed // ERROR: #error directive: renamed
// RUN: cuprum --emit=pp %s >/dev/null
