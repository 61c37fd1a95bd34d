// Comparisons that only negated branches read are turned (src/ptx/tidy/compare_sense.c).
// RUN: cuprum %s -arch=sm_90 -O1 -o -

// CHECK-LABEL: .entry guard(
// CHECK: setp.lt.s32 [[P:%p\d+]], %r{{\d+}}, 1;
// CHECK: @[[P]] bra
// CHECK-NOT: @!
extern "C" __global__ void guard(int *p, int n) {
    if (n > 0) {
        p[0] = n;
        __syncthreads();
        p[1] = p[2];
    }
}

// one of the two is true of a NaN
// CHECK-LABEL: .entry floats(
// CHECK: setp.geu.f32 [[P:%p\d+]], %f{{\d+}}, %f{{\d+}};
// CHECK: @[[P]] bra
extern "C" __global__ void floats(float *p, float a, float b) {
    if (a < b) {
        p[0] = a;
        __syncthreads();
        p[1] = p[2];
    }
}

// CHECK-LABEL: .entry unsigned_end(
// CHECK: setp.gt.u32 [[P:%p\d+]], %r{{\d+}}, -2;
// CHECK: @[[P]] bra
extern "C" __global__ void unsigned_end(int *p, unsigned n) {
    if (n < 0xffffffffu) {
        p[0] = 1;
        __syncthreads();
        p[1] = p[2];
    }
}

// CHECK-LABEL: .entry wide(
// CHECK: setp.gt.u64 [[P:%p\d+]], %rd{{\d+}}, 99;
// CHECK: @[[P]] bra
extern "C" __global__ void wide(int *p, unsigned long long n) {
    if (n < 100) {
        p[0] = 1;
        __syncthreads();
        p[1] = p[2];
    }
}

// somebody else reads it: it stays
// CHECK-LABEL: .entry shared_by_two(
// CHECK: setp.gt.s32 [[P:%p\d+]], %r{{\d+}}, 0;
// CHECK: @![[P]] bra
// CHECK: selp.b32 %r{{\d+}}, {{.*}}, [[P]];
extern "C" __global__ void shared_by_two(int *p, int n, int a, int b) {
    bool c = n > 0;
    if (c) {
        p[0] = n;
        __syncthreads();
        p[1] = p[2];
    }
    p[3] = c ? a : b;
}
