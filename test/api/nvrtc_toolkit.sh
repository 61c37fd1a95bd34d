# SPDX-License-Identifier: Apache-2.0
# REQUIRES: /usr/local/cuda/include/cccl/cub/cub.cuh
# RUN: sh %s %B %t
# TIMEOUT: 60
# Sources of NVRTC with the toolkit's headers: CUB in a block runs, others compile. The toolkit only declares what
# of half precision NVRTC has in itself.
# EXPECT:
# arg 1: 8131 8128
B=$1 T=$2
I=/usr/local/cuda/include
cat >$T.cu <<'END'
#include <cub/block/block_reduce.cuh>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cooperative_groups.h>
#include <cuda/std/array>
#include <cuda/atomic>
#include <cuda_runtime.h>
extern "C" __global__ void k(const int *in, int *out) {
    using Reduce = cub::BlockReduce<int, 128>;
    __shared__ typename Reduce::TempStorage storage;
    cuda::std::array<int, 2> one{1, 1};
    int rank = cooperative_groups::this_thread_block().thread_rank();
    int sum = Reduce(storage).Sum(in[rank] * one[rank & 1]);
    cuda::atomic_ref<int> total(out[1]);
    total.fetch_add(rank);
    if (!rank) out[0] = sum + (int)__half2float(__hadd(__float2half(1), __half(__nv_fp8_e4m3(2.0f))));
}
END
"$B/tools/nvrtc-client" "$B/lib/cuprum/libnvrtc.so.13" ptx $T.cu -I$I -I$I/cccl -arch=compute_90 -w >$T.ptx || cat $T.ptx
cuprum run $T.ptx --kernel=k --grid=1 --block=128 --print=1:2 buf:i32:128:iota buf:i32:2:zero
for h in curand_kernel.h mma.h cuComplex.h cuda_bf16.h math_constants.h vector_types.h cuda/barrier cuda/pipeline cuda/ptx \
    cuda/std/complex cuda/std/variant cub/block/block_radix_sort.cuh cub/warp/warp_scan.cuh cub/block/block_load.cuh; do
    printf '#include <%s>\n__global__ void k(int *p) { *p = 1; }\n' $h >$T.cu
    "$B/tools/nvrtc-client" "$B/lib/cuprum/libnvrtc.so.13" ptx $T.cu -I$I -I$I/cccl -arch=compute_90 -w >$T.ptx || { echo "$h:"; head -n 3 $T.ptx; }
done
