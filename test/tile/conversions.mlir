// RUN: %S/inputs/round.sh %s %t
// Conversions, packing, and constants of all types.
cuda_tile.module @conversions {
  entry @conversions(%a: tile<f32>, %i: tile<i32>, %l: tile<i64>, %p: tile<ptr<f32>>) {
    %0 = bitcast %a : tile<f32> -> tile<i32>
    %1 = exti %i unsigned : tile<i32> -> tile<i64>
    %2 = trunci %1 overflow<no_wrap> : tile<i64> -> tile<i8>
    %3 = itof %2 signed : tile<i8> -> tile<f16>
    %4 = ftoi %a signed : tile<f32> -> tile<i16>
    %5 = ftoi %a unsigned saturating : tile<f32> -> tile<i16>
    %6 = ftof %a : tile<f32> -> tile<tf32>
    %7 = ftof %a rounding<positive_inf> : tile<f32> -> tile<f8E8M0FNU>
    %8 = int_to_ptr %l : tile<i64> -> tile<ptr<i8>>
    %9 = ptr_to_ptr %p : tile<ptr<f32>> -> tile<ptr<i32>>
    %10 = ptr_to_int %9 : tile<ptr<i32>> -> tile<i64>
    %c = constant <i8: [1, 2, 3, 4]> : tile<4xi8>
    %11 = unpack %c : tile<4xi8> -> tile<1xi32>
    %12 = pack %11 : tile<1xi32> -> tile<4xi8>
    %13 = unpack %c : tile<4xi8> -> tile<8xi4>
    %14 = exti %13 signed : tile<8xi4> -> tile<8xi32>
  }
  entry @constants() {
    %0 = constant <i1: true> : tile<i1>
    %1 = constant <i1: [true, false]> : tile<2xi1>
    %2 = constant <i1: false> : tile<16xi1>
    %3 = constant <i8: -128> : tile<i8>
    %4 = constant <i16: [[1, 2], [0x3, -4]]> : tile<2x2xi16>
    %5 = constant <i32: 7> : tile<4xi32>
    %6 = constant <i32: [7, 7, 7, 7]> : tile<4xi32>
    %7 = constant <i64: -9223372036854775808> : tile<i64>
    %8 = constant <f32: 1.5> : tile<f32>
    %9 = constant <f32: -0.0> : tile<f32>
    %10 = constant <f32: 0x7FC00001> : tile<f32>
    %11 = constant <f32: 0xFF800000> : tile<f32>
    %12 = constant <f32: [3.14159274, 1.0e10]> : tile<2xf32>
    %13 = constant <f32: 4294967296.0> : tile<f32>
    %14 = constant <f64: [0.1, 1.0e-300, 123456.789, 4.9e-324]> : tile<4xf64>
    %15 = constant <f16: 0.1> : tile<f16>
    %16 = constant <bf16: 0.1> : tile<bf16>
    %17 = constant <tf32: 3.140625> : tile<tf32>
    %18 = constant <f8E4M3FN: [0.875, 0x7F]> : tile<2xf8E4M3FN>
    %19 = constant <f8E5M2: 1.0e-5> : tile<f8E5M2>
    %20 = constant <f8E8M0FNU: 4.0> : tile<f8E8M0FNU>
    %21 = constant <f4E2M1FN: [1.5, 1.0]> : tile<2xf4E2M1FN>
    %22 = constant <fnv8E5M3FNU: 0.5> : tile<fnv8E5M3FNU>
    %23 = constant <i8: "0x000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F"> : tile<128xi8>
  }
}
// EXPECT:
// entry @conversions(%arg0: tile<f32>, %arg1: tile<i32>, %arg2: tile<i64>, %arg3: tile<ptr<f32>>) {
//   %0 = bitcast %arg0 : tile<f32> -> tile<i32>
//   %1 = exti %arg1 unsigned : tile<i32> -> tile<i64>
//   %2 = trunci %1 overflow<no_wrap> : tile<i64> -> tile<i8>
//   %3 = itof %2 signed  : tile<i8> -> tile<f16>
//   %4 = ftoi %arg0 signed  : tile<f32> -> tile<i16>
//   %5 = ftoi %arg0 unsigned  saturating : tile<f32> -> tile<i16>
//   %6 = ftof %arg0  : tile<f32> -> tile<tf32>
//   %7 = ftof %arg0 rounding<positive_inf> : tile<f32> -> tile<f8E8M0FNU>
//   %8 = int_to_ptr %arg2 : tile<i64> -> tile<ptr<i8>>
//   %9 = ptr_to_ptr %arg3 : tile<ptr<f32>> -> tile<ptr<i32>>
//   %10 = ptr_to_int %9 : tile<ptr<i32>> -> tile<i64>
//   %cst_i8 = constant <i8: [1, 2, 3, 4]> : tile<4xi8>
//   %11 = unpack %cst_i8 : tile<4xi8> -> tile<1xi32>
//   %12 = pack %11 : tile<1xi32> -> tile<4xi8>
//   %13 = unpack %cst_i8 : tile<4xi8> -> tile<8xi4>
//   %14 = exti %13 signed : tile<8xi4> -> tile<8xi32>
//   return
// }
// entry @constants() {
//   %true = constant <i1: true> : tile<i1>
//   %cst_i1 = constant <i1: [true, false]> : tile<2xi1>
//   %false = constant <i1: false> : tile<16xi1>
//   %cst_-128_i8 = constant <i8: -128> : tile<i8>
//   %cst_i16 = constant <i16: [[1, 2], [3, -4]]> : tile<2x2xi16>
//   %cst_7_i32 = constant <i32: 7> : tile<4xi32>
//   %cst_7_i32_0 = constant <i32: 7> : tile<4xi32>
//   %cst_-9223372036854775808_i64 = constant <i64: -9223372036854775808> : tile<i64>
//   %cst_f32 = constant <f32: 1.500000e+00> : tile<f32>
//   %cst_f32_1 = constant <f32: -0.000000e+00> : tile<f32>
//   %cst_NaN_f32 = constant <f32: 0x7FC00001> : tile<f32>
//   %cst_f32_2 = constant <f32: 0xFF800000> : tile<f32>
//   %cst_f32_3 = constant <f32: [3.14159274, 1.000000e+10]> : tile<2xf32>
//   %cst_4294967296_f32 = constant <f32: 4.2949673E+9> : tile<f32>
//   %cst_f64 = constant <f64: [1.000000e-01, 1.000000e-300, 123456.789, 4.940660e-324]> : tile<4xf64>
//   %cst_f16 = constant <f16: 9.997550e-02> : tile<f16>
//   %cst_bf16 = constant <bf16: 1.000980e-01> : tile<bf16>
//   %cst_tf32 = constant <tf32: 3.140630e+00> : tile<tf32>
//   %cst_f8E4M3FN = constant <f8E4M3FN: [8.750000e-01, 0x7F]> : tile<2xf8E4M3FN>
//   %cst_f8E5M2 = constant <f8E5M2: 1.525880e-05> : tile<f8E5M2>
//   %cst_4_f8E8M0FNU = constant <f8E8M0FNU: 4.000000e+00> : tile<f8E8M0FNU>
//   %cst_f4E2M1FN = constant <f4E2M1FN: [1.500000e+00, 1.000000e+00]> : tile<2xf4E2M1FN>
//   %cst_fnv8E5M3FNU = constant <fnv8E5M3FNU: 5.000000e-01> : tile<fnv8E5M3FNU>
//   %cst_i8 = constant <i8: "0x000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F"> : tile<128xi8>
//   return
// }
