// ERROR, WARNING and NOTE lines: on their own line, on another one, of one RUN line alone.
// RUN: sh %S/inputs/complain.sh %s
// RUN[OTHER]: sh %S/inputs/complain.sh %s 4
int a = b; // ERROR: identifier "b" is {{un[a-z]+}}
int c;
// ERROR@-1: second thing
// ERROR@0: no position
int d; // WARNING: unused
// NOTE[OTHER]@-5: seen here
