; RUN: %B/tools/iropt --passes=instcombine --stress=all %s
; Chains of indices become one, arrays in front of an index go.
; CHECK-LABEL: define ptr @geps
; CHECK-NEXT: getelementptr inbounds i8, ptr %p, i64 20
define ptr @geps(ptr %p) {
  %a = getelementptr inbounds { i32, [4 x i32] }, ptr %p, i64 0, i32 1, i64 2
  %b = getelementptr inbounds i32, ptr %a, i64 2
  ret ptr %b
}
; CHECK-LABEL: define ptr @array
; CHECK-NEXT: getelementptr float, ptr %p, i64 %i
define ptr @array(ptr %p, i64 %i) {
  %a = getelementptr [8 x float], ptr %p, i64 0, i64 %i
  ret ptr %a
}
