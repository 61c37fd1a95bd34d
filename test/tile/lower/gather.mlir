// Rows that an index tile names, from a column that only the run knows, or that divides vectors: tiles may stand out of the tensor at both ends.
// RUN: sh %S/inputs/both.sh %s %t
// CHECK-COUNT-18: {{^}}{{[a-z]+}} sm_{{[0-9]+}}: same
// CHECK-NOT: {{evaluator|check}}
// LAUNCH: load buf:i32:128:iota buf:i32:64:zero i32:0
// LAUNCH: load buf:i32:128:iota buf:i32:64:zero i32:3
// LAUNCH: load buf:i32:128:iota buf:i32:64:zero i32:-2
// LAUNCH: load buf:i32:128:iota buf:i32:64:zero i32:12
// LAUNCH: store buf:i32:128:iota i32:5
// LAUNCH: even buf:i32:128:iota buf:i32:64:zero i32:1
cuda_tile.module @m {
  entry @load(%a: tile<ptr<i32>>, %c: tile<ptr<i32>>, %column: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %three = constant <i32: 3> : tile<8xi32>
    %i = iota : tile<8xi32>
    %rows = muli %i, %three : tile<8xi32>
    %ta = make_tensor_view %a, shape = [8, 16], strides = [16, 1] : tensor_view<8x16xi32, strides=[16,1]>
    %va = make_gather_scatter_view %ta : gather_scatter_view<tile=(8x8), tensor_view<8x16xi32, strides=[16,1]>, sparse_dim=0>
    %x, %t0 = load_view_tko weak %va[%rows, %column] : gather_scatter_view<tile=(8x8), tensor_view<8x16xi32, strides=[16,1]>, sparse_dim=0>, tile<8xi32>, tile<i32> -> tile<8x8xi32>, token
    %tc = make_tensor_view %c, shape = [8, 8], strides = [8, 1] : tensor_view<8x8xi32, strides=[8,1]>
    %vc = make_partition_view %tc : partition_view<tile=(8x8), tensor_view<8x8xi32, strides=[8,1]>>
    %t1 = store_view_tko weak %x, %vc[%zero, %zero] : tile<8x8xi32>, partition_view<tile=(8x8), tensor_view<8x8xi32, strides=[8,1]>>, tile<i32> -> token
  }
  entry @store(%a: tile<ptr<i32>>, %column: tile<i32>) {
    %x = constant <i32: -1> : tile<4x4xi32>
    %two = constant <i32: 2> : tile<4xi32>
    %i = iota : tile<4xi32>
    %rows = muli %i, %two : tile<4xi32>
    %ta = make_tensor_view %a, shape = [8, 7], strides = [16, 1] : tensor_view<8x7xi32, strides=[16,1]>
    %va = make_gather_scatter_view %ta : gather_scatter_view<tile=(4x4), tensor_view<8x7xi32, strides=[16,1]>, sparse_dim=0>
    %t0 = store_view_tko weak %x, %va[%rows, %column] : tile<4x4xi32>, gather_scatter_view<tile=(4x4), tensor_view<8x7xi32, strides=[16,1]>, sparse_dim=0>, tile<4xi32>, tile<i32> -> token
  }
  // in vectors: the column is a multiple of 4
  entry @even(%a: tile<ptr<i32>>, %c: tile<ptr<i32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %four = constant <i32: 4> : tile<i32>
    %column = muli %n, %four : tile<i32>
    %p = assume div_by<16>, %a : tile<ptr<i32>>
    %i = iota : tile<8xi32>
    %ta = make_tensor_view %p, shape = [8, 16], strides = [16, 1] : tensor_view<8x16xi32, strides=[16,1]>
    %va = make_gather_scatter_view %ta : gather_scatter_view<tile=(8x8), tensor_view<8x16xi32, strides=[16,1]>, sparse_dim=0>
    %x, %t0 = load_view_tko weak %va[%i, %column] : gather_scatter_view<tile=(8x8), tensor_view<8x16xi32, strides=[16,1]>, sparse_dim=0>, tile<8xi32>, tile<i32> -> tile<8x8xi32>, token
    %tc = make_tensor_view %c, shape = [8, 8], strides = [8, 1] : tensor_view<8x8xi32, strides=[8,1]>
    %vc = make_partition_view %tc : partition_view<tile=(8x8), tensor_view<8x8xi32, strides=[8,1]>>
    %t1 = store_view_tko weak %x, %vc[%zero, %zero] : tile<8x8xi32>, partition_view<tile=(8x8), tensor_view<8x8xi32, strides=[8,1]>>, tile<i32> -> token
  }
}
