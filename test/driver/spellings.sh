# nvcc's spellings of the options: each line must give the same PTX as the line before it.
# RUN: sh %s %t
# CHECK: same 46
cat >"$1.cu" <<'X'
#ifdef M
#define V M
#else
#define V 3
#endif
__global__ void k(float *p) { p[0] = p[1] / p[2] + p[3] * V; }
X
printf '#undef M\n#define M 4\n' >"$1.h"
n=0
# the same output as the first of its group; "-" begins a group
group() { first=; }
same() {
    in=$1
    shift
    cuprum "$@" -o "$in.ptx" >"$in.err" 2>&1 || { echo "fails: $*"; cat "$in.err"; }
    sum=$(cksum <"$in.ptx")
    [ -z "$first" ] && first=$sum
    [ "$first" = "$sum" ] || echo "differs: $*"
    n=$((n + 1))
}
t=$1
f=$1.cu
group; for a in "-arch sm_90" -arch=sm_90 --gpu-architecture=sm_90 "--gpu-architecture sm_90" -arch=compute_90; do same $t $f $a; done
group; for a in -O2 "-O 2" --optimize=2; do same $t $f $a; done
group; for a in "-ftz=true" "--ftz=true" "-ftz true" "--ftz true"; do same $t $f $a; done
group; for a in -fmad=false --fmad=false; do same $t $f $a; done
group; for a in -prec-div=false --prec-div=false "-prec-div=false -prec-sqrt=true"; do same $t $f $a; done
group; for a in -use_fast_math --use_fast_math "-ftz=true -prec-div=false -prec-sqrt=false -fmad=true -use_fast_math"; do same $t $f $a; done
group; for a in -std=c++17 "-std c++17" --std=c++17 "--std c++17" -ptx --ptx "-x cu" -xcu; do same $t $f $a; done
group; for a in -DM=4 "-D M=4" --define-macro=M=4 "--define-macro M=4" "-include $t.h" "--pre-include $t.h"; do same $t $f $a; done
group; for a in "-DM=4 -UM" "-DM=4 -U M" "-DM=4 --undefine-macro=M" "-I /tmp" -I/tmp --include-path=/tmp,/usr "--include-path /tmp" "-isystem /tmp" "-w" "-Werror all-warnings" --expt-relaxed-constexpr --expt-extended-lambda; do same $t $f $a; done
rm -f "$t.ptx"; cuprum $f --output-file="$t.ptx" && [ -s "$t.ptx" ] || echo "--output-file"
rm -f "$t.ptx"; cuprum $f --output-file "$t.ptx" && [ -s "$t.ptx" ] || echo "--output-file "
cuprum -x cu - <$f >"$t.std" && cmp "$t.ptx" "$t.std"
cuprum - -o - <$f | cmp "$t.ptx" -
cuprum -o "$t.std" - <$f && cmp "$t.ptx" "$t.std"
cuprum $f --ftz=true -o - | grep -q 'mul.ftz.f32\|fma.rn.ftz.f32' || echo ftz
cuprum $f -fmad=false -o - | grep -q 'mul.rn\?.*f32' || echo fmad
cuprum $f -prec-div=false -o - | grep -q 'div.full.f32' || echo prec-div
echo same $n
