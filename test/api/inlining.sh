# SPDX-License-Identifier: Apache-2.0
# RUN: sh %s %B %t
# CHECK: as usual: 0
# CHECK: -disable-inlining: 1
# libNVVM's -disable-inlining: what a function must be inlined for still is.
# CHECK: remark: 'forced' is inlined into 'kernel' (2 instructions)
# CHECK: remark: 'free' is not inlined into 'kernel': inlining is switched off
# CHECK-NOT: -Rpass
# And -inline-info: remarks in the log, without the name of an option that is not libNVVM's.
B=$1 T=$2
cat >$T.ll <<'END'
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
define internal i32 @free(i32 %x) {
  %r = sub i32 9, %x
  ret i32 %r
}
define internal i32 @forced(i32 %x) alwaysinline {
  %r = xor i32 %x, 6
  ret i32 %r
}
define void @kernel(i32* %p, i32 %n) {
  %a = call i32 @forced(i32 %n)
  %b = call i32 @free(i32 %a)
  store i32 %b, i32* %p
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{void (i32*, i32)* @kernel, !"kernel", i32 1}
!nvvmir.version = !{!1}
!1 = !{i32 2, i32 0}
END
calls() { "$B/tools/nvvm-client" "$B/lib/libnvvm.so.4" ptx "$T.ll" -- -arch=compute_90 "$@" | grep -c call.uni; }
echo "as usual: $(calls)"
echo "-disable-inlining: $(calls -disable-inlining)"
printf 'create a\nadd a %s\ncompile a -arch=compute_90 -inline-info -disable-inlining\nlog a\n' "${T##*/}.ll" >$T.calls
"$B/tools/nvvm-client" "$B/lib/libnvvm.so.4" script "$T.calls"
