// SPDX-License-Identifier: Apache-2.0
// Building and changing the PTX machine form.
#include "ptx/ptx.h"

PtxModule *ptx_module_new(Ctx *ctx, Arena *a) {
    PtxModule *m = arena_new(a, PtxModule);
    m->ctx = ctx;
    m->arena = a;
    m->version = 90;
    m->sm = 90;
    m->address_size = 64;
    m->jobs = 1;
    map_init(&m->by_name, a);
    static const char *const prefix[PTX_NTYPES] = {
        [PTX_PRED] = "%p",  [PTX_B16] = "%rs", [PTX_B32] = "%r",  [PTX_B64] = "%rd",
        [PTX_B128] = "%rq", [PTX_F32] = "%f",  [PTX_F64] = "%fd",
    };
    for (uint32_t t = 0; t < PTX_NTYPES; t++) {
        if (prefix[t]) m->reg_prefix[t] = atom_cstr(ctx, prefix[t]);
    }
    return m;
}

uint32_t ptx_find(const PtxModule *m, Atom name) {
    return (uint32_t)(uintptr_t)map_get(&m->by_name, name) - 1;
}

static uint32_t add_sym(PtxModule *m, PtxSymKind kind, Atom name, uint32_t index) {
    uint32_t id = m->sym.n;
    vec_push(m->arena, &m->sym, ((PtxSym){.kind = (uint8_t)kind, .name = name, .index = index}));
    map_put(&m->by_name, name, (void *)(uintptr_t)(id + 1));
    return id;
}

uint32_t ptx_add_var(PtxModule *m, const PtxVar *v) {
    uint32_t id = ptx_find(m, v->name);
    if (id != UINT32_MAX && m->sym.at[id].kind == PTXK_VAR) {
        // a definition after an extern declaration takes its place
        PtxVar *old = &m->var.at[m->sym.at[id].index];
        if (old->linkage == PTXL_EXTERN) *old = *v;
        return id;
    }
    vec_push(m->arena, &m->var, *v);
    return add_sym(m, PTXK_VAR, v->name, m->var.n - 1);
}

uint32_t ptx_add_func(PtxModule *m, Atom name, bool entry, Arena *a) {
    uint32_t id = ptx_find(m, name);
    if (id != UINT32_MAX && m->sym.at[id].kind == PTXK_FUNC) return id;
    PtxFunc *f = arena_new(a, PtxFunc);
    f->mod = m;
    f->arena = a;
    f->name = name;
    f->entry = entry;
    f->index = m->func.n;
    vec_push(m->arena, &m->func, f);
    return add_sym(m, PTXK_FUNC, name, m->func.n - 1);
}

uint32_t ptx_add_alias(PtxModule *m, Atom name, uint32_t of) {
    uint32_t id = ptx_find(m, name);
    if (id == UINT32_MAX) return add_sym(m, PTXK_ALIAS, name, of);
    m->sym.at[id].kind = PTXK_ALIAS;
    m->sym.at[id].index = of;
    return id;
}

static uint32_t elem_size(const PtxVar *v) {
    return CU_MAX(1u, ptx_type_bits((PtxType)v->type) / 8) * (v->vec ? v->vec : 1);
}

uint64_t ptx_var_size(const PtxVar *v) {
    return v->unsized ? 0 : (uint64_t)elem_size(v) * v->count;
}

uint32_t ptx_var_align(const PtxVar *v) {
    return v->align ? v->align : elem_size(v);
}

PtxType ptx_reg_type(PtxType t) {
    if (t == PTX_F32 || t == PTX_F64) return t;
    switch (ptx_type_bits(t)) {
    case 1: return PTX_PRED;
    case 4:
    case 8:
    case 16: return PTX_B16;
    case 32: return PTX_B32;
    case 128: return PTX_B128;
    default: return PTX_B64;
    }
}

PtxReg ptx_newreg(PtxFunc *f, PtxType t) {
    t = ptx_reg_type(t);
    PtxRegInfo r = {.type = (uint8_t)t, .prefix = f->mod->reg_prefix[t], .num = ++f->nreg[t]};
    vec_push(f->arena, &f->reg, r);
    return f->reg.n - 1;
}

PtxReg ptx_newreg_named(PtxFunc *f, PtxType t, Atom name) {
    PtxRegInfo r = {.type = (uint8_t)t, .prefix = name, .num = UINT32_MAX};
    vec_push(f->arena, &f->reg, r);
    return f->reg.n - 1;
}

uint32_t ptx_newlabel(PtxFunc *f, Atom name) {
    vec_push(f->arena, &f->label, ((PtxLabel){.name = name, .inst = UINT32_MAX}));
    return f->label.n - 1;
}

uint32_t ptx_newvar(PtxFunc *f, const PtxVar *v) {
    vec_push(f->arena, &f->var, *v);
    return f->var.n - 1;
}

uint32_t ptx_emit(PtxFunc *f, PtxOp op, PtxType t0, PtxType t1, uint64_t mods, uint32_t n,
                  const PtxOpnd *o) {
    PtxInst in = {.op = (uint16_t)op, .nopnd = (uint8_t)n, .mods = mods, .opnd = f->opnd.n};
    in.type[0] = (uint8_t)t0;
    in.type[1] = (uint8_t)t1;
    for (uint32_t i = 0; i < n; i++) vec_push(f->arena, &f->opnd, o[i]);
    vec_push(f->arena, &f->inst, in);
    return f->inst.n - 1;
}

PtxOpnd ptx_o_list(PtxFunc *f, PtxOpndKind kind, uint32_t n, const PtxOpnd *o) {
    PtxOpnd r = {.kind = (uint8_t)kind, .n = (uint16_t)n, .id = f->extra.n};
    for (uint32_t i = 0; i < n; i++) vec_push(f->arena, &f->extra, o[i]);
    return r;
}

// ---- compaction --------------------------------------------------------------------------------

typedef VEC(PtxRegInfo) RegVec;

static void renumber(PtxFunc *f, uint32_t *map, RegVec *fresh, PtxReg *r) {
    if (map[*r] == UINT32_MAX) {
        PtxRegInfo info = f->reg.at[*r];
        if (info.num != UINT32_MAX) info.num = ++f->nreg[info.type];
        map[*r] = fresh->n;
        vec_push(f->arena, fresh, info);
    }
    *r = map[*r];
}

static void renumber_opnd(PtxFunc *f, uint32_t *map, RegVec *fresh, PtxOpnd *o) {
    switch (o->kind) {
    case PTXO_REG:
    case PTXO_MREG: renumber(f, map, fresh, &o->id); break;
    case PTXO_VEC:
    case PTXO_PAIR:
    case PTXO_LIST:
    case PTXO_MTEX:
        for (uint32_t i = 0, n = o->kind == PTXO_MTEX ? 2 : o->n; i < n; i++) {
            renumber_opnd(f, map, fresh, &f->extra.at[o->id + i]);
        }
        break;
    default: break;
    }
}

// Lists in `extra` must not be shared between live instructions (ptx_o_list makes a new one each
// time), else their registers would be renumbered twice.
void ptx_compact(PtxFunc *f) {
    uint32_t *map = arena_alloc(f->arena, sizeof(uint32_t) * (f->reg.n + 1), 4);
    memset(map, 0xff, sizeof(uint32_t) * (f->reg.n + 1));
    memset(f->nreg, 0, sizeof f->nreg);
    RegVec fresh = {0};
    uint32_t out = 0;
    for (uint32_t i = 0; i < f->inst.n; i++) {
        PtxInst in = f->inst.at[i];
        if (in.op == PTXI_nop) continue;
        if (in.guard) {
            PtxReg r = (in.guard & ~PTX_GUARD_NOT) - 1;
            renumber(f, map, &fresh, &r);
            in.guard = (r + 1) | (in.guard & PTX_GUARD_NOT);
        }
        for (uint32_t k = 0; k < in.nopnd; k++) {
            renumber_opnd(f, map, &fresh, &f->opnd.at[in.opnd + k]);
        }
        f->inst.at[out++] = in;
    }
    f->inst.n = out;
    f->asm_reader = NULL; // it knows registers by number
    f->reg.at = fresh.at;
    f->reg.n = fresh.n;
    f->reg.cap = fresh.cap;
}
