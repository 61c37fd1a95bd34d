// Where an initialiser of a class's member ends: `<` behind a name that nothing is known of begins arguments
// if a `>` closes it and no `=` stands in between.
// RUN: cuprum run %s --grid=1 --block=1 --print=0 buf:i32:8:zero
// CHECK: arg 0: 1 7 0 5 3 1 6 4
template <class T> struct Outer {
    template <class A, class B> struct Pair {
        static constexpr int size = sizeof(A) + sizeof(B);
    };
};
struct Some {
    static constexpr int a = 1, b = 2, c = 3;
    int less = a < b, next = 7;
    int greater = b < a, five = 5;
    int size = Outer<int>::Pair<char, short>::size, one = a < b;
    int nested = Outer<Outer<int>::Pair<char, char>>::Pair<short, int>::size, last = (a < b, c > a) ? 4 : 0;
};
__global__ void k(int *p) {
    Some s;
    p[0] = s.less, p[1] = s.next, p[2] = s.greater, p[3] = s.five, p[4] = s.size, p[5] = s.one, p[6] = s.nested, p[7] = s.last;
}
