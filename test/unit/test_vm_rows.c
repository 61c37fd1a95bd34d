// SPDX-License-Identifier: Apache-2.0
// The virtual machine decodes every row of insn.def with every type and modifier, in turn, but for
// those that are listed here with a reason. (Matrix instructions want vectors of the right length
// and have tables of their own legal forms in test/vm.)
#include "ptx_rows.h"
#include "unit.h"
#include "vm/vm.h"
#include "ptx/form/sem.h"

#include "ids/insn_count.h"

// Beginnings of instructions that are refused, and why.
static const char *const allowed[][2] = {
    {"setp.", "unordered comparisons of integers are no instructions"},
    {"call", "the function of the test has no body"},
    {"cp.async.bulk.prefetch.tensor.1d.L2.global.im2col::w",
     "a mode of sm_100 that no header uses"},
    {"cp.async.bulk.tensor.1d.shared::cta.global.im2col::w",
     "a mode of sm_100 that no header uses"},
    {"cp.async.bulk.tensor.1d.global.shared::cta.im2col_no_offs::w",
     "a mode of sm_107 that no header uses"},
    {"cp.reduce.async.bulk.tensor.1d.global.shared::cta.add.im2col_no_offs::w",
     "a mode of sm_107 that no header uses"},
    {"cp.async.bulk.tensor.1d.shared::cta.global.im2col.", "wants offsets: test_vm_bulk.c"},
};

static bool is_allowed(const char *text) {
    for (uint32_t i = 0; i < CU_COUNT(allowed); i++) {
        if (strncmp(text, allowed[i][0], strlen(allowed[i][0])) == 0) return true;
    }
    return false;
}

static bool has_own_table(uint32_t sem) {
    switch (sem) {
    case PTX_SEM_MMA:
    case PTX_SEM_WMMALOAD:
    case PTX_SEM_WMMASTORE:
    case PTX_SEM_WMMAMMA:
    case PTX_SEM_WGMMA:
    case PTX_SEM_LDMATRIX:
    case PTX_SEM_STMATRIX: return true;
    default: return false;
    }
}

int main(void) {
    for (uint32_t op = 1; op < PTXI_COUNT; op++) {
        const PtxRow *row = &ptx_rows[op];
        if (!*row->name || has_own_table(row->sem)) continue;
        Ctx ctx;
        ctx_init(&ctx);
        Buf b;
        buf_init(&b, &ctx.perm);
        header(&b, row->sm);
        row_texts(&b, row);
        buf_puts(&b, "\tret;\n\n}\n");
        Vm *vm = vm_new(&ctx, &(VmOptions){.jobs = 1});
        VmModule *m = vm_load_text(vm, "row", buf_cstr(&b), b.n);
        CHECK(m != NULL);
        if (row->sem == PTX_SEM_NOTRUN) CHECK(m && vm_refused(m) > 0); // each is refused by name
        for (uint32_t i = 0; m && i < vm_refused(m); i++) {
            const char *text = strstr(vm_refused_text(m, i), "machine: ") + 9;
            bool known = is_allowed(text) || row->sem == PTX_SEM_NOTRUN;
            if (!known) fprintf(stderr, "%s\n", vm_refused_text(m, i));
            CHECK(known);
        }
        vm_free(vm);
        ctx_free(&ctx);
    }
    return UNIT_END();
}
