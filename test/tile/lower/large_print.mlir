// Tiles of more elements than a thread can hold are printed, too: an element after the other, each by the thread that has it.
// RUN: sh %S/inputs/both.sh %s %t
// CHECK-COUNT-6: {{^}}{{[a-z]+}} sm_{{[0-9]+}}: same
// CHECK-NOT: {{evaluator|check}}
// LAUNCH: numbers buf:i32:2048:iota
// LAUNCH: truths
cuda_tile.module @m {
  entry @numbers(%a: tile<ptr<i32>>) {
    %i = iota : tile<2048xi32>
    %r = reshape %a : tile<ptr<i32>> -> tile<1xptr<i32>>
    %b = broadcast %r : tile<1xptr<i32>> -> tile<2048xptr<i32>>
    %at = offset %b, %i : tile<2048xptr<i32>>, tile<2048xi32> -> tile<2048xptr<i32>>
    %x, %t0 = load_ptr_tko weak %at : tile<2048xptr<i32>> -> tile<2048xi32>, token
    %y = reshape %x : tile<2048xi32> -> tile<32x8x8xi32>
    %f = itof %y signed : tile<32x8x8xi32> -> tile<32x8x8xf16>
    %p = permute %f [1, 0, 2] : tile<32x8x8xf16> -> tile<8x32x8xf16>
    print_tko "all: %5i;\n %.1f\n", %y, %p : tile<32x8x8xi32>, tile<8x32x8xf16> -> token
  }
  entry @truths() {
    %i = iota : tile<2048xi32>
    %k = constant <i32: 77> : tile<2048xi32>
    %c = cmpi less_than %i, %k, signed : tile<2048xi32> -> tile<2048xi1>
    print_tko "%i\n", %c : tile<2048xi1> -> token
  }
}
