# Memory that ends while the messages are made, after it ended in the compilation, ends the program all the same.
# (A sanitizer needs more addresses than the limit leaves; such a build has no shared library.)
# REQUIRES: %B/gen/direct, %B/lib/libcuprum.so.0
# RUN: sh %s %t
# EXIT: 1
# CHECK: cuprum: out of memory
f=$1.cu
# an error, more tokens than there is memory for, and lines whose table needs some for the message
awk 'BEGIN {
    print "#error early\n#define D0 a"
    for (i = 1; i < 30; i++) printf "#define D%d D%d D%d\n", i, i - 1, i - 1
    print "D29"
    for (i = 0; i < 8000000; i++) print ""
}' >"$f"
(
    ulimit -S -v 64000
    exec cuprum --syntax-only "$f" 2>&1
)
rc=$?
rm -f "$f"
exit $rc
