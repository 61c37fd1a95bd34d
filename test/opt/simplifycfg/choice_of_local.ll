; SPDX-License-Identifier: Apache-2.0
; The address of a local variable or another one, through which is only read: the branch stays until loops have their shape,
; for sroa takes the loads into the arms when it knows the place in the variable.
; RUN[EARLY,CHECK]: %B/tools/iropt --passes=simplifycfg --stress=all %s
; RUN[LATE,CHECK]: %B/tools/iropt --passes=simplifycfg-late --stress=all %s
; RUN[VALUE]: %B/tools/iropt --passes=simplifycfg,sroa --stress=all %s

; CHECK-LABEL: define float @read
; EARLY: phi ptr [ %q, {{.*}} ], [ %p, {{.*}} ]
; LATE: select i1 %c
; VALUE-LABEL: define float @read
; VALUE-NOT: alloca
; VALUE: phi float [ %x, {{.*}} ], [ %{{.*}}, {{.*}} ]
define float @read(i1 noundef %c, ptr noundef %p, float noundef %x) {
  %l = alloca [2 x float], align 4
  %q = getelementptr inbounds i8, ptr %l, i64 4
  store float %x, ptr %q, align 4
  br i1 %c, label %a, label %b
a:
  br label %j
b:
  br label %j
j:
  %s = phi ptr [ %q, %a ], [ %p, %b ]
  %v = load float, ptr %s, align 4
  ret float %v
}

; both are local: a select, which sroa takes apart
; CHECK-LABEL: define float @both
; CHECK: select i1 %c
define float @both(i1 noundef %c, float noundef %x) {
  %l = alloca [2 x float], align 4
  %q = getelementptr inbounds i8, ptr %l, i64 4
  store float %x, ptr %q, align 4
  store float 0.0, ptr %l, align 4
  br i1 %c, label %a, label %b
a:
  br label %j
b:
  br label %j
j:
  %s = phi ptr [ %q, %a ], [ %l, %b ]
  %v = load float, ptr %s, align 4
  ret float %v
}

; neither is
; CHECK-LABEL: define float @neither
; CHECK: select i1 %c
define float @neither(i1 noundef %c, ptr noundef %p, ptr noundef %q) {
  br i1 %c, label %a, label %b
a:
  br label %j
b:
  br label %j
j:
  %s = phi ptr [ %q, %a ], [ %p, %b ]
  %v = load float, ptr %s, align 4
  ret float %v
}

; written through: sroa cannot
; CHECK-LABEL: define void @written
; CHECK: select i1 %c
define void @written(i1 noundef %c, ptr noundef %p, float noundef %x) {
  %l = alloca [2 x float], align 4
  br i1 %c, label %a, label %b
a:
  br label %j
b:
  br label %j
j:
  %s = phi ptr [ %l, %a ], [ %p, %b ]
  store float %x, ptr %s, align 4
  ret void
}
