// RUN: %S/inputs/round.sh %s %t >%t.out && cuprum tile dis -g %s
// Locations, with aliases behind their use.
cuda_tile.module @debug {
  entry @k(%a: tile<i32>) {
    %0 = addi %a, %a : tile<i32> loc(#here)
    %1 = addi %0, %a : tile<i32> loc(callsite(#inner at #here))
    %2 = addi %1, %a : tile<i32> loc("k.py":9:9)
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
// EXPECT:
// entry @k(%arg0: tile<i32>) {
//   %0 = addi %arg0, %arg0 : tile<i32> loc(#loc7)
//   %1 = addi %0, %arg0 : tile<i32> loc(#loc8)
//   %2 = addi %1, %arg0 : tile<i32> loc(#loc3)
//   return loc(#loc4)
// } loc(#loc5)
// #di_file = #cuda_tile.di_file<"k.py" in "/src">
// #loc = loc("k.py":1:1)
// #loc1 = loc("k.py":4:5)
// #loc2 = loc("k.py":8:3)
// #loc3 = loc("k.py":9:9)
// #loc4 = loc(unknown)
// #di_compile_unit = #cuda_tile.di_compile_unit<file = #di_file>
// #di_subprogram = #cuda_tile.di_subprogram<file = #di_file, line = 1, name = "k", linkageName = "k", compileUnit = #di_compile_unit, scopeLine = 2>
// #di_subprogram1 = #cuda_tile.di_subprogram<file = #di_file, line = 7, name = "f", linkageName = "f", compileUnit = #di_compile_unit>
// #di_lexical_block = #cuda_tile.di_lexical_block<scope = #di_subprogram, file = #di_file, line = 3>
// #loc5 = #cuda_tile.di_loc<#loc in #di_subprogram>
// #loc6 = #cuda_tile.di_loc<#loc2 in #di_subprogram1>
// #loc7 = #cuda_tile.di_loc<#loc1 in #di_lexical_block>
// #loc8 = loc(callsite(#loc6 at #loc7))
