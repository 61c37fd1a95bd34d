# nvcc with our cicc in its place: every way of compiling that needs device code goes through, and
# the programs link and start (there is no GPU: what they launch fails, what they print comes).
# REQUIRES: nvcc, ptxas
# RUN: sh %s %t %S/inputs
# TIMEOUT: 240
# CHECK: compiled: -ptx
# CHECK: compiled: -cubin
# CHECK: compiled: -fatbin
# CHECK: compiled: -c
# CHECK: compiled: -dc
# CHECK: compiled: -std=c++20 -use_fast_math -lineinfo -c
# CHECK: compiled: -G -c
# CHECK: compiled: -gencode arch=compute_80,code=sm_80 -gencode arch=compute_90a,code=sm_90a -c
# CHECK: compiled: --maxrregcount=32 -Ofc=mid --split-compile=2 -restrict -c
# CHECK: compiled: -ftemplate-depth=99 -ftemplate-backtrace-limit=3 --jump-table-density=10 -nohdmoveforward -nohdinitlist -ptx
# CHECK: class values: 11 kernels
# CHECK: linked
# CHECK: linked with relocatable code
# CHECK: linked
# CHECK: kernels: same
# CHECK: stub does not depend on the run
t=$1 in=$2 cuda=${CUDA_HOME:-/usr/local/cuda}
rm -rf "$t.d"
mkdir "$t.d"
nvcc=$(cuprum toolkit --driver=nvidia "$t.d/tk" "$cuda") || exit 1
compile() { # OPTIONS: nothing but the warnings that nvcc gives too may be printed
    "$nvcc" --extended-lambda "$@" -w "$in/program.cu" -o "$t.d/out" >"$t.d/log" 2>&1 || {
        echo "fails: $*"
        cat "$t.d/log"
        return
    }
    echo "compiled: $*"
}
compile -ptx
compile -cubin
compile -fatbin
compile -c
compile -dc
compile -std=c++20 -use_fast_math -lineinfo -c
compile -G -c
compile -gencode arch=compute_80,code=sm_80 -gencode arch=compute_90a,code=sm_90a -c
compile --maxrregcount=32 -Ofc=mid --split-compile=2 -restrict -c
compile -ftemplate-depth=99 -ftemplate-backtrace-limit=3 --jump-table-density=10 -nohdmoveforward -nohdinitlist -ptx
"$nvcc" -w -std=c++20 -arch=sm_90 -c "$in/values20.cu" --keep --keep-dir "$t.d" -o "$t.d/out" &&
    echo "class values: $(grep -c '\.entry' "$t.d/values20.ptx") kernels"
"$nvcc" -w --extended-lambda -arch=sm_90 "$in/program.cu" -o "$t.d/whole" && "$t.d/whole"
"$nvcc" -w --extended-lambda -arch=sm_90 -rdc=true "$in/program.cu" "$in/other.cu" -o "$t.d/rdc" &&
    echo linked with relocatable code && "$t.d/rdc"
# the names in the PTX are those of NVIDIA's cicc, but for the hashes of the unit's identifier
names() { # a template argument that names a host function is more than NVIDIA's cudafe++ takes
    grep -E '^(\.visible |\.weak )?\.entry|^(\.visible )?\.(global|const)' "$1" |
        sed 's/.*[ .]\([A-Za-z_][A-Za-z_0-9]*\)[(; =[].*/\1/; s/[0-9]*_[0-9a-f]\{8\}_10_program_cu_[0-9a-zA-Z_]\{8\}/ID/g' | sort
}
"$nvcc" -w --extended-lambda -arch=sm_90 -ptx "$in/program.cu" -o "$t.d/ours.ptx"
"$cuda/bin/nvcc" -w --extended-lambda -arch=sm_90 -ptx "$in/program.cu" -o "$t.d/theirs.ptx"
names "$t.d/ours.ptx" >"$t.d/ours"
names "$t.d/theirs.ptx" >"$t.d/theirs"
cmp "$t.d/ours" "$t.d/theirs" && [ -s "$t.d/ours" ] && echo "kernels: same" || diff "$t.d/ours" "$t.d/theirs"
for i in 1 2; do
    mkdir "$t.d/k$i"
    (cd "$t.d/k$i" && "../tk/bin/nvcc" -w --extended-lambda -arch=sm_90 -c "$OLDPWD/$in/program.cu" --keep -o x.o)
done
cmp "$t.d/k1/program.cudafe1.stub.c" "$t.d/k2/program.cudafe1.stub.c" && echo "stub does not depend on the run"
rm -rf "$t.d"
