# SPDX-License-Identifier: Apache-2.0
# libNVVM's -ptx-version=X.Y, an option of our own: PTX for older drivers.
# RUN: sh %s %B %t
# CHECK: usual: 9.0
# CHECK: 8.1: 8.1
# CHECK: min: 7.8
# CHECK: libnvvm : error: -ptx-version=8.9 is an unsupported option
B=$1 T=$2
cat >$T.ll <<'END'
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
define void @kernel(i32* %p) {
  store i32 1, i32* %p
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{void (i32*)* @kernel, !"kernel", i32 1}
!nvvmir.version = !{!1}
!1 = !{i32 2, i32 0}
END
version() { "$B/tools/nvvm-client" "$B/lib/libnvvm.so.4" ptx "$T.ll" -- -arch=compute_90 "$@" | sed -n 's/^\.version //p'; }
echo "usual: $(version)"
for v in 8.1 min; do echo "$v: $(version -ptx-version=$v)"; done
printf 'create a\nadd a %s\ncompile a -arch=compute_90 -ptx-version=8.9\nlog a\n' "${T##*/}.ll" >$T.calls
"$B/tools/nvvm-client" "$B/lib/libnvvm.so.4" script "$T.calls"
