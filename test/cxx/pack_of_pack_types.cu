// SPDX-License-Identifier: Apache-2.0
// A parameter pack whose type expands a pack around its template (`Ts... V`) has as many elements as
// that, so that other parameters may follow it.
// RUN: cuprum %s -arch=sm_90 -std=c++17 -O1 -o -
// RUN[BAD]: cuprum %s -arch=sm_90 -std=c++17 --syntax-only -DBAD
template <class... Ts> struct Table {
    template <Ts... Values, class... Rest> struct Row {
        static constexpr int values = sizeof...(Values), rest = sizeof...(Rest);
    };
    template <Ts... Values, int Last> struct Ended {
        static constexpr int last = Last;
    };
    template <Ts... Values, class... Us> __device__ static int count(Us...) {
        return 10 * sizeof...(Values) + sizeof...(Us);
    }
};
template <class... Ts> __device__ int inner() {
    return Table<Ts...>::template Row<7, 'x', float *>::rest;
}
// CHECK: .entry k(
// CHECK-DAG: [{{%rd\d+}}], 2;
// CHECK-DAG: [{{%rd\d+}}+4], 23;
// CHECK-DAG: [{{%rd\d+}}+8], 9;
// CHECK-DAG: [{{%rd\d+}}+12], 22;
// CHECK-DAG: [{{%rd\d+}}+16], 1;
extern "C" __global__ void k(int *p) {
    p[0] = Table<>::Row<int, char>::rest;
    p[1] = Table<int, char>::Row<1, 'a', int, int, int>::values * 10 +
           Table<int, char>::Row<1, 'a', int, int, int>::rest;
    p[2] = Table<int, char>::Ended<1, 'a', 9>::last;
    p[3] = Table<int, char>::count<1, 'a', float>(1.0f, 'c');
    p[4] = inner<int, char>();
#ifdef BAD
    p[5] = Table<int, char>::Row<1>::rest; // ERROR[BAD]: too few arguments
    p[6] = Table<int, char>::Ended<1, 'a'>::last; // ERROR[BAD]: too few arguments
#endif
}
