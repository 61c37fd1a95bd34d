// RUN: %S/inputs/round.sh %s %t
// Loops, branches, reductions and scans; names of values where regions meet.
cuda_tile.module @control {
  entry @control(%n: tile<i32>, %c: tile<i1>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%s = %zero) -> (tile<i32>) {
      %1 = addi %s, %i : tile<i32>
      continue %1 : tile<i32>
    }
    %two:2 = for unsigned %i in (%zero to %n, step %one) : tile<i32> iter_values(%s = %zero, %t = %one) -> (tile<i32>, tile<i32>) {
      %big = cmpi greater_than %s, %t, signed : tile<i32> -> tile<i1>
      if %big {
        continue %t, %s : tile<i32>, tile<i32>
      }
      continue %s, %t : tile<i32>, tile<i32>
    }
    for %i in (%zero to %n, step %one) : tile<i32> {
    }
    %both = addi %two#0, %two#1 : tile<i32>
    %3 = if %c -> (tile<i32>) {
      %five = constant <i32: 5> : tile<i32>
      yield %five : tile<i32>
    } else {
      yield %both : tile<i32>
    }
    %4, %5 = loop iter_values(%k = %zero) : tile<i32> -> tile<i32>, tile<f32> {
      %stop = cmpi equal %k, %n, signed : tile<i32> -> tile<i1>
      if %stop {
        %r = constant <f32: 1.0> : tile<f32>
        break %k, %r : tile<i32>, tile<f32>
      }
      %next = addi %k, %one : tile<i32>
      continue %next : tile<i32>
    }
    loop {
      if %c {
        break
      } else {
      }
    }
    if %c {
      return
    }
    assert %c, "a \22word\22 and \\ a line\0A" : tile<i1>
  }
  entry @reductions() {
    %0 = iota : tile<8xi32>
    %1 = constant <f32: 1.0> : tile<8xf32>
    %2 = reduce %0 dim=0 identities=[0 : i32] : tile<8xi32> -> tile<i32>
    (%a: tile<i32>, %b: tile<i32>) {
      %s = addi %a, %b : tile<i32>
      yield %s : tile<i32>
    }
    %3:2 = reduce %0, %1 dim=0 identities=[-1 : i32, 0xFF800000 : f32] : tile<8xi32>, tile<8xf32> -> tile<i32>, tile<f32>
    (%a: tile<i32>, %b: tile<i32>, %c: tile<f32>, %d: tile<f32>) {
      %less = cmpf less_than ordered %c, %d : tile<f32> -> tile<i1>
      %i = select %less, %b, %a : tile<i1>, tile<i32>
      %x = maxf %c, %d : tile<f32>
      yield %i, %x : tile<i32>, tile<f32>
    }
    %4 = scan %1 dim=0 reverse=true identities=[1.0 : f32] : tile<8xf32> -> tile<8xf32>
    (%a: tile<f32>, %b: tile<f32>) {
      %p = mulf %a, %b : tile<f32>
      yield %p : tile<f32>
    }
    %5 = addi %3#0, %2 : tile<i32>
  }
}
// EXPECT:
// entry @control(%arg0: tile<i32>, %arg1: tile<i1>) {
//   %cst_0_i32 = constant <i32: 0> : tile<i32>
//   %cst_1_i32 = constant <i32: 1> : tile<i32>
//   %for = for %loopIdx in (%cst_0_i32 to %arg0, step %cst_1_i32) : tile<i32> iter_values(%iterArg0 = %cst_0_i32) -> (tile<i32>) {
//     %3 = addi %iterArg0, %loopIdx : tile<i32>
//     continue %3 : tile<i32>
//   }
//   %for_0:2 = for unsigned %loopIdx in (%cst_0_i32 to %arg0, step %cst_1_i32) : tile<i32> iter_values(%iterArg0 = %cst_0_i32, %iterArg1 = %cst_1_i32) -> (tile<i32>, tile<i32>) {
//     %3 = cmpi greater_than %iterArg0, %iterArg1, signed : tile<i32> -> tile<i1>
//     if %3 {
//       continue %iterArg1, %iterArg0 : tile<i32>, tile<i32>
//     }
//     continue %iterArg0, %iterArg1 : tile<i32>, tile<i32>
//   }
//   for %loopIdx in (%cst_0_i32 to %arg0, step %cst_1_i32) : tile<i32> {
//   }
//   %0 = addi %for_0#0, %for_0#1 : tile<i32>
//   %1 = if %arg1 -> (tile<i32>) {
//     %cst_5_i32 = constant <i32: 5> : tile<i32>
//     yield %cst_5_i32 : tile<i32>
//   } else {
//     yield %0 : tile<i32>
//   }
//   %2:2 = loop iter_values(%arg2 = %cst_0_i32) : tile<i32> -> tile<i32>, tile<f32> {
//     %3 = cmpi equal %arg2, %arg0, signed : tile<i32> -> tile<i1>
//     if %3 {
//       %cst_1_f32 = constant <f32: 1.000000e+00> : tile<f32>
//       break %arg2, %cst_1_f32 : tile<i32>, tile<f32>
//     }
//     %4 = addi %arg2, %cst_1_i32 : tile<i32>
//     continue %4 : tile<i32>
//   }
//   loop {
//     if %arg1 {
//       break
//     } else {
//     }
//   }
//   if %arg1 {
//     return
//   }
//   assert %arg1, "a \22word\22 and \\ a line\0A" : tile<i1>
//   return
// }
// entry @reductions() {
//   %0 = iota : tile<8xi32>
//   %cst_1_f32 = constant <f32: 1.000000e+00> : tile<8xf32>
//   %reduce = reduce %0 dim=0 identities=[0 : i32] : tile<8xi32> -> tile<i32>
//   (%reduce_lhs: tile<i32>, %reduce_rhs: tile<i32>) {
//     %3 = addi %reduce_lhs, %reduce_rhs : tile<i32>
//     yield %3 : tile<i32>
//   }
//   %reduce_0:2 = reduce %0, %cst_1_f32 dim=0 identities=[-1 : i32, 0xFF800000 : f32] : tile<8xi32>, tile<8xf32> -> tile<i32>, tile<f32>
//   (%reduce_lhs0: tile<i32>, %reduce_rhs0: tile<i32>, %reduce_lhs1: tile<f32>, %reduce_rhs1: tile<f32>) {
//     %3 = cmpf less_than ordered %reduce_lhs1, %reduce_rhs1 : tile<f32> -> tile<i1>
//     %4 = select %3, %reduce_rhs0, %reduce_lhs0 : tile<i1>, tile<i32>
//     %5 = maxf %reduce_lhs1, %reduce_rhs1 : tile<f32>
//     yield %4, %5 : tile<i32>, tile<f32>
//   }
//   %1 = scan %cst_1_f32 dim=0 reverse=true identities=[1.000000e+00 : f32] : tile<8xf32> -> tile<8xf32>
//   (%arg0: tile<f32>, %arg1: tile<f32>) {
//     %3 = mulf %arg0, %arg1  : tile<f32>
//     yield %3 : tile<f32>
//   }
//   %2 = addi %reduce_0#0, %reduce : tile<i32>
//   return
// }
