// SPDX-License-Identifier: Apache-2.0
// Attention with a running softmax: several tiles go around a loop, products of tiles that the loop made.
#include <cuda_fp16.h>
#include "check.h"

template<int Q, int K, int D, bool Causal>
__tile_global__ void attention(float *out, const __half *q, const __half *k, const __half *v, float scale, int n) {
    auto extents = ct::extents(n, ct::integral_constant<D>{});
    auto QV = ct::partition_view(ct::tensor_span(q, extents), ct::shape<Q, D>{});
    auto KV = ct::partition_view(ct::tensor_span(k, extents), ct::shape<K, D>{});
    auto VV = ct::partition_view(ct::tensor_span(v, extents), ct::shape<K, D>{});
    auto OV = ct::partition_view(ct::tensor_span(out, extents), ct::shape<Q, D>{});
    int block = ct::bid().x;
    auto queries = QV.load_masked(block, 0);
    auto row = ct::reshape<ct::shape<Q, 1>>(ct::iota<ct::tile<int, ct::shape<Q>>>()) + block * Q;
    auto most = ct::full<ct::tile<float, ct::shape<Q, 1>>>(-1e30f);
    auto sum = ct::zeros<ct::tile<float, ct::shape<Q, 1>>>();
    auto acc = ct::zeros<ct::tile<float, ct::shape<Q, D>>>();
    int end = Causal ? (block * Q + Q + K - 1) / K : (n + K - 1) / K;
    for (int i = 0; i < end && i * K < n; i++) {
        auto s = ct::mma(queries, ct::transpose(KV.load_masked(i, 0)), ct::zeros<ct::tile<float, ct::shape<Q, K>>>()) * scale;
        auto column = ct::reshape<ct::shape<1, K>>(ct::iota<ct::tile<int, ct::shape<K>>>()) + i * K;
        auto seen = column < n && (!Causal || column <= row);
        s = ct::select(seen, s, ct::full<decltype(s)>(-1e30f));
        auto now = ct::max(most, ct::reduce_max<1>(s));
        auto p = ct::exp2(s - now);
        auto shrink = ct::exp2(most - now);
        sum = sum * shrink + ct::sum<1>(p);
        acc = ct::mma(ct::element_cast<__half>(p), VV.load_masked(i, 0), acc * shrink);
        most = now;
    }
    OV.store_masked(acc / sum, block, 0);
}

template<bool Causal> void check(int n) {
    const int d = 32;
    Array<__half> q(n * d), k(n * d), v(n * d);
    Array<float> out(n * d);
    float *f = new float[3 * n * d];
    for (int i = 0; i < n * d; i++) {
        q[i] = __float2half(f[i] = (i * 29 % 17 - 8) * 0.125f);
        k[i] = __float2half(f[n * d + i] = (i * 13 % 19 - 9) * 0.125f);
        v[i] = __float2half(f[2 * n * d + i] = (i * 7 % 23 - 11) * 0.125f);
    }
    attention<32, 64, d, Causal><<<(n + 31) / 32, 1>>>(out.data, q.data, k.data, v.data, 0.25f, n);
    double *p = new double[n];
    for (int i = 0; i < n; i++) {
        double sum = 0;
        int end = Causal ? i + 1 : n;
        for (int j = 0; j < end; j++) {
            double s = 0;
            for (int c = 0; c < d; c++) s += double(f[i * d + c]) * f[n * d + j * d + c];
            sum += p[j] = std::exp2(s * 0.25);
        }
        for (int c = 0; c < d; c++) {
            double o = 0;
            for (int j = 0; j < end; j++) o += p[j] * f[2 * n * d + j * d + c];
            expect(out, i * d + c, o / sum, 2e-3);
        }
    }
    delete[] f;
    delete[] p;
}

int main() {
    check<false>(100);
    asked = 0;
    check<true>(80);
    return done();
}
