; Stores to local variables that nobody reads any more go, and variables with them.
; RUN: %B/tools/iropt --passes=dse,adce --stress=all %s
declare void @keep(ptr)
declare void @look(ptr nocapture)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; the last stores are never read; those before are
; CHECK-LABEL: define i32 @end
; CHECK: store i32 %a
; CHECK-NOT: store
; CHECK: ret i32
define i32 @end(i32 %a, i64 %n) {
  %t = alloca [4 x i32]
  %p = getelementptr [4 x i32], ptr %t, i64 0, i64 %n
  store i32 %a, ptr %p
  %v = load i32, ptr %t
  store i32 %v, ptr %p
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4, i1 false)
  ret i32 %v
}

; never read: the variable goes, with its markers
; CHECK-LABEL: define void @unread
; CHECK-NEXT: ret void
define void @unread(i32 %a, i64 %n, ptr %from) {
  %t = alloca [4 x i32]
  call void @llvm.lifetime.start.p0(i64 16, ptr %t)
  %p = getelementptr [4 x i32], ptr %t, i64 0, i64 %n
  store i32 %a, ptr %p
  call void @llvm.memcpy.p0.p0.i64(ptr %t, ptr %from, i64 16, i1 false)
  call void @llvm.lifetime.end.p0(i64 16, ptr %t)
  ret void
}

; one path reads
; CHECK-LABEL: define i32 @path
; CHECK: store i32 %a
; CHECK: r:
; CHECK: load i32
; CHECK-NOT: store
; CHECK: o:
; CHECK-NOT: store
define i32 @path(i32 %a, i64 %n, i1 %c) {
e:
  %t = alloca [4 x i32]
  %p = getelementptr [4 x i32], ptr %t, i64 0, i64 %n
  store i32 %a, ptr %p
  br i1 %c, label %r, label %o
r:
  %v = load i32, ptr %t
  store i32 1, ptr %p
  br label %o
o:
  %x = phi i32 [ 0, %e ], [ %v, %r ]
  store i32 2, ptr %t
  ret i32 %x
}

; the next iteration reads
; CHECK-LABEL: define i32 @loop
; CHECK-COUNT-2: store
define i32 @loop(i32 %a, i64 %n) {
e:
  %t = alloca [4 x i32]
  %p = getelementptr [4 x i32], ptr %t, i64 0, i64 %n
  store i32 %a, ptr %p
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %j, %h ]
  %v = load i32, ptr %t
  %j = add i32 %i, %v
  store i32 %j, ptr %p
  %c = icmp slt i32 %j, 100
  br i1 %c, label %h, label %o
o:
  ret i32 %j
}

; the next iteration does not: the markers end the variable
; CHECK-LABEL: define void @markers
; CHECK: store i32 %a
; CHECK: load
; CHECK-NOT: store i32 7
; CHECK: ret
define void @markers(i32 %a, i64 %n, ptr %out) {
e:
  %t = alloca [4 x i32]
  br label %h
h:
  call void @llvm.lifetime.start.p0(i64 16, ptr %t)
  %p = getelementptr [4 x i32], ptr %t, i64 0, i64 %n
  store i32 %a, ptr %p
  %v = load i32, ptr %t
  store volatile i32 %v, ptr %out
  store i32 7, ptr %p
  call void @llvm.lifetime.end.p0(i64 16, ptr %t)
  %c = icmp slt i32 %v, 100
  br i1 %c, label %h, label %o
o:
  ret void
}

; kept by a call, which a later call may read by; the end of the variable nobody reads
; CHECK-LABEL: define void @kept
; CHECK-COUNT-2: store
; CHECK: ret
define void @kept(i32 %a) {
  %t = alloca i32
  store i32 %a, ptr %t
  call void @keep(ptr %t)
  store i32 2, ptr %t
  call void @keep(ptr null)
  store i32 3, ptr %t
  ret void
}
; read by one that keeps nothing; volatile; an address among several
; CHECK-LABEL: define void @looked
; CHECK: store i32 %a
; CHECK-NOT: store
; CHECK: ret
define void @looked(i32 %a) {
  %t = alloca i32
  store i32 %a, ptr %t
  call void @look(ptr nocapture %t)
  store i32 2, ptr %t
  ret void
}
; CHECK-LABEL: define void @volatile
; CHECK: store volatile
; CHECK: memset
define void @volatile(i32 %a) {
  %t = alloca i32
  store volatile i32 %a, ptr %t
  call void @llvm.memset.p0.i64(ptr %t, i8 0, i64 4, i1 true)
  ret void
}
; CHECK-LABEL: define void @chosen
; CHECK: store i32 %a
define void @chosen(i32 %a, i1 %c, ptr %q) {
  %t = alloca i32
  %p = select i1 %c, ptr %t, ptr %q
  store i32 %a, ptr %p
  ret void
}
