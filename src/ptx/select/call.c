// SPDX-License-Identifier: Apache-2.0
// Parameters, calls and returns through .param space (PTX ISA 7.1, "Function Declarations and
// Definitions"; PTX Writer's Guide to Interoperability): scalars below 32 bits travel as .b32,
// everything that is not one scalar as an aligned byte array.
#include "ptx/select/select.h"

#include "ptx/form/op.h"

// How a parameter or a result is declared.
typedef struct ParamForm {
    IrType *type; // of the contents
    bool bytes;   // .b8 array
    PtxType t;    // else this type
    uint32_t align;
    uint64_t size;
} ParamForm;

enum { PARAM_ALIGN_MAX = 128 }; // of parameters (ptxas refuses more)

// One value that has a register; a vector or structure of one element is none.
static bool is_scalar(SelParts *parts, IrType *type) {
    return parts->n == 1 && !ir_ty_is_agg(type) && !ir_ty_is_vec(type);
}

// By the ABI (head of this file). `at`: attributes of the parameter, where byval says that its
// contents travel.
static ParamForm param_form(SelModule *sel_module, IrType *type, const IrAttrSet *at, bool kernel) {
    ParamForm f = {.type = type};
    IrType *byval = ir_attr_type(at, IR_ATTR_BYVAL);
    if (byval) {
        f.type = byval;
        f.bytes = true;
        f.size = byval->size;
        f.align = CU_MAX((uint32_t)ir_attr_int(at, IR_ATTR_ALIGN, byval->align), 1u);
        f.align = CU_MIN(f.align, (uint32_t)PARAM_ALIGN_MAX);
        return f;
    }
    SelParts *parts = sel_parts(sel_module, type);
    if (!is_scalar(parts, type)) {
        f.bytes = true;
        f.size = type->size;
        f.align = CU_MIN(CU_MAX(type->align, 1u), (uint32_t)PARAM_ALIGN_MAX);
        return f;
    }
    static const uint8_t kt[SC_COUNT] = {
        [SC_I1] = PTX_U8,   [SC_I16] = PTX_U16,  [SC_I32] = PTX_U32, [SC_I64] = PTX_U64,
        [SC_F16] = PTX_B16, [SC_BF16] = PTX_B16, [SC_F32] = PTX_F32, [SC_F64] = PTX_F64};
    SelClass c = parts->at[0].cls;
    // Kernels' parameters have the width that the host lays out; functions' are 32 bits at least.
    if (kernel) {
        f.t = c == SC_I16 && parts->at[0].bits <= 8 ? PTX_U8 : kt[c];
    } else if (is_any_of(c, SC_F16, SC_BF16)) {
        f.bytes = true;
        f.size = f.align = 2;
    } else {
        f.t = is_any_of(c, SC_I64, SC_F64) ? PTX_B64 : PTX_B32;
    }
    return f;
}

// The form as a declaration.
static PtxVar param_var(Atom name, ParamForm param_form) {
    PtxVar var = {.name = name, .space = PTXS_PARAM, .count = 1};
    if (!param_form.bytes) {
        var.type = (uint8_t)param_form.t;
        return var;
    }
    var.type = PTX_B8;
    var.is_array = true;
    var.ndim = 1;
    var.count = CU_MAX(param_form.size, 1u);
    var.align = param_form.align;
    return var;
}

// NAME_param_K, as nvcc names them.
static Atom param_name(SelModule *sel_module, Atom fn, uint32_t k) {
    return atom_printf(sel_module->ctx, "%s_param_%u", atom_str(sel_module->ctx, fn), k);
}

// Result and parameters of a function's declaration, in the order of its arguments.
void sel_signature(SelModule *sel_module, IrFunc *fn, PtxFunc *pf) {
    IrType *ret = ir_func_ret(fn);
    bool kernel = pf->entry;
    if (ret->kind != IR_TY_VOID && sel_parts(sel_module, ret)->n) {
        PtxVar v = param_var(atom_cstr(sel_module->ctx, "func_retval0"),
                             param_form(sel_module, ret, NULL, false));
        uint32_t id = ptx_newvar(pf, &v);
        vec_push(pf->arena, &pf->sig.ret, id);
    }
    for (uint32_t k = 0; k < fn->nargs; k++) {
        const IrAttrSet *at = ir_attrs_get(&fn->attrs, (int)k);
        IrType *t = fn->arg[k]->v.type;
        ParamForm form = param_form(sel_module, t, at, kernel);
        PtxVar v = param_var(param_name(sel_module, pf->name, k), form);
        // What is known of pointers helps ptxas with accesses through them.
        if (kernel && t->kind == IR_TY_PTR && !form.bytes) {
            v.ptr = true;
            v.ptr_space = t->as == IR_AS_GLOBAL ? PTXS_GLOBAL : PTXS_GENERIC;
            v.ptr_align = (uint32_t)ir_attr_int(at, IR_ATTR_ALIGN, 1);
        }
        uint32_t id = ptx_newvar(pf, &v);
        vec_push(pf->arena, &pf->sig.param, id);
    }
    if (fn->g.vty->vararg) { // legal/vararg.c: where the unnamed arguments lie
        PtxVar v =
            param_var(param_name(sel_module, pf->name, fn->nargs), (ParamForm){.t = PTX_B64});
        vec_push(pf->arena, &pf->sig.param, ptx_newvar(pf, &v));
    }
}

static const uint64_t param_mods = ptx_mods(SPACE, PARAM);

// A scalar argument held as .b32 is loaded with its own width.
static PtxOpnd load_scalar(Sel *sel, SelPart part, PtxOpnd at, ParamForm param_form) {
    static const uint8_t lt[SC_COUNT] = {
        [SC_I1] = PTX_S8,   [SC_I16] = PTX_U16,  [SC_I32] = PTX_U32, [SC_I64] = PTX_U64,
        [SC_F16] = PTX_B16, [SC_BF16] = PTX_B16, [SC_F32] = PTX_F32, [SC_F64] = PTX_F64};
    PtxType t = part.cls == SC_I16 && part.bits <= 8 ? PTX_S8 : lt[part.cls];
    PtxOpnd r = sel_o(sel_tmp(sel, part.cls == SC_I1 ? SC_I16 : part.cls));
    ptx_emit_(sel->f, PTXI_ld, t, PTX_NOTYPE, param_mods, r, at);
    return part.cls == SC_I1 ? sel_resize(sel, r, SC_I16, 16, SC_I1, false) : r;
}

// A byval parameter is copied into the frame where its address may be written to: by the widest
// accesses that its alignment allows.
static void copy_byval(Sel *sel, IrArg *formal, ParamForm param_form, uint32_t var, uint64_t slot) {
    for (uint64_t off = 0; off < param_form.size;) {
        uint32_t n = 8;
        while (n > param_form.size - off || n > param_form.align || off % n) n /= 2;
        SelClass c = n == 8 ? SC_I64 : n == 4 ? SC_I32 : SC_I16;
        PtxType t = n == 8 ? PTX_U64 : n == 4 ? PTX_U32 : n == 2 ? PTX_U16 : PTX_U8;
        PtxOpnd r = sel_o(sel_tmp(sel, c));
        ptx_emit_(sel->f, PTXI_ld, t, PTX_NOTYPE, param_mods, r, ptx_o_mlocal(var, (int64_t)off));
        ptx_emit_(sel->f, PTXI_st, t, PTX_NOTYPE, ptx_mods(SPACE, LOCAL),
                  ptx_o_mreg(sel->spl, (int64_t)(slot + off)), r);
        off += n;
    }
}

// Where a byval argument is: in the frame, in .param with a generic address, or in .param for loads
// alone (then it has no register).
static void byval_param(Sel *sel, IrArg *formal, ParamForm param_form, uint32_t var) {
    uint64_t slot = (uint64_t)(uintptr_t)map_get(&sel->frame, (uintptr_t)&formal->v);
    PtxOpnd *opnd = sel_new(sel, 1);
    if (slot) {
        copy_byval(sel, formal, param_form, var, slot - 1);
        opnd[0] = sel_o(sel_tmp(sel, SC_I64));
        SEL_EMIT(sel, add, S64, NOTYPE, 0, opnd[0], sel_o(sel->sp), ptx_o_int((int64_t)slot - 1));
    } else if (sel->f->entry &&
               !sel->param_direct[formal->index]) { // its generic address is wanted: cvta.param
        PtxOpnd p = sel_o(sel_tmp(sel, SC_I64));
        opnd[0] = sel_o(sel_tmp(sel, SC_I64));
        SEL_EMIT(sel, mov, B64, NOTYPE, 0, p, ptx_o_local(var, 0));
        SEL_EMIT(sel, cvta, U64, NOTYPE, param_mods, opnd[0], p);
    }
    *sel_slot(sel, &formal->v) = opnd;
}

// All uses are loads, by constant offsets, or casts into the space: no address of it is needed.
static bool accesses_only(Sel *sel, IrValue *address) {
    IR_FOREACH_USE(u, address) {
        IrInst *i = u->user;
        int64_t d;
        if (i->v.op == IR_LOAD || sel_is_param_cast(i)) continue;
        if (i->v.op == IR_GEP && ir_use_index(u) == 0 && ir_gep_const_offset(i, &d) &&
            accesses_only(sel, &i->v))
            continue;
        return false;
    }
    return true;
}

// Loads the parameters at the function's start; those that nobody uses are left.
void sel_params(Sel *sel) {
    IrFunc *fn = sel->fn;
    sel->param_var = arena_array(sel->a, uint32_t, fn->nargs + 1);
    sel->param_direct = arena_array(sel->a, bool, fn->nargs + 1);
    for (uint32_t k = 0; k < fn->nargs; k++) {
        IrArg *arg = fn->arg[k];
        const IrAttrSet *at = ir_attrs_get(&fn->attrs, (int)k);
        ParamForm form = param_form(sel->g, arg->v.type, at, sel->f->entry);
        uint32_t var = sel->param_var[k] = sel->f->sig.param.at[k];
        if (ir_attr_has(at, IR_ATTR_BYVAL)) {
            sel->param_direct[k] = accesses_only(sel, &arg->v);
            byval_param(sel, arg, form, var);
            continue;
        }
        if (!ir_has_uses(&arg->v)) continue;
        SelParts *p = sel_parts(sel->g, arg->v.type);
        PtxOpnd *o = sel_new(sel, p->n);
        if (form.bytes)
            sel_load_value(sel, (SelAddr){ptx_o_mlocal(var, 0), PTX_SPACE_PARAM}, arg->v.type,
                           form.align, o);
        else
            o[0] = load_scalar(sel, p->at[0], ptx_o_mlocal(var, 0), form);
        *sel_slot(sel, &arg->v) = o;
    }
}

// The pointer behind the named parameters (legal/vararg.c).
bool sel_variadic_buffer(Sel *sel, IrInst *call) {
    if (!sel->fn->g.vty->vararg) return false;
    PtxOpnd *o = sel_new(sel, 1);
    o[0] = sel_o(sel_tmp(sel, SC_I64));
    SEL_EMIT(sel, ld, U64, NOTYPE, param_mods, o[0],
             ptx_o_mlocal(sel->f->sig.param.at[sel->fn->nargs], 0));
    sel_set(sel, call, o);
    return true;
}

// ---- calls --------------------------------------------------------------------------------------

// A scalar as it is stored: small integers widened to 32 bits. An immediate may be stored, a
// symbol's address may not.
static void store_scalar(Sel *sel, SelPart part, PtxOpnd opnd, PtxOpnd to, IrType *of_type) {
    static const uint8_t st[SC_COUNT] = {
        [SC_I32] = PTX_B32, [SC_I64] = PTX_B64, [SC_F32] = PTX_F32, [SC_F64] = PTX_F64};
    PtxType type = st[part.cls];
    if (is_any_of(part.cls, SC_I1, SC_I16)) {
        opnd = sel_resize(sel, part.cls == SC_I1 ? opnd : sel_in_reg(sel, opnd, SC_I16), part.cls,
                          part.bits, SC_I32, false);
        type = PTX_B32;
    }
    if (opnd.kind == PTXO_SYM) opnd = sel_in_reg(sel, opnd, part.cls);
    ptx_emit_(sel->f, PTXI_st, type, PTX_NOTYPE, param_mods, to, opnd);
}

// A copy of the contents, padding among them, as C has it.
static PtxOpnd pass_byval(Sel *sel, IrValue *source, ParamForm param_form, uint32_t var) {
    SelAddr from = sel_addr(sel, source), to = {ptx_o_mlocal(var, 0), PTX_SPACE_PARAM};
    SelParts *parts = sel_parts(sel->g, param_form.type);
    for (uint64_t off = 0; off < param_form.size;) { // bytes, so that padding travels too
        uint32_t n = 8;
        while (n > param_form.size - off || n > param_form.align || off % n) n /= 2;
        SelPart part = {n == 8 ? SC_I64 : n == 4 ? SC_I32 : SC_I16, (uint16_t)(n * 8), off};
        SelParts one = {&part, 1};
        PtxOpnd x;
        sel_load_parts(sel, from, &one, param_form.align, 0, false, &x);
        sel_store_parts(sel, to, &one, param_form.align, 0, &x);
        off += n;
    }
    (void)parts;
    return ptx_o_local(var, 0);
}

// A variable of the call's scope.
static uint32_t call_var(Sel *sel, const char *base, uint32_t k, ParamForm f) {
    PtxVar v = param_var(atom_printf(sel->ctx, "%s%u", base, k), f);
    uint32_t id = ptx_newvar(sel->f, &v);
    SEL_EMIT(sel, declvar, NOTYPE, NOTYPE, 0, ptx_o_local(id, 0));
    return id;
}

// .callprototype for a call by a pointer, with its own label.
static PtxOpnd prototype(Sel *sel, IrInst *call, ParamForm *forms, uint32_t n, ParamForm *ret) {
    PtxSig sig = {0};
    Atom blank = atom_cstr(sel->ctx, "_");
    if (ret) {
        PtxVar v = param_var(blank, *ret);
        vec_push(sel->f->arena, &sig.ret, ptx_newvar(sel->f, &v));
    }
    for (uint32_t k = 0; k < n; k++) {
        PtxVar v = param_var(blank, forms[k]);
        vec_push(sel->f->arena, &sig.param, ptx_newvar(sel->f, &v));
    }
    uint32_t label = sel_numbered_label(sel, "prototype_");
    vec_push(sel->f->arena, &sel->f->protosig, sig);
    vec_push(sel->f->arena, &sel->f->proto, ((PtxProto){label, sel->f->protosig.n - 1}));
    SEL_EMIT(sel, proto, NOTYPE, NOTYPE, 0, ptx_o_int(sel->f->proto.n - 1));
    return ptx_o_label(label);
}

// Declares the parameter's variable, fills it, and gives its name.
static PtxOpnd pass_argument(Sel *sel, IrValue *actual, ParamForm param_form, uint32_t k,
                             bool byval) {
    uint32_t var = call_var(sel, "param", k, param_form);
    if (byval) return pass_byval(sel, actual, param_form, var);
    SelParts *p = sel_parts(sel->g, actual->type);
    PtxOpnd *o = sel_opnds(sel, actual);
    if (param_form.bytes)
        sel_store_value(sel, (SelAddr){ptx_o_mlocal(var, 0), PTX_SPACE_PARAM}, actual->type,
                        param_form.align, o);
    else
        store_scalar(sel, p->at[0], o[0], ptx_o_mlocal(var, 0), actual->type);
    return ptx_o_local(var, 0);
}

// The result from its variable, if anybody wants it.
static void take_result(Sel *sel, IrInst *call, ParamForm param_form, uint32_t var) {
    if (!ir_has_uses(&call->v)) return;
    SelParts *p = sel_parts(sel->g, call->v.type);
    PtxOpnd *o = sel_new(sel, p->n);
    if (param_form.bytes)
        sel_load_value(sel, (SelAddr){ptx_o_mlocal(var, 0), PTX_SPACE_PARAM}, call->v.type,
                       param_form.align, o);
    else
        o[0] = load_scalar(sel, p->at[0], ptx_o_mlocal(var, 0), param_form);
    sel_set(sel, call, o);
}

// A call in a scope of its own: parameters, result, the call, the result's load. Constants come
// before the scope, since registers that they are kept in live longer.
void sel_call(Sel *sel, IrInst *site) {
    uint32_t n = ir_call_nargs(site), seq = sel->later->ncall++;
    IrFunc *callee = ir_called(site);
    // of another type than it was declared with: only a call through its address says its own
    if (callee && site->aty != callee->g.vty) callee = NULL;
    ParamForm *forms = arena_array(sel->a, ParamForm, n + 1), ret;
    PtxOpnd *arg = sel_new(sel, n), target, none = {0};
    bool has_ret = site->v.type->kind != IR_TY_VOID && sel_parts(sel->g, site->v.type)->n;
    target = callee ? ptx_o_sym(sel_ref(sel, &callee->g), 0) : sel_o(sel_reg(sel, ir_callee(site)));
    for (uint32_t k = 0; k < n; k++)
        sel_opnds(sel, ir_op(site, k)); // constants before the scope opens
    SEL_EMIT(sel, scope_begin, NOTYPE, NOTYPE, 0, ptx_o_int(seq));
    for (uint32_t k = 0; k < n; k++) {
        const IrAttrSet *at = ir_attrs_get(&site->call->attrs, (int)k);
        if (callee) at = ir_attrs_get(&callee->attrs, (int)k);
        forms[k] = param_form(sel->g, ir_op(site, k)->type, at, false);
        arg[k] = pass_argument(sel, ir_op(site, k), forms[k], k, ir_attr_has(at, IR_ATTR_BYVAL));
    }
    uint32_t var = 0;
    if (has_ret) {
        ret = param_form(sel->g, site->v.type, NULL, false);
        var = call_var(sel, "retval", 0, ret);
    }
    PtxOpnd proto = callee ? none : prototype(sel, site, forms, n, has_ret ? &ret : NULL);
    PtxOpnd rv = ptx_o_local(var, 0);
    PtxOpnd rl = has_ret ? ptx_o_list(sel->f, PTXO_LIST, 1, &rv) : none;
    PtxOpnd al = n ? ptx_o_list(sel->f, PTXO_LIST, n, arg) : none;
    SEL_EMIT(sel, call, NOTYPE, NOTYPE, callee ? ptx_mods(UNI, UNI) : 0, rl, target, al, proto);
    if (has_ret) take_result(sel, site, ret, var);
    SEL_EMIT(sel, scope_end, NOTYPE, NOTYPE, 0, ptx_o_int(seq));
}

// The result goes to the declared variable.
void sel_ret(Sel *sel, IrInst *terminator) {
    if (terminator->nops && sel->f->sig.ret.n) {
        IrValue *v = ir_op(terminator, 0);
        ParamForm f = param_form(sel->g, v->type, NULL, false);
        SelParts *p = sel_parts(sel->g, v->type);
        PtxOpnd *o = sel_opnds(sel, v), to = ptx_o_mlocal(sel->f->sig.ret.at[0], 0);
        if (f.bytes)
            sel_store_value(sel, (SelAddr){to, PTX_SPACE_PARAM}, v->type, f.align, o);
        else
            store_scalar(sel, p->at[0], o[0], to, v->type);
    }
    ptx_emit(sel->f, PTXI_ret, PTX_NOTYPE, PTX_NOTYPE, 0, 0, NULL);
}
