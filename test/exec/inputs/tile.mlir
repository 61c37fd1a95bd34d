// What inputs/load_tile.c launches.
cuda_tile.module @exec {
  global @table alignment = 16 <i32: [10, 20, 30, 40]> : tile<4xi32>
  // p[block] += table[block] + n; the table's last element counts the blocks that came.
  entry @add(%p: tile<ptr<i32>>, %n: tile<i8>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %g = get_global @table : tile<ptr<i32>>
    %at = offset %p, %x : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %from = offset %g, %x : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %a, %t0 = load_ptr_tko weak %at : tile<ptr<i32>> -> tile<i32>, token
    %b, %t1 = load_ptr_tko weak %from : tile<ptr<i32>> -> tile<i32>, token
    %m = exti %n signed : tile<i8> -> tile<i32>
    %c = addi %a, %b : tile<i32>
    %d = addi %c, %m : tile<i32>
    %t2 = store_ptr_tko weak %at, %d token=%t0 : tile<ptr<i32>>, tile<i32> -> token
    %three = constant <i32: 3> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %last = offset %g, %three : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %old, %t3 = atomic_rmw_tko relaxed device %last, add, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %t4 = print_tko "block %d\0A", %x token=%t3 : tile<i32> -> token
  }
  entry @fail(%p: tile<ptr<i32>>, %n: tile<i8>) {
    %no = constant <i1: false> : tile<i1>
    assert %no, "as it should" : tile<i1>
  }
  entry @astray(%p: tile<ptr<i32>>, %n: tile<i8>) {
    %far = constant <i32: 100000000> : tile<i32>
    %at = offset %p, %far : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %b, %t1 = load_ptr_tko weak %at : tile<ptr<i32>> -> tile<i32>, token
  }
}
