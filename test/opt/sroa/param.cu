// By-value parameters read at run-time indices: in place, by ld.param with a register; written ones
// have a copy. Pointers that walk, choices, copies out, parameters of functions that are inlined or not.
// EACH: -O0, -O1, -O3
// RUN: cuprum run %s %E -arch=sm_90 --grid=1 --block=32 --print=1:8 --hash bytes:0800000001000000020000000300000005000000080000000d0000001500000022000000 buf:i32:256:zero i32:3
// CHECK: arg 1: 25 27 43 62 90 89 126 85
// RUN[PTX]: cuprum %s -O3 -arch=sm_90 -o -
// PTX: .entry k(
// PTX: mov.b64 [[P:%rd\d+]], k_param_0;
// PTX-NOT: .local
// PTX: ld.param.u32 {{%r\d+}}, [{{%rd\d+}}
struct Table {
  int n;
  int v[8];
};

__device__ int pick(const Table t, int i) {
  return t.v[i & 7];
}

__device__ __noinline__ int far(Table t, int i) {
  return t.v[i & 7] * 2 + t.n;
}

__device__ int walk(const int *p, int n) {
  int s = 0;
  for (const int *e = p + n; p != e; p++)
    s += *p;
  return s;
}

extern "C" __global__ void k(const Table t, int *out, int c) {
  int i = threadIdx.x;
  const int *q = i & 1 ? &t.v[i & 3] : &t.v[4];
  Table u = t;
  Table w = u;
  out[i] = pick(t, i + 1) + far(t, i) + *q + w.v[(i + c) & 7];
  __syncthreads();
  out[i] += walk(t.v + (i & 1), i % 7);
}
