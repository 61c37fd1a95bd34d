; RUN: %B/tools/iropt --passes=constraint-elimination --stress=all %s
; An address that memory was accessed at is not null.

; CHECK-LABEL: define i1 @loaded
; CHECK: ret i1 true
define i1 @loaded(ptr %p) {
  %v = load i32, ptr %p
  %n = icmp ne ptr %p, null
  ret i1 %n
}

; CHECK-LABEL: define i1 @exchanged
; CHECK: ret i1 false
define i1 @exchanged(ptr %p, i1 %x) {
  %o = cmpxchg ptr %p, i32 0, i32 1 seq_cst seq_cst
  br i1 %x, label %t, label %e
t:
  %n = icmp eq ptr %p, null
  ret i1 %n
e:
  ret i1 true
}

; where the address itself is stored, behind the test, on another way, of shared memory, volatile
; CHECK-LABEL: define void @refused
; CHECK-COUNT-5: icmp eq
define void @refused(ptr %p, ptr %q, ptr addrspace(3) %s, i1 %x, ptr %out) {
  store ptr %p, ptr %out
  %a = icmp eq ptr %p, null
  store volatile i1 %a, ptr %out
  %b = icmp eq ptr %q, null
  store volatile i1 %b, ptr %out
  br i1 %x, label %t, label %e
t:
  %v = load i32, ptr %q
  br label %e
e:
  %c = icmp eq ptr %q, null
  store volatile i1 %c, ptr %out
  %w = load i32, ptr addrspace(3) %s
  %d = icmp eq ptr addrspace(3) %s, null
  store volatile i1 %d, ptr %out
  %u = load volatile i32, ptr %p
  %f = icmp eq ptr %p, null
  store volatile i1 %f, ptr %out
  ret void
}
