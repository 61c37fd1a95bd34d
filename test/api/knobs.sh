# SPDX-License-Identifier: Apache-2.0
# libNVVM's -Xopt sets knobs of the optimizer. A wrong one stands in the log and changes nothing, as with NVIDIA's.
# RUN: sh %s %B %t
# CHECK: as usual: 4
# CHECK: -Xopt -disable-loop-unrolling: 1
# CHECK: -Xopt -unroll-threshold=0: 1
# CHECK: -Xopt -unroll-treshold=0: 4
# CHECK: -Xllc -disable-loop-unrolling: 1
# CHECK: warning: -unroll-treshold=0 has no effect: no pass here has such a knob; did you mean '-unroll-threshold'?
# CHECK: warning: -unroll-count=x has no effect: a number from 0 to 4096 is expected
# CHECK: warning: -inline-instr-cost=4 has no effect: the inliner measures by -inline-threshold and -inline-budget
B=$1 T=$2
cat >$T.ll <<'END'
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
define void @kernel(i32* %p) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %q = getelementptr inbounds i32, i32* %p, i32 %i
  store volatile i32 %i, i32* %q
  %next = add nsw i32 %i, 1
  %again = icmp slt i32 %next, 4
  br i1 %again, label %loop, label %end
end:
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{void (i32*)* @kernel, !"kernel", i32 1}
!nvvmir.version = !{!1}
!1 = !{i32 2, i32 0}
END
stores() { "$B/tools/nvvm-client" "$B/lib/libnvvm.so.4" ptx "$T.ll" -- -arch=compute_90 "$@" | grep -c 'st.volatile'; }
echo "as usual: $(stores)"
for knob in -disable-loop-unrolling '-unroll-threshold=0 -Xopt -unroll-max-partial-count=1' -unroll-treshold=0; do
    echo "-Xopt ${knob%% *}: $(stores -Xopt $knob)"
done
echo "-Xllc -disable-loop-unrolling: $(stores -Xllc -disable-loop-unrolling)"
printf 'create a\nadd a %s\ncompile a -arch=compute_90 -Xopt -unroll-treshold=0 -Xopt -unroll-count=x -Xopt -inline-instr-cost=4\nlog a\n' \
    "${T##*/}.ll" >$T.calls
"$B/tools/nvvm-client" "$B/lib/libnvvm.so.4" script "$T.calls"
