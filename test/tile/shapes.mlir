// RUN: %S/inputs/round.sh %s %t
// Shapes, parts, the grid, assumptions, globals, matrices.
cuda_tile.module @shapes {
  global private constant @table alignment = 16 <f32: [1.0, 2.0]> : tile<2xf32>
  global @"a name" <i32: 5> : tile<4xi32>
  entry @shapes(%i: tile<i32>, %p: tile<ptr<f32>>) optimization_hints=<sm_100 = {num_cta_in_cga = 2, occupancy = 1}, default = {occupancy = 2}> {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %gx, %gy, %gz = get_num_tile_blocks : tile<i32>
    %0 = iota : tile<8xi32>
    %1 = reshape %0 : tile<8xi32> -> tile<2x4xi32>
    %2 = reshape %1 : tile<2x4xi32> -> tile<1x2x4xi32>
    %3 = broadcast %2 : tile<1x2x4xi32> -> tile<4x2x4xi32>
    %4 = permute %3 [2, 0, 1] : tile<4x2x4xi32> -> tile<4x4x2xi32>
    %5 = cat %4, %4 dim = 1 : tile<4x4x2xi32>, tile<4x4x2xi32> -> tile<4x8x2xi32>
    %6 = extract %5[%i, %x, %y] : tile<4x8x2xi32> -> tile<2x4x1xi32>
    %7 = insert %6, %5[%i, %x, %y] : tile<2x4x1xi32>, tile<4x8x2xi32>
    %8 = assume div_by<16>, %p : tile<ptr<f32>>
    %9 = assume div_by<4, every 2 along 0>, %0 : tile<8xi32>
    %10 = assume bounded<0, ?>, %x : tile<i32>
    %11 = assume bounded<?, 7>, %10 : tile<i32>
    %12 = assume same_elements<[2]>, %0 : tile<8xi32>
    %13 = get_global @table : tile<ptr<f32>>
    %14 = get_global @"a name" : tile<ptr<i32>>
    %15 = offset %8, %i : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %16 = cmpi less_than %0, %9, signed : tile<8xi32> -> tile<8xi1>
    %17 = select %16, %0, %9 : tile<8xi1>, tile<8xi32>
  }
  entry @matrices() {
    %a = constant <f16: 1.0> : tile<16x32xf16>
    %b = constant <f16: 2.0> : tile<32x8xf16>
    %c = constant <f32: 0.0> : tile<16x8xf32>
    %0 = mmaf %a, %b, %c : tile<16x32xf16>, tile<32x8xf16>, tile<16x8xf32>
    %e = constant <f8E4M3FN: 1.0> : tile<2x16x32xf8E4M3FN>
    %f = constant <f8E4M3FN: 2.0> : tile<2x32x8xf8E4M3FN>
    %g = constant <f32: 0.0> : tile<2x16x8xf32>
    %1 = mmaf %e, %f, %g fast_acc : tile<2x16x32xf8E4M3FN>, tile<2x32x8xf8E4M3FN>, tile<2x16x8xf32>
    %i = constant <i8: 1> : tile<16x32xi8>
    %j = constant <i8: 2> : tile<32x8xi8>
    %k = constant <i32: 0> : tile<16x8xi32>
    %2 = mmai %i, %j, %k signed unsigned : tile<16x32xi8>, tile<32x8xi8>, tile<16x8xi32>
    %l = constant <f8E8M0FNU: 1.0> : tile<2x16x1xf8E8M0FNU>
    %m = constant <f8E8M0FNU: 1.0> : tile<2x1x8xf8E8M0FNU>
    %3 = mmaf_scaled %e, %f, %g, %l, %m : tile<2x16x32xf8E4M3FN>, tile<2x32x8xf8E4M3FN>, tile<2x16x8xf32>, tile<2x16x1xf8E8M0FNU>, tile<2x1x8xf8E8M0FNU>
  }
}
// EXPECT:
// global private  constant @table alignment = 16 <f32: [1.000000e+00, 2.000000e+00]> : tile<2xf32>
// global  @"a name" <i32: 5> : tile<4xi32>
// entry @shapes(%arg0: tile<i32>, %arg1: tile<ptr<f32>>) optimization_hints=<default = {occupancy = 2}, sm_100 = {num_cta_in_cga = 2, occupancy = 1}> {
//   %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
//   %gridSize_x, %gridSize_y, %gridSize_z = get_num_tile_blocks : tile<i32>
//   %0 = iota : tile<8xi32>
//   %reshape = reshape %0 : tile<8xi32> -> tile<2x4xi32>
//   %reshape_0 = reshape %reshape : tile<2x4xi32> -> tile<1x2x4xi32>
//   %bcast = broadcast %reshape_0 : tile<1x2x4xi32> -> tile<4x2x4xi32>
//   %1 = permute %bcast [2, 0, 1] : tile<4x2x4xi32> -> tile<4x4x2xi32>
//   %2 = cat %1, %1 dim = 1 : tile<4x4x2xi32>, tile<4x4x2xi32> -> tile<4x8x2xi32>
//   %3 = extract %2[%arg0, %blockId_x, %blockId_y] : tile<4x8x2xi32> -> tile<2x4x1xi32>
//   %4 = insert %3, %2[%arg0, %blockId_x, %blockId_y] : tile<2x4x1xi32>, tile<4x8x2xi32>
//   %assume = assume div_by<16>, %arg1 : tile<ptr<f32>>
//   %assume_1 = assume div_by<4, every 2 along 0>, %0 : tile<8xi32>
//   %assume_blockId_x = assume bounded<0, ?>, %blockId_x : tile<i32>
//   %assume_assume_blockId_x = assume bounded<?, 7>, %assume_blockId_x : tile<i32>
//   %assume_2 = assume same_elements<[2]>, %0 : tile<8xi32>
//   %5 = get_global @table : tile<ptr<f32>>
//   %6 = get_global @"a name" : tile<ptr<i32>>
//   %7 = offset %assume, %arg0 : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
//   %8 = cmpi less_than %0, %assume_1, signed : tile<8xi32> -> tile<8xi1>
//   %9 = select %8, %0, %assume_1 : tile<8xi1>, tile<8xi32>
//   return
// }
// entry @matrices() {
//   %cst_1_f16 = constant <f16: 1.000000e+00> : tile<16x32xf16>
//   %cst_2_f16 = constant <f16: 2.000000e+00> : tile<32x8xf16>
//   %cst_0_f32 = constant <f32: 0.000000e+00> : tile<16x8xf32>
//   %0 = mmaf %cst_1_f16, %cst_2_f16, %cst_0_f32 : tile<16x32xf16>, tile<32x8xf16>, tile<16x8xf32>
//   %cst_1_f8E4M3FN = constant <f8E4M3FN: 1.000000e+00> : tile<2x16x32xf8E4M3FN>
//   %cst_2_f8E4M3FN = constant <f8E4M3FN: 2.000000e+00> : tile<2x32x8xf8E4M3FN>
//   %cst_0_f32_0 = constant <f32: 0.000000e+00> : tile<2x16x8xf32>
//   %1 = mmaf %cst_1_f8E4M3FN, %cst_2_f8E4M3FN, %cst_0_f32_0 fast_acc : tile<2x16x32xf8E4M3FN>, tile<2x32x8xf8E4M3FN>, tile<2x16x8xf32>
//   %cst_1_i8 = constant <i8: 1> : tile<16x32xi8>
//   %cst_2_i8 = constant <i8: 2> : tile<32x8xi8>
//   %cst_0_i32 = constant <i32: 0> : tile<16x8xi32>
//   %2 = mmai %cst_1_i8, %cst_2_i8, %cst_0_i32 signed unsigned : tile<16x32xi8>, tile<32x8xi8>, tile<16x8xi32>
//   %cst_1_f8E8M0FNU = constant <f8E8M0FNU: 1.000000e+00> : tile<2x16x1xf8E8M0FNU>
//   %cst_1_f8E8M0FNU_1 = constant <f8E8M0FNU: 1.000000e+00> : tile<2x1x8xf8E8M0FNU>
//   %3 = mmaf_scaled %cst_1_f8E4M3FN, %cst_2_f8E4M3FN, %cst_0_f32_0, %cst_1_f8E8M0FNU, %cst_1_f8E8M0FNU_1 : tile<2x16x32xf8E4M3FN>, tile<2x32x8xf8E4M3FN>, tile<2x16x8xf32>, tile<2x16x1xf8E8M0FNU>, tile<2x1x8xf8E8M0FNU>
//   return
// }
