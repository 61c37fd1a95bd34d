; A part that is no vector, one of no elements, and positions that a sum would bring round to 0.
; RUN: cuprum opt --passes= -S %s -o %t.ll 2>%t.err; cat %t.err
; CHECK: index of a vector intrinsic
; CHECK: [0 x i32]
; CHECK: index of a vector intrinsic
; CHECK: i64 -4
; CHECK: index of a vector intrinsic
; CHECK: i64 -4
declare <8 x i32> @llvm.vector.insert.v8i32.a0i32(<8 x i32>, [0 x i32], i64)
declare <8 x i32> @llvm.vector.insert.v8i32.v4i32(<8 x i32>, <4 x i32>, i64)
declare <4 x i32> @llvm.vector.extract.v4i32.v8i32(<8 x i32>, i64)
define void @parts(<8 x i32> %a, [0 x i32] %none, <4 x i32> %b) {
  call <8 x i32> @llvm.vector.insert.v8i32.a0i32(<8 x i32> %a, [0 x i32] %none, i64 4)
  call <8 x i32> @llvm.vector.insert.v8i32.v4i32(<8 x i32> %a, <4 x i32> %b, i64 -4)
  call <4 x i32> @llvm.vector.extract.v4i32.v8i32(<8 x i32> %a, i64 -4)
  ret void
}
