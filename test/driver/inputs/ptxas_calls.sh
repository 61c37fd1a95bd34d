# SPDX-License-Identifier: Apache-2.0
# ptxas_calls.sh PTXAS FOLDER: what the program says to each line of words, its exit status, and whether it wrote a file.
ptxas=$1
cd "$2" || exit 2
n=0
while IFS= read -r words; do
    rm -f elf.o out.cubin
    n=$((n + 1))
    echo "== $words"
    eval "\"$ptxas\" $words" 2>&1
    echo "$? $(ls elf.o out.cubin 2>/dev/null | tr '\n' ' ')"
done <<'LINES'
-arch=sm_90 in.ptx
-arch sm_90 in.ptx -o out.cubin
-arch=sm_90 in.ptx --output-file=out.cubin
--gpu-name=sm_90 in.ptx
--gpu-name sm_90a in.ptx
-arch=compute_90 in.ptx
-arch=lto_90 in.ptx
-arch=sm_75 in.ptx
in.ptx
-arch=sm_91 in.ptx
-arch=sm_90,sm_100 in.ptx
-arch= in.ptx
-arch in.ptx
-arch=90 in.ptx
-arch=sm_90 none.ptx
-arch=sm_90 in.ptx none.ptx
-arch=sm_90 in.ptx -o /none/out
-arch=sm_90 -o
-arch=sm_90 in.ptx -o out.cubin -o out.cubin
-arch=sm_90 in.ptx -o other.o -o out.cubin
-arch=sm_90 -arch=sm_90 in.ptx
-foo in.ptx
--foo=1 in.ptx
---arch=sm_90 in.ptx
--arch=sm_90 in.ptx
-gpu-name=sm_90 in.ptx
-fastmath in.ptx
-h -foo
-arch=sm_90 -v=1 in.ptx
-arch=sm_90 --verbose=true in.ptx
-arch=sm_90 -w=1 in.ptx
-arch=sm_90 -O0 in.ptx
-arch=sm_90 -O3 in.ptx
-arch=sm_90 -O=3 in.ptx
-arch=sm_90 -O in.ptx
-arch=sm_90 -O5 in.ptx
-arch=sm_90 -Ox in.ptx
-arch=sm_90 --opt-level 2 in.ptx
-arch=sm_90 --opt-level=x in.ptx
-arch=sm_90 -O1 -O2 in.ptx
-arch=sm_90 -Ofc=max in.ptx
-arch=sm_90 -Ofc mid in.ptx
-arch=sm_90 --Ofast-compile=0 in.ptx
-arch=sm_90 -Ofc=x in.ptx
-arch=sm_90 -fmad=true in.ptx
-arch=sm_90 -fmad false in.ptx
-arch=sm_90 -fmad=perhaps in.ptx
-arch=sm_90 --fmad in.ptx
-arch=sm_90 -allow-expensive-optimizations in.ptx
-arch=sm_90 --allow-expensive-optimizations=true in.ptx
-arch=sm_90 -m64 in.ptx
-arch=sm_90 -m 64 in.ptx
-arch=sm_90 --machine=64 in.ptx
-arch=sm_90 -m32 in.ptx
-arch=sm_90 -maxrregcount=32 in.ptx
-arch=sm_90 -maxrregcount archmax in.ptx
-arch=sm_90 -maxrregcount=archmin in.ptx
-arch=sm_90 -maxrregcount=abc in.ptx
-arch=sm_90 -maxrregcount=300 in.ptx
-arch=sm_90 -maxrregcount=-1 in.ptx
-arch=sm_90 -maxrregcount=10 in.ptx
-arch=sm_90 -maxrregcount=32 -minnctapersm=2 in.ptx
-arch=sm_90 -maxrregcount=32 -maxntid=64 in.ptx
-arch=sm_90 -maxntid=32,2,1 in.ptx
-arch=sm_90 -maxntid=32 -minnctapersm=2 in.ptx
-arch=sm_90 -minnctapersm=x in.ptx
-arch=sm_90 -override-directive-values -maxntid=32 in.ptx
-arch=sm_90 -func-maxrregcount=32 in.ptx
-arch=sm_90 -func-maxrregcount=32 -c in.ptx
-arch=sm_90 -e k in.ptx
-arch=sm_90 --entry=k in.ptx
-arch=sm_90 -e none in.ptx
-arch=sm_90 -e f in.ptx
-arch=sm_90 -e k,f in.ptx
-arch=sm_90 -c in.ptx
-arch=sm_90 --compile-only in.ptx
-arch=sm_90 -ewp in.ptx
-arch=sm_90 -pic=true in.ptx
-arch=sm_90 -pic in.ptx
-arch=sm_90 -preserve-relocs in.ptx
-arch=sm_90 -disable-optimizer-consts in.ptx
-arch=sm_90 -dlcm=ca in.ptx
-arch=sm_90 -dlcm cg -dscm=wt in.ptx
-arch=sm_90 -flcm=cv -fscm=cs in.ptx
-arch=sm_90 -dlcm=xx in.ptx
-arch=sm_90 -dscm=xx in.ptx
-arch=sm_90 -dlcm=ca -flcm=ca in.ptx
-arch=sm_90 -dscm=cg -fscm=cg in.ptx
-arch=sm_90 -lineinfo in.ptx
-arch=sm_90 --generate-line-info in.ptx
-arch=sm_90 -g in.ptx
-arch=sm_90 -g -lineinfo in.ptx
-arch=sm_90 -suppress-debug-info in.ptx
-arch=sm_90 -suppress-debug-info -lineinfo in.ptx
-arch=sm_90 -no-bb-merge -ret-end -sp-bounds-check in.ptx
-arch=sm_90 -make-errors-visible-at-exit in.ptx
-arch=sm_90 -device-stack-protector=true in.ptx
-arch=sm_90 -opt-fp-atomics -annotate in.ptx
-arch=sm_90 -split-compile=0 in.ptx
-arch=sm_90 -split-compile=x in.ptx
-arch=sm_90 -regUsageLevel=3 in.ptx
-arch=sm_90 -regUsageLevel=11 in.ptx
-arch=sm_90 -regUsageLevel=x in.ptx
-arch=sm_90 --regAllocOptLevel=2 in.ptx
-arch=sm_90 -sanitize=memcheck in.ptx
-arch=sm_90 -sanitize=foo in.ptx
-arch=sm_90 -w in.ptx
-arch=sm_90 -Werror in.ptx
-arch=sm_90 -Werror -maxrregcount=300 in.ptx
-arch=sm_90 -w -maxrregcount=300 in.ptx
-arch=sm_90 -warn-spills -warn-lmem-usage in.ptx
-arch=sm_90 -warn-double-usage in.ptx
-arch=sm_90 -warn-double-usage double.ptx
-arch=sm_90 -warn-double-usage -Werror double.ptx
-arch=sm_90 -warn-double-usage -w double.ptx
-arch=sm_90 -suppress-stack-size-warning -suppress-double-demote-warning in.ptx
-arch=sm_90 -suppress-sparse-mma-advisory-info -suppress-async-bulk-multicast-advisory-warning in.ptx
-arch=sm_90 -g-tmem-access-check -gno-tmem-access-check in.ptx
-arch=sm_90 -optf words in.ptx
-arch=sm_90 --options-file=words,words in.ptx
-optf none in.ptx
-arch=sm_90 -ias "$(cat in.ptx)"
-arch=sm_90 - <in.ptx
-arch=sm_90 -legacy-bar-warp-wide-behavior in.ptx
-arch=sm_90 extern.ptx
-arch=sm_90 -c extern.ptx
-arch=sm_90 array.ptx
-arch=sm_90 in.ptx in.ptx
--list-version
LINES
echo "$n calls"
