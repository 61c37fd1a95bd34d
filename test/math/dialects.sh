# SPDX-License-Identifier: Apache-2.0
# The library as `make install` puts it down for others, in both dialects: clang-19 links it without a word and makes
# code that gives the numbers that ours gives; NVIDIA's libNVVM takes it, and no function that it calls is left open.
# TIMEOUT: 120
# RUN: sh %s %B %t
# CHECK-NOT: differs
# CHECK-NOT: open:
# CHECK: done
B=$1 T=$2.d/t client=$B/tools/nvvm-client modern=$2.d/libdevice.10.bc old=$2.d/libdevice.10.llvm7.bc
mkdir -p "$2.d"
tools/libdevice.sh cuprum "$B/gen/device.bc" "$modern" # the name matters to LLVM
tools/libdevice.sh cuprum "$B/gen/device.bc" "$old" llvm7
cat >"$T.cu" <<'END'
extern "C" __attribute__((device)) float __nv_sinf(float), __nv_expf(float), __nv_lgammaf(float), __nv_fast_tanhf(float);
extern "C" __attribute__((device)) int __nv_ffs(int);
extern "C" __attribute__((global)) void k(float *p) {
    p[0] = __nv_sinf(p[0] * 10);
    p[1] = __nv_expf(p[1]) + __nv_lgammaf(p[2]);
    p[3] = __nv_ffs((int)(p[3] * 1000));
    p[4] = __nv_fast_tanhf(p[4]);
}
END
run() { cuprum run "$1" buf:f32:5:rand:7 --print=0; }
cuprum "$T.cu" -arch=sm_80 -rdc=true --keep-device-functions --device-library="$modern" -o "$T.file.ptx"
cuprum "$T.cu" -arch=sm_80 -rdc=true --keep-device-functions --device-library=cuprum -o "$T.ptx"
run "$T.ptx" >"$T.ours"
run "$T.file.ptx" | cmp -s - "$T.ours" || echo "the file's result differs"
if command -v clang-19 >/dev/null; then
    clang-19 -x cuda --cuda-device-only -nocudainc -nocudalib --cuda-gpu-arch=sm_80 -O2 -S -Wno-unknown-cuda-version \
        -Xclang -mlink-builtin-bitcode -Xclang "$modern" "$T.cu" -o "$T.clang.ptx" 2>&1 | sed 's/^/differs: /'
    run "$T.clang.ptx" | cmp -s - "$T.ours" || echo "clang's result differs"
else
    echo "SKIP clang-19: not installed"
fi
nvidia=${CUDA_HOME:-/usr/local/cuda}/lib/libnvvm.so.4
[ -f "$nvidia" ] && [ -e "$B/gen/glibc" ] || { echo "SKIP libNVVM: not installed, or of another C library"; nvidia=; }
cuprum dis "$modern" -o - | sed -n 's/^define .*@\(__nv_[a-zA-Z0-9_]*\)(.*/ \1(/p' >"$T.names"
grep -F -f "$T.names" test/math/inputs/names.txt >"$T.table"
for form in 1/80 /100; do
    IFS=/ read -r typed arch <<END
$form
END
    library=$modern
    [ "$typed" ] && library=$old
    awk -v typed="$typed" -f test/math/inputs/all.awk "$T.table" >"$T.ll"
    for lib in $nvidia "$B/lib/libnvvm.so.4"; do
        [ -f "$lib" ] || continue
        "$client" "$lib" ptx "$T.ll" "+$library" -- -arch=compute_$arch >"$T.nvvm.ptx" || echo "$lib $arch: differs"
        grep -A1 '^\.extern \.func' "$T.nvvm.ptx" | sed 's/^/open: /'
    done
done
echo done
