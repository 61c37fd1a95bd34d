// SPDX-License-Identifier: Apache-2.0
// A product of matrices of half precision, summed in single: views, a loop that counts, mma.
#include <cuda_fp16.h>
#include "check.h"

__tile_global__ void gemm(const __half *a, const __half *b, float *c, int m, int n, int k) {
    auto A = ct::partition_view(ct::tensor_span(a, ct::extents(m, k)), ct::shape<64, 32>{});
    auto B = ct::partition_view(ct::tensor_span(b, ct::extents(k, n)), ct::shape<32, 64>{});
    auto C = ct::partition_view(ct::tensor_span(c, ct::extents(m, n)), ct::shape<64, 64>{});
    int x = ct::bid().x, y = ct::bid().y;
    auto acc = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
    for (auto i : ct::irange(0, (k + 31) / 32))
        acc = ct::mma(A.load_masked(y, i), B.load_masked(i, x), acc);
    C.store_masked(acc, y, x);
}

int main() {
    const int m = 100, n = 80, k = 72;
    Array<__half> a(m * k), b(k * n);
    Array<float> c(m * n);
    for (int i = 0; i < m * k; i++) a[i] = __float2half(i * 7 % 13 - 6);
    for (int i = 0; i < k * n; i++) b[i] = __float2half(i * 5 % 11 - 5);
    gemm<<<dim3((n + 63) / 64, (m + 63) / 64), 1>>>(a.data, b.data, c.data, m, n, k);
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
            int sum = 0;
            for (int l = 0; l < k; l++) sum += ((i * k + l) * 7 % 13 - 6) * ((l * n + j) * 5 % 11 - 5);
            expect(c, i * n + j, sum);
        }
    }
    return done();
}
