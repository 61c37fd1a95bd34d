// SPDX-License-Identifier: Apache-2.0
// All functions of the run-time library and the driver, as programs link to them, and a kernel for
// the tests that call them: `k` adds one to the number at its parameter.
#ifndef CUPRUM_TEST_CUDART_CALLS_H
#define CUPRUM_TEST_CUDART_CALLS_H

#include "cudart/cudart_int.h"
#include "unit.h"

#include <stdlib.h>

#define RT_API(name, params, args)               int name(RT_UNPAREN params);
#define RT_API0(name)                            int name(void);
#define CU_SAME(name, since, same, params, args) RT_API(name, params, args)
#define CU_SAME0(name, since, same)              RT_API0(name)
#define CU_API(name, since, params, args)        RT_API(name, params, args)
#define CU_API0(name, since)                     RT_API0(name)
#include "cudart/driver.def"
#include "cudart/runtime.def"
int cudaGetLastError(void);

static const char add_one[] =
    ".version 9.0\n.target sm_90\n.address_size 64\n"
    ".visible .entry k(.param .u64 p)\n{\n.reg .b32 %r<3>;\n.reg .b64 %rd<2>;\n"
    "ld.param.u64 %rd1, [p];\nld.global.u32 %r1, [%rd1];\n"
    "add.u32 %r2, %r1, 1;\nst.global.u32 [%rd1], %r2;\nret;\n}\n";

// Less memory than the host has free: what is free is then the program's own affair.
static inline void *load_kernel(void **module) {
    void *kernel = NULL;
    setenv(RT_ENVIRONMENT, "--gpu=sm_90 --jobs=1 --memory=1024 --quiet", 1);
    CHECK(cuModuleLoadData(module, add_one) == 0);
    CHECK(cuModuleGetFunction(&kernel, *module, "k") == 0);
    return kernel;
}

static inline RtKernelParams kernel_params(void *f, void **args) {
    return (RtKernelParams){.func = f, .grid = {1, 1, 1}, .block = {1, 1, 1}, .params = args};
}

#endif
