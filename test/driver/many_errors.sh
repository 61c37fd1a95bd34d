# Without a limit, each of very many errors costs no more than the first: each asks whether one was said at its place.
# RUN: sh %s %t
# TIMEOUT: 30
# CHECK: 360001 errors
rm -rf "$1.d"
mkdir "$1.d"
cd "$1.d" || exit 1
awk 'BEGIN {
    print "__global__ void k(int *p) {"
    for (i = 0; i < 120000; i++) print " p[(" i "] = f(1, (2;"
    print "}"
}' >k.cu
cuprum k.cu -arch=sm_80 --syntax-only --error-limit=0 2>&1 | grep -o '[0-9]* errors'
