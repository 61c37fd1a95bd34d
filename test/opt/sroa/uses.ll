; What the uses of an object tell: variable indices, unread bytes, accesses outside, addresses.
; RUN: %B/tools/iropt --passes=sroa --stress=all %s
declare void @use(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; of records indexed at run time only the member that is reached so stays
; CHECK-LABEL: define i32 @records
; CHECK: %r = alloca
; CHECK-NOT: store ptr
; CHECK: store i32 %x, ptr %r
; CHECK: getelementptr inbounds { i32, ptr }, ptr %r, i64 %i
; CHECK-NOT: load ptr
; CHECK: ret i32
define i32 @records(i64 %i, i32 %x) {
  %log = alloca i32
  %r = alloca [2 x { i32, ptr }]
  store i32 %x, ptr %r
  %l0 = getelementptr i8, ptr %r, i64 8
  store ptr %log, ptr %l0
  %v1 = getelementptr i8, ptr %r, i64 16
  store i32 7, ptr %v1
  %l1 = getelementptr i8, ptr %r, i64 24
  store ptr %log, ptr %l1
  store i32 3, ptr %log
  %q = load ptr, ptr %l1
  %y = load i32, ptr %q
  %e = getelementptr inbounds { i32, ptr }, ptr %r, i64 %i
  %z = load i32, ptr %e
  %s = add i32 %y, %z
  ret i32 %s
}

; an index that may wrap around reaches all bytes
; CHECK-LABEL: define i32 @wraps
; CHECK: alloca [2 x { i32, i32, i32 }]
; CHECK: store i32 9
define i32 @wraps(i64 %i, i32 %x) {
  %r = alloca [2 x { i32, i32, i32 }]
  %m = getelementptr i8, ptr %r, i64 4
  store i32 9, ptr %m
  %e = getelementptr { i32, i32, i32 }, ptr %r, i64 %i
  %z = load i32, ptr %e
  ret i32 %z
}

; a range of the index leaves the member behind the array free
; CHECK-LABEL: define i32 @range
; CHECK-NOT: store i32 %x
; CHECK: %v = load i32
; CHECK: add i32 %v, %x
define i32 @range(i64 %i, i32 %x, ptr %from) {
  %r = alloca { [4 x i32], i32 }
  call void @llvm.memcpy.p0.p0.i64(ptr %r, ptr %from, i64 16, i1 false)
  call void @use(ptr %from)
  %n = getelementptr i8, ptr %r, i64 16
  store i32 %x, ptr %n
  %k = and i64 %i, 3
  %e = getelementptr i32, ptr %r, i64 %k
  %v = load i32, ptr %e
  %w = load i32, ptr %n
  %s = add i32 %v, %w
  ret i32 %s
}

; never read, volatile writes excepted
; CHECK-LABEL: define void @unread
; CHECK: %b = alloca
; CHECK-NOT: alloca
; CHECK-NOT: memset
; CHECK: store volatile i32 2
; CHECK-NEXT: ret void
define void @unread(i64 %i) {
  %a = alloca [8 x i32]
  %b = alloca i32
  call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 32, i1 false)
  %e = getelementptr i32, ptr %a, i64 %i
  store i32 1, ptr %e
  store volatile i32 2, ptr %b
  ret void
}

; outside of the object: nothing
; CHECK-LABEL: define i32 @outside
; CHECK-NEXT: ret i32 %x
define i32 @outside(i32 %x) {
  %a = alloca [2 x i32]
  store i32 %x, ptr %a
  %e = getelementptr i8, ptr %a, i64 8
  store i32 5, ptr %e
  %f = getelementptr i8, ptr %a, i64 -4
  store i32 6, ptr %f
  %r = load i32, ptr %a
  ret i32 %r
}

; differences and comparisons of its addresses are known; with what came from outside, too
; CHECK-LABEL: define i64 @addresses
; CHECK-NEXT: select i1 true, i64 12, i64 1
; CHECK-NEXT: select i1 false, i64 2
; CHECK-NEXT: select i1 false, i64 3
define i64 @addresses(ptr %p) {
  %a = alloca [4 x i32]
  %e = getelementptr i8, ptr %a, i64 12
  store i32 5, ptr %e
  %x = ptrtoint ptr %e to i64
  %y = ptrtoint ptr %a to i64
  %d = sub i64 %x, %y
  %less = icmp ult ptr %a, %e
  %null = icmp eq ptr %a, null
  %other = icmp eq ptr %a, %p
  %t = select i1 %less, i64 %d, i64 1
  %u = select i1 %null, i64 2, i64 %t
  %r = select i1 %other, i64 3, i64 %u
  ret i64 %r
}

; its own address stored in it, where nothing reads that
; CHECK-LABEL: define i32 @own
; CHECK-NEXT: ret i32 %x
define i32 @own(i32 %x) {
  %l = alloca { i32, ptr }
  %end = getelementptr i8, ptr %l, i64 8
  store ptr %l, ptr %end
  store i32 %x, ptr %l
  %r = load i32, ptr %l
  ret i32 %r
}
; CHECK-LABEL: define i32 @own_read
; CHECK: alloca
; CHECK: load ptr
define i32 @own_read(i32 %x) {
  %l = alloca { i32, ptr }
  %end = getelementptr i8, ptr %l, i64 8
  store ptr %l, ptr %end
  store i32 %x, ptr %l
  %q = load ptr, ptr %end
  %r = load i32, ptr %q
  ret i32 %r
}

; small stores and a wide load: pieces, no masks
; CHECK-LABEL: define i32 @pieces
; CHECK-NOT: and
; CHECK: shl i32
; CHECK: or disjoint i32
define i32 @pieces(i16 %x, i16 %y) {
  %a = alloca i32
  %h = getelementptr i8, ptr %a, i64 2
  store i16 %x, ptr %a
  store i16 %y, ptr %h
  %r = load i32, ptr %a
  ret i32 %r
}

; the object's address on the right of a comparison is the same comparison
; CHECK-LABEL: define i32 @on_the_right
; CHECK-NOT: alloca
; CHECK-NOT: icmp
; CHECK: ret i32
define i32 @on_the_right(ptr %p, i32 %x) {
  %a = alloca i32
  store i32 %x, ptr %a
  %other = icmp eq ptr %p, %a
  %null = icmp ne ptr null, %a
  %v = load i32, ptr %a
  %s = select i1 %other, i32 1, i32 %v
  %t = select i1 %null, i32 %s, i32 2
  ret i32 %t
}
