// SPDX-License-Identifier: Apache-2.0
// Building and changing the PTX machine form.
#include "ptx/form/form.h"

#include "ptx/form/op.h"

// The prefixes are those of nvcc, so that texts can be compared.
PtxModule *ptx_module_new(Ctx *ctx, Arena *arena) {
    PtxModule *module = arena_new(arena, PtxModule);
    module->ctx = ctx;
    module->arena = arena;
    module->version = 90;
    module->sm = 90;
    module->address_size = 64;
    module->jobs = 1;
    map_init(&module->by_name, arena);
    static const char *const prefix[PTX_NTYPES] = {
        [PTX_PRED] = "%p",  [PTX_B16] = "%rs", [PTX_B32] = "%r",  [PTX_B64] = "%rd",
        [PTX_B128] = "%rq", [PTX_F32] = "%f",  [PTX_F64] = "%fd",
    };
    for (uint32_t t = 0; t < PTX_NTYPES; t++) {
        if (prefix[t]) module->reg_prefix[t] = atom_cstr(ctx, prefix[t]);
    }
    return module;
}

// The symbol's number; UINT32_MAX: there is none of that name.
uint32_t ptx_find(const PtxModule *module, Atom name) {
    return (uint32_t)(uintptr_t)map_get(&module->by_name, name) - 1;
}

// Symbols keep their order: it is that of their first appearance.
static uint32_t add_sym(PtxModule *module, PtxSymKind kind, Atom name, uint32_t index) {
    uint32_t id = module->sym.n;
    vec_push(module->arena, &module->sym,
             ((PtxSym){.kind = (uint8_t)kind, .name = name, .index = index}));
    map_put(&module->by_name, name, (void *)(uintptr_t)(id + 1));
    return id;
}

// Adds a variable, or finds the one of that name.
uint32_t ptx_add_var(PtxModule *module, const PtxVar *declared) {
    uint32_t id = ptx_find(module, declared->name);
    if (id != UINT32_MAX && module->sym.at[id].kind == PTXK_VAR) {
        // a definition after an extern declaration takes its place
        PtxVar *old = &module->var.at[module->sym.at[id].index];
        if (old->linkage == PTXL_EXTERN) *old = *declared;
        return id;
    }
    vec_push(module->arena, &module->var, *declared);
    return add_sym(module, PTXK_VAR, declared->name, module->var.n - 1);
}

// Adds a function or finds it; memory of its code comes from `arena`.
uint32_t ptx_add_func(PtxModule *module, Atom name, bool entry, Arena *arena) {
    uint32_t id = ptx_find(module, name);
    if (id != UINT32_MAX && module->sym.at[id].kind == PTXK_FUNC) return id;
    PtxFunc *f = arena_new(arena, PtxFunc);
    f->mod = module;
    f->arena = arena;
    f->name = name;
    f->entry = entry;
    f->index = module->func.n;
    vec_push(module->arena, &module->func, f);
    return add_sym(module, PTXK_FUNC, name, module->func.n - 1);
}

// An alias may have been called before it was declared: the symbol changes its kind then.
uint32_t ptx_add_alias(PtxModule *module, Atom name, uint32_t of) {
    uint32_t id = ptx_find(module, name);
    if (id == UINT32_MAX) return add_sym(module, PTXK_ALIAS, name, of);
    module->sym.at[id].kind = PTXK_ALIAS;
    module->sym.at[id].index = of;
    return id;
}

// Bytes of an element: of a vector all its lanes.
static uint32_t elem_size(const PtxVar *var) {
    return CU_MAX(1u, ptx_type_bits((PtxType)var->type) / 8) * (var->vec ? var->vec : 1);
}

uint64_t ptx_var_size(const PtxVar *var) {
    return var->unsized ? 0 : (uint64_t)elem_size(var) * var->count;
}

uint32_t ptx_var_align(const PtxVar *var) {
    return var->align ? var->align : elem_size(var);
}

// Registers have bits; only f32 and f64 are kept apart (insn.def's types).
PtxType ptx_reg_type(PtxType type) {
    if (is_any_of(type, PTX_F32, PTX_F64)) return type;
    switch (ptx_type_bits(type)) {
    case 1: return PTX_PRED;
    case 4:
    case 8:
    case 16: return PTX_B16;
    case 32: return PTX_B32;
    case 128: return PTX_B128;
    default: return PTX_B64;
    }
}

// Registers of a type are numbered from 1, as nvcc's are.
PtxReg ptx_newreg(PtxFunc *fn, PtxType t) {
    t = ptx_reg_type(t);
    PtxRegInfo r = {.type = (uint8_t)t, .prefix = fn->mod->reg_prefix[t], .num = ++fn->nreg[t]};
    vec_push(fn->arena, &fn->reg, r);
    return fn->reg.n - 1;
}

// A register with a name of its own, without a number.
PtxReg ptx_newreg_named(PtxFunc *fn, PtxType t, Atom name) {
    PtxRegInfo r = {.type = (uint8_t)t, .prefix = name, .num = UINT32_MAX};
    vec_push(fn->arena, &fn->reg, r);
    return fn->reg.n - 1;
}

// A label of that name, which stands nowhere yet.
uint32_t ptx_newlabel(PtxFunc *fn, Atom name) {
    vec_push(fn->arena, &fn->label, ((PtxLabel){.name = name, .inst = UINT32_MAX}));
    return fn->label.n - 1;
}

uint32_t ptx_newvar(PtxFunc *fn, const PtxVar *declared) {
    vec_push(fn->arena, &fn->var, *declared);
    return fn->var.n - 1;
}

// Appends an instruction and its operands; gives its index.
uint32_t ptx_emit(PtxFunc *fn, PtxOp op, PtxType t0, PtxType t1, uint64_t mods, uint32_t n,
                  const PtxOpnd *o) {
    PtxInst in = {.op = (uint16_t)op, .nopnd = (uint8_t)n, .mods = mods, .opnd = fn->opnd.n};
    in.type[0] = (uint8_t)t0;
    in.type[1] = (uint8_t)t1;
    vec_reserve(fn->arena, &fn->opnd, fn->opnd.n + n);
    for (uint32_t i = 0; i < n; i++) fn->opnd.at[fn->opnd.n++] = o[i];
    vec_push(fn->arena, &fn->inst, in);
    return fn->inst.n - 1;
}

// Operands of a list lie next to each other in `extra`.
PtxOpnd ptx_o_list(PtxFunc *fn, PtxOpndKind kind, uint32_t n, const PtxOpnd *o) {
    PtxOpnd r = {.kind = (uint8_t)kind, .n = (uint16_t)n, .id = fn->extra.n};
    for (uint32_t i = 0; i < n; i++) vec_push(fn->arena, &fn->extra, o[i]);
    return r;
}

// ---- compaction ---------------------------------------------------------------------------------

typedef VEC(PtxRegInfo) RegVec;

// The new number of a register, given when it is first met.
static void renumber(PtxFunc *fn, uint32_t *map, RegVec *fresh, PtxReg *reg) {
    if (map[*reg] == UINT32_MAX) {
        PtxRegInfo info = fn->reg.at[*reg];
        if (info.num != UINT32_MAX) info.num = ++fn->nreg[info.type];
        map[*reg] = fresh->n;
        vec_push(fn->arena, fresh, info);
    }
    *reg = map[*reg];
}

// Lists are followed, addresses have one register.
static void renumber_opnd(PtxFunc *fn, uint32_t *map, RegVec *fresh, PtxOpnd *named) {
    switch (named->kind) {
    case PTXO_REG:
    case PTXO_MREG: renumber(fn, map, fresh, &named->id); break;
    case PTXO_VEC:
    case PTXO_PAIR:
    case PTXO_LIST:
    case PTXO_MTEX:
        for (uint32_t i = 0, n = named->kind == PTXO_MTEX ? 2 : named->n; i < n; i++) {
            renumber_opnd(fn, map, fresh, &fn->extra.at[named->id + i]);
        }
        break;
    default: break;
    }
}

// Lists in `extra` must not be shared between live instructions (ptx_o_list makes a new one each
// time), else their registers would be renumbered twice.
void ptx_compact(PtxFunc *fn) {
    uint32_t *map = arena_alloc(fn->arena, sizeof(uint32_t) * (fn->reg.n + 1), 4);
    memset(map, 0xff, sizeof(uint32_t) * (fn->reg.n + 1));
    memset(fn->nreg, 0, sizeof fn->nreg);
    RegVec fresh = {0};
    uint32_t out = 0;
    for (uint32_t i = 0; i < fn->inst.n; i++) {
        PtxInst in = fn->inst.at[i];
        if (in.op == PTXI_nop) continue;
        if (in.guard) {
            PtxReg r = (in.guard & ~PTX_GUARD_NOT) - 1;
            renumber(fn, map, &fresh, &r);
            in.guard = (r + 1) | (in.guard & PTX_GUARD_NOT);
        }
        for (uint32_t k = 0; k < in.nopnd; k++) {
            renumber_opnd(fn, map, &fresh, &fn->opnd.at[in.opnd + k]);
        }
        fn->inst.at[out++] = in;
    }
    fn->inst.n = out;
    fn->asm_reader = NULL; // it knows registers by number
    fn->reg.at = fresh.at;
    fn->reg.n = fresh.n;
    fn->reg.cap = fresh.cap;
}
