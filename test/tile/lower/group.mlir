// Products by four warps together (wgmma, sm_90a): factors along the depth or across it, in lines of 32, 64 and 128 bytes, one of them
// in registers or made of others; the sum of several instructions' rows, or begun with zeros. Together they have more shared memory than a
// descriptor reaches.
// RUN: sh %S/inputs/both.sh %s %t sm_90a
// CHECK-COUNT-10: {{^}}{{[a-z]+}} sm_90a: same
// CHECK-NOT: {{evaluator|check}}
// RUN[PTX]: cuprum %s -arch=sm_90a -o -
// PTX: fence.proxy.async.shared::cta;
// PTX: wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16
// PTX: wgmma.mma_async.sync.aligned.m64n32k16.f32.bf16.bf16
// PTX: wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16
// PTX: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
// PTX: wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16
// PTX: wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16
// PTX: wgmma.mma_async.sync.aligned.m64n64k8.f32.tf32.tf32
// PTX: wgmma.mma_async.sync.aligned.m64n64k32.f32.e4m3.e4m3
// PTX: wgmma.mma_async.sync.aligned.m64n32k32.f32.e5m2.e5m2
// PTX: wgmma.mma_async.sync.aligned.m64n64k32.s32.s8.u8
// NEAR: plain buf:f16:12288:rand:1 buf:f16:12288:rand:20 buf:f32:4096:zero
// NEAR: turned buf:f16:8192:rand:2 buf:f16:2048:rand:21 buf:f32:4096:zero
// NEAR: wide buf:f16:2048:rand:3 buf:f16:8192:rand:22 buf:f32:16384:zero
// NEAR: tall buf:f16:65536:rand:4 buf:f16:2048:rand:23 buf:f32:2048:zero
// NEAR: registers buf:f16:4096:rand:5 buf:f16:2048:rand:24 buf:f32:2048:zero
// NEAR: exchanged buf:f16:8192:rand:6 buf:f16:8192:rand:25 buf:f32:4096:zero
// NEAR: single buf:f32:4096:rand:7 buf:f32:4096:rand:26 buf:f32:4096:zero
// NEAR: bytes buf:u8:8192:rand:8 buf:u8:8192:rand:27 buf:f32:4096:zero
// NEAR: columns buf:u8:4096:rand:9 buf:u8:2048:rand:28 buf:f32:2048:zero
// NEAR: integers buf:u8:8192:rand:10 buf:u8:8192:rand:29 buf:i32:4096:zero
cuda_tile.module @m {
  entry @plain(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>) {
    %pa = assume div_by<16>, %a : tile<ptr<f16>>
    %pb = assume div_by<16>, %b : tile<ptr<f16>>
    %pc = assume div_by<16>, %c : tile<ptr<f32>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %turns = constant <i32: 3> : tile<i32>
    %first = constant <f32: 0.0> : tile<64x64xf32>
    %ta = make_tensor_view %pa, shape = [64, 192], strides = [192, 1] : tensor_view<64x192xf16, strides=[192,1]>
    %va = make_partition_view %ta : partition_view<tile=(64x64), padding_value = zero, tensor_view<64x192xf16, strides=[192,1]>>
    %tb = make_tensor_view %pb, shape = [192, 64], strides = [64, 1] : tensor_view<192x64xf16, strides=[64,1]>
    %vb = make_partition_view %tb : partition_view<tile=(64x64), padding_value = zero, tensor_view<192x64xf16, strides=[64,1]>>
    %tc = make_tensor_view %pc, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %vc = make_partition_view %tc : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %s = for %i in (%zero to %turns, step %one) : tile<i32> iter_values(%sum = %first) -> (tile<64x64xf32>) {
      %l0, %t0 = load_view_tko weak %va[%zero, %i] : partition_view<tile=(64x64), padding_value = zero, tensor_view<64x192xf16, strides=[192,1]>>, tile<i32> -> tile<64x64xf16>, token
      %r0, %t1 = load_view_tko weak %vb[%i, %zero] : partition_view<tile=(64x64), padding_value = zero, tensor_view<192x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
      %p = mmaf %l0, %r0, %sum : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      continue %p : tile<64x64xf32>
    }
    %t2 = store_view_tko weak %s, %vc[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
  }
  entry @turned(%a: tile<ptr<bf16>>, %b: tile<ptr<bf16>>, %c: tile<ptr<f32>>) {
    %pa = assume div_by<16>, %a : tile<ptr<bf16>>
    %pb = assume div_by<16>, %b : tile<ptr<bf16>>
    %pc = assume div_by<16>, %c : tile<ptr<f32>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %turns = constant <i32: 2> : tile<i32>
    %first = constant <f32: 0.0> : tile<128x32xf32>
    %ta = make_tensor_view %pa, shape = [64, 128], strides = [128, 1] : tensor_view<64x128xbf16, strides=[128,1]>
    %va = make_partition_view %ta : partition_view<tile=(32x128), padding_value = zero, tensor_view<64x128xbf16, strides=[128,1]>>
    %tb = make_tensor_view %pb, shape = [32, 64], strides = [64, 1] : tensor_view<32x64xbf16, strides=[64,1]>
    %vb = make_partition_view %tb : partition_view<tile=(32x32), padding_value = zero, tensor_view<32x64xbf16, strides=[64,1]>>
    %tc = make_tensor_view %pc, shape = [128, 32], strides = [32, 1] : tensor_view<128x32xf32, strides=[32,1]>
    %vc = make_partition_view %tc : partition_view<tile=(128x32), tensor_view<128x32xf32, strides=[32,1]>>
    %s = for %i in (%zero to %turns, step %one) : tile<i32> iter_values(%sum = %first) -> (tile<128x32xf32>) {
      %l0, %t0 = load_view_tko weak %va[%i, %zero] : partition_view<tile=(32x128), padding_value = zero, tensor_view<64x128xbf16, strides=[128,1]>>, tile<i32> -> tile<32x128xbf16>, token
      %r0, %t1 = load_view_tko weak %vb[%zero, %i] : partition_view<tile=(32x32), padding_value = zero, tensor_view<32x64xbf16, strides=[64,1]>>, tile<i32> -> tile<32x32xbf16>, token
      %l1 = permute %l0 [1, 0] : tile<32x128xbf16> -> tile<128x32xbf16>
      %r1 = permute %r0 [1, 0] : tile<32x32xbf16> -> tile<32x32xbf16>
      %p = mmaf %l1, %r1, %sum : tile<128x32xbf16>, tile<32x32xbf16>, tile<128x32xf32>
      continue %p : tile<128x32xf32>
    }
    %t2 = store_view_tko weak %s, %vc[%zero, %zero] : tile<128x32xf32>, partition_view<tile=(128x32), tensor_view<128x32xf32, strides=[32,1]>>, tile<i32> -> token
  }
  entry @wide(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>) {
    %pa = assume div_by<16>, %a : tile<ptr<f16>>
    %pb = assume div_by<16>, %b : tile<ptr<f16>>
    %pc = assume div_by<16>, %c : tile<ptr<f32>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %turns = constant <i32: 2> : tile<i32>
    %first = constant <f32: 0.0> : tile<64x256xf32>
    %ta = make_tensor_view %pa, shape = [64, 32], strides = [32, 1] : tensor_view<64x32xf16, strides=[32,1]>
    %va = make_partition_view %ta : partition_view<tile=(64x16), padding_value = zero, tensor_view<64x32xf16, strides=[32,1]>>
    %tb = make_tensor_view %pb, shape = [32, 256], strides = [256, 1] : tensor_view<32x256xf16, strides=[256,1]>
    %vb = make_partition_view %tb : partition_view<tile=(16x256), padding_value = zero, tensor_view<32x256xf16, strides=[256,1]>>
    %tc = make_tensor_view %pc, shape = [64, 256], strides = [256, 1] : tensor_view<64x256xf32, strides=[256,1]>
    %vc = make_partition_view %tc : partition_view<tile=(64x256), tensor_view<64x256xf32, strides=[256,1]>>
    %s = for %i in (%zero to %turns, step %one) : tile<i32> iter_values(%sum = %first) -> (tile<64x256xf32>) {
      %l0, %t0 = load_view_tko weak %va[%zero, %i] : partition_view<tile=(64x16), padding_value = zero, tensor_view<64x32xf16, strides=[32,1]>>, tile<i32> -> tile<64x16xf16>, token
      %r0, %t1 = load_view_tko weak %vb[%i, %zero] : partition_view<tile=(16x256), padding_value = zero, tensor_view<32x256xf16, strides=[256,1]>>, tile<i32> -> tile<16x256xf16>, token
      %p = mmaf %l0, %r0, %sum : tile<64x16xf16>, tile<16x256xf16>, tile<64x256xf32>
      continue %p : tile<64x256xf32>
    }
    %t2 = store_view_tko weak %s, %vc[%zero, %zero] : tile<64x256xf32>, partition_view<tile=(64x256), tensor_view<64x256xf32, strides=[256,1]>>, tile<i32> -> token
  }
  entry @tall(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>) {
    %pa = assume div_by<16>, %a : tile<ptr<f16>>
    %pb = assume div_by<16>, %b : tile<ptr<f16>>
    %pc = assume div_by<16>, %c : tile<ptr<f32>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %turns = constant <i32: 2> : tile<i32>
    %first = constant <f32: 0.0> : tile<256x8xf32>
    %ta = make_tensor_view %pa, shape = [256, 256], strides = [256, 1] : tensor_view<256x256xf16, strides=[256,1]>
    %va = make_partition_view %ta : partition_view<tile=(256x128), padding_value = zero, tensor_view<256x256xf16, strides=[256,1]>>
    %tb = make_tensor_view %pb, shape = [8, 256], strides = [256, 1] : tensor_view<8x256xf16, strides=[256,1]>
    %vb = make_partition_view %tb : partition_view<tile=(8x128), padding_value = zero, tensor_view<8x256xf16, strides=[256,1]>>
    %tc = make_tensor_view %pc, shape = [256, 8], strides = [8, 1] : tensor_view<256x8xf32, strides=[8,1]>
    %vc = make_partition_view %tc : partition_view<tile=(256x8), tensor_view<256x8xf32, strides=[8,1]>>
    %s = for %i in (%zero to %turns, step %one) : tile<i32> iter_values(%sum = %first) -> (tile<256x8xf32>) {
      %l0, %t0 = load_view_tko weak %va[%zero, %i] : partition_view<tile=(256x128), padding_value = zero, tensor_view<256x256xf16, strides=[256,1]>>, tile<i32> -> tile<256x128xf16>, token
      %r0, %t1 = load_view_tko weak %vb[%zero, %i] : partition_view<tile=(8x128), padding_value = zero, tensor_view<8x256xf16, strides=[256,1]>>, tile<i32> -> tile<8x128xf16>, token
      %r1 = permute %r0 [1, 0] : tile<8x128xf16> -> tile<128x8xf16>
      %p = mmaf %l0, %r1, %sum : tile<256x128xf16>, tile<128x8xf16>, tile<256x8xf32>
      continue %p : tile<256x8xf32>
    }
    %t2 = store_view_tko weak %s, %vc[%zero, %zero] : tile<256x8xf32>, partition_view<tile=(256x8), tensor_view<256x8xf32, strides=[8,1]>>, tile<i32> -> token
  }
  entry @registers(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>) {
    %pa = assume div_by<16>, %a : tile<ptr<f16>>
    %pb = assume div_by<16>, %b : tile<ptr<f16>>
    %pc = assume div_by<16>, %c : tile<ptr<f32>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %turns = constant <i32: 2> : tile<i32>
    %first = constant <f32: 0.0> : tile<64x32xf32>
    %ta = make_tensor_view %pa, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf16, strides=[64,1]>
    %va = make_partition_view %ta : partition_view<tile=(64x32), padding_value = zero, tensor_view<64x64xf16, strides=[64,1]>>
    %tb = make_tensor_view %pb, shape = [64, 32], strides = [32, 1] : tensor_view<64x32xf16, strides=[32,1]>
    %vb = make_partition_view %tb : partition_view<tile=(32x32), padding_value = zero, tensor_view<64x32xf16, strides=[32,1]>>
    %tc = make_tensor_view %pc, shape = [64, 32], strides = [32, 1] : tensor_view<64x32xf32, strides=[32,1]>
    %vc = make_partition_view %tc : partition_view<tile=(64x32), tensor_view<64x32xf32, strides=[32,1]>>
    %s = for %i in (%zero to %turns, step %one) : tile<i32> iter_values(%sum = %first) -> (tile<64x32xf32>) {
      %l0, %t0 = load_view_tko weak %va[%zero, %i] : partition_view<tile=(64x32), padding_value = zero, tensor_view<64x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x32xf16>, token
      %r0, %t1 = load_view_tko weak %vb[%i, %zero] : partition_view<tile=(32x32), padding_value = zero, tensor_view<64x32xf16, strides=[32,1]>>, tile<i32> -> tile<32x32xf16>, token
      %l2 = negf %l0 : tile<64x32xf16>
      %p = mmaf %l2, %r0, %first : tile<64x32xf16>, tile<32x32xf16>, tile<64x32xf32>
      %q = addf %sum, %p : tile<64x32xf32>
      continue %q : tile<64x32xf32>
    }
    %t2 = store_view_tko weak %s, %vc[%zero, %zero] : tile<64x32xf32>, partition_view<tile=(64x32), tensor_view<64x32xf32, strides=[32,1]>>, tile<i32> -> token
  }
  entry @exchanged(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>) {
    %pa = assume div_by<16>, %a : tile<ptr<f16>>
    %pb = assume div_by<16>, %b : tile<ptr<f16>>
    %pc = assume div_by<16>, %c : tile<ptr<f32>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %turns = constant <i32: 2> : tile<i32>
    %first = constant <f32: 0.0> : tile<64x64xf32>
    %ta = make_tensor_view %pa, shape = [64, 128], strides = [128, 1] : tensor_view<64x128xf16, strides=[128,1]>
    %va = make_partition_view %ta : partition_view<tile=(64x64), padding_value = zero, tensor_view<64x128xf16, strides=[128,1]>>
    %tb = make_tensor_view %pb, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf16, strides=[64,1]>
    %vb = make_partition_view %tb : partition_view<tile=(64x64), padding_value = zero, tensor_view<128x64xf16, strides=[64,1]>>
    %tc = make_tensor_view %pc, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %vc = make_partition_view %tc : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %s = for %i in (%zero to %turns, step %one) : tile<i32> iter_values(%sum = %first) -> (tile<64x64xf32>) {
      %l0, %t0 = load_view_tko weak %va[%zero, %i] : partition_view<tile=(64x64), padding_value = zero, tensor_view<64x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x64xf16>, token
      %r0, %t1 = load_view_tko weak %vb[%i, %zero] : partition_view<tile=(64x64), padding_value = zero, tensor_view<128x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
      %r2 = negf %r0 : tile<64x64xf16>
      %p = mmaf %l0, %r2, %sum : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      continue %p : tile<64x64xf32>
    }
    %t2 = store_view_tko weak %s, %vc[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
  }
  entry @single(%a: tile<ptr<f32>>, %b: tile<ptr<f32>>, %c: tile<ptr<f32>>) {
    %pa = assume div_by<16>, %a : tile<ptr<f32>>
    %pb = assume div_by<16>, %b : tile<ptr<f32>>
    %pc = assume div_by<16>, %c : tile<ptr<f32>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %turns = constant <i32: 2> : tile<i32>
    %first = constant <f32: 0.0> : tile<64x64xf32>
    %ta = make_tensor_view %pa, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %va = make_partition_view %ta : partition_view<tile=(64x32), padding_value = zero, tensor_view<64x64xf32, strides=[64,1]>>
    %tb = make_tensor_view %pb, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %vb = make_partition_view %tb : partition_view<tile=(64x32), padding_value = zero, tensor_view<64x64xf32, strides=[64,1]>>
    %tc = make_tensor_view %pc, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %vc = make_partition_view %tc : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %s = for %i in (%zero to %turns, step %one) : tile<i32> iter_values(%sum = %first) -> (tile<64x64xf32>) {
      %l0, %t0 = load_view_tko weak %va[%zero, %i] : partition_view<tile=(64x32), padding_value = zero, tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> tile<64x32xf32>, token
      %r0, %t1 = load_view_tko weak %vb[%zero, %i] : partition_view<tile=(64x32), padding_value = zero, tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> tile<64x32xf32>, token
      %r1 = permute %r0 [1, 0] : tile<64x32xf32> -> tile<32x64xf32>
      %l3 = ftof %l0 : tile<64x32xf32> -> tile<64x32xtf32>
      %r3 = ftof %r1 : tile<32x64xf32> -> tile<32x64xtf32>
      %p = mmaf %l3, %r3, %sum : tile<64x32xtf32>, tile<32x64xtf32>, tile<64x64xf32>
      continue %p : tile<64x64xf32>
    }
    %t2 = store_view_tko weak %s, %vc[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
  }
  entry @bytes(%a: tile<ptr<f8E4M3FN>>, %b: tile<ptr<f8E4M3FN>>, %c: tile<ptr<f32>>) {
    %pa = assume div_by<16>, %a : tile<ptr<f8E4M3FN>>
    %pb = assume div_by<16>, %b : tile<ptr<f8E4M3FN>>
    %pc = assume div_by<16>, %c : tile<ptr<f32>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %turns = constant <i32: 2> : tile<i32>
    %first = constant <f32: 0.0> : tile<64x64xf32>
    %ta = make_tensor_view %pa, shape = [64, 128], strides = [128, 1] : tensor_view<64x128xf8E4M3FN, strides=[128,1]>
    %va = make_partition_view %ta : partition_view<tile=(64x64), padding_value = zero, tensor_view<64x128xf8E4M3FN, strides=[128,1]>>
    %tb = make_tensor_view %pb, shape = [64, 128], strides = [128, 1] : tensor_view<64x128xf8E4M3FN, strides=[128,1]>
    %vb = make_partition_view %tb : partition_view<tile=(64x64), padding_value = zero, tensor_view<64x128xf8E4M3FN, strides=[128,1]>>
    %tc = make_tensor_view %pc, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %vc = make_partition_view %tc : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %s = for %i in (%zero to %turns, step %one) : tile<i32> iter_values(%sum = %first) -> (tile<64x64xf32>) {
      %l0, %t0 = load_view_tko weak %va[%zero, %i] : partition_view<tile=(64x64), padding_value = zero, tensor_view<64x128xf8E4M3FN, strides=[128,1]>>, tile<i32> -> tile<64x64xf8E4M3FN>, token
      %r0, %t1 = load_view_tko weak %vb[%zero, %i] : partition_view<tile=(64x64), padding_value = zero, tensor_view<64x128xf8E4M3FN, strides=[128,1]>>, tile<i32> -> tile<64x64xf8E4M3FN>, token
      %r1 = permute %r0 [1, 0] : tile<64x64xf8E4M3FN> -> tile<64x64xf8E4M3FN>
      %p = mmaf %l0, %r1, %sum : tile<64x64xf8E4M3FN>, tile<64x64xf8E4M3FN>, tile<64x64xf32>
      continue %p : tile<64x64xf32>
    }
    %t2 = store_view_tko weak %s, %vc[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
  }
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
