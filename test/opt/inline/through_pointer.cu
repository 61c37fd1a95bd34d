// RUN: cuprum %s -arch=sm_90 -o -
// A function that is only known after another was inlined goes in too.
// CHECK: .visible .entry _Z1kPi(
// CHECK-NOT: call
// CHECK: st.global.u32 {{.*}}, 9;
__global__ void k(int *o) {
    int (*plain)(int) = [](int v) { return v - 1; };
    *o = plain(10);
}
