// Products of bytes by four warps together (wgmma, sm_90a): a right factor that is not along the depth is laid anew, integers of mixed signs.
// RUN: sh %S/inputs/both.sh %s %t sm_90a
// CHECK-COUNT-2: {{^}}{{[a-z]+}} sm_90a: same
// CHECK-NOT: {{evaluator|check}}
// RUN[PTX]: cuprum %s -arch=sm_90a -o -
// PTX: wgmma.mma_async.sync.aligned.m64n32k32.f32.e5m2.e5m2
// PTX: wgmma.mma_async.sync.aligned.m64n64k32.s32.s8.u8
// NEAR: columns buf:u8:4096:rand:1 buf:u8:2048:rand:20 buf:f32:2048:zero
// NEAR: integers buf:u8:8192:rand:2 buf:u8:8192:rand:21 buf:i32:4096:zero
cuda_tile.module @m {
  entry @columns(%a: tile<ptr<f8E5M2>>, %b: tile<ptr<f8E5M2>>, %c: tile<ptr<f32>>) {
    %pa = assume div_by<16>, %a : tile<ptr<f8E5M2>>
    %pb = assume div_by<16>, %b : tile<ptr<f8E5M2>>
    %pc = assume div_by<16>, %c : tile<ptr<f32>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %turns = constant <i32: 2> : tile<i32>
    %first = constant <f32: 0.0> : tile<64x32xf32>
    %ta = make_tensor_view %pa, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf8E5M2, strides=[64,1]>
    %va = make_partition_view %ta : partition_view<tile=(64x32), padding_value = zero, tensor_view<64x64xf8E5M2, strides=[64,1]>>
    %tb = make_tensor_view %pb, shape = [64, 32], strides = [32, 1] : tensor_view<64x32xf8E5M2, strides=[32,1]>
    %vb = make_partition_view %tb : partition_view<tile=(32x32), padding_value = zero, tensor_view<64x32xf8E5M2, strides=[32,1]>>
    %tc = make_tensor_view %pc, shape = [64, 32], strides = [32, 1] : tensor_view<64x32xf32, strides=[32,1]>
    %vc = make_partition_view %tc : partition_view<tile=(64x32), tensor_view<64x32xf32, strides=[32,1]>>
    %s = for %i in (%zero to %turns, step %one) : tile<i32> iter_values(%sum = %first) -> (tile<64x32xf32>) {
      %l0, %t0 = load_view_tko weak %va[%zero, %i] : partition_view<tile=(64x32), padding_value = zero, tensor_view<64x64xf8E5M2, strides=[64,1]>>, tile<i32> -> tile<64x32xf8E5M2>, token
      %r0, %t1 = load_view_tko weak %vb[%i, %zero] : partition_view<tile=(32x32), padding_value = zero, tensor_view<64x32xf8E5M2, strides=[32,1]>>, tile<i32> -> tile<32x32xf8E5M2>, token
      %p = mmaf %l0, %r0, %sum : tile<64x32xf8E5M2>, tile<32x32xf8E5M2>, tile<64x32xf32>
      continue %p : tile<64x32xf32>
    }
    %t2 = store_view_tko weak %s, %vc[%zero, %zero] : tile<64x32xf32>, partition_view<tile=(64x32), tensor_view<64x32xf32, strides=[32,1]>>, tile<i32> -> token
  }
  entry @integers(%a: tile<ptr<i8>>, %b: tile<ptr<i8>>, %c: tile<ptr<i32>>) {
    %pa = assume div_by<16>, %a : tile<ptr<i8>>
    %pb = assume div_by<16>, %b : tile<ptr<i8>>
    %pc = assume div_by<16>, %c : tile<ptr<i32>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %turns = constant <i32: 2> : tile<i32>
    %first = constant <i32: 0> : tile<64x64xi32>
    %ta = make_tensor_view %pa, shape = [64, 128], strides = [128, 1] : tensor_view<64x128xi8, strides=[128,1]>
    %va = make_partition_view %ta : partition_view<tile=(64x64), padding_value = zero, tensor_view<64x128xi8, strides=[128,1]>>
    %tb = make_tensor_view %pb, shape = [64, 128], strides = [128, 1] : tensor_view<64x128xi8, strides=[128,1]>
    %vb = make_partition_view %tb : partition_view<tile=(64x64), padding_value = zero, tensor_view<64x128xi8, strides=[128,1]>>
    %tc = make_tensor_view %pc, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xi32, strides=[64,1]>
    %vc = make_partition_view %tc : partition_view<tile=(64x64), tensor_view<64x64xi32, strides=[64,1]>>
    %s = for %i in (%zero to %turns, step %one) : tile<i32> iter_values(%sum = %first) -> (tile<64x64xi32>) {
      %l0, %t0 = load_view_tko weak %va[%zero, %i] : partition_view<tile=(64x64), padding_value = zero, tensor_view<64x128xi8, strides=[128,1]>>, tile<i32> -> tile<64x64xi8>, token
      %r0, %t1 = load_view_tko weak %vb[%zero, %i] : partition_view<tile=(64x64), padding_value = zero, tensor_view<64x128xi8, strides=[128,1]>>, tile<i32> -> tile<64x64xi8>, token
      %r1 = permute %r0 [1, 0] : tile<64x64xi8> -> tile<64x64xi8>
      %p = mmai %l0, %r1, %sum signed unsigned : tile<64x64xi8>, tile<64x64xi8>, tile<64x64xi32>
      continue %p : tile<64x64xi32>
    }
    %t2 = store_view_tko weak %s, %vc[%zero, %zero] : tile<64x64xi32>, partition_view<tile=(64x64), tensor_view<64x64xi32, strides=[64,1]>>, tile<i32> -> token
  }
}
