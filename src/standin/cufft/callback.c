// SPDX-License-Identifier: Apache-2.0
// Callbacks: functions of the program's device code that give each element of the input, or take
// each of the result. They run on the virtual machine, called by kernels of PTX that are made here
// for their types, between memory of ours and the program's.
#include "standin/cufft/cufft.h"

#include <stdio.h>

int cudaMallocAsync(void **at, size_t size, void *stream);
int cudaFreeAsync(void *at, void *stream);
int cuModuleLoadData(void **module, const void *image);
int cuModuleGetFunction(void **function, void *module, const char *name);
int cuLaunchKernel(void *function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                   unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,
                   void *stream, void **arguments, void **extra);

enum { BLOCK = 128, FIRST_STORE = 4 };

// The kinds of callbacks: cufftXtCallbackType, without the part that says load or store.
static const struct {
    int type; // cudaDataType
    const char *parameter, *move;
} kinds[] = {
    {CUDA_C_32F, ".param .align 8 .b8 element[8]", "v2.f32"},
    {CUDA_C_64F, ".param .align 16 .b8 element[16]", "v2.f64"},
    {CUDA_R_32F, ".param .f32 element", "f32"},
    {CUDA_R_64F, ".param .f64 element", "f64"},
};

// Thread i of the grid: element i. (PTX ISA 7.1 and 9.7.12.4: a call by address.)
static const char head[] = ".version 7.0\n"
                           ".target sm_75\n"
                           ".address_size 64\n"
                           ".extern .shared .align 16 .b8 space[];\n"
                           ".visible .entry callback(.param .u64 function, .param .u64 data,\n"
                           "    .param .u64 info, .param .u64 elements, .param .u64 count)\n"
                           "{\n"
                           ".reg .pred %beyond;\n"
                           ".reg .b32 %x<4>;\n"
                           ".reg .b64 %at<9>;\n"
                           ".reg .f32 %f<2>;\n"
                           ".reg .f64 %d<2>;\n"
                           "mov.u32 %x0, %ctaid.x;\n"
                           "mov.u32 %x1, %ntid.x;\n"
                           "mov.u32 %x2, %tid.x;\n"
                           "mul.wide.u32 %at0, %x0, %x1;\n"
                           "cvt.u64.u32 %at1, %x2;\n"
                           "add.u64 %at0, %at0, %at1;\n"
                           "ld.param.u64 %at2, [count];\n"
                           "setp.ge.u64 %beyond, %at0, %at2;\n"
                           "@%beyond bra done;\n"
                           "ld.param.u64 %at3, [function];\n"
                           "ld.param.u64 %at4, [data];\n"
                           "ld.param.u64 %at5, [info];\n"
                           "ld.param.u64 %at6, [elements];\n"
                           "mov.u64 %at7, space;\n"
                           "cvta.shared.u64 %at7, %at7;\n";

// The register or pair of them that an element is in.
static const char *registers(int type) {
    bool wide = type == CUDA_C_64F || type == CUDA_R_64F;
    if (standin_type_is_complex(type)) return wide ? "{%d0, %d1}" : "{%f0, %f1}";
    return wide ? "%d0" : "%f0";
}

// The kernel around a callback of the kind: a load callback's result goes to `elements`, a store
// callback takes them from there (cuFFT, callback routines). NULL: the PTX is refused.
static void *make_kernel(int kind, bool store) {
    char text[4096];
    int type = kinds[kind].type;
    const char *value = registers(type), *move = kinds[kind].move;
    const char *element = kinds[kind].parameter;
    int n = snprintf(text, sizeof text,
                     "%smad.lo.u64 %%at8, %%at0, %d, %%at6;\n"
                     "{\n.param .b64 data_at;\n.param .b64 offset;\n.param .b64 info_at;\n"
                     ".param .b64 shared_at;\n%s;\n"
                     "st.param.b64 [data_at], %%at4;\nst.param.b64 [offset], %%at0;\n"
                     "st.param.b64 [info_at], %%at5;\nst.param.b64 [shared_at], %%at7;\n",
                     head, (int)standin_type_size(type), element);
    char *to = text + n;
    size_t room = sizeof text - (size_t)n;
    if (store)
        snprintf(to, room,
                 "ld.global.%s %s, [%%at8];\nst.param.%s [element], %s;\n"
                 "kind: .callprototype _ (.param .b64 a, .param .b64 b, %s, .param .b64 c, "
                 ".param .b64 d);\n"
                 "call %%at3, (data_at, offset, element, info_at, shared_at), kind;\n"
                 "}\ndone:\nret;\n}\n",
                 move, value, move, value, element);
    else
        snprintf(to, room,
                 "kind: .callprototype (%s) _ (.param .b64 a, .param .b64 b, .param .b64 c, "
                 ".param .b64 d);\n"
                 "call (element), %%at3, (data_at, offset, info_at, shared_at), kind;\n"
                 "ld.param.%s %s, [element];\nst.global.%s [%%at8], %s;\n}\ndone:\nret;\n}\n",
                 element, move, value, move, value);
    void *module = NULL, *function = NULL;
    if (cuModuleLoadData(&module, text) != 0) return NULL;
    return cuModuleGetFunction(&function, module, "callback") == 0 ? function : NULL;
}

// The plan's callback for a side: its kind, or -1.
static int find(const CufftPlan *plan, int type, bool store) {
    for (int i = 0; i < FIRST_STORE; i++)
        if (kinds[i].type == type && plan->callback[i + (store ? FIRST_STORE : 0)]) return i;
    return -1;
}

// A layout with gaps would have the callback called for what is not there.
static bool is_dense(const CufftPlan *plan, const CufftLayout *layout) {
    int64_t n = plan->batch;
    for (int i = 0; i < plan->rank - 1; i++) n *= plan->n[i];
    int64_t last = plan->n[plan->rank - 1];
    int64_t extent = cufft_extent(plan, layout);
    return extent == n * last || extent == n * (last / 2 + 1);
}

// Device memory for one side, in the stream's order. *at stays NULL where the plan has no callback
// there: the transform then works on the program's own memory.
static int get_space(CufftPlan *plan, const CufftLayout *layout, bool store, void **at) {
    *at = NULL;
    if (find(plan, layout->type, store) < 0) return CUFFT_SUCCESS;
    if (!is_dense(plan, layout)) {
        standin_missing("cufftXtSetCallback: layouts with gaps");
        return CUFFT_NOT_SUPPORTED;
    }
    size_t size = (size_t)cufft_extent(plan, layout) * standin_type_size(layout->type);
    return cudaMallocAsync(at, size, plan->stream) == 0 ? CUFFT_SUCCESS : CUFFT_ALLOC_FAILED;
}

// Calls the callback once for each element. `data` is the program's buffer, which the callback gets
// with the element's number; `space` is ours, with the elements in the layout's order.
static int run(CufftPlan *plan, const CufftLayout *layout, bool store, const void *data,
               const void *space) {
    int kind = find(plan, layout->type, store), row = kind + (store ? FIRST_STORE : 0);
    // once for all executions of the plan
    if (!plan->kernel[row]) plan->kernel[row] = make_kernel(kind, store);
    if (!plan->kernel[row]) return CUFFT_INTERNAL_ERROR;
    uint64_t n = (uint64_t)cufft_extent(plan, layout);
    void *arguments[] = {&plan->callback[row], &data, &plan->caller_info[row], &space, &n};
    unsigned blocks = (unsigned)((n + BLOCK - 1) / BLOCK);
    int error = cuLaunchKernel(plan->kernel[row], blocks, 1, 1, BLOCK, 1, 1, plan->shared[row],
                               plan->stream, arguments, NULL);
    return error ? CUFFT_EXEC_FAILED : CUFFT_SUCCESS;
}

int cufft_load(CufftPlan *plan, const CufftLayout *layout, const void *in, void **at) {
    int error = get_space(plan, layout, false, at);
    return error || !*at ? error : run(plan, layout, false, in, *at);
}

int cufft_store_space(CufftPlan *plan, const CufftLayout *layout, void **at) {
    return get_space(plan, layout, true, at);
}

int cufft_store(CufftPlan *plan, const CufftLayout *layout, const void *from, void *out) {
    return run(plan, layout, true, out, from);
}

void cufft_give_back(CufftPlan *plan, void *at) {
    if (at) cudaFreeAsync(at, plan->stream);
}

// ---- entry points ------------------------------------------------------------------------------

// *routine is the device function's address, which the program has copied from a symbol. A plan
// keeps one callback of each type until it is cleared.
CUFFT_FUNCTION(cufftXtSetCallback, int handle, void **routine, int type, void **info) {
    CufftPlan *plan = cufft_plan(handle);
    if (!plan || !plan->made) return CUFFT_INVALID_PLAN;
    if (!routine || type < 0 || type >= CUFFT_CALLBACKS) return CUFFT_INVALID_VALUE;
    plan->callback[type] = *routine;
    plan->caller_info[type] = info ? *info : NULL;
    return CUFFT_SUCCESS;
}

CUFFT_FUNCTION(cufftXtClearCallback, int handle, int type) {
    CufftPlan *plan = cufft_plan(handle);
    if (!plan || !plan->made) return CUFFT_INVALID_PLAN;
    if (type < 0 || type >= CUFFT_CALLBACKS) return CUFFT_INVALID_VALUE;
    plan->callback[type] = plan->caller_info[type] = NULL;
    return CUFFT_SUCCESS;
}

// Bytes of dynamic shared memory for a block of callbacks, which get its address.
CUFFT_FUNCTION(cufftXtSetCallbackSharedSize, int handle, int type, size_t size) {
    CufftPlan *plan = cufft_plan(handle);
    if (!plan || !plan->made) return CUFFT_INVALID_PLAN;
    // 16 KiB are the most that cuFFT leaves to callbacks
    if (type < 0 || type >= CUFFT_CALLBACKS || size > 16384) return CUFFT_INVALID_VALUE;
    plan->shared[type] = (unsigned)size;
    return CUFFT_SUCCESS;
}
