// Blocks that wait for others which begin later.
cuda_tile.module @m {
  // Each block but the last waits for the one behind it, then leaves its number plus what that one left.
  entry @chain(%flag: tile<ptr<i32>>, %sum: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %nx, %ny, %nz = get_num_tile_blocks : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %next = addi %x, %one : tile<i32>
    %t0 = make_token : token
    %some = cmpi less_than %next, %nx, signed : tile<i32> -> tile<i1>
    %before, %t4 = if %some -> (tile<i32>, token) {
      %theirs = offset %flag, %next : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      %t2 = loop iter_values(%t = %t0) : token -> token {
        %seen, %t1 = load_ptr_tko acquire device %theirs token=%t : tile<ptr<i32>> -> tile<i32>, token
        %set = cmpi equal %seen, %one, signed : tile<i32> -> tile<i1>
        if %set {
          break %t1 : token
        }
        continue %t1 : token
      }
      %from = offset %sum, %next : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      %v, %t3 = load_ptr_tko weak %from token=%t2 : tile<ptr<i32>> -> tile<i32>, token
      yield %v, %t3 : tile<i32>, token
    } else {
      yield %zero, %t0 : tile<i32>, token
    }
    %total = addi %before, %x : tile<i32>
    %to = offset %sum, %x : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %t5 = store_ptr_tko weak %to, %total token=%t4 : tile<ptr<i32>>, tile<i32> -> token
    %mine = offset %flag, %x : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %old, %t6 = atomic_rmw_tko release device %mine, xchg, %one token=%t5 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    return
  }
  // All blocks meet three times; each time each one adds its neighbour's number.
  entry @meet(%count: tile<ptr<i32>>, %data: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %nx, %ny, %nz = get_num_tile_blocks : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %next = addi %x, %one : tile<i32>
    %right = remi %next, %nx signed : tile<i32>
    %own = alloca num_elem = 1, alignment = 4 : tile<ptr<i32>>
    %ta = store_ptr_tko weak %own, %x : tile<ptr<i32>>, tile<i32> -> token
    %t9 = for %turn in (%zero to %three, step %one) : tile<i32> iter_values(%t0 = %ta) -> (token) {
      %base = muli %turn, %nx : tile<i32>
      %kept, %tb = load_ptr_tko weak %own token=%t0 : tile<ptr<i32>> -> tile<i32>, token
      %at = addi %base, %x : tile<i32>
      %to = offset %data, %at : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      %t1 = store_ptr_tko weak %to, %kept token=%tb : tile<ptr<i32>>, tile<i32> -> token
      %old, %t2 = atomic_rmw_tko acq_rel device %count, add, %one token=%t1 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
      %more = addi %turn, %one : tile<i32>
      %goal = muli %more, %nx : tile<i32>
      %t4 = loop iter_values(%t = %t2) : token -> token {
        %seen, %t3 = load_ptr_tko acquire device %count token=%t : tile<ptr<i32>> -> tile<i32>, token
        %all = cmpi greater_than_or_equal %seen, %goal, signed : tile<i32> -> tile<i1>
        if %all {
          break %t3 : token
        }
        continue %t3 : token
      }
      %there = addi %base, %right : tile<i32>
      %from = offset %data, %there : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      %v, %t5 = load_ptr_tko weak %from token=%t4 : tile<ptr<i32>> -> tile<i32>, token
      %new = addi %kept, %v : tile<i32>
      %t6 = store_ptr_tko weak %own, %new token=%t5 : tile<ptr<i32>>, tile<i32> -> token
      continue %t6 : token
    }
    %last, %tl = load_ptr_tko weak %own token=%t9 : tile<ptr<i32>> -> tile<i32>, token
    %end = muli %three, %nx : tile<i32>
    %place = addi %end, %x : tile<i32>
    %out = offset %data, %place : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %tz = store_ptr_tko weak %out, %last token=%tl : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  // A lock that is open for one block after the other, the last one first: by compare-and-swap.
  entry @lock(%turn: tile<ptr<i32>>, %list: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %nx, %ny, %nz = get_num_tile_blocks : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %minus = constant <i32: -1> : tile<i32>
    %last = subi %nx, %one : tile<i32>
    %rank = subi %last, %x : tile<i32>
    %t0 = make_token : token
    %t2 = loop iter_values(%t = %t0) : token -> token {
      %old, %t1 = atomic_cas_tko acquire device %turn, %rank, %minus token=%t : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
      %mine = cmpi equal %old, %rank, signed : tile<i32> -> tile<i1>
      if %mine {
        break %t1 : token
      }
      continue %t1 : token
    }
    %n, %t3 = load_ptr_tko weak %list token=%t2 : tile<ptr<i32>> -> tile<i32>, token
    %m = addi %n, %one : tile<i32>
    %t4 = store_ptr_tko weak %list, %m token=%t3 : tile<ptr<i32>>, tile<i32> -> token
    %to = offset %list, %m : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %t5 = store_ptr_tko weak %to, %x token=%t4 : tile<ptr<i32>>, tile<i32> -> token
    %next = addi %rank, %one : tile<i32>
    %was, %t6 = atomic_rmw_tko release device %turn, xchg, %next token=%t5 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    return
  }
}
