; The typed-pointer dialect differs in spelling only, as far as it is read here.
; RUN: %B/tools/iropt %s
@str = private addrspace(1) constant [3 x i8] c"ab\00"
@fp = internal addrspace(1) global void (i32*)* @f
; CHECK: @fp = internal addrspace(1) global ptr @f

declare void @llvm.lifetime.start.p0i8(i64, i8* nocapture)
declare void @llvm.lifetime.start.p0i32(i64, i32*)
; CHECK: declare void @llvm.lifetime.start.p0(i64 immarg, ptr)

define void @f(i32* %p) readnone argmemonly {
; CHECK: define void @f(ptr %p)
  %c = bitcast i32* %p to i8*
  %d = getelementptr inbounds [3 x i8], [3 x i8] addrspace(1)* @str, i64 0, i64 1
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %c)
  call void @llvm.lifetime.start.p0i32(i64 4, i32* %p)
; CHECK: call void @llvm.lifetime.start.p0(i64 4, ptr %c)
; CHECK-NEXT: call void @llvm.lifetime.start.p0(i64 4, ptr %p)
; <label>:1:
  ret void
}
; CHECK: memory(none)
