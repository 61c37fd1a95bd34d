// SPDX-License-Identifier: Apache-2.0
// Accesses by what their addresses are among eight lanes: one, a row, in steps, any; of each width,
// in global and shared memory, for all lanes and for some.
// RUN: sh %S/both.sh %s --grid=3 --block=48 buf:u64:4096:zero buf:u64:512:rand:7
// CHECK: arg 0: 4096 x u64 fnv1a64
// CHECK: status 0
// CHECK-NEXT: {{functions in native code: 1;|without a processor}}
template <class T> __device__ void all(T *out, const T *in, T *tile, unsigned any) {
    unsigned t = threadIdx.x;
    T sum = in[3];
    sum += in[t] + in[5 * t] + in[47 - t] + in[any & 127];
    tile[t] = sum;
    __syncthreads();
    sum += tile[0] + tile[47 - t] + tile[any % 48] + tile[t / 3 * 3];
    __syncthreads();
    if (t % 3) tile[t] = sum;
    if (t > 20) sum += in[t] + tile[t];
    out[t] = sum;
    out[64 + 2 * t] = in[t];
    if (t & 4) out[160 + (any & 15) * 8 + t % 8] = (T)5;
    out[320 + t / 16] = (T)7;
}
struct Two { float a, b; };
extern "C" __global__ void k(unsigned char *out, const unsigned char *in) {
    __shared__ unsigned long long tile[64];
    unsigned t = threadIdx.x, any = (t * 2654435761u >> 7) + blockIdx.x;
    unsigned char *mine = out + blockIdx.x * 10240;
    all((unsigned char *)mine, in, (unsigned char *)tile, any);
    __syncthreads();
    all((short *)(mine + 512), (const short *)in, (short *)tile, any);
    __syncthreads();
    all((int *)(mine + 2048), (const int *)in, (int *)tile, any);
    __syncthreads();
    all((float *)(mine + 4096), (const float *)in, (float *)tile, any);
    __syncthreads();
    all((long long *)(mine + 6144), (const long long *)in, (long long *)tile, any);
    int4 four = ((const int4 *)in)[t];
    ((int4 *)(mine + 9216))[t % 60] = make_int4(four.w, four.z, four.y, four.x);
}
