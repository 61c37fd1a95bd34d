# -link-lto: containers become one program, in which what nobody else names is internal; what cannot be linked says why.
# RUN: sh %s %B %t
# CHECK: complete: 100, 1 entry, 0 calls, 0 functions
# CHECK: library missing: 0
# CHECK: force: {{[2-4]}} functions
# CHECK: kernels k*: 1 entry
# CHECK: kernels other: 0 entry
# CHECK: kernels a,*k: 1 entry
# CHECK: variables: 2
# CHECK: variables listed: 2
# CHECK: variables of the host: 1
# CHECK: latest: 0 calls
# CHECK: opt=0: 1 calls
# CHECK: nothing: compile: 8
# CHECK: options: compile: 7
# CHECK: libnvvm : error: -nothing is an unsupported option
# CHECK: scrambled: compile: 9
# CHECK: error: scrambled.ltoir: the LTO IR is scrambled: it was made by NVIDIA's compiler, and only NVIDIA's libnvvm can link it
# CHECK: later: add: 3
# CHECK: damaged: add: 4
# CHECK: short: add: 4
# CHECK: no bitcode: add: 4
# CHECK: arch: compile: 9
# CHECK: error: lib90.ltoir: LTO IR for compute_90 cannot become code for sm_80
# CHECK: twice: compile: 9
# CHECK: symbol multiply defined!
# CHECK: not linked: compile: 9
# CHECK: module: not compiled
# CHECK: float: compile: 9
# CHECK: error: values of '-ftz' do not match: a.ltoir has 1, b.ltoir has 0; link-time optimization needs one value
# CHECK: its own: 1 ftz
# CHECK: of its features: .target sm_90a
# CHECK: of its family: .target sm_100f
# CHECK: optimized: 1 entry, 0 calls, others' 1
# CHECK: variable missing: 0
B=$1 T=$2.d S=test/api/inputs
rm -rf "$T" && mkdir -p "$T" || exit 1
trap 'rm -rf "$T"' EXIT
nv() { "$B/tools/nvvm-client" "$B/lib/libnvvm.so.4" "$@" 2>&1; }
head='target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
!nvvmir.version = !{!0}
!0 = !{i32 2, i32 0}'
printf '%s\n@g = addrspace(1) global i32 3\n@h = addrspace(1) global i32 4\n' "$head" >"$T/vars.ll"
for f in $S/caller.ll $S/lib.ll "$T/vars.ll"; do
    nv ptx $f -- -gen-lto -arch=compute_80 >"$T/$(basename $f .ll).ltoir"
    nv ptx $f -- -gen-lto -arch=compute_100 >"$T/$(basename $f .ll)100.ltoir"
done
nv ptx $S/lib.ll -- -gen-lto -arch=compute_90 >"$T/lib90.ltoir"
C=$T/caller.ltoir L=$T/lib.ltoir V=$T/vars.ltoir
link() { nv link "$@" -arch=compute_80 -link-lto; }
count() { grep -c "$1" "$T/o" || true; }
link $C $L -- --device-c >"$T/o"
echo "complete: $(sed -n 's/compile: //p' "$T/o"), $(count '\.entry') entry, $(count call) calls, $(count '^\.[a-z]* *\.*func') functions"
link $C -- --device-c >"$T/o"
echo "library missing: $(count '^compile')"
link $C $L -- --device-c --force-device-c >"$T/o"
echo "force: $(count '^\.visible \.func') functions"
for names in 'k*' other 'a,*k'; do
    link $C $L -- -has-global-host-info "-host-ref-ek=$names" >"$T/o"
    echo "kernels $names: $(count '\.entry') entry"
done
link $C $L $V -- >"$T/o"
echo "variables: $(count '\.global \.align')"
link $C $L $V -- -host-ref-eg=g >"$T/o"
echo "variables listed: $(count '\.global \.align')"
link $C $L $V -- -host-ref-ig=x -host-ref-eg=g -optimize-unused-variables >"$T/o"
echo "variables of the host: $(count '\.global \.align')"
nv link "$T/caller100.ltoir" "$T/lib100.ltoir" -- -link-lto -arch=compute_100 >"$T/o"
echo "latest: $(count call) calls"
link $C $L -- -opt=0 >"$T/o"
echo "opt=0: $(count 'call.uni') calls"
echo "nothing: $(nv link -- -link-lto)"
echo "options: $(link $C -- -nothing)"
# the tag of a key behind the others
{ head -c 16 $C; printf '\050\000\000\000\050\000\000\000\001\000\040\003\143\000\000\000\000\000\000\000\000\000\000\000'; } >"$T/scrambled.ltoir"
echo "scrambled: $(link "$T/scrambled.ltoir" --)"
{ head -c 4 $C; printf '\002'; tail -c +6 $C; } >"$T/later.ltoir"
echo "later: $(link "$T/later.ltoir" --)"
{ head -c 20 $C; printf '\377\377\377\177'; tail -c +25 $C; } >"$T/damaged.ltoir"
echo "damaged: $(link "$T/damaged.ltoir" --)"
head -c 20 $C >"$T/short.ltoir"
echo "short: $(link "$T/short.ltoir" --)"
head -c 36 $C >"$T/nocode.ltoir"
echo "no bitcode: $(link "$T/nocode.ltoir" --)"
echo "arch: $(link $C "$T/lib90.ltoir" --)"
echo "twice: $(link $C $L $L --)"
echo "not linked: $(nv link $C $L -- -arch=compute_80)"
nv ptx $C -- -link-lto >/dev/null 2>&1 || echo "module: not compiled"
D='__attribute__((device))' G='__attribute__((global))'
echo "$D float f(float a) { return a / 3; }" >"$T/a.ii"
echo "$D float f(float); $G void k(float *p) { *p = f(*p); }" >"$T/b.ii"
for ftz in 0 1; do
    for f in a b; do cicc -arch compute_80 -m64 --device-c -ftz=$ftz -lto "$T/$f.ii" -o "$T/$f$ftz.ltoir" || exit 1; done
done
cp "$T/a1.ltoir" "$T/a.ltoir" && cp "$T/b0.ltoir" "$T/b.ltoir"
echo "float: $(link "$T/a.ltoir" "$T/b.ltoir" --)"
link "$T/a1.ltoir" "$T/b1.ltoir" -- >"$T/o"
echo "its own: $(count 'div.rn.ftz') ftz"
for a in 90a 100f; do cicc -arch compute_$a -m64 --device-c -lto "$T/b.ii" -o "$T/b$a.ltoir" || exit 1; done
nv link "$T/b90a.ltoir" -- -link-lto -arch=compute_90 >"$T/o"
echo "of its features: $(grep target "$T/o")"
nv link "$T/b100f.ltoir" -- -link-lto -arch=compute_100 >"$T/o"
echo "of its family: $(grep target "$T/o")"
for f in caller lib; do nv ptx $S/$f.ll -- -gen-lto -gen-opt-lto -arch=compute_80 >"$T/$f.opt"; done
cmp -s "$T/lib.opt" "$L" || other=1
link "$T/caller.opt" "$T/lib.opt" -- >"$T/o"
echo "optimized: $(count '\.entry') entry, $(count call) calls, others' $other"
printf '%s\n@g = external addrspace(1) global i32\n@u = addrspace(1) global ptr addrspace(1) @g\n' "$head" >"$T/extern.ll"
nv ptx "$T/extern.ll" -- -gen-lto -arch=compute_80 >"$T/extern.ltoir"
link "$T/extern.ltoir" -- --device-c >"$T/o"
echo "variable missing: $(count '^compile')"
