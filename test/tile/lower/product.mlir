// A product with its loop, tiles at the borders of all three sizes: from sm_80 on copies run ahead of the turns, fragments come by ldmatrix.
// RUN: sh %S/inputs/both.sh %s %t
// CHECK-COUNT-21: {{^}}{{[a-z]+}} sm_{{[0-9]+}}: same
// CHECK-NOT: check
// RUN[PTX]: cuprum %s -arch=sm_80 -o -
// PTX: .entry plain(
// PTX: cp.async.cg.shared.global
// PTX: cp.async.wait_group 1;
// PTX: ldmatrix.sync.aligned.m8n8.x4.shared.b16
// PTX: ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16
// PTX: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
// PTX: .entry single(
// NEAR: plain --grid=2,2 buf:f16:3200:rand:1 buf:f16:3200:rand:2 buf:f32:6400:zero i32:80 i32:80 i32:40
// NEAR: turned --grid=2,2 buf:f16:3200:rand:1 buf:f16:3200:rand:2 buf:f16:6400:zero i32:80 i32:80 i32:40
// NEAR: brain --grid=2,2 buf:f16:3200:rand:1 buf:f16:3200:rand:2 buf:f32:6400:zero i32:80 i32:80 i32:40
// NEAR: short --grid=2,2 buf:f32:3200:rand:1 buf:f32:3200:rand:2 buf:f32:6400:zero i32:80 i32:80 i32:40
// NEAR: ordered buf:f16:4096:rand:1 buf:f16:4096:zero buf:f32:4096:zero
// NEAR: edge buf:f16:4096:rand:1 buf:f16:4096:rand:2 buf:f32:4096:zero
// NEAR: single --grid=2,2 buf:f32:3200:rand:1 buf:f32:3200:rand:2 buf:f32:6400:zero i32:80 i32:80 i32:40
cuda_tile.module @m {
  entry @plain(%a0: tile<ptr<f16>>, %b0: tile<ptr<f16>>, %c0: tile<ptr<f32>>, %m: tile<i32>, %n0: tile<i32>, %k0: tile<i32>) {
    %a = assume div_by<16>, %a0 : tile<ptr<f16>>
    %b = assume div_by<16>, %b0 : tile<ptr<f16>>
    %c = assume div_by<16>, %c0 : tile<ptr<f32>>
    %n = assume div_by<8>, %n0 : tile<i32>
    %k = assume div_by<8>, %k0 : tile<i32>
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %first = constant <f32: 0.0> : tile<64x64xf32>
    %ta = make_tensor_view %a, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %va = make_partition_view %ta : partition_view<tile=(64x16), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %tb = make_tensor_view %b, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %vb = make_partition_view %tb : partition_view<tile=(16x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %tc = make_tensor_view %c, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %vc = make_partition_view %tc : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %count:2 = get_index_space_shape %va : partition_view<tile=(64x16), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %s = for %i in (%zero to %count#1, step %one) : tile<i32> iter_values(%sum = %first) -> (tile<64x64xf32>) {
      %f, %t0 = load_view_tko weak %va[%x, %i] : partition_view<tile=(64x16), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x16xf16>, token
      %l, %t1 = load_view_tko weak %vb[%i, %y] : partition_view<tile=(16x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<16x64xf16>, token
      %p = mmaf %f, %l, %sum : tile<64x16xf16>, tile<16x64xf16>, tile<64x64xf32>
      continue %p : tile<64x64xf32>
    }
    %t2 = store_view_tko weak %s, %vc[%x, %y] : tile<64x64xf32>, partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
  }
  entry @turned(%a0: tile<ptr<f16>>, %b0: tile<ptr<f16>>, %c0: tile<ptr<f16>>, %m: tile<i32>, %n0: tile<i32>, %k0: tile<i32>) {
    %a = assume div_by<16>, %a0 : tile<ptr<f16>>
    %b = assume div_by<16>, %b0 : tile<ptr<f16>>
    %c = assume div_by<16>, %c0 : tile<ptr<f16>>
    %n = assume div_by<8>, %n0 : tile<i32>
    %k = assume div_by<8>, %k0 : tile<i32>
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %first = constant <f32: 0.0> : tile<64x64xf32>
    %ta = make_tensor_view %a, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %va = make_partition_view %ta : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %tb = make_tensor_view %b, shape = [%n, %k], strides = [%k, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %vb = make_partition_view %tb : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %tc = make_tensor_view %c, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %vc = make_partition_view %tc : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %count:2 = get_index_space_shape %va : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %s = for %i in (%zero to %count#1, step %one) : tile<i32> iter_values(%sum = %first) -> (tile<64x64xf32>) {
      %f, %t0 = load_view_tko weak %va[%x, %i] : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x32xf16>, token
      %l, %t1 = load_view_tko weak %vb[%y, %i] : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x32xf16>, token
      %r = permute %l [1, 0] : tile<64x32xf16> -> tile<32x64xf16>
      %p = mmaf %f, %r, %sum : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
      continue %p : tile<64x64xf32>
    }
    %d = ftof %s : tile<64x64xf32> -> tile<64x64xf16>
    %t2 = store_view_tko weak %d, %vc[%x, %y] : tile<64x64xf16>, partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
  }
  entry @brain(%a0: tile<ptr<f16>>, %b0: tile<ptr<f16>>, %c0: tile<ptr<f32>>, %m: tile<i32>, %n0: tile<i32>, %k0: tile<i32>) {
    %a = assume div_by<16>, %a0 : tile<ptr<f16>>
    %b = assume div_by<16>, %b0 : tile<ptr<f16>>
    %c = assume div_by<16>, %c0 : tile<ptr<f32>>
    %n = assume div_by<8>, %n0 : tile<i32>
    %k = assume div_by<8>, %k0 : tile<i32>
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %first = constant <f32: 0.0> : tile<64x64xf32>
    %ta = make_tensor_view %a, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %va = make_partition_view %ta : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %tb = make_tensor_view %b, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %vb = make_partition_view %tb : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %tc = make_tensor_view %c, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %vc = make_partition_view %tc : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %count:2 = get_index_space_shape %va : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %s = for %i in (%zero to %count#1, step %one) : tile<i32> iter_values(%sum = %first) -> (tile<64x64xf32>) {
      %f, %t0 = load_view_tko weak %va[%x, %i] : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x32xf16>, token
      %l, %t1 = load_view_tko weak %vb[%i, %y] : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x64xf16>, token
      %q = ftof %f : tile<64x32xf16> -> tile<64x32xbf16>
      %r = ftof %l : tile<32x64xf16> -> tile<32x64xbf16>
      %p = mmaf %q, %r, %sum : tile<64x32xbf16>, tile<32x64xbf16>, tile<64x64xf32>
      continue %p : tile<64x64xf32>
    }
    %t2 = store_view_tko weak %s, %vc[%x, %y] : tile<64x64xf32>, partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
  }
  entry @short(%a0: tile<ptr<f32>>, %b0: tile<ptr<f32>>, %c0: tile<ptr<f32>>, %m: tile<i32>, %n0: tile<i32>, %k0: tile<i32>) {
    %a = assume div_by<16>, %a0 : tile<ptr<f32>>
    %b = assume div_by<16>, %b0 : tile<ptr<f32>>
    %c = assume div_by<16>, %c0 : tile<ptr<f32>>
    %n = assume div_by<8>, %n0 : tile<i32>
    %k = assume div_by<8>, %k0 : tile<i32>
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %first = constant <f32: 0.0> : tile<64x64xf32>
    %ta = make_tensor_view %a, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %va = make_partition_view %ta : partition_view<tile=(64x16), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %tb = make_tensor_view %b, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %vb = make_partition_view %tb : partition_view<tile=(16x64), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %tc = make_tensor_view %c, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %vc = make_partition_view %tc : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %count:2 = get_index_space_shape %va : partition_view<tile=(64x16), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>> -> tile<i32>
    %s = for %i in (%zero to %count#1, step %one) : tile<i32> iter_values(%sum = %first) -> (tile<64x64xf32>) {
      %f, %t0 = load_view_tko weak %va[%x, %i] : partition_view<tile=(64x16), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<64x16xf32>, token
      %l, %t1 = load_view_tko weak %vb[%i, %y] : partition_view<tile=(16x64), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<16x64xf32>, token
      %q = ftof %f : tile<64x16xf32> -> tile<64x16xtf32>
      %r = ftof %l : tile<16x64xf32> -> tile<16x64xtf32>
      %p = mmaf %q, %r, %sum : tile<64x16xtf32>, tile<16x64xtf32>, tile<64x64xf32>
      continue %p : tile<64x64xf32>
    }
    %t2 = store_view_tko weak %s, %vc[%x, %y] : tile<64x64xf32>, partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
  }
  entry @single(%a0: tile<ptr<f32>>, %b0: tile<ptr<f32>>, %c0: tile<ptr<f32>>, %m: tile<i32>, %n0: tile<i32>, %k0: tile<i32>) {
    %a = assume div_by<16>, %a0 : tile<ptr<f32>>
    %b = assume div_by<16>, %b0 : tile<ptr<f32>>
    %c = assume div_by<16>, %c0 : tile<ptr<f32>>
    %n = assume div_by<8>, %n0 : tile<i32>
    %k = assume div_by<8>, %k0 : tile<i32>
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %first = constant <f32: 0.0> : tile<64x64xf32>
    %ta = make_tensor_view %a, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %va = make_partition_view %ta : partition_view<tile=(64x16), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %tb = make_tensor_view %b, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %vb = make_partition_view %tb : partition_view<tile=(16x64), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %tc = make_tensor_view %c, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %vc = make_partition_view %tc : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %count:2 = get_index_space_shape %va : partition_view<tile=(64x16), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>> -> tile<i32>
    %s = for %i in (%zero to %count#1, step %one) : tile<i32> iter_values(%sum = %first) -> (tile<64x64xf32>) {
      %f, %t0 = load_view_tko weak %va[%x, %i] : partition_view<tile=(64x16), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<64x16xf32>, token
      %l, %t1 = load_view_tko weak %vb[%i, %y] : partition_view<tile=(16x64), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<16x64xf32>, token
      %p = mmaf %f, %l, %sum : tile<64x16xf32>, tile<16x64xf32>, tile<64x64xf32>
      continue %p : tile<64x64xf32>
    }
    %t2 = store_view_tko weak %s, %vc[%x, %y] : tile<64x64xf32>, partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
  }
  // Copies ahead of the loop come after what the other threads have stored in front of it.
  entry @ordered(%a0: tile<ptr<f16>>, %w0: tile<ptr<f16>>, %c: tile<ptr<f32>>) {
    %a = assume div_by<16>, %a0 : tile<ptr<f16>>
    %w = assume div_by<16>, %w0 : tile<ptr<f16>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %first = constant <f32: 0.0> : tile<64x64xf32>
    %ta = make_tensor_view %a, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf16, strides=[64,1]>
    %va = make_partition_view %ta : partition_view<tile=(64x64), tensor_view<64x64xf16, strides=[64,1]>>
    %tw = make_tensor_view %w, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf16, strides=[64,1]>
    %vw = make_partition_view %tw : partition_view<tile=(64x64), tensor_view<64x64xf16, strides=[64,1]>>
    %vk = make_partition_view %tw : partition_view<tile=(64x32), tensor_view<64x64xf16, strides=[64,1]>>
    %vb = make_partition_view %tw : partition_view<tile=(32x64), tensor_view<64x64xf16, strides=[64,1]>>
    %tc = make_tensor_view %c, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %vc = make_partition_view %tc : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %x, %k0 = load_view_tko weak %va[%zero, %zero] : partition_view<tile=(64x64), tensor_view<64x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
    %y = permute %x [1, 0] : tile<64x64xf16> -> tile<64x64xf16>
    %k1 = store_view_tko weak %y, %vw[%zero, %zero] : tile<64x64xf16>, partition_view<tile=(64x64), tensor_view<64x64xf16, strides=[64,1]>>, tile<i32> -> token
    %s = for %i in (%zero to %two, step %one) : tile<i32> iter_values(%sum = %first) -> (tile<64x64xf32>) {
      %f, %t0 = load_view_tko weak %vk[%zero, %i] token = %k1 : partition_view<tile=(64x32), tensor_view<64x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x32xf16>, token
      %l, %t1 = load_view_tko weak %vb[%i, %zero] token = %k1 : partition_view<tile=(32x64), tensor_view<64x64xf16, strides=[64,1]>>, tile<i32> -> tile<32x64xf16>, token
      %p = mmaf %f, %l, %sum : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
      continue %p : tile<64x64xf32>
    }
    %t2 = store_view_tko weak %s, %vc[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
  }
  // Near the counter's largest number: turns that there are not are not copied, though their numbers wrap around.
  entry @edge(%a0: tile<ptr<f16>>, %b0: tile<ptr<f16>>, %c: tile<ptr<f32>>) {
    %a = assume div_by<16>, %a0 : tile<ptr<f16>>
    %b = assume div_by<16>, %b0 : tile<ptr<f16>>
    %zero = constant <i32: 0> : tile<i32>
    %from = constant <i32: 2147483643> : tile<i32>
    %to = constant <i32: 2147483647> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %first = constant <f32: 0.0> : tile<64x64xf32>
    %ta = make_tensor_view %a, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf16, strides=[64,1]>
    %va = make_partition_view %ta : partition_view<tile=(64x16), tensor_view<64x64xf16, strides=[64,1]>>
    %tb = make_tensor_view %b, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf16, strides=[64,1]>
    %vb = make_partition_view %tb : partition_view<tile=(16x64), tensor_view<64x64xf16, strides=[64,1]>>
    %tc = make_tensor_view %c, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %vc = make_partition_view %tc : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %s = for %i in (%from to %to, step %two) : tile<i32> iter_values(%sum = %first) -> (tile<64x64xf32>) {
      %j = subi %i, %from : tile<i32>
      %f, %t0 = load_view_tko weak %va[%zero, %j] inbounds = [true, true] : partition_view<tile=(64x16), tensor_view<64x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x16xf16>, token
      %l, %t1 = load_view_tko weak %vb[%j, %zero] inbounds = [true, true] : partition_view<tile=(16x64), tensor_view<64x64xf16, strides=[64,1]>>, tile<i32> -> tile<16x64xf16>, token
      %p = mmaf %f, %l, %sum : tile<64x16xf16>, tile<16x64xf16>, tile<64x64xf32>
      continue %p : tile<64x64xf32>
    }
    %t2 = store_view_tko weak %s, %vc[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
  }
}
