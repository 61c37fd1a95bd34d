// SPDX-License-Identifier: Apache-2.0
// Arrays of tiles whose index only the run knows: memory of the block's own, read and written by a view in the order of the program.
// RUN: cuprum -std=c++20 -I%S/inputs %s --emit=tile -o -
// RUN[E]: cuprum -std=c++20 -I%S/inputs %s --emit=tilebc -o %t.bc && cuprum run %t.bc --print=0:48 buf:i32:64:zero i32:5
// RUN[C]: cuprum run -std=c++20 -I%S/inputs %s --print=0:48 buf:i32:64:zero i32:5
#include "tiles.h"

// CHECK: %[[OWN:[0-9]+]] = alloca num_elem = 128, alignment = 16 : tile<ptr<i8>>
// CHECK: make_tensor_view %{{[0-9]+}}, shape = [16], strides = [1] : tensor_view<16xi32, strides=[1]>
// CHECK: = store_view_tko weak %{{[0-9]+}}, %{{pview[_0-9]*}}[%{{cst[_0-9a-z]*}}] token = %0 inbounds = [true]
// CHECK: load_view_tko weak
extern "C" KERNEL void arrays(int *p, int n) {
    I16 at = iota<I16>();
    I16 sums[2] = {at, at + 100};
    for (int i = 0; i < n; i++) sums[i & 1] = sums[i & 1] + sums[(i + 1) & 1];
    store(p + at, sums[n & 1]);
    tile<bool, shape<16>> small[2] = {at < 3, at < 9};
    store(p + (at + 16), select(small[n & 1], at, zeros<I16>()));
    tile<int *, shape<16>> where[2] = {p + at, p + (at + 32)};
    store(where[n % 2], sums[n / 5 - 1]);
}
// Turn by turn a = a + b, then b = b + a: 13 at + 800 and 8 at + 500.
// E: arg 0: 500 508 516 524 532 540 548 556 564 572 580 588 596 604 612 620 0 1 2 3 4 5 6 7 8 0 0 0 0 0 0 0 800 813 826 839 852 865 878 891 904 917 930 943 956 969 982 995
// C: arg 0: 500 508 516 524 532 540 548 556 564 572 580 588 596 604 612 620 0 1 2 3 4 5 6 7 8 0 0 0 0 0 0 0 800 813 826 839 852 865 878 891 904 917 930 943 956 969 982 995
