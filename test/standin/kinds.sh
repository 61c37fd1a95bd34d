#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What is missing returns what NVIDIA's function returns: no number where a program expects a text. The rows of missing.def
# against the headers, by the compiler; names that no header has, or several functions (overloads), are not compared.
# REQUIRES: g++, /usr/local/cuda/include/cublasLt.h, /usr/local/cuda/include/cublasXt.h
# RUN: sh %s %t
# CHECK-COUNT-2: cublas: {{[1-9][0-9]*}} names agree
# CHECK: cublasLt: {{[1-9][0-9]*}} names agree
# CHECK: cupti: {{[1-9][0-9]*}} names agree
# CHECK: cufft: {{[1-9][0-9]*}} names agree
# CHECK: curand: {{[1-9][0-9]*}} names agree
# CHECK: cusparse: {{[1-9][0-9]*}} names agree
# CHECK: cusolver: {{[1-9][0-9]*}} names agree
cuda=/usr/local/cuda/include
compare() { # library, type of a status, headers
    sed -n 's/^\(MISSING[A-Z_]*\)(\(.*\))/\1 \2/p' "src/standin/$1/missing.def" | while read -r kind name; do
        grep -qw "$name" "$out.all" && ! grep -q "inline.* $name(" "$out.all" && echo "ROW($kind, $name)"
    done >"$out.rows"
    {
        for header in $3; do echo "#include \"$header\""; done
        echo '#include <type_traits>'
        echo 'template <class R, class... A> R returned(R (*)(A...));'
        echo 'struct MISSING_TEXT { using type = const char *; };    struct MISSING_SIZE { using type = size_t; };'
        echo 'struct MISSING_FLOAT { using type = float; };          struct MISSING_DOUBLE { using type = double; };'
        echo 'struct MISSING_COMPLEX { using type = float2; };       struct MISSING_DOUBLE_COMPLEX { using type = double2; };'
        echo 'struct MISSING_VOID { using type = void; };            struct MISSING_INDEX { using type = int; };'
        echo "struct MISSING { using type = $2; };"
        echo '#define ROW(kind, name) static_assert(std::is_same<decltype(returned(name)), kind::type>::value, #name " returns something else");'
        cat "$out.rows"
    } >"$out.cc"
    g++ -std=c++14 -w -I$cuda -fsyntax-only "$out.cc" && echo "$1: $(wc -l <"$out.rows") names agree"
}
out=$1
all() {
    for header in $1; do cat "$cuda/$header"; done >"$out.all"
}
all "cublas_api.h cublasXt.h"
compare cublas cublasStatus_t "cublas_v2.h cublasXt.h"
all cublas.h
compare cublas cublasStatus_t cublas.h
all cublasLt.h
compare cublasLt cublasStatus_t cublasLt.h
cupti="cupti_result.h cupti_activity.h cupti_callbacks.h cupti_events.h cupti_metrics.h cupti_profiler_target.h
    cupti_profiler_host.h cupti_pmsampling.h cupti_pcsampling.h cupti_range_profiler.h cupti_sass_metrics.h"
all "$cupti"
compare cupti CUptiResult "$cupti"
all "cufft.h cufftXt.h"
compare cufft cufftResult "cufft.h cufftXt.h"
all curand.h
compare curand curandStatus_t curand.h
all cusparse.h
compare cusparse cusparseStatus_t cusparse.h
all "cusolverDn.h cusolverSp.h cusolverRf.h"
compare cusolver cusolverStatus_t "cusolverDn.h cusolverSp.h cusolverRf.h"
rm -f "$out.all" "$out.rows" "$out.cc"
