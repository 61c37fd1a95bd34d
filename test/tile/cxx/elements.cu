// SPDX-License-Identifier: Apache-2.0
// Builtins of Tile C++ by their names, as Tile IR: operands get one shape and type, tags become attributes, products
// that a sum takes in become one operation. Functions for tiles and lambdas leave nothing behind.
// RUN: cuprum -std=c++20 -I%S/inputs %s --emit=tile -o -
// RUN[P]: cuprum -std=c++20 -I%S/inputs -fmad=false %s --emit=tile -o -
// RUN[R]: cuprum run -std=c++20 -I%S/inputs %s --kernel=elements --grid=2 --print=0:32 buf:f32:32:zero buf:f32:32:iota i32:20
// RUN[B]: cuprum -std=c++20 -I%S/inputs %s --emit=tilebc -o %t.bc && cuprum run %t.bc --kernel=elements --grid=2 --print=0:32 buf:f32:32:zero buf:f32:32:iota i32:20
#include "tiles.h"

struct Pair {
    F16 first, second;
    TILE F16 product() const { return first * second; }
};

template<typename F> TILE F16 apply(F f, F16 x) { return f(x); }

// CHECK: entry @elements(%arg0: tile<ptr<i8>>, %arg1: tile<ptr<i8>>, %arg2: tile<i32>) {
// CHECK: %[[IOTA:[0-9]+]] = iota : tile<16xi32>
// CHECK: = muli %blockId_x, %cst_16_i32 overflow<no_signed_wrap> : tile<i32>
// CHECK: %reshape = reshape %{{[0-9]+}} : tile<i32> -> tile<1xi32>
// CHECK: %bcast = broadcast %reshape : tile<1xi32> -> tile<16xi32>
// CHECK: %[[AT:[0-9]+]] = addi %[[IOTA]], %bcast overflow<no_signed_wrap> : tile<16xi32>
// CHECK: %[[IN:[0-9]+]] = cmpi less_than %[[AT]], %bcast_{{[0-9]+}}, signed : tile<16xi32> -> tile<16xi1>
// CHECK: %result, %result_token = load_ptr_tko weak %{{[0-9]+}}, %[[IN]] token=%0 : tile<16xptr<f32>>, tile<16xi1> -> tile<16xf32>, token
// CHECK: = divf %result, %{{[a-z0-9_]+}} rounding<zero> : tile<16xf32>
// CHECK: = fma %result, %result,
// CHECK: store_ptr_tko weak %{{[0-9]+}}, %{{[0-9]+}}, %[[IN]] token=%{{[0-9]+}}
// CHECK-NOT: call
// P-NOT: fma
// P: = mulf
// P: = addf
// R: arg 0: 0 1.5 5 10.5 18 27.5 39 52.5 68 85.5 105 126.5 150 175.5 203 232.5 264 297.5 333 370.5 0 0 0 0
// B: arg 0: 0 1.5 5 10.5 18 27.5 39 52.5 68 85.5 105 126.5 150 175.5 203 232.5 264 297.5 333 370.5 0 0 0 0
extern "C" KERNEL void elements(float *out, const float *in, int n) {
    I16 at = iota<I16>() + int(bid<0>()) * 16;
    tile<bool, shape<16>> inside = at < n;
    F16 x = load_masked(in + at, inside);
    F16 half = div(x, full<F16>(2.0f), rounding_mode_constant<rounding_mode::zero>{});
    Pair pair = {x, x};
    store_masked(out + at, pair.product() + apply([&](F16 v) { return v; }, half), inside);
}

// CHECK: entry @casts(
// CHECK: = xori %{{[0-9]+}}, %true : tile<16xi1>
// CHECK: = itof %{{[0-9]+}} signed : tile<16xi32> -> tile<16xf32>
// CHECK: = select %{{[0-9]+}}, %{{[0-9]+}}, %{{[a-z0-9_]+}} : tile<16xi1>, tile<16xf32>
// CHECK: %reduce = reduce %{{[0-9]+}} dim=0 identities=[0.000000e+00 : f32] : tile<16xf32> -> tile<f32>
// CHECK: = reshape %reshape_{{[0-9]+}} : tile<1xf32> -> tile<f32>
// CHECK: atomic_rmw_tko relaxed device %{{[0-9]+}}, addf,
extern "C" KERNEL void casts(float *out, int n) {
    I16 i = iota<I16>();
    F16 x = select(!(i < n), element_cast<float>(i), zeros<F16>());
    float total = float(sum<0>(x));
    atomic_add<memory_order::relaxed, thread_scope::device>(out, total);
}

// Tiles that go around a loop keep the shape that the product has.
// CHECK: entry @matrix(
// CHECK: for %loopIdx in (%cst_0_i32 to %arg2, step %cst_1_i32) : tile<i32> iter_values(%iterArg0 = %{{[a-z0-9_]+}}) -> (tile<4x4xf32>) {
// CHECK: = mmaf %{{.*}} : tile<4x4xf32>, tile<4x4xf32>, tile<4x4xf32>
// CHECK: continue %{{[0-9]+}} : tile<4x4xf32>
extern "C" KERNEL void matrix(float *out, const float *in, int n) {
    using M = tile<float, shape<4, 4>>;
    I16 at = iota<I16>();
    M m = reshape<shape<4, 4>>(load(in + at)), acc = zeros<M>();
    for (int i = 0; i < n; i++) acc = mma(m, m, acc);
    store(out + at, reshape<shape<16>>(acc));
}

// Text and what it prints; a promise that the kernel makes of itself; a variable for tiles.
// CHECK: entry @says(
// CHECK: get_global @calls : tile<ptr<i8>>
// CHECK: print_tko "%d: %d\0A", %{{[a-z0-9_]+}}, %{{[0-9]+}} token=
// CHECK: assert %false, "n < 100" : tile<i1>
TILE int calls = 4;
extern "C" int printf(const char *, ...);
extern "C" KNOWN void __assert_fail(const char *, const char *, unsigned, const char *);
extern "C" KERNEL void says(int n) {
    if (!(n < 100)) __assert_fail("n < 100", "", 0, "");
    printf("%d: %d\n", calls++, iota<I16>());
}

// CHECK: entry @hinted(%arg0: tile<ptr<i8>>) optimization_hints=<default = {occupancy = 2}, sm_90 = {num_worker_warps_per_cta = 8}> {
// CHECK: load_ptr_tko weak %{{[0-9]+}} token=%0 optimization_hints = <default = {latency = 3}> :
// CHECK: store_ptr_tko weak {{.*}} optimization_hints = <default = {latency = 5}, sm_90 = {latency = 6}> :
[[cutile::hint(0, occupancy = 2)]] [[cutile::hint(900, num_worker_warps_per_cta = 8)]]
extern "C" KERNEL void hinted(int *p) {
    I16 at = iota<I16>(), x;
    [[cutile::hint(0, latency = 3)]] x = load(p + at);
    [[cutile::hint(0, latency = 5)]] [[cutile::hint(900, latency = 6)]] store(p + at, x);
}
