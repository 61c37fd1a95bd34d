// SPDX-License-Identifier: Apache-2.0
// Arrays of variable length in host code (GNU) are read for the launches behind them; in code that
// may run on a device they are errors, see variable_arrays_device.cu.
// RUN: cuprum -std=c++17 --check-all %s -o - | grep -o 'entry _Z[a-zA-Z0-9]*' | sed 's/.*Z4fill//' | sort | tr '\n' ' '
// EXPECT:
// IPfEvPT IaEvPT IcEvPT IdEvPT IfEvPT IiEvPT IjEvPT IlEvPT IsEvPT ItEvPT 
template <class T> __global__ void fill(T *p, int n) {
    if (n) p[0] = T();
}
template <class T> void of_template(int n) {
    T room[n];
    fill<<<1, 1>>>(room, (int)sizeof room);
}
struct Owner {
    int n;
    void start() {
        short room[n * 2];
        fill<<<1, 1>>>(room, n);
    }
    template <class T> void start_as(int count) {
        T room[count];
        fill<<<1, 1>>>(room, n);
    }
};
void locals(int n, int m) {
    float one[n], *pointers[n];
    double two[n][m + 1];
    const long set[n] = {1, 2, 3};
    one[0] = set[1];
    two[1][2] = one[0];
    fill<<<1, 1>>>(one, (int)sizeof(one));
    fill<<<1, 1>>>(pointers, (int)(sizeof two / sizeof *two));
    fill<<<1, 1>>>(two[0], 1);
    typedef int Row[m];
    using Short = unsigned short[m];
    Row rows[4];
    Short *shorts = nullptr;
    fill<<<1, 1>>>(&rows[0][0], 1);
    fill<<<1, 1>>>(*shorts, 1);
    auto inside = [](int count) {
        unsigned room[count];
        fill<<<1, 1>>>(room, 1);
    };
    inside(m);
    of_template<char>(n);
    Owner{n}.start();
    Owner{n}.start_as<signed char>(m);
    long(*q)[m] = (long(*)[m])nullptr;
    fill<<<1, 1>>>(*q, 1);
}
