// SPDX-License-Identifier: Apache-2.0
// Parameters, calls and returns through .param space (PTX ISA 7.1, "Function Declarations and
// Definitions"; PTX Writer's Guide to Interoperability): scalars below 32 bits travel as .b32,
// everything that is not one scalar as an aligned byte array.
#include "ptx/sel.h"

typedef struct ParamForm {
    IrType *type; // of the contents
    bool bytes;   // .b8 array
    PtxType t;    // else this type
    uint32_t align;
    uint64_t size;
} ParamForm;

enum { PARAM_ALIGN_MAX = 128 }; // of parameters (ptxas refuses more)

static bool is_scalar(SelParts *p, IrType *t) {
    return p->n == 1 && !ir_ty_is_agg(t) && !ir_ty_is_vec(t);
}

static ParamForm param_form(SelModule *g, IrType *t, const IrAttrSet *at, bool kernel) {
    ParamForm f = {.type = t};
    IrType *byval = ir_attr_type(at, IR_ATTR_BYVAL);
    if (byval) {
        f.type = byval;
        f.bytes = true;
        f.size = byval->size;
        f.align = CU_MAX((uint32_t)ir_attr_int(at, IR_ATTR_ALIGN, byval->align), 1u);
        f.align = CU_MIN(f.align, (uint32_t)PARAM_ALIGN_MAX);
        return f;
    }
    SelParts *p = sel_parts(g, t);
    if (!is_scalar(p, t)) {
        f.bytes = true;
        f.size = t->size;
        f.align = CU_MIN(CU_MAX(t->align, 1u), (uint32_t)PARAM_ALIGN_MAX);
        return f;
    }
    static const uint8_t kt[SC_COUNT] = {
        [SC_I1] = PTX_U8,   [SC_I16] = PTX_U16,  [SC_I32] = PTX_U32, [SC_I64] = PTX_U64,
        [SC_F16] = PTX_B16, [SC_BF16] = PTX_B16, [SC_F32] = PTX_F32, [SC_F64] = PTX_F64};
    SelClass c = p->at[0].cls;
    if (kernel) {
        f.t = c == SC_I16 && p->at[0].bits <= 8 ? PTX_U8 : kt[c];
    } else if (c == SC_F16 || c == SC_BF16) {
        f.bytes = true;
        f.size = f.align = 2;
    } else {
        f.t = c == SC_I64 || c == SC_F64 ? PTX_B64 : PTX_B32;
    }
    return f;
}

static PtxVar param_var(Atom name, ParamForm f) {
    PtxVar v = {.name = name, .space = PTXS_PARAM, .count = 1};
    if (!f.bytes) {
        v.type = (uint8_t)f.t;
        return v;
    }
    v.type = PTX_B8;
    v.is_array = true;
    v.ndim = 1;
    v.count = CU_MAX(f.size, 1u);
    v.align = f.align;
    return v;
}

static Atom param_name(SelModule *g, Atom fn, uint32_t k) {
    return atom_printf(g->ctx, "%s_param_%u", atom_str(g->ctx, fn), k);
}

void sel_signature(SelModule *g, IrFunc *f, PtxFunc *pf) {
    IrType *ret = ir_func_ret(f);
    bool kernel = pf->entry;
    if (ret->kind != IR_TY_VOID && sel_parts(g, ret)->n) {
        PtxVar v = param_var(atom_cstr(g->ctx, "func_retval0"), param_form(g, ret, NULL, false));
        uint32_t id = ptx_newvar(pf, &v);
        vec_push(pf->arena, &pf->sig.ret, id);
    }
    for (uint32_t k = 0; k < f->nargs; k++) {
        const IrAttrSet *at = ir_attrs_get(&f->attrs, (int)k);
        IrType *t = f->arg[k]->v.type;
        ParamForm form = param_form(g, t, at, kernel);
        PtxVar v = param_var(param_name(g, pf->name, k), form);
        if (kernel && t->kind == IR_TY_PTR && !form.bytes) {
            v.ptr = true;
            v.ptr_space = t->as == IR_AS_GLOBAL ? PTXS_GLOBAL : PTXS_GENERIC;
            v.ptr_align = (uint32_t)ir_attr_int(at, IR_ATTR_ALIGN, 1);
        }
        uint32_t id = ptx_newvar(pf, &v);
        vec_push(pf->arena, &pf->sig.param, id);
    }
    if (f->g.vty->vararg) { // legal_vararg.c: where the unnamed arguments lie
        PtxVar v = param_var(param_name(g, pf->name, f->nargs), (ParamForm){.t = PTX_B64});
        vec_push(pf->arena, &pf->sig.param, ptx_newvar(pf, &v));
    }
}

static const uint64_t param_mods = ptx_mods(SPACE, PARAM);

// A scalar argument held as .b32 is loaded with its own width.
static PtxOpnd load_scalar(Sel *s, SelPart p, PtxOpnd at, ParamForm f) {
    static const uint8_t lt[SC_COUNT] = {
        [SC_I1] = PTX_S8,   [SC_I16] = PTX_U16,  [SC_I32] = PTX_U32, [SC_I64] = PTX_U64,
        [SC_F16] = PTX_B16, [SC_BF16] = PTX_B16, [SC_F32] = PTX_F32, [SC_F64] = PTX_F64};
    PtxType t = p.cls == SC_I16 && p.bits <= 8 ? PTX_S8 : lt[p.cls];
    PtxOpnd r = sel_o(sel_tmp(s, p.cls == SC_I1 ? SC_I16 : p.cls));
    ptx_emit_(s->f, PTXI_ld, t, PTX_NOTYPE, param_mods, r, at);
    return p.cls == SC_I1 ? sel_resize(s, r, SC_I16, 16, SC_I1, false) : r;
}

static void copy_byval(Sel *s, IrArg *a, ParamForm f, uint32_t var, uint64_t slot) {
    for (uint64_t off = 0; off < f.size;) {
        uint32_t n = 8;
        while (n > f.size - off || n > f.align || off % n) n /= 2;
        SelClass c = n == 8 ? SC_I64 : n == 4 ? SC_I32 : SC_I16;
        PtxType t = n == 8 ? PTX_U64 : n == 4 ? PTX_U32 : n == 2 ? PTX_U16 : PTX_U8;
        PtxOpnd r = sel_o(sel_tmp(s, c));
        ptx_emit_(s->f, PTXI_ld, t, PTX_NOTYPE, param_mods, r, ptx_o_mlocal(var, (int64_t)off));
        ptx_emit_(s->f, PTXI_st, t, PTX_NOTYPE, ptx_mods(SPACE, LOCAL),
                  ptx_o_mreg(s->spl, (int64_t)(slot + off)), r);
        off += n;
    }
}

static void byval_param(Sel *s, IrArg *a, ParamForm f, uint32_t var) {
    uint64_t slot = (uint64_t)(uintptr_t)map_get(&s->frame, (uintptr_t)&a->v);
    PtxOpnd *o = sel_new(s, 1);
    if (slot) {
        copy_byval(s, a, f, var, slot - 1);
        o[0] = sel_o(sel_tmp(s, SC_I64));
        SEL_EMIT(s, add, S64, NOTYPE, 0, o[0], sel_o(s->sp), ptx_o_int((int64_t)slot - 1));
    } else if (s->f->entry &&
               !s->param_direct[a->index]) { // its generic address is wanted: cvta.param
        PtxOpnd p = sel_o(sel_tmp(s, SC_I64));
        o[0] = sel_o(sel_tmp(s, SC_I64));
        SEL_EMIT(s, mov, B64, NOTYPE, 0, p, ptx_o_local(var, 0));
        SEL_EMIT(s, cvta, U64, NOTYPE, param_mods, o[0], p);
    }
    *sel_slot(s, &a->v) = o;
}

static bool accesses_only(Sel *s, IrValue *v) {
    IR_FOREACH_USE(u, v) {
        IrInst *i = u->user;
        int64_t d;
        if (i->v.op == IR_LOAD || sel_is_param_cast(i)) continue;
        if (i->v.op == IR_GEP && ir_use_index(u) == 0 && ir_gep_const_offset(i, &d) &&
            accesses_only(s, &i->v))
            continue;
        return false;
    }
    return true;
}

void sel_params(Sel *s) {
    IrFunc *f = s->fn;
    s->param_var = arena_array(s->a, uint32_t, f->nargs + 1);
    s->param_direct = arena_array(s->a, bool, f->nargs + 1);
    for (uint32_t k = 0; k < f->nargs; k++) {
        IrArg *a = f->arg[k];
        const IrAttrSet *at = ir_attrs_get(&f->attrs, (int)k);
        ParamForm form = param_form(s->g, a->v.type, at, s->f->entry);
        uint32_t var = s->param_var[k] = s->f->sig.param.at[k];
        if (ir_attr_has(at, IR_ATTR_BYVAL)) {
            s->param_direct[k] = accesses_only(s, &a->v);
            byval_param(s, a, form, var);
            continue;
        }
        if (!ir_has_uses(&a->v)) continue;
        SelParts *p = sel_parts(s->g, a->v.type);
        PtxOpnd *o = sel_new(s, p->n);
        if (form.bytes)
            sel_load_value(s, (SelAddr){ptx_o_mlocal(var, 0), PTX_SPACE_PARAM}, a->v.type,
                           form.align, o);
        else
            o[0] = load_scalar(s, p->at[0], ptx_o_mlocal(var, 0), form);
        *sel_slot(s, &a->v) = o;
    }
}

bool sel_variadic_buffer(Sel *s, IrInst *i) {
    if (!s->fn->g.vty->vararg) return false;
    PtxOpnd *o = sel_new(s, 1);
    o[0] = sel_o(sel_tmp(s, SC_I64));
    SEL_EMIT(s, ld, U64, NOTYPE, param_mods, o[0],
             ptx_o_mlocal(s->f->sig.param.at[s->fn->nargs], 0));
    sel_set(s, i, o);
    return true;
}

// ---- calls --------------------------------------------------------------------------------------

// A scalar as it is stored: small integers widened to 32 bits.
static void store_scalar(Sel *s, SelPart p, PtxOpnd v, PtxOpnd to, IrType *t) {
    static const uint8_t st[SC_COUNT] = {
        [SC_I32] = PTX_B32, [SC_I64] = PTX_B64, [SC_F32] = PTX_F32, [SC_F64] = PTX_F64};
    PtxType type = st[p.cls];
    if (p.cls == SC_I1 || p.cls == SC_I16) {
        v = sel_resize(s, p.cls == SC_I1 ? v : sel_in_reg(s, v, SC_I16), p.cls, p.bits, SC_I32,
                       false);
        type = PTX_B32;
    }
    if (v.kind == PTXO_SYM) v = sel_in_reg(s, v, p.cls);
    ptx_emit_(s->f, PTXI_st, type, PTX_NOTYPE, param_mods, to, v);
}

static PtxOpnd pass_byval(Sel *s, IrValue *v, ParamForm f, uint32_t var) {
    SelAddr from = sel_addr(s, v), to = {ptx_o_mlocal(var, 0), PTX_SPACE_PARAM};
    SelParts *p = sel_parts(s->g, f.type);
    for (uint64_t off = 0; off < f.size;) { // bytes, so that padding travels too
        uint32_t n = 8;
        while (n > f.size - off || n > f.align || off % n) n /= 2;
        SelPart part = {n == 8 ? SC_I64 : n == 4 ? SC_I32 : SC_I16, (uint16_t)(n * 8), off};
        SelParts one = {&part, 1};
        PtxOpnd x;
        sel_load_parts(s, from, &one, f.align, 0, false, &x);
        sel_store_parts(s, to, &one, f.align, 0, &x);
        off += n;
    }
    (void)p;
    return ptx_o_local(var, 0);
}

static uint32_t call_var(Sel *s, const char *base, uint32_t k, ParamForm f) {
    PtxVar v = param_var(atom_printf(s->ctx, "%s%u", base, k), f);
    uint32_t id = ptx_newvar(s->f, &v);
    SEL_EMIT(s, declvar, NOTYPE, NOTYPE, 0, ptx_o_local(id, 0));
    return id;
}

static PtxOpnd prototype(Sel *s, IrInst *i, ParamForm *forms, uint32_t n, ParamForm *ret) {
    PtxSig sig = {0};
    Atom blank = atom_cstr(s->ctx, "_");
    if (ret) {
        PtxVar v = param_var(blank, *ret);
        vec_push(s->f->arena, &sig.ret, ptx_newvar(s->f, &v));
    }
    for (uint32_t k = 0; k < n; k++) {
        PtxVar v = param_var(blank, forms[k]);
        vec_push(s->f->arena, &sig.param, ptx_newvar(s->f, &v));
    }
    uint32_t label = sel_numbered_label(s, "prototype_");
    vec_push(s->f->arena, &s->f->protosig, sig);
    vec_push(s->f->arena, &s->f->proto, ((PtxProto){label, s->f->protosig.n - 1}));
    SEL_EMIT(s, proto, NOTYPE, NOTYPE, 0, ptx_o_int(s->f->proto.n - 1));
    return ptx_o_label(label);
}

static PtxOpnd pass_argument(Sel *s, IrValue *v, ParamForm f, uint32_t k, bool byval) {
    uint32_t var = call_var(s, "param", k, f);
    if (byval) return pass_byval(s, v, f, var);
    SelParts *p = sel_parts(s->g, v->type);
    PtxOpnd *o = sel_opnds(s, v);
    if (f.bytes)
        sel_store_value(s, (SelAddr){ptx_o_mlocal(var, 0), PTX_SPACE_PARAM}, v->type, f.align, o);
    else
        store_scalar(s, p->at[0], o[0], ptx_o_mlocal(var, 0), v->type);
    return ptx_o_local(var, 0);
}

static void take_result(Sel *s, IrInst *i, ParamForm f, uint32_t var) {
    if (!ir_has_uses(&i->v)) return;
    SelParts *p = sel_parts(s->g, i->v.type);
    PtxOpnd *o = sel_new(s, p->n);
    if (f.bytes)
        sel_load_value(s, (SelAddr){ptx_o_mlocal(var, 0), PTX_SPACE_PARAM}, i->v.type, f.align, o);
    else
        o[0] = load_scalar(s, p->at[0], ptx_o_mlocal(var, 0), f);
    sel_set(s, i, o);
}

void sel_call(Sel *s, IrInst *i) {
    uint32_t n = ir_call_nargs(i), seq = s->later->ncall++;
    IrFunc *callee = ir_called(i);
    ParamForm *forms = arena_array(s->a, ParamForm, n + 1), ret;
    PtxOpnd *arg = sel_new(s, n), target, none = {0};
    bool has_ret = i->v.type->kind != IR_TY_VOID && sel_parts(s->g, i->v.type)->n;
    target = callee ? ptx_o_sym(sel_ref(s, &callee->g), 0) : sel_o(sel_reg(s, ir_callee(i)));
    for (uint32_t k = 0; k < n; k++) sel_opnds(s, ir_op(i, k)); // constants before the scope opens
    SEL_EMIT(s, scope_begin, NOTYPE, NOTYPE, 0, ptx_o_int(seq));
    for (uint32_t k = 0; k < n; k++) {
        const IrAttrSet *at = ir_attrs_get(&i->call->attrs, (int)k);
        if (!ir_attr_has(at, IR_ATTR_BYVAL) && callee) at = ir_attrs_get(&callee->attrs, (int)k);
        forms[k] = param_form(s->g, ir_op(i, k)->type, at, false);
        arg[k] = pass_argument(s, ir_op(i, k), forms[k], k, ir_attr_has(at, IR_ATTR_BYVAL));
    }
    uint32_t var = 0;
    if (has_ret) {
        ret = param_form(s->g, i->v.type, NULL, false);
        var = call_var(s, "retval", 0, ret);
    }
    PtxOpnd proto = callee ? none : prototype(s, i, forms, n, has_ret ? &ret : NULL);
    PtxOpnd rv = ptx_o_local(var, 0);
    PtxOpnd rl = has_ret ? ptx_o_list(s->f, PTXO_LIST, 1, &rv) : none;
    PtxOpnd al = n ? ptx_o_list(s->f, PTXO_LIST, n, arg) : none;
    SEL_EMIT(s, call, NOTYPE, NOTYPE, callee ? ptx_mods(UNI, UNI) : 0, rl, target, al, proto);
    if (has_ret) take_result(s, i, ret, var);
    SEL_EMIT(s, scope_end, NOTYPE, NOTYPE, 0, ptx_o_int(seq));
}

void sel_ret(Sel *s, IrInst *i) {
    if (i->nops && s->f->sig.ret.n) {
        IrValue *v = ir_op(i, 0);
        ParamForm f = param_form(s->g, v->type, NULL, false);
        SelParts *p = sel_parts(s->g, v->type);
        PtxOpnd *o = sel_opnds(s, v), to = ptx_o_mlocal(s->f->sig.ret.at[0], 0);
        if (f.bytes)
            sel_store_value(s, (SelAddr){to, PTX_SPACE_PARAM}, v->type, f.align, o);
        else
            store_scalar(s, p->at[0], o[0], to, v->type);
    }
    ptx_emit(s->f, PTXI_ret, PTX_NOTYPE, PTX_NOTYPE, 0, 0, NULL);
}
