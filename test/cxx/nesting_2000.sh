# Source text nests as deep as nvcc takes it, 2,000 of each kind, and deeper is a clear error.
# RUN: sh %s %t
# CHECK: paren 0
# CHECK: brace 0
# CHECK: index 0
# CHECK: call 0
# CHECK: unary 0
# CHECK: cast 0
# CHECK: switch 0
# CHECK: if 0
# CHECK: too deep: error: expressions or statements are nested too deeply
repeat() { # text, count
    awk -v text="$1" -v n="$2" 'BEGIN { while (n--) printf "%s", text }'
}
nested() { # name, before, middle, after, count
    printf '__device__ int f(int a) { return a; }\n__global__ void k(int *p, int a) { %s%s%s }\n' \
        "$(repeat "$2" "$5")" "$3" "$(repeat "$4" "$5")" > "$out.cu"
    cuprum "$out.cu" -o "$out.ptx" > "$out.log" 2>&1
    echo "$1 $?"
}
out=$1
printf '__global__ void k(int *p, int a) { *p = %sa%s; }\n' "$(repeat '(' 2000)" "$(repeat ')' 2000)" > "$out.cu"
cuprum "$out.cu" -o "$out.ptx"
echo "paren $?"
nested brace '{' '*p = a;' '}' 2000
printf '__global__ void k(int *p, int a) { *p = %sa%s; }\n' "$(repeat 'p[' 2000)" "$(repeat ']' 2000)" > "$out.cu"
cuprum "$out.cu" -o "$out.ptx"
echo "index $?"
printf '__device__ int f(int a) { return a; }\n__global__ void k(int *p, int a) { *p = %sa%s; }\n' "$(repeat 'f(' 2000)" "$(repeat ')' 2000)" > "$out.cu"
cuprum "$out.cu" -o "$out.ptx"
echo "call $?"
for kind in 'unary -' 'cast (int)'; do
    printf '__global__ void k(int *p, int a) { *p = %sa; }\n' "$(repeat "${kind#* } " 2000)" > "$out.cu"
    cuprum "$out.cu" -o "$out.ptx"
    echo "${kind%% *} $?"
done
nested switch 'switch (a) { case 1: ' '*p = a;' '}' 2000
nested if 'if (a) ' '*p = a;' '' 2000
printf '__global__ void k(int *p, int a) { *p = %sa%s; }\n' "$(repeat '(' 100000)" "$(repeat ')' 100000)" > "$out.cu"
cuprum "$out.cu" -o "$out.ptx" 2>&1 | sed -n 's/.*: \(error: .*\)/too deep: \1/p'
