// Kernels for the checkers: each mistake and its correct twin.
cuda_tile.module @check {
  // A load by pointers, of which the last one lies behind the buffer; the twin's mask is off there.
  entry @past(%a: tile<ptr<i32>>, %c: tile<ptr<i32>>, %n: tile<i32>) {
    %q = reshape %a : tile<ptr<i32>> -> tile<1xptr<i32>>
    %r = broadcast %q : tile<1xptr<i32>> -> tile<8xptr<i32>>
    %o = iota : tile<8xi32>
    %at = offset %r, %o : tile<8xptr<i32>>, tile<8xi32> -> tile<8xptr<i32>>
    %0, %t0 = load_ptr_tko weak %at : tile<8xptr<i32>> -> tile<8xi32>, token
    %1 = reduce %0 dim=0 identities=[0 : i32] : tile<8xi32> -> tile<i32>
    (%x: tile<i32>, %y: tile<i32>) {
      %s = addi %x, %y : tile<i32>
      yield %s : tile<i32>
    }
    %t1 = store_ptr_tko weak %c, %1 : tile<ptr<i32>>, tile<i32> -> token
  }
  entry @masked(%a: tile<ptr<i32>>, %c: tile<ptr<i32>>, %n: tile<i32>) {
    %q = reshape %a : tile<ptr<i32>> -> tile<1xptr<i32>>
    %r = broadcast %q : tile<1xptr<i32>> -> tile<8xptr<i32>>
    %o = iota : tile<8xi32>
    %m0 = reshape %n : tile<i32> -> tile<1xi32>
    %m1 = broadcast %m0 : tile<1xi32> -> tile<8xi32>
    %m = cmpi less_than %o, %m1, signed : tile<8xi32> -> tile<8xi1>
    %zero = constant <i32: 0> : tile<8xi32>
    %at = offset %r, %o : tile<8xptr<i32>>, tile<8xi32> -> tile<8xptr<i32>>
    %0, %t0 = load_ptr_tko weak %at, %m, %zero : tile<8xptr<i32>>, tile<8xi1>, tile<8xi32> -> tile<8xi32>, token
    %1 = reduce %0 dim=0 identities=[0 : i32] : tile<8xi32> -> tile<i32>
    (%x: tile<i32>, %y: tile<i32>) {
      %s = addi %x, %y : tile<i32>
      yield %s : tile<i32>
    }
    %t1 = store_ptr_tko weak %c, %1 : tile<ptr<i32>>, tile<i32> -> token
  }
  // A view that says more than its buffer has. The twin's last tile is cut, which is no mistake.
  entry @copy(%a: tile<ptr<i32>>, %c: tile<ptr<i32>>, %n: tile<i32>) {
    %ta = make_tensor_view %a, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %tc = make_tensor_view %c, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %va = make_partition_view %ta : partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>
    %vc = make_partition_view %tc : partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>
    %x, %y, %z = get_tile_block_id : tile<i32>
    %0, %t0 = load_view_tko weak %va[%x] : partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<8xi32>, token
    %t1 = store_view_tko weak %0, %vc[%x] : tile<8xi32>, partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  }
  // The same, with the promise that no tile is cut.
  entry @promised(%a: tile<ptr<i32>>, %c: tile<ptr<i32>>, %n: tile<i32>) {
    %ta = make_tensor_view %a, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %tc = make_tensor_view %c, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %va = make_partition_view %ta : partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>
    %vc = make_partition_view %tc : partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>
    %x, %y, %z = get_tile_block_id : tile<i32>
    %0, %t0 = load_view_tko weak %va[%x] inbounds = [true] : partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<8xi32>, token
    %t1 = store_view_tko weak %0, %vc[%x] : tile<8xi32>, partition_view<tile=(8), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  }
  // Every block adds to one place: without order, and by an atomic operation.
  entry @sum(%a: tile<ptr<i32>>, %c: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %0, %t0 = load_ptr_tko weak %c : tile<ptr<i32>> -> tile<i32>, token
    %1 = addi %0, %x : tile<i32>
    %t1 = store_ptr_tko weak %c, %1 token=%t0 : tile<ptr<i32>>, tile<i32> -> token
  }
  entry @atomic_sum(%a: tile<ptr<i32>>, %c: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %0, %t0 = atomic_rmw_tko relaxed device %c, add, %x : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
  }
  entry @narrow_sum(%a: tile<ptr<i32>>, %c: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %0, %t0 = atomic_rmw_tko relaxed tl_blk %c, add, %x : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
  }
  // The last block to come sums what all have stored (a[4] counts them). Right: the store comes before the release, the load
  // after the acquire, by tokens.
  entry @last(%a: tile<ptr<i32>>, %c: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %four = constant <i32: 4> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %mine = offset %a, %x : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %count = offset %a, %four : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %t0 = store_ptr_tko weak %mine, %x : tile<ptr<i32>>, tile<i32> -> token
    %0, %t1 = atomic_rmw_tko acq_rel device %count, add, %one token=%t0 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %is_last = cmpi equal %0, %three, signed : tile<i32> -> tile<i1>
    if %is_last {
      %q = reshape %a : tile<ptr<i32>> -> tile<1xptr<i32>>
      %r = broadcast %q : tile<1xptr<i32>> -> tile<4xptr<i32>>
      %o = iota : tile<4xi32>
      %at = offset %r, %o : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
      %1, %t2 = load_ptr_tko weak %at token=%t1 : tile<4xptr<i32>> -> tile<4xi32>, token
      %t3 = print_tko "%d\0A", %1 token=%t2 : tile<4xi32> -> token
    }
  }
  // The same, whose store no token puts before the release.
  entry @loose(%a: tile<ptr<i32>>, %c: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %four = constant <i32: 4> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %mine = offset %a, %x : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %count = offset %a, %four : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %t0 = store_ptr_tko weak %mine, %x : tile<ptr<i32>>, tile<i32> -> token
    %0, %t1 = atomic_rmw_tko acq_rel device %count, add, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %is_last = cmpi equal %0, %three, signed : tile<i32> -> tile<i1>
    if %is_last {
      %q = reshape %a : tile<ptr<i32>> -> tile<1xptr<i32>>
      %r = broadcast %q : tile<1xptr<i32>> -> tile<4xptr<i32>>
      %o = iota : tile<4xi32>
      %at = offset %r, %o : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
      %1, %t2 = load_ptr_tko weak %at token=%t1 : tile<4xptr<i32>> -> tile<4xi32>, token
    }
  }
  // A block reads what it has stored: without a token, and with one.
  entry @forgot(%a: tile<ptr<i32>>, %c: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %t0 = store_ptr_tko weak %c, %one : tile<ptr<i32>>, tile<i32> -> token
    %0, %t1 = load_ptr_tko weak %c : tile<ptr<i32>> -> tile<i32>, token
  }
  entry @in_order(%a: tile<ptr<i32>>, %c: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %t0 = store_ptr_tko weak %c, %one : tile<ptr<i32>>, tile<i32> -> token
    %fresh = make_token : token
    %t = join_tokens %fresh, %t0 : token
    %0, %t1 = load_ptr_tko weak %c token=%t : tile<ptr<i32>> -> tile<i32>, token
  }
  // Memory of a block's own: what it has not stored has no value, in each block anew.
  entry @own(%a: tile<ptr<i32>>, %c: tile<ptr<i32>>) {
    %p = alloca num_elem = 4, alignment = 4 : tile<ptr<i32>>
    %x, %y, %z = get_tile_block_id : tile<i32>
    %at = offset %p, %x : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %t0 = store_ptr_tko weak %at, %x : tile<ptr<i32>>, tile<i32> -> token
    %0, %t1 = load_ptr_tko weak %p token=%t0 : tile<ptr<i32>> -> tile<i32>, token
  }
  entry @odd(%a: tile<ptr<i8>>, %c: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %b = offset %a, %one : tile<ptr<i8>>, tile<i32> -> tile<ptr<i8>>
    %p = ptr_to_ptr %b : tile<ptr<i8>> -> tile<ptr<i32>>
    %0, %t1 = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
  }
  entry @wrong(%a: tile<ptr<i32>>, %c: tile<ptr<i32>>) {
    %0, %t1 = load_ptr_tko weak %a : tile<ptr<i32>> -> tile<i32>, token
    %one = constant <i32: 1> : tile<i32>
    %is = cmpi equal %0, %one, signed : tile<i32> -> tile<i1>
    assert %is, "it is not one" : tile<i1>
  }
}
