// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -std=c++17 %s
// Loops that control cannot arrive at, where nvcc 13.0 says so.
__device__ int i;
__device__ bool b;
__device__ void nested() {
    return;
    {
        while (b) i = 1; // WARNING: loop is not reachable
    }
}
__device__ void only_first() {
    return;
    while (b) { // WARNING: loop is not reachable
        for (;;) i = 1;
    }
}
__device__ void behind_goto() {
    goto l;
    do i = 1; while (b); // WARNING: loop is not reachable
l:;
}
__device__ void behind_break() {
    for (;;) {
        break;
        while (b) i = 1; // WARNING: loop is not reachable
    }
    for (;;) {
        if (b) continue;
        else break;
        while (b) i = 1; // WARNING: loop is not reachable
    }
}
__device__ void behind_loop() {
    const bool forever = true;
    while (forever) {
        if (b) return;
    }
    while (b) i = 1; // WARNING: loop is not reachable
}
__device__ void behind_do() {
    do {
        return;
    } while (b);
    for (int q = 0; q < 3; q++) i = q; // WARNING: loop is not reachable
}
__device__ void behind_if() {
    if (sizeof(int) == 4) return;
    while (b) i = 1; // WARNING: loop is not reachable
}
__device__ void in_switch() {
    int a[2] = {};
    switch (i) {
        while (b) i = 1; // WARNING: loop is not reachable
    case 1: return;
        for (int q : a) i = q; // WARNING: loop is not reachable
    default: return;
    }
    while (b) i = 1; // WARNING: loop is not reachable
}
template <class T> __device__ void instance() {
    if constexpr (sizeof(T) == 4) return;
    while (b) i = 1; // WARNING: loop is not reachable
}
__global__ void k() {
    instance<int>();
    instance<char>();
}
__device__ void silent_statement() { // the assignment was passed over
    return;
    i = 1;
    while (b) i = 1;
}
__device__ void silent_declaration() {
    return;
    int x = 1;
    while (b) i = x;
}
__device__ void silent_inner() {
    return;
    if (b) {
        while (b) i = 1;
    }
}
__device__ void silent_label() {
    goto inside;
    while (b) {
    inside:
        i = 1;
    }
}
__device__ void silent_conditions() {
    if (0) {
        while (b) i = 1;
    }
    while (0) {
        while (b) i = 1;
    }
    do {
        break;
    } while (b);
    while (b) i = 1;
    switch (i) {
    case 1: return;
    case 2: return;
    }
    while (b) i = 1;
    __trap();
    while (b) i = 1;
}
