// Source lines: those of the kernel, of a block in it, of a function that was inlined.
// RUN: cuprum %s -arch=sm_90 -lineinfo -o -
// CHECK: .loc 1 4 5
// CHECK: .loc 1 8 3, function_name {{.*}}, inlined_at 1 4 5
// CHECK: .file 1 "/src/k.py"
// RUN[NO]: cuprum %s -arch=sm_90 -o -
// NO: .entry k(
// NO-NOT: .loc
cuda_tile.module @lines {
  entry @k(%a: tile<i32>, %p: tile<ptr<i32>>) {
    %0 = muli %a, %a : tile<i32> loc(#here)
    %1 = muli %0, %a : tile<i32> loc(callsite(#inner at #here))
    %2 = store_ptr_tko weak %p, %1 : tile<ptr<i32>>, tile<i32> -> token loc(#here)
    return loc(unknown)
  } loc(#there)
}
#file = #cuda_tile.di_file<"k.py" in "/src">
#unit = #cuda_tile.di_compile_unit<file = #file>
#sub = #cuda_tile.di_subprogram<file = #file, line = 1, name = "k", linkageName = "k", compileUnit = #unit, scopeLine = 2>
#other = #cuda_tile.di_subprogram<file = #file, line = 7, name = "f", linkageName = "f", compileUnit = #unit>
#block = #cuda_tile.di_lexical_block<scope = #sub, file = #file, line = 3>
#there = #cuda_tile.di_loc<"k.py":1:1 in #sub>
#place = loc("k.py":4:5)
#here = #cuda_tile.di_loc<#place in #block>
#inner = #cuda_tile.di_loc<loc("k.py":8:3) in #other>
