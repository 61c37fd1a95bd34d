// SPDX-License-Identifier: Apache-2.0
// Intrinsics whose PTX form stands in src/ir/intrin_family.def: the form's text with registers in
// the place of its marks. The result is text (PTXI_raw), like inline assembly; the reader and the
// virtual machine see instructions again.
#include "ptx/select/select.h"

// One call on its way to text. Argument numbers are those of the form in intrin_family.def.
typedef struct Form {
    Sel *s;
    IrInst *i;
    const IrFamily *f;
    uint32_t nargs;
    PtxOpnd **arg; // registers of each argument, made when first named
    uint32_t *narg;
    PtxOpnd *res;
    uint32_t nres;
    uint32_t coord, ndim, ncoord; // of the last %t
    SelRaw *raw;
    Buf *b;      // its text
    bool absent; // of the last argument, a number, that older LLVM does not have: nargs counts it
    bool bad;
} Form;

static bool packed(const IrType *type) { // lives in one 32-bit register
    return type->kind == IR_TY_VECTOR && type->n * type->elem->bits == 32 && type->elem->bits < 32;
}

enum { AS_TENSOR = 6 }; // tensor memory (NVPTX usage guide)

// The register that a small vector has as the result of such a call, not yet taken apart, or NULL:
// from a matrix load to the product nothing need be done. A member of a result that is a structure
// is found by its index.
// from a matrix load to the product nothing need be done.
static PtxOpnd *whole_register(const Sel *sel, const IrValue *fragment) {
    const IrInst *part = ir_as_op(fragment, IR_EXTRACTVALUE);
    if (part && part->nidx != 1) return NULL;
    const IrValue *call = part ? ir_op(part, 0) : fragment;
    PtxOpnd *of = map_get(&sel->whole, (uintptr_t)call);
    return of ? of + (part ? part->idx[0] : 0) : NULL;
}

// An argument; of a generic address that is a cast of a global or shared one, that one, where the
// form names the space (memory-space-opt leaves it so).
static IrValue *argument(const Form *form, uint32_t k) {
    IrValue *v = ir_op(form->i, k), *from = NULL;
    bool generic = v->type->kind == IR_TY_PTR && v->type->as == IR_AS_GENERIC;
    if (!generic || k != 0 || strncmp(form->f->form, "wmma.", 5)) return v;
    IrInst *cast = ir_as_op(v, IR_ADDRSPACECAST);
    if (cast) from = ir_op(cast, 0);
    if (v->kind == IR_C_EXPR && v->op == IR_ADDRSPACECAST) from = &((IrConst *)v)->elem[0]->v;
    bool named = from && is_any_of(from->type->as, IR_AS_GLOBAL, IR_AS_SHARED);
    return named ? from : v;
}

// Registers for argument k, made once however often the form names it.
static void make_arg(Form *form, uint32_t k) {
    Sel *sel = form->s;
    if (form->arg[k]) return;
    IrValue *value = argument(form, k);

    // Small vectors travel in one register, as the instructions want them.
    if (packed(value->type)) {
        PtxOpnd *opnd = whole_register(sel, value);
        if (opnd) {
            form->arg[k] = opnd;
            form->narg[k] = 1;
            return;
        }
        opnd = sel_new(sel, 1);
        bool constant = ir_is_const(value);
        IrConst *bits =
            constant ? ir_fold_cast(sel->g->m, IR_BITCAST, (IrConst *)value, sel->g->m->ty_i32)
                     : NULL;
        if (bits && bits->v.kind == IR_C_INT) { // both halves in one move, made once
            opnd[0] = sel_kept_in_reg(sel, &bits->v, sel_opnds(sel, &bits->v)[0], SC_I32);
        } else {
            sel_bitcast_parts(sel, value->type, sel_opnds(sel, value), sel->g->m->ty_i32, opnd);
            opnd[0] = sel_in_reg(sel, opnd[0], SC_I32);
        }
        form->arg[k] = opnd;
        form->narg[k] = 1;
        return;
    }
    SelParts *parts = sel_parts(sel->g, value->type);
    PtxOpnd *in = sel_opnds(sel, value), *operand = sel_new(sel, parts->n);
    if (value->type->kind == IR_TY_PTR &&
        value->type->as == AS_TENSOR) { // 32 bits, whatever the layout
        operand[0] = sel_resize(sel, sel_in_reg(sel, in[0], sel_class(sel, value->type)),
                                sel_class(sel, value->type), value->type->bits, SC_I32, false);
        operand[0] = sel_in_reg(sel, operand[0], SC_I32);
        form->arg[k] = operand;
        form->narg[k] = 1;
        return;
    }

    // Everything else part by part. A constant of one part is kept for the next call.
    for (uint32_t j = 0; j < parts->n; j++) {
        bool whole = parts->n == 1;
        operand[j] = whole ? sel_kept_in_reg(sel, value, in[j], parts->at[j].cls)
                           : sel_in_reg(sel, in[j], parts->at[j].cls);
    }
    form->arg[k] = operand;
    form->narg[k] = parts->n;
}

// Registers with commas between; `first`: no comma in front. `written`: the instruction writes
// them.
static void put_list(Form *form, const PtxOpnd *o, uint32_t n, bool first, bool written) {
    for (uint32_t k = 0; k < n; k++) {
        if (k || !first) buf_puts(form->b, ", ");
        sel_raw_reg(form->s, form->raw, o[k], written);
    }
}

// The arguments from `from` to the one before `to`. A form that names more than the call has is not
// this call's: `bad`.
static void put_args(Form *form, uint32_t from, uint32_t to) { // to: one beyond the last
    if (to > form->nargs - form->absent || from > to) {
        form->bad = true;
        return;
    }
    for (uint32_t k = from; k < to; k++) {
        make_arg(form, k);
        put_list(form, form->arg[k], form->narg[k], k == from, false);
    }
}

// A decimal number; *p is left behind it.
static uint32_t number(const char **p) {
    uint32_t n = 0;
    while (**p >= '0' && **p <= '9') n = n * 10 + (uint32_t)(*(*p)++ - '0');
    return n;
}

// "3" or "<2": an argument's index, from the beginning or from the end (<1 is the last one).
static uint32_t position(Form *form, const char **p) {
    if (**p != '<') return number(p);
    (*p)++;
    uint32_t back = number(p);
    if (back > form->nargs) form->bad = true;
    return back > form->nargs ? 0 : form->nargs - back;
}

// An argument that must be a number because it is part of the instruction. One that is absent is 0.
static const IrConst *constant(Form *form, uint32_t k) {
    if (form->absent && k + 1 == form->nargs) return ir_int(form->s->g->m->ty_i32, 0);
    const IrConst *v = k < form->nargs ? ir_as_cint(ir_op(form->i, k)) : NULL;
    if (!v) form->bad = true;
    return v;
}

// Three coordinates are written as four, the last twice (PTX ISA, tex: .v4 vectors).
static void put_vector(Form *form, uint32_t from, uint32_t n) {
    buf_putc(form->b, '{');
    put_args(form, from, from + n);
    if (n == 3) {
        buf_puts(form->b, ", ");
        put_args(form, from + 2, from + 3);
    }
    buf_putc(form->b, '}');
}

// %tN: coordinates of a texture or tensor from argument N on, by the geometry (word set 'g'): as
// many as it has dimensions, and the array's layer in front.
static void coordinates(Form *form, uint32_t from) {
    const char *g = ir_family_word(form->f, 'g', 0);
    bool array = g && g[0] == 'a';
    if (array) g++;
    form->ndim = !g ? 2 : g[0] == 'c' ? 3 : (uint32_t)(g[0] - '0');
    form->ncoord = form->ndim + array;
    form->coord = from;
    put_vector(form, from, form->ncoord);
}

// The argument's space in words; nothing for a generic address.
static void put_space(Form *form, uint32_t k, const char *shared) {
    if (k >= form->nargs || argument(form, k)->type->kind != IR_TY_PTR) {
        form->bad = true;
        return;
    }
    uint32_t as = argument(form, k)->type->as;
    buf_puts(form->b, as == IR_AS_GLOBAL           ? ".global"
                      : as == IR_AS_SHARED         ? shared
                      : as == IR_AS_SHARED_CLUSTER ? ".shared::cluster"
                                                   : "");
}

// %r: all results; %rN: one; %r-: all but the last; %r<: the last.
static void put_result(Form *form, const char **p) {
    if ((**p == '-' || **p == '<') && form->nres > 1) {
        bool last = *(*p)++ == '<';
        put_list(form, last ? form->res + form->nres - 1 : form->res, last ? 1 : form->nres - 1,
                 true, true);
        return;
    }
    if (**p < '0' || **p > '9') {
        put_list(form, form->res, form->nres, true, true);
        return;
    }
    uint32_t k = number(p);
    if (k < form->nres)
        put_list(form, form->res + k, 1, true, true);
    else
        form->bad = true;
}

// %A, %B, %C: the registers of a matrix, whose number is that of the form's shapes and types.
static void fragment(Form *form, char which, uint32_t end) {
    uint32_t a = 0, b = 0;
    if (!ir_family_fragments(form->f, &a, &b)) form->bad = true;
    if (which == 'A')
        put_args(form, 0, a);
    else if (which == 'B')
        put_args(form, a, a + b);
    else
        put_args(form, a + b, end);
}

// A mark behind '%': intrin_family.def lists them. Returns the text behind it.
static const char *mark(Form *form, const char *p) {
    char k = *p;
    switch (k) {
    case '%': buf_putc(form->b, '%'); return p + 1;
    case 'r':
        p++;
        put_result(form, &p);
        return p;
    case '#': {
        p++;
        const IrConst *v = constant(form, position(form, &p));
        if (v) buf_i64(form->b, ir_sval(v));
        return p;
    }
    case 's':
    case 'S':
        p++;
        put_space(form, number(&p), k == 's' ? ".shared" : ".shared::cta");
        return p;
    case 'p': {
        p++;
        // Of which width a pointer is.
        uint32_t a = number(&p);
        bool half = a < form->nargs && ir_op(form->i, a)->type->bits == 32;
        buf_puts(form->b, half ? "u32" : "u64");
        return p;
    }
    case 'A':
    case 'B':
    case 'C': {
        p++;
        bool more = k == 'C' && *p == '<';
        fragment(form, k, more ? position(form, &p) : form->nargs);
        return p;
    }
    case 't':
        p++;
        coordinates(form, number(&p));
        return p;
    case 'l':
        put_args(form, form->coord + form->ncoord, form->coord + form->ncoord + 1);
        return p + 1;
    case 'v': put_args(form, form->coord + form->ncoord, form->nargs); return p + 1;
    case 'd':
        put_vector(form, form->coord + form->ncoord, form->ndim);
        buf_puts(form->b, ", ");
        put_vector(form, form->coord + form->ncoord + form->ndim, form->ndim);
        return p + 1;
    default: break;
    }

    // A number, or a range of arguments: "2", "2-4", "2-", "2-<1".
    uint32_t from = position(form, &p), to = from + 1;
    if (*p == '-') {
        p++;
        bool open = *p != '<' && (*p < '0' || *p > '9');
        to = open ? form->nargs : position(form, &p) + 1;
    }
    put_args(form, from, to);
    return p;
}

// "N" or "N:A:W": the number that argument N is, or its W bits from bit A on. 0 after an error.
static uint64_t field(Form *form, const char **p) {
    const IrConst *v = constant(form, position(form, p));
    uint64_t bits = v ? ir_uval(v) : 0;
    if (**p != ':') return bits;
    (*p)++;
    uint32_t from = number(p);
    *p += **p == ':';
    return bits >> from & ((1ull << number(p)) - 1);
}

static void expand(Form *form, const char *p, const char *end);

// The '|' or ']' that ends the text at p of a choice; brackets in it come in pairs.
static const char *end_of_text(const char *p) {
    uint32_t depth = 0;
    for (;; p++) {
        if (!depth && is_any_of(*p, '|', ']')) return p;
        if (*p == '[') depth++;
        if (*p == ']') depth--;
    }
}

// Behind "?N": the text of "[a|b|c]" whose number `k` is; a number beyond them makes the call bad,
// and so does the text "!". Returns what follows.
static const char *choice(Form *form, uint64_t k, const char *p) {
    const char *text = NULL;
    do {
        p++;
        const char *end = end_of_text(p);
        if (!k--) {
            text = p;
            if (*p != '!') expand(form, p, end);
        }
        p = end;
    } while (*p != ']');
    if (!text || *text == '!') form->bad = true;
    return p + 1;
}

// The form's text up to `end`: words of the name ($), marks (%), choices (?N[...]), conditions
// (?N{...} and ?$x{...}, which do not nest but may hold choices).
static void expand(Form *form, const char *p, const char *end) {
    bool skip = false, inside = false; // in the braces of a condition
    uint32_t word_seen[128] = {0};
    while (p < end) {
        if (inside && *p == '}') {
            inside = skip = false;
            p++;
        } else if (skip) {
            p++;
        } else if (*p == '?') {
            bool of_word = p[1] == '$';
            const char *w = of_word ? ir_family_word(form->f, p[2], 0) : NULL;
            p += of_word ? 3 : 1;
            uint64_t v = of_word ? w && *w : field(form, &p);
            if (*p == '[') {
                p = choice(form, v, p);
                continue;
            }
            skip = !v;
            inside = true;
            p += *p == '{';
        } else if (*p == '$') {
            char set = p[1];
            const char *w = ir_family_word(form->f, set, word_seen[set & 127]);
            // Two words of a set stand in the order of the name.
            if (w && ir_family_word(form->f, set, word_seen[set & 127] + 1)) word_seen[set & 127]++;
            buf_puts(form->b, w ? w : "");
            p += 2;
        } else if (*p == '%') {
            p = mark(form, p + 1);
        } else {
            buf_putc(form->b, *p++);
        }
    }
}

// Registers for the results in the form's order: small vectors in one each. The value's own parts
// follow when the text is done (give_results).
static void results(Form *form) {
    Sel *sel = form->s;
    IrType *type = form->i->v.type;
    if (type->kind == IR_TY_VOID) return;
    uint32_t n = type->kind == IR_TY_STRUCT ? (uint32_t)type->n : 1;
    SelParts *parts = sel_parts(sel->g, type);
    form->res = sel_new(sel, parts->n + n);
    for (uint32_t k = 0; k < n; k++) {
        IrType *e = type->kind == IR_TY_STRUCT ? ir_ty_member(type, k) : type;
        SelParts *ep = sel_parts(sel->g, e);
        if (packed(e)) {
            form->res[form->nres] = sel_o(sel_tmp(sel, SC_I32));
            form->nres++;
            continue;
        }
        for (uint32_t j = 0; j < ep->n; j++, form->nres++)
            form->res[form->nres] = sel_o(sel_tmp(sel, (SelClass)ep->at[j].cls));
    }
}

// The value's parts from the registers; where small vectors are whole is noted for the next such
// call.
static void give_results(Form *form) {
    Sel *sel = form->s;
    IrType *type = form->i->v.type;
    if (type->kind == IR_TY_VOID) return;
    uint32_t n = type->kind == IR_TY_STRUCT ? (uint32_t)type->n : 1, at = 0, from = 0;
    PtxOpnd *out = sel_new(sel, sel_parts(sel->g, type)->n), *whole = sel_new(sel, n);
    for (uint32_t k = 0; k < n; k++) {
        IrType *e = type->kind == IR_TY_STRUCT ? ir_ty_member(type, k) : type;
        SelParts *ep = sel_parts(sel->g, e);
        if (packed(e)) {
            whole[k] = form->res[from];
            sel_bitcast_parts(sel, sel->g->m->ty_i32, &form->res[from++], e, out + at);
        } else {
            for (uint32_t j = 0; j < ep->n; j++) out[at + j] = form->res[from++];
        }
        at += ep->n;
    }
    map_put(&sel->whole, (uintptr_t)form->i, whole);
    sel_set(sel, form->i, out);
}

bool sel_target_has(Sel *sel, IrInst *call, uint32_t sm, uint32_t version) {
    const SelModule *sel_module = sel->g;
    const Target *target = sel_module->o->target, *first = NULL;
    if (sm & IR_SM_FEATURE) {
        TargetFeature f = (TargetFeature)(sm & ~(uint32_t)IR_SM_FEATURE);
        if (!target_has(target, f)) first = target_feature_first(f);
    } else if (target->number < sm) {
        first = target_find(sm, 0);
    }

    // What is missing: the version, an architecture of its own, or a number.
    if (!first && sel_module->pm->version >= version) return true;
    const char *name = atom_str(sel->ctx, ir_called(call)->g.v.name);
    if (!first)
        diag(sel->ctx, DIAG_OF(ptx, intrin_version), sel->fn->g.pos, name, version / 10,
             version % 10);
    else if (first->suffix)
        diag(sel->ctx, DIAG_OF(ptx, intrin_arch), sel->fn->g.pos, name, first->name, target->name);
    else
        diag(sel->ctx, DIAG_OF(ptx, intrin_sm), sel->fn->g.pos, name, first->name);
    if (call->v.type->kind != IR_TY_VOID) sel_def(sel, call);
    return false;
}

// PTX had .satfinite for the matrices of floats up to version 6.4 only; ptxas refuses it in what is
// written here.
static bool saturates_floats(const IrFamily *f) {
    const char *saturate = ir_family_word(f, '5', 0), *types = ir_family_word(f, 'E', 0);
    return saturate && *saturate && !(types && strncmp(types, ".s32", 4) == 0);
}

// The family of the function's name, NULL: it has none. What a function calls again and again
// (matrix products) is matched once.
static const IrFamily *family_of(Sel *sel, const IrFunc *fn) {
    void **slot = map_slot(&sel->families, (uintptr_t)fn);
    if (*slot) return *slot;
    const char *name = atom_str(sel->ctx, fn->g.v.name);
    IrFamily f;
    if (!ir_family_match(name, strlen(name), &f)) return NULL;
    IrFamily *kept = arena_new(sel->a, IrFamily);
    *kept = f;
    *slot = kept;
    return kept;
}

// The marks in front of a form, of what other versions of LLVM have at the end of the arguments.
// Returns what follows.
static const char *beginning(Form *form, const char *text) {
    const IrInst *inst = form->i;
    if (*text == '~') { // flags are i1 but for the number that is newer
        form->absent = form->nargs && ir_ty_is_i(ir_op(inst, form->nargs - 1)->type, 1);
        form->nargs += form->absent;
        return text + 1;
    }
    if (*text != '^') return text;
    text++;
    uint32_t expected = number(&text), n = 0;
    while (n < form->nargs && ir_ty_is_i(ir_op(inst, form->nargs - 1 - n)->type, 32)) n++;
    const IrConst *last = n > expected ? ir_as_cint(ir_op(inst, form->nargs - 1)) : NULL;
    if (n > expected) form->bad = n != expected + 1 || !last || ir_uval(last);
    form->nargs -= n > expected;
    return text;
}

// False: the intrinsic is of no family. True also after reporting: the results are then registers
// that nothing writes.
bool sel_family(Sel *sel, IrInst *call) {
    IrFunc *fn = ir_called(call);
    const char *name = atom_str(sel->ctx, fn->g.v.name);
    const IrFamily *family = family_of(sel, fn);
    if (!family) return false;
    if (!sel_target_has(sel, call, family->sm, family->version)) return true;
    if (saturates_floats(family)) {
        diag(sel->ctx, DIAG_OF(ptx, intrin_refused), sel->fn->g.pos, name,
             "PTX has no .satfinite for a matrix of floats from version 6.5 on");
        if (call->v.type->kind != IR_TY_VOID) sel_def(sel, call);
        return true;
    }
    SelRaw raw = {0};
    buf_init(&raw.text, sel->a);
    Form form = {.s = sel,
                 .i = call,
                 .f = family,
                 .nargs = ir_call_nargs(call),
                 .raw = &raw,
                 .b = &raw.text};

    const char *text = beginning(&form, family->form);
    form.arg = arena_array(sel->a, PtxOpnd *, form.nargs + 1);
    form.narg = arena_array(sel->a, uint32_t, form.nargs + 1);
    results(&form);
    expand(&form, text, text + strlen(text));
    if (form.bad) {
        diag(sel->ctx, DIAG_OF(ptx, intrin_args), sel->fn->g.pos, name);
        if (call->v.type->kind != IR_TY_VOID) sel_def(sel, call);
        return true;
    }
    sel_raw_emit(sel, &raw);
    give_results(&form);
    return true;
}
