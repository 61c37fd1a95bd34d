# SPDX-License-Identifier: Apache-2.0
# RUN: sh %s %B %t
# TIMEOUT: 60
# What headers of ours declare is read where the unit may say it (__cuprum_says): the same code comes
# out as when all is read, which a digraph in a comment asks for (src/lex/mention.c).
# EXPECT:
# all the same
B=$1 T=$2
client() { "$B/tools/nvrtc-client" "$B/lib/cuprum/libnvrtc.so.13" ptx "$@" -arch=compute_90; }
cat >$T.list <<'X'
int *p|atomicAdd(p, 1); atomicMax(p + 1, 2); atomicCAS(p + 2, 3, 4);
unsigned *p|p[0] = atomicInc(p, 5) + atomicExch(p + 1, 6); atomicOr(p + 2, 7); atomicAnd_block(p + 3, 1);
float4 *p|p[0] = make_float4(1, 2, p[1].x, 4); atomicAdd(p + 2, p[3]);
float *p|p[0] = __shfl_xor_sync(~0u, p[1], 1) + __shfl_down_sync(~0u, p[2], 2); __syncwarp();
int *p|p[0] = __reduce_add_sync(~0u, p[1]) + __match_any_sync(~0u, p[2]) + __dp4a(p[3], p[4], p[5]);
double *p|p[0] = __ldg(p + 1) + __shfl_sync(~0u, p[2], 3); __stcs(p + 4, p[5]);
float *p|p[0] = min(p[1], p[2]) + max(p[3], 1.0f) + abs(p[4]) + fma(p[5], p[6], p[7]);
float *p|p[0] = sqrt(p[1]) + sin(p[2]) + exp(p[3]) + log2(p[4]) + pow(p[5], 2.0f) + floor(p[6]) + atan2(p[7], p[8]);
double *p|p[0] = sqrt(p[1]) + cos(p[2]) + tanh(p[3]) + erf(p[4]) + j0(p[5]) + fmod(p[6], p[7]) + hypot(p[8], p[9]);
double *p|int e; p[0] = frexp(p[1], &e) + ldexp(p[2], 3) + ilogb(p[3]) + isnan(p[4]) + rhypot(p[5], p[6]);
int4 *p|p[0].x = threadIdx.x + gridDim.y; longlong2 q = make_longlong2(1, 2); p[1].y = q.x; uchar4 r = {1}; p[2].z = r.x;
int *p|p[0] = __vimax3_s32(p[1], p[2], p[3]) + __clusterSizeInBlocks() + __isGridConstant(p);
ulonglong4_32a *p|p[0] = make_ulonglong4_32a(1, 2, 3, p[1].x);
half *p|p[0] = p[1] * p[2] + __float2half(1.5f) - half(3); p[3] = p[4] < p[5] ? hexp(p[6]) : __hfma(p[7], p[8], p[9]);
half2 *p|p[0] = __hmul2(p[1], p[2]) / p[3]; p[4] = __hmax2(p[5], p[6]); p[7] = h2sin(p[8]); p[9] = __floats2half2_rn(1, 2);
half *p|p[0] = __int2half_rd(p[1]); int i = __half2int_ru(p[2]); p[3] = __hadd_sat(p[4], p[5]); p[6] = i; atomicAdd(p, p[7]);
half2 *p|float2 f = __half22float2(p[0]); p[1] = __float22half2_rn(f); p[2] = __shfl_up_sync(~0u, p[3], 1); bool b = __hequ2(p[4], p[5]).x; p[6].x = b;
__nv_bfloat16 *p|p[0] = p[1] * p[2] + __float2bfloat16(1.5f); p[3] = __hmin(p[4], -p[5]); p[6] = htanh(p[7]); p[8] = __hfma_relu(p[1], p[2], p[3]);
float *p|int2 v = {1, 2}; tex1Dfetch<float4>(1, 2); p[0] = v.x + tex2D<float>(3, p[1], p[2]);
X
n=0
while IFS='|' read -r parameter body; do
    n=$((n + 1))
    { case $parameter in half*) echo '#include <cuda_fp16.h>' ;; __nv_b*) echo '#include <cuda_bf16.h>' ;; esac
      echo "__global__ void k($parameter) { $body }"; } >$T.cu
    client $T.cu >$T.some 2>&1 || { echo "$n: does not compile"; cat $T.some; }
    echo '// %: may be a number sign' >>$T.cu
    client $T.cu >$T.all 2>&1
    cmp -s $T.some $T.all || echo "$n: not the same: $body"
done <$T.list
echo all the same
