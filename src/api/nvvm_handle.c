// SPDX-License-Identifier: Apache-2.0
// The table of live libNVVM programs.
#include "api/nvvm_api.h"

#include "api/handle.h"

static void init(void *program) {
    nvvm_program_init(program);
}

static void drop(void *program) {
    nvvm_program_free(program);
}

static ApiTable table = API_TABLE(NvProgram, init, drop);

void *nvvm_handle_new(void) {
    return api_handle_new(&table);
}

NvProgram *nvvm_handle_enter(void *handle) {
    return api_handle_enter(&table, handle);
}

void nvvm_handle_leave(NvProgram *program) {
    api_handle_leave(&table, program);
}

bool nvvm_handle_destroy(void *handle) {
    return api_handle_destroy(&table, handle);
}
