// RUN: %S/inputs/round.sh %s %t
// Operations in MLIR's generic form are the same as in their own: properties, attributes by kind or number, regions with labels.
cuda_tile.module @generic {
  entry @generic(%n: tile<i32>, %f: tile<f32>, %p: tile<ptr<f32>>) {
    %less = "cuda_tile.cmpi"(%n, %n) {comparison_predicate = #cuda_tile.comparison_predicate<less_than>, signedness = #cuda_tile.signedness<signed>} : (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>) -> !cuda_tile.tile<i1>
    %sum = "cuda_tile.addf"(%f, %f) <{flush_to_zero, rounding_mode = #cuda_tile.rounding<zero>}> : (tile<f32>, tile<f32>) -> (tile<f32>)
    %flushed = "cuda_tile.exp2"(%sum) {flush_to_zero = unit} : (tile<f32>) -> tile<f32>
    %list = "cuda_tile.constant"() <{value = dense<[1, -2, 3, 4]> : !cuda_tile.tile<4xi32>}> : () -> !cuda_tile.tile<4xi32>
    %all = "cuda_tile.constant"() {value = dense<0.5> : tile<2x2xf32>} : () -> tile<2x2xf32>
    %turned = "cuda_tile.permute"(%all) <{permutation = array<i32: 1, 0>}> : (tile<2x2xf32>) -> tile<2x2xf32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %total:2 = "cuda_tile.for"(%zero, %n, %one, %zero, %f) ({
    ^bb0(%i: tile<i32>, %s: tile<i32>, %g: tile<f32>):
      %next = addi %s, %i : tile<i32>
      "cuda_tile.continue"(%next, %g) : (tile<i32>, tile<f32>) -> ()
    }) : (tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<f32>) -> (tile<i32>, tile<f32>)
    %chosen = "cuda_tile.if"(%less) ({
      "cuda_tile.yield"(%one) : (tile<i32>) -> ()
    }, {
      yield %zero : tile<i32>
    }) : (tile<i1>) -> tile<i32>
    "cuda_tile.if"(%less) ({
      "cuda_tile.yield"() : () -> ()
    }, {
    }) : (tile<i1>) -> ()
    %folded = "cuda_tile.reduce"(%list) <{dim = 0 : i32, identities = [0 : i32]}> ({
    ^bb0(%a: tile<i32>, %b: tile<i32>):
      %ab = addi %a, %b : tile<i32>
      yield %ab : tile<i32>
    }) : (tile<4xi32>) -> tile<i32>
    %value, %token = "cuda_tile.load_ptr_tko"(%p) <{memory_ordering_semantics = 1 : i32, memory_scope = 1 : i32, operandSegmentSizes = array<i32: 1, 0, 0, 0>}> : (tile<ptr<f32>>) -> (tile<f32>, token)
    %known = "cuda_tile.assume"(%n) <{predicate = #cuda_tile.div_by<16>}> : (tile<i32>) -> tile<i32>
    "cuda_tile.assert"(%less) <{message = "no"}> : (tile<i1>) -> ()
    "cuda_tile.return"() : () -> ()
  }
}
// EXPECT:
// entry @generic(%arg0: tile<i32>, %arg1: tile<f32>, %arg2: tile<ptr<f32>>) {
//   %0 = cmpi less_than %arg0, %arg0, signed : tile<i32> -> tile<i1>
//   %1 = addf %arg1, %arg1 rounding<zero> flush_to_zero : tile<f32>
//   %2 = exp2 %1 flush_to_zero : tile<f32>
//   %cst_i32 = constant <i32: [1, -2, 3, 4]> : tile<4xi32>
//   %cst_f32 = constant <f32: 5.000000e-01> : tile<2x2xf32>
//   %3 = permute %cst_f32 [1, 0] : tile<2x2xf32> -> tile<2x2xf32>
//   %cst_0_i32 = constant <i32: 0> : tile<i32>
//   %cst_1_i32 = constant <i32: 1> : tile<i32>
//   %for:2 = for %loopIdx in (%cst_0_i32 to %arg0, step %cst_1_i32) : tile<i32> iter_values(%iterArg0 = %cst_0_i32, %iterArg1 = %arg1) -> (tile<i32>, tile<f32>) {
//     %5 = addi %iterArg0, %loopIdx : tile<i32>
//     continue %5, %iterArg1 : tile<i32>, tile<f32>
//   }
//   %4 = if %0 -> (tile<i32>) {
//     yield %cst_1_i32 : tile<i32>
//   } else {
//     yield %cst_0_i32 : tile<i32>
//   }
//   if %0 {
//   }
//   %reduce = reduce %cst_i32 dim=0 identities=[0 : i32] : tile<4xi32> -> tile<i32>
//   (%reduce_lhs: tile<i32>, %reduce_rhs: tile<i32>) {
//     %5 = addi %reduce_lhs, %reduce_rhs : tile<i32>
//     yield %5 : tile<i32>
//   }
//   %result, %result_token = load_ptr_tko relaxed device %arg2 : tile<ptr<f32>> -> tile<f32>, token
//   %assume = assume div_by<16>, %arg0 : tile<i32>
//   assert %0, "no" : tile<i1>
//   return
// }
