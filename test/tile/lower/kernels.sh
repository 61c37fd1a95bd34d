# SPDX-License-Identifier: Apache-2.0
# The kernels that the evaluator is tested with (test/tile/inputs/run.mlir), compiled: the same memory and prints.
# RUN: sh %s %S %t
# CHECK-COUNT-27: {{^}}{{[a-z]+}} sm_{{[0-9]+}}: same
# CHECK-NOT: evaluator
S=$1 T=$2
{
    cat <<'LIST'
// LAUNCH: add --grid=3 buf:f32:20:iota buf:f32:20:iota buf:f32:24:zero i32:20
// LAUNCH: padding buf:f32:15:iota buf:f32:8:zero buf:i32:1:zero
// LAUNCH: gather buf:i32:16:iota buf:i32:8:zero buf:i32:8:zero
// LAUNCH: reduce buf:i32:8:iota buf:i32:2:zero
// LAUNCH: product buf:f16:8:iota buf:f16:8:iota buf:f32:4:zero
// LAUNCH: pointers buf:i32:8:iota buf:i32:8:zero
// LAUNCH: collatz i32:2
// LAUNCH: numbers
// LAUNCH: shapes
LIST
    cat "$S/../inputs/run.mlir"
} >"${T}run.mlir"
sh "$S/inputs/both.sh" "${T}run.mlir" "$T"
