// RUN: cuprum tile dis -g %s -o %t.text && cuprum tile dis -g %t.text | cmp - %t.text && cat %t.text
// MLIR's named and fused locations: text keeps them; equal and unknown ones count once and never, one alone is no fused one.
cuda_tile.module @locations {
  entry @k(%a: tile<i32>) {
    %0 = addi %a, %a : tile<i32> loc("x"("k.py":1:2))
    %1 = addi %a, %a : tile<i32> loc("alone")
    %2 = addi %a, %a : tile<i32> loc(fused["k.py":1:2, unknown, "k.py":3:4, "k.py":1:2])
    %3 = addi %a, %a : tile<i32> loc(fused["k.py":3:4, unknown])
    %4 = addi %a, %a : tile<i32> loc(fused<"why">[unknown])
    %5 = addi %a, %a : tile<i32> loc(fused[fused["k.py":1:2, "k.py":3:4], "k.py":5:6])
    %6 = addi %a, %a : tile<i32> loc(callsite(fused["k.py":1:2, "alone"] at unknown))
  }
}
// EXPECT:
// entry @k(%arg0: tile<i32>) {
//   %0 = addi %arg0, %arg0 : tile<i32> loc(#loc5)
//   %1 = addi %arg0, %arg0 : tile<i32> loc(#loc2)
//   %2 = addi %arg0, %arg0 : tile<i32> loc(#loc6)
//   %3 = addi %arg0, %arg0 : tile<i32> loc(#loc3)
//   %4 = addi %arg0, %arg0 : tile<i32> loc(#loc7)
//   %5 = addi %arg0, %arg0 : tile<i32> loc(#loc8)
//   %6 = addi %arg0, %arg0 : tile<i32> loc(#loc10)
//   return loc(#loc)
// } loc(#loc)
// #loc = loc(unknown)
// #loc1 = loc("k.py":1:2)
// #loc2 = loc("alone")
// #loc3 = loc("k.py":3:4)
// #loc4 = loc("k.py":5:6)
// #loc5 = loc("x"(#loc1))
// #loc6 = loc(fused[#loc1, #loc3])
// #loc7 = loc(fused<"why">[#loc])
// #loc8 = loc(fused[#loc1, #loc3, #loc4])
// #loc9 = loc(fused[#loc1, #loc2])
// #loc10 = loc(callsite(#loc9 at #loc))
