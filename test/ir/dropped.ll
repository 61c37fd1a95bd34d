; What an optimizer takes away while something still names it: blocks whose address is kept, and the
; declarations that are a function's personality, prefix and prologue.
; RUN: cuprum %s -O2 --emit=bc -o %t.bc && cuprum %t.bc -O0 --emit=ir -o -
; RUN[T]: cuprum %s -O2 --emit=ir -o %t.ll && cuprum %t.ll -O0 --emit=ir -o -
; CHECK-DAG: @where = global [2 x ptr] [ptr inttoptr (i32 1 to ptr), ptr blockaddress(@f, %{{.+}})]
; CHECK-DAG: @number = global i64 ptrtoint (ptr inttoptr (i32 1 to ptr) to i64)
; CHECK-DAG: declare i32 @handler(...)
; CHECK-DAG: define void @g() prefix ptr @before prologue ptr @first personality ptr @handler
; T-DAG: @where = global [2 x ptr] [ptr inttoptr (i32 1 to ptr), ptr blockaddress(@f, %{{.+}})]
; T-DAG: @before = external global i32
; T-DAG: define void @g() prefix ptr @before prologue ptr @first personality ptr @handler
target triple = "nvptx64-nvidia-cuda"
@where = global [2 x ptr] [ptr blockaddress(@f, %gone), ptr blockaddress(@f, %kept)]
@number = global i64 ptrtoint (ptr blockaddress(@f, %gone) to i64)
@before = external global i32
@first = external global i32
declare i32 @handler(...)
declare void @use()
define void @f(ptr %p) {
  indirectbr ptr %p, [label %kept]
kept:
  call void @use()
  ret void
gone:
  call void @use()
  ret void
}
define void @g() prefix ptr @before prologue ptr @first personality ptr @handler {
  ret void
}
