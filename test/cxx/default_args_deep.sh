# Default arguments that call what has default arguments: a limit, which is said once.
# RUN: sh %s %t
# CHECK: arg 0: 401
# CHECK-NEXT: 1: error: declarations are nested too deeply
make() {
    awk -v n="$1" 'BEGIN {
        print "__device__ int f0(int x = 1) { return x; }"
        for (i = 1; i <= n; i++) printf "__device__ int f%d(int x = f%d()) { return x + 1; }\n", i, i - 1
        printf "__global__ void k(int *p) { *p = f%d(); }\n", n
    }'
}
make 400 >"$1.cu"
cuprum run "$1.cu" -O0 --grid=1 --block=1 --print=0 buf:i32:1:zero
make 40000 >"$1.cu"
cuprum --syntax-only "$1.cu" 2>"$1.err"
echo "$(grep -c error: "$1.err"): $(sed -n 's/.*\(error:.*\)/\1/p' "$1.err" | head -1)"
