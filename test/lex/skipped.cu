// Where a skipped group ends: what begins a line, behind blanks, comments and splices, and what comments
// and literals hide ([cpp.cond]/13, [lex.phases]).
// RUN: cuprum --emit=pp %s | grep -o 'int [a-z_0-9]*' | cut -c5- | tail -16 | tr '\n' ' '
// CHECK: a b c d e f g h i j k l m n o end
#if 0
x # endif
x /* # */ # endif
/*
#endif */ x /*
*/ #endif
"#endif"
#else
int a;
#endif
#if 0
/* first
*/ /* second */ # else
int b;
#endif
#if 0
  \
  # else
int c;
#endif
#if 0
x \
# else
// line \
# else
int no;
#else
int d;
#endif
#if 0
R"x(
#else
)x"
u8R"(
#else
)"
#else
int e;
#endif
#if 0
don't
#else
int f;
#endif
#if 0
1'000'000 'x' '"' x'
#else
int g;
#endif
#if 0
"open
#else
int h;
#endif
#if 0
a % b %: else
%: else
int i;
#endif
#if 0
/* *\
/ #else
int j;
#endif
#if 0
/*/ #else */
/**/ #else
int k;
#endif
#if 0
/ # else
/#else
#else
int l;
#endif
#if 0
/* *\
\
/
#else
int m;
#endif
#if 0
	 #else
int n;
#endif
#if 0
// */ /* "
'"' /* ' */ "/*"
#else
int o;
#endif
int end;
