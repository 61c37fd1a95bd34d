// SPDX-License-Identifier: Apache-2.0
// What a program may ask: which instructions of its kernels give what a GPU gives bit by bit, which
// are approximate, and which are not executed. By the column of ptx/sem.def and the form of each.
#include "vm/code/code.h"

#include <stdlib.h>

typedef struct {
    const char *opcode;
    uint8_t fidelity;
    uint64_t n;
} Group;

typedef struct {
    Arena *arena;
    Map groups;         // by opcode
    VEC(Group *) group; // in the order in which they were met
    uint64_t n[PTX_FID_COUNT], all;
    uint32_t functions;
} Count;

// By the type of the result.
static bool is_float(const PtxInst *in) {
    return ptx_types[in->type[0]].kind == 'f' || ptx_types[in->type[0]].kind == 'h';
}

// Of a family without rows: a product of floats in tensor memory, a sum over a multicast object.
static PtxFidelity of_family(const VmFunc *fn, const PtxInst *in) {
    const char *text = atom_str(fn->mod->m->ctx, fn->f->opnd.at[in->opnd].id);
    if (strncmp(text, "tcgen05.mma", 11) == 0)
        return strstr(text, "kind::i8") ? PTX_FID_EXACT : PTX_FID_SUMS;
    bool adds = strncmp(text, "multimem.", 9) == 0 && strstr(text, ".add") && strstr(text, "f");
    return adds ? PTX_FID_ORDER : PTX_FID_EXACT;
}

static PtxFidelity fidelity_of(const VmFunc *fn, const PtxInst *in) {
    PtxFidelity fidelity = (PtxFidelity)ptx_sem_fidelity[ptx_rows[in->op].sem];
    switch (fidelity) {
    case PTX_FID_APPROX: return ptx_mod(in, APPROX) ? PTX_FID_APPROX : PTX_FID_EXACT;
    case PTX_FID_SUMS: return is_float(in) ? PTX_FID_SUMS : PTX_FID_EXACT;
    case PTX_FID_ORDER:
        return is_float(in) && ptx_mod(in, AOP) == PTX_AOP_ADD ? PTX_FID_ORDER : PTX_FID_EXACT;
    case PTX_FID_FAMILY: return of_family(fn, in);
    default: return fidelity;
    }
}

// As the printer has it, without guard and operands.
static const char *opcode_of(Count *count, const PtxFunc *f, const PtxInst *in) {
    Buf out;
    buf_init(&out, count->arena);
    ptx_print_inst(f, in, &out);
    char *s = (char *)buf_cstr(&out);
    s += strspn(s, "\t ");
    if (*s == '@') s += strcspn(s, " "), s += strspn(s, " ");
    s[strcspn(s, " ;\t")] = 0;
    return s;
}

static void add_group(Count *count, const VmFunc *fn, const PtxInst *in, PtxFidelity fidelity) {
    const char *opcode = opcode_of(count, fn->f, in);
    Atom name = atom_cstr(fn->mod->m->ctx, opcode);
    Group *group = map_get(&count->groups, name);
    if (!group) {
        group = arena_new(count->arena, Group);
        *group = (Group){.opcode = opcode, .fidelity = (uint8_t)fidelity};
        map_put(&count->groups, name, group);
        vec_push(count->arena, &count->group, group);
    }
    group->n++;
}

// Several of the machine's may be made of one instruction.
static void count_function(Count *count, const VmFunc *fn) {
    const PtxInst *before = NULL;
    count->functions++;
    for (uint32_t pc = 0; pc < fn->ncode; pc++) {
        const PtxInst *in = fn->code[pc].source;
        if (!in || in == before) continue;
        before = in;
        PtxFidelity fidelity = fidelity_of(fn, in);
        count->n[fidelity]++;
        count->all++;
        if (fidelity != PTX_FID_EXACT) add_group(count, fn, in, fidelity);
    }
}

// The class and the opcodes in it.
static void print_class(const Count *count, Buf *out, PtxFidelity fidelity, const char *what) {
    if (!count->n[fidelity]) return;
    buf_printf(out, "  %s: %llu (", what, (unsigned long long)count->n[fidelity]);
    const char *comma = "";
    for (uint32_t i = 0; i < count->group.n; i++) {
        const Group *group = count->group.at[i];
        if (group->fidelity != fidelity) continue;
        buf_printf(out, "%s%s %llu", comma, group->opcode, (unsigned long long)group->n);
        comma = ", ";
    }
    buf_puts(out, ")\n");
}

// With the reasons that decoding gave.
static void print_refused(const Vm *vm, Buf *out) {
    uint64_t refused = 0;
    for (const VmModule *mod = vm->modules; mod; mod = mod->next) refused += mod->refused.n;
    buf_printf(out, "  not executed: %llu\n", (unsigned long long)refused);
    for (const VmModule *mod = vm->modules; mod; mod = mod->next) {
        for (uint32_t i = 0; i < mod->refused.n; i++)
            buf_printf(out, "    %s\n", mod->refused.at[i]);
    }
}

void vm_print_fidelity(Vm *vm, Buf *out) {
    static const char *const words[PTX_FID_COUNT] = {
        [PTX_FID_APPROX] = "approximate, within the manual's bounds",
        [PTX_FID_SUMS] = "products of matrices, whose sums hardware makes in another order",
        [PTX_FID_ORDER] = "sums of floats that depend on the order of threads",
        [PTX_FID_FILTER] = "textures, exact where nothing is filtered",
        [PTX_FID_CHOICE] = "layouts and handles of the machine's own"};
    Count count = {.arena = &vm->ctx->perm};
    map_init(&count.groups, count.arena);
    for (const VmModule *mod = vm->modules; mod; mod = mod->next) {
        for (uint32_t i = 0; i < mod->m->func.n; i++) {
            if (mod->func[i].code) count_function(&count, &mod->func[i]);
        }
    }
    buf_printf(out, "fidelity of %llu instructions in %u functions\n",
               (unsigned long long)count.all, count.functions);
    buf_printf(out, "  exact: %llu\n", (unsigned long long)count.n[PTX_FID_EXACT]);
    for (uint32_t i = 0; i < PTX_FID_COUNT; i++) {
        if (words[i]) print_class(&count, out, (PtxFidelity)i, words[i]);
    }
    print_refused(vm, out);
}
