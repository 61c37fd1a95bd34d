// Memory of a block's own that others may see: taken when the kernel begins, given back at each of its ends.
// RUN: sh %S/inputs/both.sh %s %t
// CHECK-COUNT-6: {{^}}{{[a-z]+}} sm_{{[0-9]+}}: same
// CHECK-NOT: {{evaluator|check}}
// LAUNCH: own --grid=3 buf:i32:96:iota i32:2
// LAUNCH: own --grid=70 buf:i32:2240:iota i32:80
cuda_tile.module @m {
  entry @own(%a: tile<ptr<i32>>, %last: tile<i32>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %size = constant <i32: 32> : tile<i32>
    %begin = muli %x, %size : tile<i32>
    %i = iota : tile<32xi32>
    %mine = offset %a, %begin : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %m = alloca num_elem = 32, alignment = 16 global : tile<ptr<i32>>
    %r = reshape %mine : tile<ptr<i32>> -> tile<1xptr<i32>>
    %b = broadcast %r : tile<1xptr<i32>> -> tile<32xptr<i32>>
    %at = offset %b, %i : tile<32xptr<i32>>, tile<32xi32> -> tile<32xptr<i32>>
    %q = reshape %m : tile<ptr<i32>> -> tile<1xptr<i32>>
    %s = broadcast %q : tile<1xptr<i32>> -> tile<32xptr<i32>>
    %k = constant <i32: 31> : tile<32xi32>
    %turned = subi %k, %i : tile<32xi32>
    %to = offset %s, %turned : tile<32xptr<i32>>, tile<32xi32> -> tile<32xptr<i32>>
    %from = offset %s, %i : tile<32xptr<i32>>, tile<32xi32> -> tile<32xptr<i32>>
    %v, %t0 = load_ptr_tko weak %at : tile<32xptr<i32>> -> tile<32xi32>, token
    %stop = cmpi equal %x, %last, signed : tile<i32> -> tile<i1>
    if %stop {
      return
    }
    %t1 = store_ptr_tko weak %to, %v token=%t0 : tile<32xptr<i32>>, tile<32xi32> -> token
    %w, %t2 = load_ptr_tko weak %from token=%t1 : tile<32xptr<i32>> -> tile<32xi32>, token
    %t3 = store_ptr_tko weak %at, %w token=%t2 : tile<32xptr<i32>>, tile<32xi32> -> token
  }
}
