// RUN: cuprum tile dis %s -o %t.text && cuprum tile dis %t.text | cmp - %t.text && cat %t.text
// Attributes that no operation has: text keeps them where MLIR prints them; those that an operation has may stand among them.
cuda_tile.module @attributes {
  entry @attributes(%n: tile<i32>, %c: tile<i1>, %p: tile<ptr<i32>>, %f: tile<f32>) {
    %0 = addi %n, %n {"not a word" = "text", cuda_tile.hint = 3, note} : tile<i32>
    %1 = addi %n, %n {overflow = #cuda_tile.overflow<no_wrap>, a = [1, 2 : i32], b = {c = true, d = 1.5}} : tile<i32>
    %2 = constant <i32: [1, 2]> : tile<2xi32> {kept = -1 : i8}
    %3 = if %c -> (tile<i32>) {
      yield {a = 1} %n : tile<i32>
    } else {
      yield %n : tile<i32>
    } {cuda_tile.loop_split = 0}
    for %i in (%n to %n, step %n) : tile<i32> {
      continue {a = 1}
    } {cuda_tile.loop_split = 1 : i64}
    loop {
      break
    } {turns = 2 : i32}
    %4 = reduce %2 {a = 1} dim=0 identities=[0 : i32] : tile<2xi32> -> tile<i32>
    (%a: tile<i32>, %b: tile<i32>) {
      yield %a : tile<i32>
    }
    %5 = print_tko "%i", %n {a = 1} : tile<i32> -> token
    %t = make_tensor_view %p, shape = [64], strides = [1] {a = 1} : tensor_view<64xi32, strides=[1]>
    %v = make_partition_view %t {a = 1} : partition_view<tile=(8), tensor_view<64xi32, strides=[1]>>
    %6, %7 = load_view_tko weak %v[%n] attributes {a = 1} : partition_view<tile=(8), tensor_view<64xi32, strides=[1]>>, tile<i32> -> tile<8xi32>, token
    return {a = 1}
  } {cuda_tile.loop_split = 0}
}
// EXPECT:
// entry @attributes(%arg0: tile<i32>, %arg1: tile<i1>, %arg2: tile<ptr<i32>>, %arg3: tile<f32>) {
//   %0 = addi %arg0, %arg0 {cuda_tile.hint = 3 : i64, "not a word" = "text", note} : tile<i32>
//   %1 = addi %arg0, %arg0 overflow<no_wrap> {a = [1, 2 : i32], b = {c = true, d = 1.500000e+00 : f64}} : tile<i32>
//   %cst_i32 = constant <i32: [1, 2]> : tile<2xi32> {kept = -1 : i8}
//   %2 = if %arg1 -> (tile<i32>) {
//     yield {a = 1 : i64} %arg0 : tile<i32>
//   } else {
//     yield %arg0 : tile<i32>
//   } {cuda_tile.loop_split = 0 : i64}
//   for %loopIdx in (%arg0 to %arg0, step %arg0) : tile<i32> {
//     continue {a = 1 : i64}
//   } {cuda_tile.loop_split = 1 : i64}
//   loop {
//     break
//   } {turns = 2 : i32}
//   %reduce = reduce %cst_i32 {a = 1 : i64} dim=0 identities=[0 : i32] : tile<2xi32> -> tile<i32>
//   (%reduce_lhs: tile<i32>, %reduce_rhs: tile<i32>) {
//     yield %reduce_lhs : tile<i32>
//   }
//   %3 = print_tko "%i", %arg0 {a = 1 : i64} : tile<i32> -> token
//   %tview = make_tensor_view %arg2, shape = [64], strides = [1] {a = 1 : i64} : tensor_view<64xi32, strides=[1]>
//   %pview = make_partition_view %tview {a = 1 : i64} : partition_view<tile=(8), tensor_view<64xi32, strides=[1]>>
//   %tile, %result_token = load_view_tko weak %pview[%arg0] attributes {a = 1 : i64} : partition_view<tile=(8), tensor_view<64xi32, strides=[1]>>, tile<i32> -> tile<8xi32>, token
//   return {a = 1 : i64}
// } {cuda_tile.loop_split = 0 : i64}
