; A constant inserted into a constant, at any depth: the other members stay.
; RUN: %B/tools/iropt --passes=instsimplify %s
; CHECK: ret { i32, { i32, [2 x i32] } } { i32 1, { i32, [2 x i32] } { i32 2, [2 x i32] [i32 3, i32 9] } }
; CHECK: ret { i32, { i32, [2 x i32] } } { i32 1, { i32, [2 x i32] } { i32 8, [2 x i32] [i32 3, i32 4] } }
; CHECK: ret { i32, { i32, [2 x i32] } } { i32 7, { i32, [2 x i32] } { i32 2, [2 x i32] [i32 3, i32 4] } }
; CHECK: ret i32 4
target triple = "nvptx64-nvidia-cuda"
define { i32, { i32, [2 x i32] } } @deep() {
  %r = insertvalue { i32, { i32, [2 x i32] } } { i32 1, { i32, [2 x i32] } { i32 2, [2 x i32] [i32 3, i32 4] } }, i32 9, 1, 1, 1
  ret { i32, { i32, [2 x i32] } } %r
}
define { i32, { i32, [2 x i32] } } @middle() {
  %r = insertvalue { i32, { i32, [2 x i32] } } { i32 1, { i32, [2 x i32] } { i32 2, [2 x i32] [i32 3, i32 4] } }, i32 8, 1, 0
  ret { i32, { i32, [2 x i32] } } %r
}
define { i32, { i32, [2 x i32] } } @outer() {
  %r = insertvalue { i32, { i32, [2 x i32] } } { i32 1, { i32, [2 x i32] } { i32 2, [2 x i32] [i32 3, i32 4] } }, i32 7, 0
  ret { i32, { i32, [2 x i32] } } %r
}
define i32 @extracted() {
  %r = extractvalue { i32, { i32, [2 x i32] } } { i32 1, { i32, [2 x i32] } { i32 2, [2 x i32] [i32 3, i32 4] } }, 1, 1, 1
  ret i32 %r
}
