// Layouts meet: transposed stores, sums along each dimension, scans both ways, parts at indices that only the run knows, narrow elements.
// RUN: sh %S/inputs/both.sh %s %t
// CHECK-COUNT-36: {{^}}{{[a-z]+}} sm_{{[0-9]+}}: same
// CHECK-NOT: {{evaluator|check}}
// LAUNCH: transpose buf:f32:4096:iota buf:f32:4096:zero
// LAUNCH: sums buf:i32:4096:iota buf:i32:64:zero buf:i32:64:zero
// LAUNCH: argmax buf:f32:1024:iota buf:i32:32:zero
// LAUNCH: scans buf:i32:1024:iota buf:i32:1024:zero buf:i32:1024:zero
// LAUNCH: extract buf:i32:4096:iota buf:i32:256:zero i32:2 i32:1
// LAUNCH: insert buf:i32:4096:iota buf:i32:4096:zero i32:3 i32:0
// LAUNCH: narrow buf:i32:512:iota buf:i32:512:zero buf:u8:2048:zero
// LAUNCH: turns buf:i32:4096:iota buf:i32:64:zero i32:0
// LAUNCH: turns buf:i32:4096:iota buf:i32:64:zero i32:3
// LAUNCH: loop buf:f32:4096:iota buf:f32:64:zero i32:5
// LAUNCH: swap buf:i32:16:iota buf:i32:16:zero
// LAUNCH: prints buf:i32:4:zero
cuda_tile.module @m {
  entry @transpose(%a: tile<ptr<f32>>, %c: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %tx = make_tensor_view %a, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %vx = make_partition_view %tx : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %x, %kx = load_view_tko weak %vx[%zero, %zero] : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> tile<64x64xf32>, token
    %y = permute %x [1, 0] : tile<64x64xf32> -> tile<64x64xf32>
    %to = make_tensor_view %c, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %vo = make_partition_view %to : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %ko = store_view_tko weak %y, %vo[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
  }
  entry @sums(%a: tile<ptr<i32>>, %c: tile<ptr<i32>>, %d: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %tx = make_tensor_view %a, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xi32, strides=[64,1]>
    %vx = make_partition_view %tx : partition_view<tile=(64x64), tensor_view<64x64xi32, strides=[64,1]>>
    %x, %kx = load_view_tko weak %vx[%zero, %zero] : partition_view<tile=(64x64), tensor_view<64x64xi32, strides=[64,1]>>, tile<i32> -> tile<64x64xi32>, token
    %m = reduce %x dim=0 identities=[0 : i32] : tile<64x64xi32> -> tile<64xi32>
    (%p: tile<i32>, %q: tile<i32>) {
      %s = addi %p, %q : tile<i32>
      yield %s : tile<i32>
    }
    %n = reduce %x dim=1 identities=[0 : i32] : tile<64x64xi32> -> tile<64xi32>
    (%p: tile<i32>, %q: tile<i32>) {
      %s = xori %p, %q : tile<i32>
      yield %s : tile<i32>
    }
    %to = make_tensor_view %c, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1]>
    %vo = make_partition_view %to : partition_view<tile=(64), tensor_view<64xi32, strides=[1]>>
    %ko = store_view_tko weak %m, %vo[%zero] : tile<64xi32>, partition_view<tile=(64), tensor_view<64xi32, strides=[1]>>, tile<i32> -> token
    %tr = make_tensor_view %d, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1]>
    %vr = make_partition_view %tr : partition_view<tile=(64), tensor_view<64xi32, strides=[1]>>
    %kr = store_view_tko weak %n, %vr[%zero] : tile<64xi32>, partition_view<tile=(64), tensor_view<64xi32, strides=[1]>>, tile<i32> -> token
  }
  entry @argmax(%a: tile<ptr<f32>>, %c: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %tx = make_tensor_view %a, shape = [32, 32], strides = [32, 1] : tensor_view<32x32xf32, strides=[32,1]>
    %vx = make_partition_view %tx : partition_view<tile=(32x32), tensor_view<32x32xf32, strides=[32,1]>>
    %x, %kx = load_view_tko weak %vx[%zero, %zero] : partition_view<tile=(32x32), tensor_view<32x32xf32, strides=[32,1]>>, tile<i32> -> tile<32x32xf32>, token
    %i = iota : tile<32xi32>
    %j = reshape %i : tile<32xi32> -> tile<1x32xi32>
    %k = broadcast %j : tile<1x32xi32> -> tile<32x32xi32>
    %best, %at = reduce %x, %k dim=1 identities=[0.0 : f32, 0 : i32] : tile<32x32xf32>, tile<32x32xi32> -> tile<32xf32>, tile<32xi32>
    (%p: tile<f32>, %q: tile<f32>, %m: tile<i32>, %n: tile<i32>) {
      %l = cmpf greater_than ordered %p, %q : tile<f32> -> tile<i1>
      %s = select %l, %p, %q : tile<i1>, tile<f32>
      %r = select %l, %m, %n : tile<i1>, tile<i32>
      yield %s, %r : tile<f32>, tile<i32>
    }
    %to = make_tensor_view %c, shape = [32], strides = [1] : tensor_view<32xi32, strides=[1]>
    %vo = make_partition_view %to : partition_view<tile=(32), tensor_view<32xi32, strides=[1]>>
    %ko = store_view_tko weak %at, %vo[%zero] : tile<32xi32>, partition_view<tile=(32), tensor_view<32xi32, strides=[1]>>, tile<i32> -> token
  }
  entry @scans(%a: tile<ptr<i32>>, %c: tile<ptr<i32>>, %d: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %tx = make_tensor_view %a, shape = [8, 128], strides = [128, 1] : tensor_view<8x128xi32, strides=[128,1]>
    %vx = make_partition_view %tx : partition_view<tile=(8x128), tensor_view<8x128xi32, strides=[128,1]>>
    %x, %kx = load_view_tko weak %vx[%zero, %zero] : partition_view<tile=(8x128), tensor_view<8x128xi32, strides=[128,1]>>, tile<i32> -> tile<8x128xi32>, token
    %m = scan %x dim=1 reverse=false identities=[0 : i32] : tile<8x128xi32> -> tile<8x128xi32>
    (%p: tile<i32>, %q: tile<i32>) {
      %s = addi %p, %q : tile<i32>
      yield %s : tile<i32>
    }
    %n = scan %x dim=0 reverse=true identities=[0 : i32] : tile<8x128xi32> -> tile<8x128xi32>
    (%p: tile<i32>, %q: tile<i32>) {
      %s = addi %p, %q : tile<i32>
      yield %s : tile<i32>
    }
    %to = make_tensor_view %c, shape = [8, 128], strides = [128, 1] : tensor_view<8x128xi32, strides=[128,1]>
    %vo = make_partition_view %to : partition_view<tile=(8x128), tensor_view<8x128xi32, strides=[128,1]>>
    %ko = store_view_tko weak %m, %vo[%zero, %zero] : tile<8x128xi32>, partition_view<tile=(8x128), tensor_view<8x128xi32, strides=[128,1]>>, tile<i32> -> token
    %tr = make_tensor_view %d, shape = [8, 128], strides = [128, 1] : tensor_view<8x128xi32, strides=[128,1]>
    %vr = make_partition_view %tr : partition_view<tile=(8x128), tensor_view<8x128xi32, strides=[128,1]>>
    %kr = store_view_tko weak %n, %vr[%zero, %zero] : tile<8x128xi32>, partition_view<tile=(8x128), tensor_view<8x128xi32, strides=[128,1]>>, tile<i32> -> token
  }
  entry @extract(%a: tile<ptr<i32>>, %c: tile<ptr<i32>>, %i: tile<i32>, %j: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %tx = make_tensor_view %a, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xi32, strides=[64,1]>
    %vx = make_partition_view %tx : partition_view<tile=(64x64), tensor_view<64x64xi32, strides=[64,1]>>
    %x, %kx = load_view_tko weak %vx[%zero, %zero] : partition_view<tile=(64x64), tensor_view<64x64xi32, strides=[64,1]>>, tile<i32> -> tile<64x64xi32>, token
    %y = extract %x[%i, %j] : tile<64x64xi32> -> tile<16x16xi32>
    %to = make_tensor_view %c, shape = [16, 16], strides = [16, 1] : tensor_view<16x16xi32, strides=[16,1]>
    %vo = make_partition_view %to : partition_view<tile=(16x16), tensor_view<16x16xi32, strides=[16,1]>>
    %ko = store_view_tko weak %y, %vo[%zero, %zero] : tile<16x16xi32>, partition_view<tile=(16x16), tensor_view<16x16xi32, strides=[16,1]>>, tile<i32> -> token
  }
  entry @insert(%a: tile<ptr<i32>>, %c: tile<ptr<i32>>, %i: tile<i32>, %j: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %tx = make_tensor_view %a, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xi32, strides=[64,1]>
    %vx = make_partition_view %tx : partition_view<tile=(64x64), tensor_view<64x64xi32, strides=[64,1]>>
    %x, %kx = load_view_tko weak %vx[%zero, %zero] : partition_view<tile=(64x64), tensor_view<64x64xi32, strides=[64,1]>>, tile<i32> -> tile<64x64xi32>, token
    %e = constant <i32: 7> : tile<16x32xi32>
    %y = insert %e, %x[%i, %j] : tile<16x32xi32>, tile<64x64xi32>
    %to = make_tensor_view %c, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xi32, strides=[64,1]>
    %vo = make_partition_view %to : partition_view<tile=(64x64), tensor_view<64x64xi32, strides=[64,1]>>
    %ko = store_view_tko weak %y, %vo[%zero, %zero] : tile<64x64xi32>, partition_view<tile=(64x64), tensor_view<64x64xi32, strides=[64,1]>>, tile<i32> -> token
  }
  entry @narrow(%a: tile<ptr<i32>>, %c: tile<ptr<i32>>, %d: tile<ptr<i8>>) {
    %zero = constant <i32: 0> : tile<i32>
    %tx = make_tensor_view %a, shape = [512], strides = [1] : tensor_view<512xi32, strides=[1]>
    %vx = make_partition_view %tx : partition_view<tile=(512), tensor_view<512xi32, strides=[1]>>
    %x, %kx = load_view_tko weak %vx[%zero] : partition_view<tile=(512), tensor_view<512xi32, strides=[1]>>, tile<i32> -> tile<512xi32>, token
    %b = pack %x : tile<512xi32> -> tile<2048xi8>
    %s = constant <i8: 3> : tile<2048xi8>
    %e = addi %b, %s : tile<2048xi8>
    %y = unpack %e : tile<2048xi8> -> tile<512xi32>
    %to = make_tensor_view %c, shape = [512], strides = [1] : tensor_view<512xi32, strides=[1]>
    %vo = make_partition_view %to : partition_view<tile=(512), tensor_view<512xi32, strides=[1]>>
    %ko = store_view_tko weak %y, %vo[%zero] : tile<512xi32>, partition_view<tile=(512), tensor_view<512xi32, strides=[1]>>, tile<i32> -> token
    %tr = make_tensor_view %d, shape = [2048], strides = [1] : tensor_view<2048xi8, strides=[1]>
    %vr = make_partition_view %tr : partition_view<tile=(2048), tensor_view<2048xi8, strides=[1]>>
    %kr = store_view_tko weak %e, %vr[%zero] : tile<2048xi8>, partition_view<tile=(2048), tensor_view<2048xi8, strides=[1]>>, tile<i32> -> token
  }
  entry @loop(%a: tile<ptr<f32>>, %c: tile<ptr<f32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %tx = make_tensor_view %a, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %vx = make_partition_view %tx : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %x, %kx = load_view_tko weak %vx[%zero, %zero] : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> tile<64x64xf32>, token
    %one = constant <i32: 1> : tile<i32>
    %first = constant <f32: 0.0> : tile<64xf32>
    %y = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%sum = %first) -> (tile<64xf32>) {
      %m = reduce %x dim=1 identities=[0.0 : f32] : tile<64x64xf32> -> tile<64xf32>
      (%p: tile<f32>, %q: tile<f32>) {
        %s = addf %p, %q : tile<f32>
        yield %s : tile<f32>
      }
      %t = addf %m, %sum : tile<64xf32>
      %odd = andi %i, %one : tile<i32>
      %is = cmpi equal %odd, %one, signed : tile<i32> -> tile<i1>
      %u = if %is -> (tile<64xf32>) {
        %v = addf %t, %t : tile<64xf32>
        yield %v : tile<64xf32>
      } else {
        yield %t : tile<64xf32>
      }
      continue %u : tile<64xf32>
    }
    %to = make_tensor_view %c, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %vo = make_partition_view %to : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %ko = store_view_tko weak %y, %vo[%zero] : tile<64xf32>, partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
  }
  // Shared memory that was read in front of a loop is free behind it only where a turn has passed a barrier.
  entry @turns(%a: tile<ptr<i32>>, %c: tile<ptr<i32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %tx = make_tensor_view %a, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xi32, strides=[64,1]>
    %vx = make_partition_view %tx : partition_view<tile=(64x64), tensor_view<64x64xi32, strides=[64,1]>>
    %to = make_tensor_view %c, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1]>
    %vo = make_partition_view %to : partition_view<tile=(64), tensor_view<64xi32, strides=[1]>>
    %x, %k0 = load_view_tko weak %vx[%zero, %zero] : partition_view<tile=(64x64), tensor_view<64x64xi32, strides=[64,1]>>, tile<i32> -> tile<64x64xi32>, token
    %first = reduce %x dim=0 identities=[0 : i32] : tile<64x64xi32> -> tile<64xi32>
    (%p: tile<i32>, %q: tile<i32>) {
      %s = addi %p, %q : tile<i32>
      yield %s : tile<i32>
    }
    %y = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%sum = %first) -> (tile<64xi32>) {
    %u = reduce %x dim=0 identities=[0 : i32] : tile<64x64xi32> -> tile<64xi32>
    (%p: tile<i32>, %q: tile<i32>) {
      %s = xori %p, %q : tile<i32>
      yield %s : tile<i32>
    }
      %g = addi %u, %sum : tile<64xi32>
      continue %g : tile<64xi32>
    }
    %last = reduce %x dim=0 identities=[0 : i32] : tile<64x64xi32> -> tile<64xi32>
    (%p: tile<i32>, %q: tile<i32>) {
      %s = xori %p, %q : tile<i32>
      yield %s : tile<i32>
    }
    %z = addi %y, %last : tile<64xi32>
    %k1 = store_view_tko weak %z, %vo[%zero] : tile<64xi32>, partition_view<tile=(64), tensor_view<64xi32, strides=[1]>>, tile<i32> -> token
  }
  // Elements that the mask leaves out give what was expected.
  entry @swap(%a: tile<ptr<i32>>, %c: tile<ptr<i32>>) {
    %i = iota : tile<16xi32>
    %ra = reshape %a : tile<ptr<i32>> -> tile<1xptr<i32>>
    %ba = broadcast %ra : tile<1xptr<i32>> -> tile<16xptr<i32>>
    %pa = offset %ba, %i : tile<16xptr<i32>>, tile<16xi32> -> tile<16xptr<i32>>
    %rc = reshape %c : tile<ptr<i32>> -> tile<1xptr<i32>>
    %bc = broadcast %rc : tile<1xptr<i32>> -> tile<16xptr<i32>>
    %pc = offset %bc, %i : tile<16xptr<i32>>, tile<16xi32> -> tile<16xptr<i32>>
    %five = constant <i32: 5> : tile<16xi32>
    %ten = constant <i32: 10> : tile<16xi32>
    %m = cmpi less_than %i, %ten, signed : tile<16xi32> -> tile<16xi1>
    %old, %k0 = atomic_cas_tko relaxed device %pa, %five, %ten, %m : tile<16xptr<i32>>, tile<16xi32>, tile<16xi1> -> tile<16xi32>, token
    %k1 = store_ptr_tko weak %pc, %old : tile<16xptr<i32>>, tile<16xi32> -> token
  }
  entry @prints(%a: tile<ptr<i32>>) {
    %i = iota : tile<4xi32>
    %two = constant <i32: 2> : tile<4xi32>
    %n = subi %i, %two : tile<4xi32>
    %m = cmpi less_than %i, %two, signed : tile<4xi32> -> tile<4xi1>
    %f = itof %n signed rounding<nearest_even> : tile<4xi32> -> tile<4xf32>
    %k = print_tko "%d %i %+5d %-5d| %x %#o %u %10.4f %+.1e %s\0A", %m, %n, %n, %i, %n, %i, %n, %f, %f, %f : tile<4xi1>, tile<4xi32>, tile<4xi32>, tile<4xi32>, tile<4xi32>, tile<4xi32>, tile<4xi32>, tile<4xf32>, tile<4xf32>, tile<4xf32> -> token
  }
}
