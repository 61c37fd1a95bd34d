#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The numbers of the stand-ins' enumerations and the layouts that programs see are those of NVIDIA's headers.
# REQUIRES: gcc, /usr/local/cuda/include/cublas_v2.h, /usr/local/cuda/include/cufftXt.h, /usr/local/cuda/include/curand.h, /usr/local/cuda/include/cusparse.h, /usr/local/cuda/include/cusolverDn.h
# RUN: sh %s %t
# CHECK: cublas agrees
# CHECK: cufft agrees
# CHECK: curand agrees
# CHECK: cusparse agrees
# CHECK: cusolver agrees
# CHECK: cupti agrees
cuda=/usr/local/cuda/include

# Enumerators of our headers: `PREFIX_NAME = number` becomes a number to compare with NVIDIA's name.
numbers() { # file, sed's rule from our name to NVIDIA's, pattern of those that NVIDIA has
    sed -n 's/^ *\([A-Z_0-9]*\) = \(-\{0,1\}[0-9xa-f]*\),.*/\1 \2/p' "$1" | sed "$2" | grep -E "$3" |
        sed 's/^\([^ ]*\) \(.*\)/_Static_assert(\1 == \2, "\1");/'
}

compare() { # name, headers
    {
        for header in $2; do echo "#include <$header>"; done
        cat
    } >"$out.$1.c"
    [ "$(grep -c _Static_assert "$out.$1.c")" -gt 8 ] || echo "$1: few numbers were found"
    gcc -std=gnu11 -w -I$cuda -fsyntax-only "$out.$1.c" && echo "$1 agrees"
    rm -f "$out.$1.c"
}

out=$1
{
    numbers src/standin/cublas/cublas.h 's/^CUBLAS_/CUBLAS_STATUS_/' STATUS
    numbers src/standin/standin.h 's/x/x/' '^CUDA_'
    # the compute types that gemm.c knows by their numbers
    echo '_Static_assert(CUBLAS_COMPUTE_16F == 64 && CUBLAS_COMPUTE_32F == 68 && CUBLAS_COMPUTE_64F == 70, "");'
    echo '_Static_assert(CUBLAS_COMPUTE_32I == 72 && CUBLAS_COMPUTE_32F_FAST_TF32 == 77, "");'
    echo '_Static_assert(CUBLAS_OP_T == 1 && CUBLAS_OP_C == 2 && CUBLAS_FILL_MODE_UPPER == 1, "");'
    echo '_Static_assert(CUBLAS_SIDE_RIGHT == 1 && CUBLAS_DIAG_UNIT == 1 && CUBLAS_POINTER_MODE_DEVICE == 1, "");'
} | compare cublas "cublas_v2.h"
{
    numbers src/standin/cufft/cufft.h 's/x/x/' '^CUFFT_'
    echo '_Static_assert(CUFFT_FORWARD == -1 && CUFFT_INVERSE == 1 && CUFFT_CB_ST_COMPLEX == 4, "");'
    echo '_Static_assert(CUFFT_COPY_HOST_TO_DEVICE == 0 && CUFFT_COPY_DEVICE_TO_DEVICE == 2, "");'
    echo '_Static_assert(offsetof(cudaXtDesc, data) == 8 + 4 * 64 && offsetof(cudaXtDesc, size) == 8 + 12 * 64, "");'
    echo '_Static_assert(offsetof(cudaLibXtDesc, descriptor) == 8 && sizeof(cudaLibXtDesc) == 32, "");'
} | compare cufft "stddef.h cufft.h cufftXt.h"
numbers src/standin/curand/curand.h 's/^CURAND_\(XORWOW\|MRG\|MT\|PHILOX\)/CURAND_RNG_PSEUDO_\1/; s/^CURAND_PSEUDO/CURAND_RNG_PSEUDO/; s/^CURAND_\(QUASI\|SOBOL\|SCRAMBLED\)/CURAND_RNG_QUASI_\1/; s/QUASI_QUASI/QUASI/; s/PHILOX /PHILOX4_32_10 /; s/^CURAND_\(SUCCESS\|NOT_INIT\|ALLOC\|TYPE\|OUT\|LENGTH\|LAUNCH\|INTERNAL\)/CURAND_STATUS_\1/; /MAX_DIM/d' 'CURAND_' | compare curand "curand.h"
{
    numbers src/standin/cusparse/cusparse.h 's/^CUSPARSE_\(SUCC\|NOT\|ALLOC\|INV\|EXEC\|INTERNAL\|ZERO\)/CUSPARSE_STATUS_\1/; /WORKSPACE/d' STATUS
    echo '_Static_assert(CUSPARSE_FORMAT_CSR == 1 && CUSPARSE_FORMAT_CSC == 2 && CUSPARSE_FORMAT_COO == 3, "");'
    echo '_Static_assert(CUSPARSE_ORDER_COL == 1 && CUSPARSE_ORDER_ROW == 2 && CUSPARSE_INDEX_32I == 2, "");'
    echo '_Static_assert(CUSPARSE_INDEX_64I == 3 && CUSPARSE_SPMAT_DIAG_TYPE == 1 && CUSPARSE_ACTION_NUMERIC == 1, "");'
} | compare cusparse "cusparse.h"
{
    numbers src/standin/cusolver/cusolver.h 's/^CUSOLVER_/CUSOLVER_STATUS_/' STATUS
    echo '_Static_assert(CUSOLVER_EIG_MODE_VECTOR == 1, "");'
} | compare cusolver "cusolverDn.h"
{
    sed -n 's/^RESULT(\(.*\), \(.*\))/_Static_assert(CUPTI_\1 == \2, "\1");/p' src/standin/cupti/result.def
    sed -n 's/^enum { CUPTI_VERSION = \([0-9]*\) }.*/_Static_assert(CUPTI_API_VERSION == \1, "version");/p' src/standin/cupti/cupti.c
} | compare cupti "cupti.h"
