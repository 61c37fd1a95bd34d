// SPDX-License-Identifier: Apache-2.0
// Control flow of C++ as ifs and loops of Tile IR: what it computes, by the evaluator and compiled.
// RUN: cuprum -std=c++20 -I%S/inputs %s --emit=tilebc -o %t.bc && cuprum run %t.bc --print=0:16 buf:i32:16:zero i32:20
// RUN[C]: cuprum run -std=c++20 -I%S/inputs %s --print=0:16 buf:i32:16:zero i32:20
// RUN[L]: cuprum -std=c++20 -I%S/inputs %s --emit=tile -o - | grep -c 'for %loopIdx'
// CHECK: arg 0: 180 32 9 5 1 2 3 5 14 1 6 4 36 12 0 7
// C: arg 0: 180 32 9 5 1 2 3 5 14 1 6 4 36 12 0 7
// loops that count and leave at their test alone
// L: {{^}}2{{$}}
#include "tiles.h"

TILE int classify(int k) {
    switch (k) {
    case 0: return 1;
    case 1:
    case 2: return 4;
    case 7: break;
    default: return 9;
    }
    return 16;
}

// gives up in the middle of two loops
TILE int first_product(int n, int wanted) {
    for (int i = 1; i < n; i++) {
        for (int j = i; j < n; j++) {
            if (i * j == wanted) return i * 10 + j;
        }
    }
    return -1;
}

extern "C" KERNEL void control(int *p, int n) {
    int total = 0;
    for (int i = 0; i < n; i++) {
        if (i == 3 || i == 7) continue;
        total += i;
    }
    p[0] = total;
    int w = n, odd = 0;
    do {
        w -= 3;
        if (w & 1) odd += w;
    } while (w > 0);
    p[1] = odd;
    p[2] = classify(n % 5 + 3);
    unsigned u = 0;
    while (true) {
        u++;
        if (u * u > (unsigned)n) break;
    }
    p[3] = u;
    if (n > 10) {
        if (n > 15) p[4] = 1;
        p[5] = 2;
        p[6] = 3;
    } else {
        p[6] = 4;
    }
    p[7] = n > 12 ? (n > 14 && p[1] > 0 ? 5 : 6) : 7;
    p[8] = first_product(n / 4, 4);
    bool same = p[4] == 1;
    p[9] = same;
    int own[4] = {1, 2, 3, 4};
    own[n & 3] = 9;
    for (int i = 0; i < 4; i++) own[i] += i;
    p[10] = own[3] - 1;
    static constexpr int table[] = {3, 1, 4};
    p[11] = table[n % 3];
    p[12] = int(tile<int, shape<1>>(sum<0>(select(iota<I16>() < 9, iota<I16>(), zeros<I16>()))));
    long wide = (long)n << 33;
    p[13] = int(wide >> 33) - 8;
    if (n > 1000) return;
    p[15] = 7;
}
