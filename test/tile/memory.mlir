// RUN: %S/inputs/round.sh %s %t
// Views, loads and stores, atomics, tokens, prints.
cuda_tile.module @memory {
  entry @views(%p: tile<ptr<f32>>, %n: tile<i64>, %i: tile<i32>) {
    %t = make_tensor_view %p, shape = [%n, 64], strides = [64, 1] : tile<i64> -> tensor_view<?x64xf32, strides=[64,1]>
    %u = make_tensor_view %p, shape = [32, 64], strides = [%n, %n] : tile<i64> -> tensor_view<32x64xf32, strides=[?,?]>
    %s = make_tensor_view %p, shape = [], strides = [] : tensor_view<f32>
    %v = make_partition_view %t : partition_view<tile=(8x16), tensor_view<?x64xf32, strides=[64,1]>>
    %w = make_partition_view %u : partition_view<tile=(8x16), padding_value = neg_inf, tensor_view<32x64xf32, strides=[?,?]>, dim_map=[1, 0]>
    %x = make_strided_view %t : strided_view<tile=(8x16), traversal_strides=[4,16], padding_value = zero, tensor_view<?x64xf32, strides=[64,1]>>
    %g = make_gather_scatter_view %t : gather_scatter_view<tile=(8x16), tensor_view<?x64xf32, strides=[64,1]>, sparse_dim=0>
    %rows = iota : tile<8xi32>
    %0, %t0 = load_view_tko weak %v[%i, %i] : partition_view<tile=(8x16), tensor_view<?x64xf32, strides=[64,1]>>, tile<i32> -> tile<8x16xf32>, token
    %1, %t1 = load_view_tko relaxed device %w[%i, %i] token = %t0 optimization_hints = <sm_100 = {allow_tma = false, latency = 4}> inbounds = [true, false] : partition_view<tile=(8x16), padding_value = neg_inf, tensor_view<32x64xf32, strides=[?,?]>, dim_map=[1, 0]>, tile<i32> -> tile<8x16xf32>, token
    %2, %t2 = load_view_tko acquire sys %g[%rows, %i] token = %t1 : gather_scatter_view<tile=(8x16), tensor_view<?x64xf32, strides=[64,1]>, sparse_dim=0>, tile<8xi32>, tile<i32> -> tile<8x16xf32>, token
    %t3 = store_view_tko weak %2, %x[%i, %i] : tile<8x16xf32>, strided_view<tile=(8x16), traversal_strides=[4,16], padding_value = zero, tensor_view<?x64xf32, strides=[64,1]>>, tile<i32> -> token
    %t4 = store_view_tko release device %1, %v[%i, %i] token = %t3 inbounds = [false, true] : tile<8x16xf32>, partition_view<tile=(8x16), tensor_view<?x64xf32, strides=[64,1]>>, tile<i32> -> token
    %t5 = atomic_red_view_tko relaxed tl_blk %v[%i, %i], addf, %0 token = %t4 : tile<8x16xf32>, partition_view<tile=(8x16), tensor_view<?x64xf32, strides=[64,1]>>, tile<i32> -> token
    %a, %b = get_index_space_shape %v : partition_view<tile=(8x16), tensor_view<?x64xf32, strides=[64,1]>> -> tile<i32>
    %c:2 = get_tensor_shape %t : tensor_view<?x64xf32, strides=[64,1]> -> tile<i64>
    %d = addi %c#1, %n : tile<i64>
  }
  entry @pointers(%p: tile<ptr<i32>>, %i: tile<i32>) {
    %q = reshape %p : tile<ptr<i32>> -> tile<1xptr<i32>>
    %r = broadcast %q : tile<1xptr<i32>> -> tile<8xptr<i32>>
    %o = iota : tile<8xi32>
    %at = offset %r, %o : tile<8xptr<i32>>, tile<8xi32> -> tile<8xptr<i32>>
    %m = cmpi less_than %o, %o, signed : tile<8xi32> -> tile<8xi1>
    %0, %t0 = load_ptr_tko weak %at : tile<8xptr<i32>> -> tile<8xi32>, token
    %1, %t1 = load_ptr_tko acquire device %at, %m, %o token=%t0 optimization_hints = <default = {latency = 1}> : tile<8xptr<i32>>, tile<8xi1>, tile<8xi32> -> tile<8xi32>, token
    %t2 = store_ptr_tko weak %at, %1, %m token=%t1 : tile<8xptr<i32>>, tile<8xi32>, tile<8xi1> -> token
    %t3 = store_ptr_tko release sys %at, %0 : tile<8xptr<i32>>, tile<8xi32> -> token
    %2, %t4 = atomic_rmw_tko relaxed device %at, add, %0, %m token=%t3 : tile<8xptr<i32>>, tile<8xi32>, tile<8xi1> -> tile<8xi32>, token
    %3, %t5 = atomic_rmw_tko acq_rel sys %at, umax, %2 : tile<8xptr<i32>>, tile<8xi32> -> tile<8xi32>, token
    %4, %t6 = atomic_cas_tko acquire tl_blk %at, %2, %3, %m token=%t4 : tile<8xptr<i32>>, tile<8xi32>, tile<8xi1> -> tile<8xi32>, token
    %t7 = join_tokens %t5, %t6, %t2 : token
    %t8 = make_token : token
    %t9 = memory_fence_alias_tko %t7
    %t10 = gdc_wait_tko token = %t9 -> token
    %t11 = gdc_launch_dependents_tko -> token
    %t12 = print_tko "%d of %i, 100 %%\0A", %i, %4 token=%t10 : tile<i32>, tile<8xi32> -> token
    %t13 = print_tko "nothing" -> token
    %s = alloca num_elem = 16, alignment = 8 global : tile<ptr<f64>>
  }
  entry @multicast(%p: tile<ptr<i32, <multicast>>>, %i: tile<i32>) {
    %t = make_tensor_view %p, shape = [64, 64], strides = [64, 1] : tile<ptr<i32, <multicast>>> -> tensor_view<64x64xi32, strides=[64,1], #cuda_tile.ptr_attr<multicast>>
    %v = make_partition_view %t : partition_view<tile=(8x8), tensor_view<64x64xi32, strides=[64,1], #cuda_tile.ptr_attr<multicast>>>
    %0, %t0 = multimem_load_reduce_view_tko relaxed sys %v[%i, %i] inbounds = [true, false] : partition_view<tile=(8x8), tensor_view<64x64xi32, strides=[64,1], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> tile<8x8xi32>, token
    %1, %t1 = multimem_load_reduce_view_tko weak %v[%i, %i] token = %t0 attributes {reduction = #cuda_tile.multimem_reduction_kind<min>} : partition_view<tile=(8x8), tensor_view<64x64xi32, strides=[64,1], #cuda_tile.ptr_attr<multicast>>>, tile<i32>, token -> tile<8x8xi32>, token
    %t2 = multimem_reduce_view_tko relaxed sys %v, %1[%i, %i] token = %t1 attributes {reduction = #cuda_tile.multimem_reduction_kind<or>} : partition_view<tile=(8x8), tensor_view<64x64xi32, strides=[64,1], #cuda_tile.ptr_attr<multicast>>>, tile<8x8xi32>, tile<i32>, token -> token
    %t3 = multimem_store_view_tko weak %v, %0[%i, %i] : partition_view<tile=(8x8), tensor_view<64x64xi32, strides=[64,1], #cuda_tile.ptr_attr<multicast>>>, tile<8x8xi32>, tile<i32> -> token
  }
}
// EXPECT:
// entry @views(%arg0: tile<ptr<f32>>, %arg1: tile<i64>, %arg2: tile<i32>) {
//   %tview = make_tensor_view %arg0, shape = [%arg1, 64], strides = [64, 1] : tile<i64> -> tensor_view<?x64xf32, strides=[64,1]>
//   %tview_0 = make_tensor_view %arg0, shape = [32, 64], strides = [%arg1, %arg1] : tile<i64> -> tensor_view<32x64xf32, strides=[?,?]>
//   %tview_1 = make_tensor_view %arg0, shape = [], strides = [] : tensor_view<f32>
//   %pview = make_partition_view %tview : partition_view<tile=(8x16), tensor_view<?x64xf32, strides=[64,1]>>
//   %pview_2 = make_partition_view %tview_0 : partition_view<tile=(8x16), padding_value = neg_inf, tensor_view<32x64xf32, strides=[?,?]>, dim_map=[1, 0]>
//   %sview = make_strided_view %tview : strided_view<tile=(8x16), traversal_strides=[4,16], padding_value = zero, tensor_view<?x64xf32, strides=[64,1]>>
//   %gsview = make_gather_scatter_view %tview : gather_scatter_view<tile=(8x16), tensor_view<?x64xf32, strides=[64,1]>, sparse_dim=0>
//   %0 = iota : tile<8xi32>
//   %tile, %result_token = load_view_tko weak %pview[%arg2, %arg2] : partition_view<tile=(8x16), tensor_view<?x64xf32, strides=[64,1]>>, tile<i32> -> tile<8x16xf32>, token
//   %tile_3, %result_token_4 = load_view_tko relaxed device %pview_2[%arg2, %arg2] token = %result_token optimization_hints = <sm_100 = {allow_tma = false, latency = 4}> inbounds = [true, false] : partition_view<tile=(8x16), padding_value = neg_inf, tensor_view<32x64xf32, strides=[?,?]>, dim_map=[1, 0]>, tile<i32> -> tile<8x16xf32>, token
//   %tile_5, %result_token_6 = load_view_tko acquire sys %gsview[%0, %arg2] token = %result_token_4 : gather_scatter_view<tile=(8x16), tensor_view<?x64xf32, strides=[64,1]>, sparse_dim=0>, tile<8xi32>, tile<i32> -> tile<8x16xf32>, token
//   %1 = store_view_tko weak %tile_5, %sview[%arg2, %arg2] : tile<8x16xf32>, strided_view<tile=(8x16), traversal_strides=[4,16], padding_value = zero, tensor_view<?x64xf32, strides=[64,1]>>, tile<i32> -> token
//   %2 = store_view_tko release device %tile_3, %pview[%arg2, %arg2] token = %1 inbounds = [false, true] : tile<8x16xf32>, partition_view<tile=(8x16), tensor_view<?x64xf32, strides=[64,1]>>, tile<i32> -> token
//   %3 = atomic_red_view_tko relaxed tl_blk %pview[%arg2, %arg2], addf, %tile token = %2 : tile<8x16xf32>, partition_view<tile=(8x16), tensor_view<?x64xf32, strides=[64,1]>>, tile<i32> -> token
//   %4:2 = get_index_space_shape %pview : partition_view<tile=(8x16), tensor_view<?x64xf32, strides=[64,1]>> -> tile<i32>
//   %5:2 = get_tensor_shape %tview : tensor_view<?x64xf32, strides=[64,1]> -> tile<i64>
//   %6 = addi %5#1, %arg1 : tile<i64>
//   return
// }
// entry @pointers(%arg0: tile<ptr<i32>>, %arg1: tile<i32>) {
//   %reshape = reshape %arg0 : tile<ptr<i32>> -> tile<1xptr<i32>>
//   %bcast = broadcast %reshape : tile<1xptr<i32>> -> tile<8xptr<i32>>
//   %0 = iota : tile<8xi32>
//   %1 = offset %bcast, %0 : tile<8xptr<i32>>, tile<8xi32> -> tile<8xptr<i32>>
//   %2 = cmpi less_than %0, %0, signed : tile<8xi32> -> tile<8xi1>
//   %result, %result_token = load_ptr_tko weak %1 : tile<8xptr<i32>> -> tile<8xi32>, token
//   %result_0, %result_token_1 = load_ptr_tko acquire device %1, %2, %0 token=%result_token optimization_hints = <default = {latency = 1}> : tile<8xptr<i32>>, tile<8xi1>, tile<8xi32> -> tile<8xi32>, token
//   %3 = store_ptr_tko weak %1, %result_0, %2 token=%result_token_1 : tile<8xptr<i32>>, tile<8xi32>, tile<8xi1> -> token
//   %4 = store_ptr_tko release sys %1, %result : tile<8xptr<i32>>, tile<8xi32> -> token
//   %result_2, %result_token_3 = atomic_rmw_tko relaxed device %1, add, %result, %2 token=%4 : tile<8xptr<i32>>, tile<8xi32>, tile<8xi1> -> tile<8xi32>, token
//   %result_4, %result_token_5 = atomic_rmw_tko acq_rel sys %1, umax, %result_2 : tile<8xptr<i32>>, tile<8xi32> -> tile<8xi32>, token
//   %result_6, %result_token_7 = atomic_cas_tko acquire tl_blk %1, %result_2, %result_4, %2 token=%result_token_3 : tile<8xptr<i32>>, tile<8xi32>, tile<8xi1> -> tile<8xi32>, token
//   %5 = join_tokens %result_token_5, %result_token_7, %3 : token
//   %6 = make_token : token
//   %7 = memory_fence_alias_tko %5
//   %8 = gdc_wait_tko token = %7 -> token
//   %9 = gdc_launch_dependents_tko -> token
//   %10 = print_tko "%d of %i, 100 %%\0A", %arg1, %result_6 token=%8 : tile<i32>, tile<8xi32> -> token
//   %11 = print_tko "nothing" -> token
//   %12 = alloca num_elem = 16, alignment = 8 global : tile<ptr<f64>>
//   return
// }
// entry @multicast(%arg0: tile<ptr<i32, <multicast>>>, %arg1: tile<i32>) {
//   %tview = make_tensor_view %arg0, shape = [64, 64], strides = [64, 1] : tile<ptr<i32, <multicast>>> -> tensor_view<64x64xi32, strides=[64,1], #cuda_tile.ptr_attr<multicast>>
//   %pview = make_partition_view %tview : partition_view<tile=(8x8), tensor_view<64x64xi32, strides=[64,1], #cuda_tile.ptr_attr<multicast>>>
//   %reduced_values, %result_token = multimem_load_reduce_view_tko relaxed sys %pview[%arg1, %arg1] inbounds = [true, false] : partition_view<tile=(8x8), tensor_view<64x64xi32, strides=[64,1], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> tile<8x8xi32>, token
//   %reduced_values_0, %result_token_1 = multimem_load_reduce_view_tko weak %pview[%arg1, %arg1] token = %result_token  attributes {reduction = #cuda_tile.multimem_reduction_kind<min>} : partition_view<tile=(8x8), tensor_view<64x64xi32, strides=[64,1], #cuda_tile.ptr_attr<multicast>>>, tile<i32>, token -> tile<8x8xi32>, token
//   %0 = multimem_reduce_view_tko relaxed sys %pview, %reduced_values_0[%arg1, %arg1] token = %result_token_1  attributes {reduction = #cuda_tile.multimem_reduction_kind<or>} : partition_view<tile=(8x8), tensor_view<64x64xi32, strides=[64,1], #cuda_tile.ptr_attr<multicast>>>, tile<8x8xi32>, tile<i32>, token -> token
//   %1 = multimem_store_view_tko weak %pview, %reduced_values[%arg1, %arg1]  : partition_view<tile=(8x8), tensor_view<64x64xi32, strides=[64,1], #cuda_tile.ptr_attr<multicast>>>, tile<8x8xi32>, tile<i32> -> token
//   return
// }
