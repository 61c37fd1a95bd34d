// SPDX-License-Identifier: Apache-2.0
// Members of views: the functions among their template arguments say where the tensor is and how large; what is not
// static comes with the call.
// RUN: cuprum -std=c++20 -I%S/inputs %s --emit=tile -o -
// RUN[R]: cuprum run -std=c++20 -I%S/inputs %s --print=0:24 buf:f32:24:zero buf:f32:24:iota i32:3
#include "tiles.h"

enum class KNOWN view_padding : unsigned char { zero, negative_zero, positive_inf, negative_inf, nan };

struct Matrix {
    float *data;
    extents<unsigned, size_t(-1), 8> size;
};

template<typename S> struct KNOWN partition_view {
private:
    using tile_type = tile<float, S>;
    using sizes = extents<unsigned, size_t(-1), 8>;
    using steps = strides<unsigned, size_t(-1), 1>;
    Matrix m;
    static TILE unsigned __get_extent(const partition_view &v, size_t i) { return v.m.size.extent(i); }
    static TILE unsigned __get_stride(const partition_view &v, size_t i) { return i ? 1 : v.m.size.extent(1); }
    static TILE float *__get_base_ptr(const partition_view &v) { return v.m.data; }
    using get = unsigned (*)(const partition_view &, size_t);
    using base = float *(*)(const partition_view &);

public:
    TILE partition_view(Matrix of) : m(of) {}
    template<view_padding P = view_padding::zero, typename... I, typename = tile_type, typename = sizes, typename = steps,
             get = &__get_extent, get = &__get_stride, base = &__get_base_ptr>
    KNOWN tile_type load_masked(I... i) const;
    template<typename V, typename... I, typename = tile_type, typename = sizes, typename = steps, get = &__get_extent,
             get = &__get_stride, base = &__get_base_ptr>
    KNOWN void store(V value, I... i) const;
    template<typename V, typename... I, typename = tile_type, typename = sizes, typename = steps, get = &__get_extent,
             get = &__get_stride, base = &__get_base_ptr>
    KNOWN void store_masked(V value, I... i) const;
};

// CHECK: %tview = make_tensor_view %{{[0-9]+}}, shape = [%arg2, 8], strides = [%cst_8_i32, 1] : tile<i32> -> tensor_view<?x8xf32, strides=[?,1]>
// CHECK: %pview = make_partition_view %tview : partition_view<tile=(2x4), padding_value = zero, tensor_view<?x8xf32, strides=[?,1]>>
// CHECK: %tile, %result_token = load_view_tko weak %pview[%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}}] token = %0 : partition_view
// CHECK: store_view_tko weak %tile, %{{[a-z0-9_]+}}[%{{[a-z0-9_]+}}, %{{[a-z0-9_]+}}] token = %{{[0-9]+}} inbounds = [true, true] : tile<2x4xf32>
// CHECK: padding_value = pos_inf
// R: arg 0: 4 5 6 7 0 0 0 0 12 13 14 15 0 0 0 0 20 21 22 23 0 0 0 0
extern "C" KERNEL void views(float *out, float *in, int rows) {
    partition_view<shape<2, 4>> from(Matrix{in, {{unsigned(rows)}}}), to(Matrix{out, {{unsigned(rows)}}});
    to.store(from.load_masked(0, 1), 0, 0);
    to.store_masked(from.load_masked<view_padding::positive_inf>(1, 1), 1, 0);
}
