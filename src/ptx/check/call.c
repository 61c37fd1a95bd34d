// SPDX-License-Identifier: Apache-2.0
// What ptxas checks of calls and of declarations that stand more than once (PTX ISA 5.1.6, 7.1,
// 9.7.12.5): numbers, types and alignments of parameters.
#include "ptx/check/check.h"

// Scalars agree by size, arrays by size too, if the parameter's is known (that of the variable
// arguments of a function is not).
static bool same_type(const PtxVar *a, const PtxVar *b) {
    if (b->is_array && b->unsized) return a->is_array;
    return a->is_array == b->is_array && ptx_var_size(a) == ptx_var_size(b);
}

// An argument: a register of the parameter's width, a number, or a .param variable of the caller
// that is laid out like the parameter.
static bool check_argument(Reader *reader, const PtxOpnd *actual, const PtxVar *formal) {
    const char *name = formal->name ? atom_str(reader->ctx, formal->name) : "_";
    if (actual->kind == PTXO_REG) {
        uint32_t bits = ptx_type_bits((PtxType)reader->fn->reg.at[actual->id].type);
        bool fits = !formal->is_array && bits == ptx_type_bits((PtxType)formal->type);
        return rd_require(reader, fits, DIAG_OF(ptx, argument_type), name);
    }
    if (actual->kind != PTXO_SYM) return true;
    if (!(actual->flags & PTXOF_LOCAL)) return rd_fail(reader, DIAG_OF(ptx, argument_space), name);
    const PtxVar *var = &reader->fn->var.at[actual->id];
    bool is_kernels = reader->fn->entry && actual->id < reader->fn->sig.param.n;
    if (var->space != PTXS_PARAM || is_kernels)
        return rd_fail(reader, DIAG_OF(ptx, argument_space), name);
    if (!same_type(var, formal)) return rd_fail(reader, DIAG_OF(ptx, argument_type), name);
    return rd_require(reader, ptx_var_align(var) == ptx_var_align(formal),
                      DIAG_OF(ptx, argument_align), name);
}

// `owner` has the formal parameters.
static bool check_list(Reader *reader, const PtxOpnd *list, const PtxFunc *owner,
                       const uint32_t *formal, uint32_t n) {
    uint32_t given = list->kind == PTXO_LIST ? list->n : 0;
    // Variable arguments, the last parameter, may be left out.
    bool variable = n && owner->var.at[formal[n - 1]].unsized;
    if (variable && given == n - 1) n--;
    if (given != n) return rd_fail(reader, DIAG_OF(ptx, argument_count), (int)n, (int)given);
    for (uint32_t i = 0; i < n; i++) {
        const PtxOpnd *opnd = &reader->fn->extra.at[list->id + i];
        if (!check_argument(reader, opnd, &owner->var.at[formal[i]])) return false;
    }
    return true;
}

// The prototype that an indirect call names by its label.
static const PtxSig *prototype_of(const PtxFunc *fn, const PtxOpnd *label) {
    for (uint32_t i = 0; label->kind == PTXO_LABEL && i < fn->proto.n; i++) {
        if (fn->proto.at[i].label == label->id) return &fn->protosig.at[fn->proto.at[i].sig];
    }
    return NULL;
}

// A list of functions that may be called stands in a prototype's place.
static bool has_targets(const PtxFunc *fn, const PtxOpnd *label) {
    for (uint32_t i = 0; label->kind == PTXO_LABEL && i < fn->targets.n; i++) {
        if (fn->targets.at[i].label == label->id) return true;
    }
    return false;
}

void rd_check_call(Reader *reader, const PtxInst *in) {
    const PtxOpnd *opnd = ptx_opnds(reader->fn, in);
    const PtxFunc *owner = reader->fn;
    const PtxSig *sig = prototype_of(reader->fn, &opnd[3]);
    if (opnd[1].kind == PTXO_SYM) {
        owner = ptx_sym_func(reader->module, opnd[1].id);
        sig = &owner->sig;
        if (owner->entry) {
            rd_error(reader, DIAG_OF(ptx, kernel_called), atom_str(reader->ctx, owner->name));
            return;
        }
    } else if (!sig) {
        if (!has_targets(reader->fn, &opnd[3])) rd_error(reader, DIAG_OF(ptx, no_prototype));
        return;
    }
    if (check_list(reader, &opnd[0], owner, sig->ret.at, sig->ret.n))
        check_list(reader, &opnd[2], owner, sig->param.at, sig->param.n);
}

// ---- declarations -------------------------------------------------------------------------------

// Parameters or results of a function, by their indices among its variables.
typedef struct {
    const PtxFunc *fn;
    const uint32_t *at;
    uint32_t n;
} Formals;

// Types are compared as they are written: .u32 is not .b32 here.
static bool same_formals(Formals a, Formals b) {
    if (a.n != b.n) return false;
    for (uint32_t i = 0; i < a.n; i++) {
        const PtxVar *x = &a.fn->var.at[a.at[i]], *y = &b.fn->var.at[b.at[i]];
        bool same_element =
            ptx_types[x->type].kind == ptx_types[y->type].kind || x->type == y->type;
        if (!same_type(x, y) || !same_element || ptx_var_align(x) != ptx_var_align(y)) return false;
    }
    return true;
}

// Kernels and functions are told apart, too.
static bool same_prototype(const PtxFunc *a, const PtxFunc *b) {
    return a->entry == b->entry &&
           same_formals((Formals){a, a->sig.param.at, a->sig.param.n},
                        (Formals){b, b->sig.param.at, b->sig.param.n}) &&
           same_formals((Formals){a, a->sig.ret.at, a->sig.ret.n},
                        (Formals){b, b->sig.ret.at, b->sig.ret.n});
}

void rd_check_prototype(Reader *reader, const PtxFunc *before, const PtxFunc *now) {
    if (!same_prototype(before, now))
        rd_error(reader, DIAG_OF(ptx, other_prototype), atom_str(reader->ctx, now->name));
}

// The alias is a function that is declared, with the parameters of the one that it stands for.
void rd_check_alias(Reader *reader, Atom name, const PtxFunc *of) {
    const Bind *bind = rd_lookup(reader, name);
    const PtxFunc *fn =
        bind && bind->kind == BIND_SYM ? ptx_sym_func(reader->module, bind->id) : NULL;
    const char *text = atom_str(reader->ctx, name);
    if (!fn)
        rd_error(reader, DIAG_OF(ptx, undeclared),
                 arena_printf(&reader->ctx->scratch, "'%s'", text));
    else if (!same_prototype(fn, of))
        rd_error(reader, DIAG_OF(ptx, alias_prototype), text);
}

// A variable may be declared before or behind its definition, with the same type.
void rd_check_variable(Reader *reader, const PtxVar *before, const PtxVar *now) {
    bool same_kind = before->space == now->space && before->type == now->type;
    bool same_length = before->unsized || now->unsized || before->count == now->count;
    bool was_extern = before->linkage == PTXL_EXTERN;
    // What was declared for others to define is not the module's own.
    bool becomes_own = was_extern && now->linkage == PTXL_NONE;
    bool defined_twice = !was_extern && now->linkage != PTXL_EXTERN;

    const char *name = atom_str(reader->ctx, now->name);
    if (!same_kind || !same_length || becomes_own)
        rd_error(reader, DIAG_OF(ptx, other_variable), name);
    else if (defined_twice)
        rd_error(reader, DIAG_OF(ptx, redeclared), name);
}
