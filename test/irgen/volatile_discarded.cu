// A volatile object is read again where an expression that nobody uses names it, not where the
// expression has just written it [expr.context]/2.
// RUN: cuprum %s -arch=sm_90 -O0 --emit=ir -o -
// CHECK-LABEL: define{{.*}} @assigned(
// CHECK-COUNT-3: store volatile float
// CHECK-NOT: load volatile
// CHECK: ret void
extern "C" __global__ void assigned(volatile float *p, float x) {
    p[0] = x;
    (p[2] = x);
    x > 0 ? p[6] = x : x;
}
// the value of an assignment that is used is read
// CHECK-LABEL: define{{.*}} @chained(
// CHECK-COUNT-1: load volatile float
// CHECK-NOT: load volatile
// CHECK: ret void
extern "C" __global__ void chained(volatile float *p, float x) {
    p[3] = p[4] = x;
}
// CHECK-LABEL: define{{.*}} @stepped(
// CHECK-COUNT-2: load volatile i32
// CHECK-NOT: load volatile
// CHECK: ret void
extern "C" __global__ void stepped(volatile int *p) {
    ++p[0];
    p[1] += 2;
}
// CHECK-LABEL: define{{.*}} @named(
// CHECK-COUNT-2: load volatile float
// CHECK-NOT: load volatile
// CHECK: ret void
extern "C" __global__ void named(volatile float *p) {
    p[1];
    *p;
}
