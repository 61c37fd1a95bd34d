; Loads, stores, phis and selects of whole aggregates, of any depth.
; RUN: %B/tools/iropt --passes=sroa --stress=all %s
%D = type { { { { { { { { { { i32, float } } } } } } } } } }

; CHECK-LABEL: define float @deep
; CHECK-NEXT: ret float %f
define float @deep(i32 %i, float %f) {
  %a = alloca %D
  %x = insertvalue %D poison, i32 %i, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
  %y = insertvalue %D %x, float %f, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1
  store %D %y, ptr %a
  %l = load %D, ptr %a
  %r = extractvalue %D %l, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1
  ret float %r
}

; CHECK-LABEL: define i32 @merged
; CHECK: [[P:%.*]] = phi i32 [ %i, %one ], [ 5, %two ]
; CHECK: ret i32 [[P]]
define i32 @merged(i1 %c, i32 %i, float %f) {
  %x = insertvalue { i32, float } poison, i32 %i, 0
  %y = insertvalue { i32, float } %x, float %f, 1
  br i1 %c, label %one, label %two
one:
  br label %end
two:
  br label %end
end:
  %p = phi { i32, float } [ %y, %one ], [ { i32 5, float 1.0 }, %two ]
  %r = extractvalue { i32, float } %p, 0
  ret i32 %r
}

; CHECK-LABEL: define i32 @chosen
; CHECK: select i1 %c, i32 %i, i32 5
define i32 @chosen(i1 %c, i32 %i) {
  %y = insertvalue { i32, float } poison, i32 %i, 0
  %s = select i1 %c, { i32, float } %y, { i32, float } { i32 5, float 1.0 }
  %r = extractvalue { i32, float } %s, 0
  ret i32 %r
}

; volatile accesses stay whole
; CHECK-LABEL: define i32 @kept
; CHECK: load volatile { i32, float }
define i32 @kept(ptr %p) {
  %l = load volatile { i32, float }, ptr %p
  %r = extractvalue { i32, float } %l, 0
  ret i32 %r
}
