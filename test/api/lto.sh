# RUN: sh %s %B %t
# REQUIRES: /usr/local/cuda/bin/nvlink, /usr/local/cuda/lib/libnvvm.so.4, %B/gen/glibc
# TIMEOUT: 60
# Containers of LTO IR (-gen-lto): NVIDIA's linker takes ours and links two of them; the header is
# the same as in NVIDIA's up to the place of the bitcode.
# CHECK: sm_90: 1 entry, 0 calls
# CHECK: sm_100a: 1 entry, 0 calls
# CHECK: same header
B=$1 T=$2.d S=test/api/inputs
set -e
rm -rf "$T" && mkdir -p "$T/nvvm/lib64"
trap 'rm -rf "$T"' EXIT
ln -s /usr/local/cuda/lib/libnvvm.so.4 "$T/nvvm/lib64/libnvvm.so"
for arch in 90 100a; do
    for f in caller lib; do
        $B/tools/nvvm-client $B/lib/libnvvm.so.4 ptx $S/$f.ll -- -gen-lto -arch=compute_$arch >"$T/$f.ltoir"
        ASAN_OPTIONS=detect_leaks=0 $B/tools/nvvm-client /usr/local/cuda/lib/libnvvm.so.4 ptx $S/$f.ll -- -gen-lto -arch=compute_$arch >"$T/$f.nv"
    done
    nvlink -dlto -nvvmpath="$T/nvvm" -arch=sm_$arch "$T/caller.ltoir" "$T/lib.ltoir" -o "$T/o.ptx" -emit-ptx
    echo "sm_$arch: $(grep -a -c '\.entry' "$T/o.ptx") entry, $(grep -a -c 'call' "$T/o.ptx" || true) calls"
    head -c 16 "$T/caller.ltoir" >"$T/a"
    head -c 16 "$T/caller.nv" >"$T/b"
    cmp "$T/a" "$T/b"
done
echo same header
