// Block operations: loops in words behind a test of the alignment, both directions, all sizes.
// EACH: -O0, -O1, -O3
// RUN: cuprum run %s %E -arch=sm_90 --kernel=all --grid=1 --block=1 --print=0:6 buf:u64:8:zero
// CHECK: arg 0: 0 0 0 0 0 0
// RUN[PTX]: cuprum %s -O3 -arch=sm_90 -o -
// PTX-LABEL: .entry words(
// PTX: and.b32 {{.*}}, 3;
// PTX: .pragma "nounroll";
// PTX: ld.global.u32
// PTX-LABEL: .entry zero(
// PTX-COUNT-4: st.local.v4.u32
__device__ unsigned char from[5000], to[5000];

__device__ int wrong(int bytes, int shift_from, int shift_to, int kind) {
  for (int i = 0; i < 5000; i++) {
    from[i] = i * 7 + 3;
    to[i] = i * 5 + 1;
  }
  unsigned char *d = to + shift_to, *s = from + shift_from;
  int bad = 0;
  if (kind == 0)
    memcpy(d, s, bytes);
  if (kind == 1)
    memset(d, 0xa5, bytes);
  if (kind == 2)
    memmove(to + shift_to, to + shift_from, bytes);
  for (int i = 0; i < 5000; i++) {
    int k = i - shift_to;
    unsigned char want = i * 5 + 1;
    if (k >= 0 && k < bytes)
      want = kind == 0 ? (k + shift_from) * 7 + 3 : kind == 1 ? 0xa5 : (k + shift_from) * 5 + 1;
    bad += to[i] != want;
  }
  return bad;
}

extern "C" __global__ void all(unsigned long long *bad) {
  const int size[] = {0, 1, 3, 4, 15, 16, 17, 31, 33, 64, 67, 130};
  for (int k = 0; k < 3; k++)
    for (int n = 0; n < 12; n += 1 + (k == 2))
      for (int a = 0; a < 9; a += 4 - (a == 0 && n % 2))
        bad[k] += wrong(size[n], a, k == 2 ? 8 - a : 12 - a, k);
  unsigned char *s = from + 1, *d = to + 3;
  for (int i = 0; i < 5000; i++) {
    from[i] = i * 11;
    to[i] = 9;
  }
  memcpy(d, s, 2049);
  for (int i = 0; i < 5000; i++)
    bad[3] += to[i] != (unsigned char)(i >= 3 && i < 2052 ? (i - 2) * 11 : 9);
  memcpy(to + 4, from + 8, 4000);
  for (int i = 4; i < 4004; i++)
    bad[4] += to[i] != (unsigned char)((i + 4) * 11);
  memmove(to + 100, to + 4, 3003);
  for (int i = 100; i < 3103; i++)
    bad[5] += to[i] != (unsigned char)((i - 92) * 11);
}

extern "C" __global__ void words(int *d, const int *s, size_t n) {
  memcpy(d, s, n * 4);
}

extern "C" __global__ void zero(int *out, int i) {
  char seen[64] = {0};
  seen[i & 63] = 1;
  *out = seen[i >> 7 & 63];
}
