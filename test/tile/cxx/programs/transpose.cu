// SPDX-License-Identifier: Apache-2.0
// A matrix turned over, tile by tile, and a stack of three with its dimensions in another order.
#include "check.h"

__tile_global__ void turn(int *out, const int *in, int rows, int columns) {
    auto I = ct::partition_view(ct::tensor_span(in, ct::extents(rows, columns)), ct::shape<32, 16>{});
    auto O = ct::partition_view(ct::tensor_span(out, ct::extents(columns, rows)), ct::shape<16, 32>{});
    int x = ct::bid().x, y = ct::bid().y;
    O.store_masked(ct::transpose(I.load_masked(y, x)), x, y);
}

__tile_global__ void permute(int *out, const int *in) {
    auto t = ct::load(in + ct::reshape<ct::shape<4, 2, 8>>(ct::iota<ct::tile<int, ct::shape<64>>>()));
    auto p = ct::permute<ct::dimension_map<2, 0, 1>>(t);
    ct::store(out + ct::reshape<ct::shape<8, 4, 2>>(ct::iota<ct::tile<int, ct::shape<64>>>()), p);
}

int main() {
    const int rows = 50, columns = 70;
    Array<int> in(rows * columns), out(rows * columns), three(64);
    for (int i = 0; i < rows * columns; i++) in[i] = i;
    turn<<<dim3((columns + 15) / 16, (rows + 31) / 32), 1>>>(out.data, in.data, rows, columns);
    permute<<<1, 1>>>(three.data, in.data);
    for (int i = 0; i < rows * columns; i++) expect(out, i, i % rows * columns + i / rows);
    for (int i = 0; i < 64; i++) expect(three, i, i / 2 % 4 * 16 + i % 2 * 8 + i / 8);
    return done();
}
