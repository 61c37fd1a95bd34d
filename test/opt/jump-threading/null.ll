; RUN: %B/tools/iropt --passes=jump-threading,simplifycfg --stress=all %s
; A function gives back an address or null, and its caller asks which: ways that brought an address go past the test.
@s = internal addrspace(3) global [64 x i32] zeroinitializer
declare void @a()
declare void @b()
declare void @c()

; of an object
; CHECK-LABEL: define void @object
; CHECK: br i1 %x
; CHECK-NOT: br i1
; CHECK: ret void
define void @object(i1 %x, i64 %i) {
  br i1 %x, label %t, label %f
t:
  %p = getelementptr inbounds i32, ptr addrspacecast (ptr addrspace(3) @s to ptr), i64 %i
  call void @a()
  br label %j
f:
  call void @b()
  br label %j
j:
  %q = phi ptr [ %p, %t ], [ null, %f ]
  %n = icmp ne ptr %q, null
  br i1 %n, label %u, label %e
u:
  call void @c()
  br label %e
e:
  ret void
}

; that memory was accessed at, on the way
; CHECK-LABEL: define void @accessed
; CHECK: br i1 %x
; CHECK: atomicrmw
; CHECK: br i1 %y
; CHECK-NOT: br i1
; CHECK: ret void
define void @accessed(i1 %x, i1 %y, ptr %p) {
  br i1 %x, label %t, label %f
t:
  %o = atomicrmw add ptr %p, i32 1 seq_cst
  br i1 %y, label %w, label %e
w:
  call void @a()
  br label %j
f:
  call void @b()
  br label %j
j:
  %q = phi ptr [ %p, %w ], [ null, %f ]
  %n = icmp eq ptr %q, null
  br i1 %n, label %e, label %u
u:
  call void @c()
  br label %e
e:
  ret void
}

; not one that may be null, that is accessed elsewhere or in a space where 0 is an address
; CHECK-LABEL: define void @refused
; CHECK: %q = phi ptr [ %p, %t ], [ %r, %f ]
; CHECK: icmp eq ptr %q, null
; CHECK: ret void
define void @refused(i1 %x, ptr %p, ptr %r) {
  br i1 %x, label %t, label %f
t:
  %v = load volatile i32, ptr %p
  br label %j
f:
  %z = addrspacecast ptr %r to ptr addrspace(3)
  store i32 5, ptr addrspace(3) %z
  br label %j
j:
  %q = phi ptr [ %p, %t ], [ %r, %f ]
  %n = icmp eq ptr %q, null
  br i1 %n, label %e, label %u
u:
  store i32 1, ptr %q
  br label %e
e:
  ret void
}
