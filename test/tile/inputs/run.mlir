// Kernels for `cuprum run`: each stores what an operation's meaning can be read from.
cuda_tile.module @run {
  // c[i] = a[i] + b[i], 8 elements a block; the last block has less, and padding is not stored.
  entry @add(%a: tile<ptr<f32>>, %b: tile<ptr<f32>>, %c: tile<ptr<f32>>, %n: tile<i32>) {
    %ta = make_tensor_view %a, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %tb = make_tensor_view %b, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %tc = make_tensor_view %c, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %va = make_partition_view %ta : partition_view<tile=(8), padding_value = zero, tensor_view<?xf32, strides=[1]>>
    %vb = make_partition_view %tb : partition_view<tile=(8), padding_value = zero, tensor_view<?xf32, strides=[1]>>
    %vc = make_partition_view %tc : partition_view<tile=(8), padding_value = zero, tensor_view<?xf32, strides=[1]>>
    %x, %y, %z = get_tile_block_id : tile<i32>
    %0, %t0 = load_view_tko weak %va[%x] : partition_view<tile=(8), padding_value = zero, tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
    %1, %t1 = load_view_tko weak %vb[%x] : partition_view<tile=(8), padding_value = zero, tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
    %2 = addf %0, %1 : tile<8xf32>
    %t2 = store_view_tko weak %2, %vc[%x] : tile<8xf32>, partition_view<tile=(8), padding_value = zero, tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  }
  // What lies outside of a view is its padding; a transposed map; how many tiles there are.
  entry @padding(%a: tile<ptr<f32>>, %c: tile<ptr<f32>>, %s: tile<ptr<i32>>) {
    %ta = make_tensor_view %a, shape = [3, 5], strides = [5, 1] : tensor_view<3x5xf32, strides=[5,1]>
    %v = make_partition_view %ta : partition_view<tile=(4x2), padding_value = neg_inf, tensor_view<3x5xf32, strides=[5,1]>, dim_map=[1, 0]>
    %tc = make_tensor_view %c, shape = [4, 2], strides = [2, 1] : tensor_view<4x2xf32, strides=[2,1]>
    %w = make_partition_view %tc : partition_view<tile=(4x2), tensor_view<4x2xf32, strides=[2,1]>>
    %one = constant <i32: 1> : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %0, %t0 = load_view_tko weak %v[%zero, %one] : partition_view<tile=(4x2), padding_value = neg_inf, tensor_view<3x5xf32, strides=[5,1]>, dim_map=[1, 0]>, tile<i32> -> tile<4x2xf32>, token
    %t1 = store_view_tko weak %0, %w[%zero, %zero] : tile<4x2xf32>, partition_view<tile=(4x2), tensor_view<4x2xf32, strides=[2,1]>>, tile<i32> -> token
    %k:2 = get_index_space_shape %v : partition_view<tile=(4x2), padding_value = neg_inf, tensor_view<3x5xf32, strides=[5,1]>, dim_map=[1, 0]> -> tile<i32>
    %t2 = print_tko "%i by %i tiles\0A", %k#0, %k#1 : tile<i32>, tile<i32> -> token
  }
  // The rows 6, 4, 2, 0 of a matrix; then the upper left corner of overlapping tiles.
  entry @gather(%a: tile<ptr<i32>>, %c: tile<ptr<i32>>, %d: tile<ptr<i32>>) {
    %ta = make_tensor_view %a, shape = [8, 2], strides = [2, 1] : tensor_view<8x2xi32, strides=[2,1]>
    %g = make_gather_scatter_view %ta : gather_scatter_view<tile=(4x2), tensor_view<8x2xi32, strides=[2,1]>, sparse_dim=0>
    %tc = make_tensor_view %c, shape = [4, 2], strides = [2, 1] : tensor_view<4x2xi32, strides=[2,1]>
    %w = make_partition_view %tc : partition_view<tile=(4x2), tensor_view<4x2xi32, strides=[2,1]>>
    %td = make_tensor_view %d, shape = [4, 2], strides = [2, 1] : tensor_view<4x2xi32, strides=[2,1]>
    %u = make_partition_view %td : partition_view<tile=(4x2), tensor_view<4x2xi32, strides=[2,1]>>
    %s = make_strided_view %ta : strided_view<tile=(4x2), traversal_strides=[3,1], tensor_view<8x2xi32, strides=[2,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %rows = constant <i32: [6, 4, 2, 0]> : tile<4xi32>
    %0, %t0 = load_view_tko weak %g[%rows, %zero] : gather_scatter_view<tile=(4x2), tensor_view<8x2xi32, strides=[2,1]>, sparse_dim=0>, tile<4xi32>, tile<i32> -> tile<4x2xi32>, token
    %t1 = store_view_tko weak %0, %w[%zero, %zero] : tile<4x2xi32>, partition_view<tile=(4x2), tensor_view<4x2xi32, strides=[2,1]>>, tile<i32> -> token
    %1, %t2 = load_view_tko weak %s[%one, %zero] : strided_view<tile=(4x2), traversal_strides=[3,1], tensor_view<8x2xi32, strides=[2,1]>>, tile<i32> -> tile<4x2xi32>, token
    %t3 = store_view_tko weak %1, %u[%zero, %zero] : tile<4x2xi32>, partition_view<tile=(4x2), tensor_view<4x2xi32, strides=[2,1]>>, tile<i32> -> token
  }
  // The sum of each row, and the running maximum along it.
  entry @reduce(%a: tile<ptr<i32>>, %c: tile<ptr<i32>>) {
    %ta = make_tensor_view %a, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xi32, strides=[4,1]>
    %v = make_partition_view %ta : partition_view<tile=(2x4), tensor_view<2x4xi32, strides=[4,1]>>
    %tc = make_tensor_view %c, shape = [2], strides = [1] : tensor_view<2xi32, strides=[1]>
    %w = make_partition_view %tc : partition_view<tile=(2), tensor_view<2xi32, strides=[1]>>
    %zero = constant <i32: 0> : tile<i32>
    %0, %t0 = load_view_tko weak %v[%zero, %zero] : partition_view<tile=(2x4), tensor_view<2x4xi32, strides=[4,1]>>, tile<i32> -> tile<2x4xi32>, token
    %1 = reduce %0 dim=1 identities=[0 : i32] : tile<2x4xi32> -> tile<2xi32>
    (%x: tile<i32>, %y: tile<i32>) {
      %s = addi %x, %y : tile<i32>
      yield %s : tile<i32>
    }
    %2 = scan %0 dim=1 reverse=false identities=[0 : i32] : tile<2x4xi32> -> tile<2x4xi32>
    (%x: tile<i32>, %y: tile<i32>) {
      %s = addi %x, %y : tile<i32>
      yield %s : tile<i32>
    }
    %t1 = store_view_tko weak %1, %w[%zero] : tile<2xi32>, partition_view<tile=(2), tensor_view<2xi32, strides=[1]>>, tile<i32> -> token
    %t2 = store_view_tko weak %2, %v[%zero, %zero] : tile<2x4xi32>, partition_view<tile=(2x4), tensor_view<2x4xi32, strides=[4,1]>>, tile<i32> -> token
  }
  // A product of matrices, 2x4 by 4x2, added to one that a loop filled.
  entry @product(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>) {
    %ta = make_tensor_view %a, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xf16, strides=[4,1]>
    %va = make_partition_view %ta : partition_view<tile=(2x4), tensor_view<2x4xf16, strides=[4,1]>>
    %tb = make_tensor_view %b, shape = [4, 2], strides = [2, 1] : tensor_view<4x2xf16, strides=[2,1]>
    %vb = make_partition_view %tb : partition_view<tile=(4x2), tensor_view<4x2xf16, strides=[2,1]>>
    %tc = make_tensor_view %c, shape = [2, 2], strides = [2, 1] : tensor_view<2x2xf32, strides=[2,1]>
    %vc = make_partition_view %tc : partition_view<tile=(2x2), tensor_view<2x2xf32, strides=[2,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %start = constant <f32: 0.5> : tile<2x2xf32>
    %0, %t0 = load_view_tko weak %va[%zero, %zero] : partition_view<tile=(2x4), tensor_view<2x4xf16, strides=[4,1]>>, tile<i32> -> tile<2x4xf16>, token
    %1, %t1 = load_view_tko weak %vb[%zero, %zero] : partition_view<tile=(4x2), tensor_view<4x2xf16, strides=[2,1]>>, tile<i32> -> tile<4x2xf16>, token
    %sum = for %i in (%zero to %three, step %one) : tile<i32> iter_values(%s = %start) -> (tile<2x2xf32>) {
      %is = cmpi equal %i, %one, signed : tile<i32> -> tile<i1>
      if %is {
        continue %s : tile<2x2xf32>
      }
      %p = mmaf %0, %1, %s : tile<2x4xf16>, tile<4x2xf16>, tile<2x2xf32>
      continue %p : tile<2x2xf32>
    }
    %t2 = store_view_tko weak %sum, %vc[%zero, %zero] : tile<2x2xf32>, partition_view<tile=(2x2), tensor_view<2x2xf32, strides=[2,1]>>, tile<i32> -> token
  }
  // Pointers: even elements are loaded, odd ones are the fallback; atomics give what was there.
  entry @pointers(%p: tile<ptr<i32>>, %q: tile<ptr<i32>>) {
    %p1 = reshape %p : tile<ptr<i32>> -> tile<1xptr<i32>>
    %p8 = broadcast %p1 : tile<1xptr<i32>> -> tile<8xptr<i32>>
    %q1 = reshape %q : tile<ptr<i32>> -> tile<1xptr<i32>>
    %q8 = broadcast %q1 : tile<1xptr<i32>> -> tile<8xptr<i32>>
    %o = iota : tile<8xi32>
    %at = offset %p8, %o : tile<8xptr<i32>>, tile<8xi32> -> tile<8xptr<i32>>
    %to = offset %q8, %o : tile<8xptr<i32>>, tile<8xi32> -> tile<8xptr<i32>>
    %one = constant <i32: 1> : tile<8xi32>
    %bit = andi %o, %one : tile<8xi32>
    %odd = trunci %bit : tile<8xi32> -> tile<8xi1>
    %true = constant <i1: true> : tile<8xi1>
    %even = xori %odd, %true : tile<8xi1>
    %minus = negi %one : tile<8xi32>
    %0, %t0 = load_ptr_tko weak %at, %even, %minus : tile<8xptr<i32>>, tile<8xi1>, tile<8xi32> -> tile<8xi32>, token
    %t1 = store_ptr_tko weak %to, %0 : tile<8xptr<i32>>, tile<8xi32> -> token
    %1, %t2 = atomic_rmw_tko relaxed device %p8, add, %o, %odd token=%t1 : tile<8xptr<i32>>, tile<8xi32>, tile<8xi1> -> tile<8xi32>, token
    %t3 = print_tko "before: %i\0A", %1 token=%t2 : tile<8xi32> -> token
  }
  // A loop that is left from inside of an if, and values carried out of it.
  entry @collatz(%n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %steps = loop iter_values(%k = %n, %s = %zero) : tile<i32>, tile<i32> -> tile<i32> {
      %stop = cmpi equal %k, %one, signed : tile<i32> -> tile<i1>
      if %stop {
        break %s : tile<i32>
      }
      %r = remi %k, %two unsigned : tile<i32>
      %odd = cmpi equal %r, %one, signed : tile<i32> -> tile<i1>
      %next = if %odd -> (tile<i32>) {
        %x = muli %k, %three : tile<i32>
        %y = addi %x, %one : tile<i32>
        yield %y : tile<i32>
      } else {
        %h = shri %k, %one unsigned : tile<i32>
        yield %h : tile<i32>
      }
      %t = addi %s, %one : tile<i32>
      continue %next, %t : tile<i32>, tile<i32>
    }
    %small = cmpi less_than %steps, %three, signed : tile<i32> -> tile<i1>
    %t0 = print_tko "%i steps\0A", %steps : tile<i32> -> token
    if %small {
      return
    }
    assert %small, "too many" : tile<i1>
  }
  entry @numbers() {
    %a = constant <f32: [1.0, 2.0, -3.5, 0.1]> : tile<4xf32>
    %h = ftof %a : tile<4xf32> -> tile<4xf16>
    %e = ftof %a : tile<4xf32> -> tile<4xf8E4M3FN>
    %b = ftof %e : tile<4xf8E4M3FN> -> tile<4xf32>
    %w = ftof %h : tile<4xf16> -> tile<4xf32>
    %i = ftoi %a signed : tile<4xf32> -> tile<4xi32>
    %n = constant <i32: [7, -7, 2147483647, 0]> : tile<4xi32>
    %d = constant <i32: [2, 2, 2, 5]> : tile<4xi32>
    %q = divi %n, %d signed : tile<4xi32>
    %f = divi %n, %d signed rounding<negative_inf> : tile<4xi32>
    %m = mulhii %n, %n : tile<4xi32>
    %s = itof %n unsigned : tile<4xi32> -> tile<4xf32>
    %x = exp2 %a : tile<4xf32>
    %g = cmpf less_than ordered %a, %w : tile<4xf32> -> tile<4xi1>
    %t = print_tko "%f %f %i %i %i %i %f %f %i\0A", %b, %w, %i, %q, %f, %m, %s, %x, %g : tile<4xf32>, tile<4xf32>, tile<4xi32>, tile<4xi32>, tile<4xi32>, tile<4xi32>, tile<4xf32>, tile<4xf32>, tile<4xi1> -> token
  }
  // The columns 1 and 2 of two rows, then what is left at column 3; the index space counts elements.
  entry @columns(%a: tile<ptr<i32>>) {
    %ta = make_tensor_view %a, shape = [4, 4], strides = [4, 1] : tensor_view<4x4xi32, strides=[4,1]>
    %g = make_gather_scatter_view %ta : gather_scatter_view<tile=(2x2), padding_value = zero, tensor_view<4x4xi32, strides=[4,1]>, sparse_dim=0>
    %rows = constant <i32: [3, 1]> : tile<2xi32>
    %one = constant <i32: 1> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %0, %t0 = load_view_tko weak %g[%rows, %one] : gather_scatter_view<tile=(2x2), padding_value = zero, tensor_view<4x4xi32, strides=[4,1]>, sparse_dim=0>, tile<2xi32>, tile<i32> -> tile<2x2xi32>, token
    %1, %t1 = load_view_tko weak %g[%rows, %three] : gather_scatter_view<tile=(2x2), padding_value = zero, tensor_view<4x4xi32, strides=[4,1]>, sparse_dim=0>, tile<2xi32>, tile<i32> -> tile<2x2xi32>, token
    %k:2 = get_index_space_shape %g : gather_scatter_view<tile=(2x2), padding_value = zero, tensor_view<4x4xi32, strides=[4,1]>, sparse_dim=0> -> tile<i32>
    %t2 = print_tko "%i %i %i %i\0A", %0, %1, %k#0, %k#1 : tile<2x2xi32>, tile<2x2xi32>, tile<i32>, tile<i32> -> token
  }
  // The least of NaNs is one of them, although the identity is infinite.
  entry @least() {
    %a = constant <f32: [[0x7fc00000, 0x7fc00000], [2.0, 0x7fc00000]]> : tile<2x2xf32>
    %0 = reduce %a dim=1 identities=[0x7f800000 : f32] : tile<2x2xf32> -> tile<2xf32>
    (%x: tile<f32>, %y: tile<f32>) {
      %m = minf %x, %y : tile<f32>
      yield %m : tile<f32>
    }
    %t0 = print_tko "%f\0A", %0 : tile<2xf32> -> token
  }
  // Conversions with flags, widths and precisions, and those that do not fit.
  entry @prints() {
    %i = constant <i32: [5, -6]> : tile<2xi32>
    %f = constant <f32: [1.5, -0.25]> : tile<2xf32>
    %b = constant <i1: [true, false]> : tile<2xi1>
    %t0 = print_tko "%5d|%-5i|%05d|%+d|%x|%u|%d\0A", %i, %i, %i, %i, %i, %i, %b : tile<2xi32>, tile<2xi32>, tile<2xi32>, tile<2xi32>, tile<2xi32>, tile<2xi32>, tile<2xi1> -> token
    %t1 = print_tko "%8.3f|%e|%d|%s %f\0A", %f, %f, %f, %b, %i : tile<2xf32>, tile<2xf32>, tile<2xf32>, tile<2xi1>, tile<2xi32> -> token
  }
  // Where the mask is off the old value is the expected one, of other atomic operations 0.
  entry @off(%a: tile<ptr<i32>>) {
    %q = reshape %a : tile<ptr<i32>> -> tile<1xptr<i32>>
    %r = broadcast %q : tile<1xptr<i32>> -> tile<2xptr<i32>>
    %o = iota : tile<2xi32>
    %at = offset %r, %o : tile<2xptr<i32>>, tile<2xi32> -> tile<2xptr<i32>>
    %m = constant <i1: [true, false]> : tile<2xi1>
    %x = constant <i32: [5, 7]> : tile<2xi32>
    %y = constant <i32: [8, 9]> : tile<2xi32>
    %0, %t0 = atomic_cas_tko relaxed device %at, %x, %y, %m : tile<2xptr<i32>>, tile<2xi32>, tile<2xi1> -> tile<2xi32>, token
    %1, %t1 = atomic_rmw_tko relaxed device %at, add, %y, %m token=%t0 : tile<2xptr<i32>>, tile<2xi32>, tile<2xi1> -> tile<2xi32>, token
    %t2 = print_tko "%i %i\0A", %0, %1 token=%t1 : tile<2xi32>, tile<2xi32> -> token
  }
  // To one bit: whether it is not zero. Each element that fails is told of.
  entry @bits() {
    %a = constant <f32: [[0.5, -2.0], [0.0, 0x7fc00000]]> : tile<2x2xf32>
    %i = ftoi %a unsigned : tile<2x2xf32> -> tile<2x2xi1>
    %k = exti %i unsigned : tile<2x2xi1> -> tile<2x2xi32>
    %t = print_tko "%i\0A", %k : tile<2x2xi32> -> token
    %no = xori %i, %i : tile<2x2xi1>
    %some = cat %i, %no dim = 1 : tile<2x2xi1>, tile<2x2xi1> -> tile<2x4xi1>
    assert %some, "there are zeros" : tile<2x4xi1>
  }
  entry @shapes() {
    %a = constant <i32: [[1, 2], [3, 4]]> : tile<2x2xi32>
    %p = permute %a [1, 0] : tile<2x2xi32> -> tile<2x2xi32>
    %c = cat %a, %p dim = 1 : tile<2x2xi32>, tile<2x2xi32> -> tile<2x4xi32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %e = extract %c[%zero, %one] : tile<2x4xi32> -> tile<2x2xi32>
    %b = bitcast %a : tile<2x2xi32> -> tile<2x2xf32>
    %t = print_tko "%i %i %i\0A", %p, %c, %e : tile<2x2xi32>, tile<2x4xi32>, tile<2x2xi32> -> token
  }
}
