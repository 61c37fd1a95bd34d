// Arrays that are never alive together share their place in the frame; those that are do not, nor
// those of one loop, nor those whose address goes to a call.
// RUN[PTX]: cuprum %s -O3 -arch=sm_90 -o -
// PTX-LABEL: .entry apart(
// PTX: .local .align 16 .b8 __local_depot{{\d+}}[256];
// PTX-LABEL: .entry together(
// PTX: .local .align 16 .b8 __local_depot{{\d+}}[512];
// PTX-LABEL: .entry loop(
// PTX: .local .align 16 .b8 __local_depot{{\d+}}[512];
// PTX-LABEL: .entry called(
// PTX: .local .align 16 .b8 __local_depot{{\d+}}[512];
// EACH: -O0, -O1, -O3
// RUN: cuprum run %s %E -arch=sm_90 --kernel=apart --grid=1 --block=32 --hash buf:i32:4096:iota buf:i32:64:zero i32:77
// RUN: cuprum run %s %E -arch=sm_90 --kernel=loop --grid=1 --block=32 --hash buf:i32:4096:iota buf:i32:64:zero i32:77
__device__ __noinline__ int sum(const int *a) {
  int s = 0;
  for (int i = 0; i < 64; i++)
    s += a[i];
  return s;
}

extern "C" __global__ void apart(const int *in, int *out, int k) {
  int r;
  {
    int a[64];
    for (int i = 0; i < 64; i++)
      a[i] = in[i] + k;
    r = a[(k + threadIdx.x) & 63];
  }
  {
    int b[64];
    for (int i = 0; i < 64; i++)
      b[i] = in[i + 64] * r;
    r = b[(k - threadIdx.x) & 63];
  }
  out[threadIdx.x] = r;
}

extern "C" __global__ void together(const int *in, int *out, int k) {
  int a[64], b[64];
  for (int i = 0; i < 64; i++)
    a[i] = in[i] + k;
  for (int i = 0; i < 64; i++)
    b[i] = in[i + 64] * a[(k + i) & 63];
  out[threadIdx.x] = b[(k - threadIdx.x) & 63] + a[threadIdx.x & 31];
}

extern "C" __global__ void loop(const int *in, int *out, int k) {
  int a[64], b[64], r = 0;
  for (int i = 0; i < 64; i++)
    a[i] = i;
  for (int n = 0; n < k; n++) {
    r += a[(in[n] + threadIdx.x) & 63];
    for (int i = 0; i < 64; i++)
      b[i] = in[i] * n;
    r ^= b[(in[n] * 3 + threadIdx.x) & 63];
  }
  out[threadIdx.x] = r;
}

extern "C" __global__ void called(const int *in, int *out, int k) {
  int r;
  {
    int a[64];
    for (int i = 0; i < 64; i++)
      a[i] = in[i] + k;
    r = sum(a);
  }
  {
    int b[64];
    for (int i = 0; i < 64; i++)
      b[i] = in[i + 64] * r;
    r = sum(b);
  }
  out[threadIdx.x] = r;
}
