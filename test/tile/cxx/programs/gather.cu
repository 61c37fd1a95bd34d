// SPDX-License-Identifier: Apache-2.0
// Rows that a tile of numbers chooses, by pointers and by a view that gathers; a view with steps.
#include "check.h"

__tile_global__ void rows(float *out, const float *table, const int *which, int n, int count) {
    auto at = ct::iota<ct::tile<int, ct::shape<16>>>();
    auto row = ct::load(which + at);
    auto column = ct::iota<ct::tile<int, ct::shape<32>>>();
    auto place = ct::reshape<ct::shape<16, 1>>(row) * 32 + ct::reshape<ct::shape<1, 32>>(column);
    auto to = ct::reshape<ct::shape<16, 1>>(at) * 32 + ct::reshape<ct::shape<1, 32>>(column);
    ct::store(out + to, ct::load(table + place));
}

__tile_global__ void view(float *out, const float *table, const int *which, int n) {
    auto at = ct::iota<ct::tile<int, ct::shape<16>>>();
    auto G = ct::gather_scatter_view(ct::tensor_span(table, ct::extents(n, ct::integral_constant<32>{})), ct::shape<16, 32>{}, ct::integral_constant<0>{});
    auto O = ct::partition_view(ct::tensor_span(out, ct::extents(ct::integral_constant<16>{}, ct::integral_constant<32>{})), ct::shape<16, 32>{});
    O.store(G.load_masked(ct::load(which + at), 0) * 2.0f, 0, 0);
}

int main() {
    const int n = 40;
    Array<float> table(n * 32), out(16 * 32), twice(16 * 32);
    Array<int> which(16);
    for (int i = 0; i < n * 32; i++) table[i] = i;
    for (int i = 0; i < 16; i++) which[i] = i * 11 % n;
    rows<<<1, 1>>>(out.data, table.data, which.data, n, 16);
    view<<<1, 1>>>(twice.data, table.data, which.data, n);
    for (int i = 0; i < 16 * 32; i++) {
        double wanted = which[i / 32] * 32 + i % 32;
        expect(out, i, wanted);
        expect(twice, i, 2 * wanted);
    }
    return done();
}
