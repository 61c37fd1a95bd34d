# What nvcc's options do in the program cicc, and what it refuses.
# RUN: sh %s %t
# CHECK: -Ofc=0 -O3 -Ofc=max -O0 same
# CHECK: -g: 1
# CHECK: -fmad=0: mul add
# CHECK: -ftz=1: .ftz
# CHECK: -prec_div=0: div.full
# CHECK: -kernel-params-are-restrict: ld.global.nc
# CHECK: -w: 0 lines
# CHECK: warning #20044-D: extern declaration of the entity "e" is treated as a static definition
# CHECK-NOT: treated
# CHECK: suppressed
# CHECK: error: extern declaration of the entity "e"
# CHECK: exit 1
# CHECK: --diag_error: exit 1
# CHECK: --pending_instantiations=9: 1
# CHECK: --pending_instantiations=33: 0
# CHECK: --max_depth_constexpr_call=9: 1
# CHECK: --max_cost_constexpr_call=99: 1
# CHECK: --context_limit=2: 2
# CHECK: --context_limit=0: 10
# CHECK: --no-such: error: unknown option '--no-such'
# CHECK: --emit-optix-ir: error: option '--emit-optix-ir' is not supported
# CHECK: -libnvvm: error: option '-libnvvm' is not supported
# CHECK: -m32: error: option '-m32' is not supported
# CHECK: -arch=compute_40: error: unknown GPU architecture "compute_40"
# CHECK: a.ii: error: more than one input file: "a.ii"
# CHECK: none: error: no input file
# CHECK: none.ii: error: cannot read "none.ii": No such file or directory
# CHECK: --device-syntax-only: 0 kernels, .target sm_90
# CHECK: -dryrun: 0 bytes
# CHECK: none of several outputs: a.ii
# CHECK: -o into a folder: a.ii
# CHECK: all outputs: a.ii f.c f.gpu f.id f.ptx f.stub
# CHECK: cicc: cuprum
# CHECK: 200
# CHECK: usage: cicc
# CHECK: a.ptx
rm -rf "$1.d"
mkdir "$1.d"
cd "$1.d" || exit 1
cat >a.ii <<'X'
extern __attribute__((device)) int e;
__attribute__((global)) void k(float *p, float *q) { for (int i = 0; i < 4; i++) p[i] = q[i] / q[5] * q[6] + q[7]; p[8] = e; }
X
go() { cicc -arch compute_90 -m64 "$@"; }
go -w a.ii -Ofc=0 -o 1 && go -w a.ii -O3 -o 2 && go -w a.ii --Ofast-compile=max -o 3 && go -w a.ii -O0 -o 4
cmp 1 2 && cmp 3 4 && ! cmp -s 1 3 && echo -Ofc=0 -O3 -Ofc=max -O0 same
go -w a.ii -g -o 5
echo "-g: $(grep -c 'div.rn' 5)"
has() { # OPTION PATTERN...
    o=$1
    shift
    go -w a.ii $o -o x
    found=
    for p; do grep -q "$p" x && found="$found $p"; done
    echo "$o:$found"
}
has -fmad=0 mul add fma
has -ftz=1 .ftz
has -prec_div=0 div.full
has -kernel-params-are-restrict ld.global.nc
echo "-w: $(go -w a.ii -o x 2>&1 | wc -l) lines"
go --display_error_number a.ii -o x 2>&1
go --diag_suppress 20044,177 a.ii -o x && echo suppressed
go --promote_warnings a.ii -o x 2>&1
echo "exit $?"
go --diag_error 20044 a.ii -o x 2>/dev/null
echo "--diag_error: exit $?"
cat >b.ii <<'X'
template <int N> struct A { static constexpr int v = A<N - 1>::v; };
template <> struct A<0> { static constexpr int v = END; };
constexpr int calls(int n) { return n ? calls(n - 1) + 1 : 0; }
__attribute__((global)) void k(int *p) { constexpr int n = calls(20); *p = A<10>::v + n; }
X
sed 's/END/0/' b.ii >c.ii
limit() { # FILE TEXT OPTION
    echo "$3: $(go -w --relaxed_constexpr "$3" "$1" -o x 2>&1 | grep -c "$2")"
}
limit c.ii 'excessive recursion' --pending_instantiations=9
limit c.ii 'excessive recursion' --pending_instantiations=33
limit c.ii 'nested too deeply' --max_depth_constexpr_call=9
limit c.ii 'steps is reached' --max_cost_constexpr_call=99
sed 's/v = END/w = 0/' b.ii >d.ii
limit d.ii 'instantiation of' --context_limit=2
limit d.ii 'instantiation of' --context_limit=0
bad() { echo "$1: $(cicc -arch compute_90 "$@" a.ii -o x 2>&1 | head -1)"; }
bad --no-such
bad --emit-optix-ir
bad -libnvvm
bad -m32
bad -arch=compute_40
bad a.ii
echo "none: $(cicc -arch compute_90 2>&1 | head -1)"
echo "none.ii: $(cicc -arch compute_90 none.ii 2>&1 | head -1)"
go -w --device-syntax-only a.ii -o x
echo "--device-syntax-only: $(grep -c entry x) kernels, $(grep .target x)"
: >x
go -w -dryrun a.ii -o x
echo "-dryrun: $(wc -c <x) bytes"
mkdir out
cp a.ii out
outputs() { # OUTPUT OF THE LAST, PTX
    (cd out && go -w a.ii --gen_module_id_file --module_id_file_name f.id --stub_file_name f.stub \
        --gen_c_file_name f.c --gen_device_file_name "$1" -o "$2" 2>/dev/null; echo $(ls))
}
echo "none of several outputs: $(outputs nowhere/f.gpu f.ptx)"
echo "-o into a folder: $(outputs f.gpu .)"
echo "all outputs: $(outputs f.gpu f.ptx)"
cicc --version
cicc -irversion
cicc --help | head -1
go -w a.ii && ls a.ptx
