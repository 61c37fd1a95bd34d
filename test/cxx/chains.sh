# What is written without nesting is deep as a tree: `a + b + c ...`. 10,000 of each are compiled; too
# many are an error with a position, whichever the stack of the caller.
# RUN: sh %s %t
# CHECK: sum: 50005000
# CHECK-NEXT: sum: 1
# CHECK-NEXT: and: 0
# CHECK-NEXT: and: 1
# CHECK-NEXT: comma: 10000
# CHECK-NEXT: comma: 1
# CHECK-NEXT: calls: 10000
# CHECK-NEXT: calls: 1
# CHECK-NEXT: operators: 10000
# CHECK-NEXT: operators: 1
# CHECK-NEXT: fold: 10000
# CHECK-NEXT: fold: 1
# CHECK-NEXT: elses: 7
# CHECK-NEXT: elses: 1
# CHECK-NEXT: cases: 9
# CHECK-NEXT: cases: 1
# CHECK-NEXT: conditions: 7
# CHECK-NEXT: conditions: 1
# CHECK-NEXT: statements: 1
# TIMEOUT: 120
make() {
    awk -v kind="$1" -v n="$2" '
    function each(format, i) { for (i = 1; i <= n; i++) printf format, i, i }
    BEGIN {
        print "struct S { int v; __device__ S &add(int x) { v += x; return *this; } };"
        print "__device__ S &operator<<(S &s, int x) { return s.add(x); }"
        print "template <int... N> __device__ int ones(int x) { return (x + ... + (N > 0)); }"
        print "__global__ void k(int *p) { int x = *p; S s{x};"
        if (kind == "sum") { printf "x = x"; each("\n+ (x + %d)"); print ";" }
        if (kind == "and") { printf "x = x"; each("\n&& x != %d"); print ";" }
        if (kind == "comma") { each("x = x + 1,\n"); print "x = x;" }
        if (kind == "calls") { printf "s"; each("\n.add(1)"); print "; x = s.v;" }
        if (kind == "operators") { printf "s"; each("\n<< 1"); print "; x = s.v;" }
        if (kind == "fold") { printf "x = ones<1"; n--; each(", %d"); print ">(x);" }
        if (kind == "elses") { print "if (x == 1) x = 3;"; each("else if (x == %d) x = %d;\n"); print "else x = 7;" }
        if (kind == "cases") { print "switch (x + 5) {"; each("case %d:\n"); print "x = 9; }" }
        if (kind == "conditions") { printf "x = "; each("\nx == %d ? %d :"); print "7;" }
        if (kind == "statements") { # each within the limit, not one in the other
            printf "x = ({ x = ({ x = x"; each("\n+ x"); printf "; x; })"; each("\n+ x"); print "; x; });"
        }
        print "*p = x; }"
    }'
}
small() {
    make "$1" 10000 >"$2.cu"
    cuprum run "$2.cu" -w -O0 --grid=1 --block=1 --print=0 buf:i32:1:zero | sed "s/arg 0/$1/"
}
large() { # the number of errors
    make "$1" "${3:-40000}" >"$2.cu"
    rm -f "$2.ptx"
    (ulimit -s 1024; cuprum -w "$2.cu" -o "$2.ptx" 2>"$2.err")
    echo "$1: $(grep -c 'error: expressions or statements are nested too deeply' "$2.err")"
    if test -e "$2.ptx"; then echo "output"; fi
}
for kind in sum and comma calls operators fold elses cases conditions; do
    small $kind "$1"
    large $kind "$1"
done
large statements "$1" 10000
