// RUN: %S/inputs/round.sh %s %t
// Floating-point and integer operations of elements, with all their attributes.
cuda_tile.module @elements {
  entry @floats(%a: tile<f32>, %b: tile<f32>, %d: tile<f64>, %h: tile<f16>, %n: tile<i32>) {
    %0 = absf %a : tile<f32>
    %1 = addf %0, %b : tile<f32>
    %2 = addf %1, %b rounding<zero> flush_to_zero : tile<f32>
    %3 = subf %2, %b rounding<positive_inf> : tile<f32>
    %4 = mulf %3, %b rounding<negative_inf> : tile<f32>
    %5 = divf %4, %b rounding<approx> flush_to_zero : tile<f32>
    %6 = divf %5, %b rounding<full> : tile<f32>
    %7 = fma %6, %b, %a flush_to_zero : tile<f32>
    %8 = maxf %7, %b propagate_nan : tile<f32>
    %9 = minf %8, %b propagate_nan flush_to_zero : tile<f32>
    %10 = sqrt %9 rounding<approx> : tile<f32>
    %11 = rsqrt %10 flush_to_zero : tile<f32>
    %12 = exp %11 : tile<f32>
    %13 = exp %12 rounding<approx> : tile<f32>
    %14 = exp2 %13 flush_to_zero : tile<f32>
    %15 = tanh %14 rounding<approx> : tile<f32>
    %16 = cos %15 : tile<f32>
    %17 = cosh %16 : tile<f32>
    %18 = sin %17 : tile<f32>
    %19 = sinh %18 : tile<f32>
    %20 = tan %19 : tile<f32>
    %21 = log %20 : tile<f32>
    %22 = log2 %21 : tile<f32>
    %23 = ceil %22 : tile<f32>
    %24 = floor %23 : tile<f32>
    %25 = negf %24 : tile<f32>
    %26 = pow %25, %a : tile<f32>
    %27 = remf %26, %a : tile<f32>
    %28 = atan2 %27, %a : tile<f32>
    %29 = fpowi %28, %n : tile<f32>, tile<i32>
    %30 = cmpf less_than ordered %29, %a : tile<f32> -> tile<i1>
    %31 = cuda_tile.cmpf not_equal unordered %d, %d : !cuda_tile.tile<f64> -> !cuda_tile.tile<i1>
    %32 = tanh %h : tile<f16>
  }
  entry @integers(%a: tile<i32>, %b: tile<i32>) {
    %0 = absi %a : tile<i32>
    %1 = addi %0, %b : tile<i32>
    %2 = addi %1, %b overflow<no_wrap> : tile<i32>
    %3 = subi %2, %b overflow<no_signed_wrap> : tile<i32>
    %4 = muli %3, %b overflow<no_unsigned_wrap> : tile<i32>
    %5 = mulhii %4, %b : tile<i32>
    %6 = divi %5, %b signed : tile<i32>
    %7 = divi %6, %b unsigned rounding<positive_inf> : tile<i32>
    %8 = divi %7, %b signed rounding<negative_inf> : tile<i32>
    %9 = remi %8, %b unsigned : tile<i32>
    %10 = maxi %9, %b signed : tile<i32>
    %11 = mini %10, %b unsigned : tile<i32>
    %12 = negi %11 overflow<no_signed_wrap> : tile<i32>
    %13 = shli %12, %b overflow<no_wrap> : tile<i32>
    %14 = shri %13, %b signed : tile<i32>
    %15 = andi %14, %b : tile<i32>
    %16 = ori %15, %b : tile<i32>
    %17 = xori %16, %b : tile<i32>
    %18 = cmpi greater_than_or_equal %17, %b, unsigned : tile<i32> -> tile<i1>
  }
}
// EXPECT:
// entry @floats(%arg0: tile<f32>, %arg1: tile<f32>, %arg2: tile<f64>, %arg3: tile<f16>, %arg4: tile<i32>) {
//   %0 = absf %arg0 : tile<f32>
//   %1 = addf %0, %arg1  : tile<f32>
//   %2 = addf %1, %arg1 rounding<zero> flush_to_zero : tile<f32>
//   %3 = subf %2, %arg1 rounding<positive_inf> : tile<f32>
//   %4 = mulf %3, %arg1 rounding<negative_inf> : tile<f32>
//   %5 = divf %4, %arg1 rounding<approx> flush_to_zero : tile<f32>
//   %6 = divf %5, %arg1 rounding<full> : tile<f32>
//   %7 = fma %6, %arg1, %arg0  flush_to_zero : tile<f32>
//   %8 = maxf %7, %arg1 propagate_nan : tile<f32>
//   %9 = minf %8, %arg1 flush_to_zero propagate_nan : tile<f32>
//   %10 = sqrt %9 rounding<approx> : tile<f32>
//   %11 = rsqrt %10 flush_to_zero : tile<f32>
//   %12 = exp %11  : tile<f32>
//   %13 = exp %12 rounding<approx> : tile<f32>
//   %14 = exp2 %13 flush_to_zero : tile<f32>
//   %15 = tanh %14 rounding<approx> : tile<f32>
//   %16 = cos %15 : tile<f32>
//   %17 = cosh %16 : tile<f32>
//   %18 = sin %17 : tile<f32>
//   %19 = sinh %18 : tile<f32>
//   %20 = tan %19 : tile<f32>
//   %21 = log %20 : tile<f32>
//   %22 = log2 %21 : tile<f32>
//   %23 = ceil %22 : tile<f32>
//   %24 = floor %23 : tile<f32>
//   %25 = negf %24 : tile<f32>
//   %26 = fpowf %25, %arg0 : tile<f32>
//   %27 = remf %26, %arg0 : tile<f32>
//   %28 = atan2 %27, %arg0 : tile<f32>
//   %29 = fpowi %28, %arg4 : tile<f32>, tile<i32>
//   %30 = cmpf less_than ordered %29, %arg0 : tile<f32> -> tile<i1>
//   %31 = cmpf not_equal unordered %arg2, %arg2 : tile<f64> -> tile<i1>
//   %32 = tanh %arg3  : tile<f16>
//   return
// }
// entry @integers(%arg0: tile<i32>, %arg1: tile<i32>) {
//   %0 = absi %arg0 : tile<i32>
//   %1 = addi %0, %arg1 : tile<i32>
//   %2 = addi %1, %arg1 overflow<no_wrap> : tile<i32>
//   %3 = subi %2, %arg1 overflow<no_signed_wrap> : tile<i32>
//   %4 = muli %3, %arg1 overflow<no_unsigned_wrap> : tile<i32>
//   %5 = mulhii %4, %arg1 : tile<i32>
//   %6 = divi %5, %arg1 signed : tile<i32>
//   %7 = divi %6, %arg1 unsigned rounding<positive_inf> : tile<i32>
//   %8 = divi %7, %arg1 signed rounding<negative_inf> : tile<i32>
//   %9 = remi %8, %arg1 unsigned : tile<i32>
//   %10 = maxi %9, %arg1 signed : tile<i32>
//   %11 = mini %10, %arg1 unsigned : tile<i32>
//   %12 = negi %11 overflow<no_signed_wrap> : tile<i32>
//   %13 = shli %12, %arg1 overflow<no_wrap> : tile<i32>
//   %14 = shri %13, %arg1 signed : tile<i32>
//   %15 = andi %14, %arg1 : tile<i32>
//   %16 = ori %15, %arg1 : tile<i32>
//   %17 = xori %16, %arg1 : tile<i32>
//   %18 = cmpi greater_than_or_equal %17, %arg1, unsigned : tile<i32> -> tile<i1>
//   return
// }
