# RUN: sh %s %B %t
# CHECK: same
# REQUIRES: /usr/local/cuda/lib/libnvvm.so.4, %B/gen/glibc
# The same client, compiled once, makes the same calls of NVIDIA's libNVVM and of ours.
B=$1 T=$2.d S=test/api/inputs
rm -rf "$T" && mkdir "$T" && cp $S/*.ll $S/calls.txt "$T" || exit 1
cuprum as --dialect=llvm7 $S/lib.ll -o "$T/lib.bc" || exit 1
grep -v '^!nvvmir' $S/lib.ll >"$T/none.ll" && cuprum as --dialect=llvm7 "$T/none.ll" -o "$T/none.bc" || exit 1
ASAN_OPTIONS=detect_leaks=0 $B/tools/nvvm-client /usr/local/cuda/lib/libnvvm.so.4 script "$T/calls.txt" >"$T/nvidia" || exit 1
$B/tools/nvvm-client $B/lib/libnvvm.so.4 script "$T/calls.txt" >"$T/ours" || exit 1
grep -c '^>' "$T/ours"
diff "$T/nvidia" "$T/ours" && echo same
rm -rf "$T"
