// Whole tiles of a vector and a tile at its border, with padding; the block's size; what is seen of it.
// RUN: sh %S/inputs/both.sh %s %t
// CHECK-COUNT-6: {{^}}{{[a-z]+}} sm_{{[0-9]+}}: same
// RUN[PTX]: cuprum %s -arch=sm_90 -o -
// PTX: .visible .entry add(
// PTX: .param .u64 .ptr .global .align 1 add_param_0,
// PTX: .param .u32 add_param_3
// PTX: .reqntid 128, 1, 1
// RUN[IR]: cuprum %s -arch=sm_90 --emit=ir -o -
// IR: define ptx_kernel void @add(ptr addrspace(1)
// LAUNCH: add --grid=3 buf:f32:2500:iota buf:f32:2500:iota buf:f32:2600:zero i32:2500
// LAUNCH: aligned --grid=3 buf:f32:2500:iota buf:f32:2500:iota buf:f32:2600:zero i32:2500
cuda_tile.module @m {
  entry @add(%a0: tile<ptr<f32>>, %b0: tile<ptr<f32>>, %c0: tile<ptr<f32>>, %n0: tile<i32>) {
    %a = ptr_to_ptr %a0 : tile<ptr<f32>> -> tile<ptr<f32>>
    %b = ptr_to_ptr %b0 : tile<ptr<f32>> -> tile<ptr<f32>>
    %c = ptr_to_ptr %c0 : tile<ptr<f32>> -> tile<ptr<f32>>
    %n = assume bounded<0, ?>, %n0 : tile<i32>
    %x, %y, %z = get_tile_block_id : tile<i32>
    %va = make_tensor_view %a, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %vb = make_tensor_view %b, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %vc = make_tensor_view %c, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %pa = make_partition_view %va : partition_view<tile=(1024), tensor_view<?xf32, strides=[1]>>
    %pb = make_partition_view %vb : partition_view<tile=(1024), tensor_view<?xf32, strides=[1]>>
    %pc = make_partition_view %vc : partition_view<tile=(1024), tensor_view<?xf32, strides=[1]>>
    %ta, %t1 = load_view_tko weak %pa[%x] : partition_view<tile=(1024), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<1024xf32>, token
    %tb, %t2 = load_view_tko weak %pb[%x] : partition_view<tile=(1024), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<1024xf32>, token
    %tc = addf %ta, %tb : tile<1024xf32>
    %t3 = store_view_tko weak %tc, %pc[%x] : tile<1024xf32>, partition_view<tile=(1024), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  entry @aligned(%a0: tile<ptr<f32>>, %b0: tile<ptr<f32>>, %c0: tile<ptr<f32>>, %n0: tile<i32>) {
    %a = assume div_by<16>, %a0 : tile<ptr<f32>>
    %b = assume div_by<16>, %b0 : tile<ptr<f32>>
    %c = assume div_by<16>, %c0 : tile<ptr<f32>>
    %n = assume div_by<4>, %n0 : tile<i32>
    %x, %y, %z = get_tile_block_id : tile<i32>
    %va = make_tensor_view %a, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %vb = make_tensor_view %b, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %vc = make_tensor_view %c, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %pa = make_partition_view %va : partition_view<tile=(1024), tensor_view<?xf32, strides=[1]>>
    %pb = make_partition_view %vb : partition_view<tile=(1024), tensor_view<?xf32, strides=[1]>>
    %pc = make_partition_view %vc : partition_view<tile=(1024), tensor_view<?xf32, strides=[1]>>
    %ta, %t1 = load_view_tko weak %pa[%x] : partition_view<tile=(1024), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<1024xf32>, token
    %tb, %t2 = load_view_tko weak %pb[%x] : partition_view<tile=(1024), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<1024xf32>, token
    %tc = addf %ta, %tb : tile<1024xf32>
    %t3 = store_view_tko weak %tc, %pc[%x] : tile<1024xf32>, partition_view<tile=(1024), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
    return
  }
}
