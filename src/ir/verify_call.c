// SPDX-License-Identifier: Apache-2.0
// The verifier's rules on calls: intrinsics, inline assembly, tail calls, bundles; and on exception
// handling.
#include "ir/verify_int.h"

// ---- inline assembly ----

typedef struct {
    uint32_t outputs, inputs, indirect, clobbers, labels;
} AsmCount;

// One constraint, s up to e: "=&r", "*m", "~{memory}", "!i", "0". NULL, or what is wrong. `*early`
// says whether the output is written before the inputs are read.
static bool asm_constraint_ok(const char *s, const char *e, bool *early) {
    *early = false;
    if (s < e && *s == '~') {
        s++;
        return s < e && *s == '{' && memchr(s, '}', (size_t)(e - s));
    }
    bool out = s < e && *s == '=';
    if (s < e && (*s == '=' || *s == '!')) s++;
    if (s < e && *s == '*') s++;
    if (s == e) return false;
    for (; s < e && (*s == '&' || *s == '%' || *s == '#' || *s == '*'); s++) {
        if (*s == '#' || *s == '*' || (*s == '&' && (!out || *early))) return false;
        if (*s == '&') *early = true;
    }
    if (s == e) return false;
    while (s < e) {
        if (*s == '{') {
            const char *close = memchr(s, '}', (size_t)(e - s));
            if (!close) return false;
            s = close;
        }
        s++;
    }
    return true;
}

// How many constraints of each kind there are. Constraints stand in an order: outputs, inputs
// (indirect outputs among them), labels, clobbers.
static VRule asm_count(const char *s, AsmCount *n) { // V_COUNT: good
    while (*s) {
        const char *e = s;
        int depth = 0;
        while (*e && (depth || *e != ',')) {
            depth += *e == '{' ? 1 : *e == '}' ? -1 : 0;
            e++;
        }
        bool early;
        if (!asm_constraint_ok(s, e, &early)) return V_ASM_CONSTRAINT;
        if (*s == '~') {
            n->clobbers++;
        } else if (*s == '!') {
            if (n->clobbers) return V_ASM_LABEL_ORDER;
            n->labels++;
        } else if (*s == '=' && s[1] != '*') {
            if (n->inputs > n->indirect || n->clobbers || n->labels) return V_ASM_OUTPUT_ORDER;
            n->outputs++;
        } else {
            if (*s == '=' && (n->inputs > n->indirect || n->clobbers || n->labels)) {
                return V_ASM_OUTPUT_ORDER;
            }
            if (n->clobbers) return V_ASM_INPUT_ORDER;
            n->indirect += *s == '=';
            n->inputs++;
        }
        if (*e && !e[1]) return V_ASM_CONSTRAINT;
        s = *e ? e + 1 : e;
    }
    return V_COUNT;
}

// Indirect operands are addresses, and say by an attribute what they point to.
static void asm_operands(Verify *v, const IrInst *i, const char *s) {
    uint32_t arg = 0, nargs = ir_call_nargs(i);
    while (*s && arg < nargs) {
        const char *e = s;
        while (*e && *e != ',') e++;
        bool out = *s == '=', indirect = s[out] == '*', input = !out && *s != '~' && *s != '!';
        if (indirect || input) {
            bool typed = ir_attr_has(ir_attrs_get(&i->call->attrs, (int)arg), IR_ATTR_ELEMENTTYPE);
            if (indirect) {
                NEED(ir_op(i, arg)->type->kind == IR_TY_PTR, V_ASM_INDIRECT);
                NEED(typed, V_ASM_ELEMENTTYPE);
            } else {
                NEED(!typed, V_ASM_ELEMENTTYPE_DIRECT);
            }
            arg++;
        }
        s = *e ? e + 1 : e;
    }
}

// Constraints against the function type: one output is the result, several are a structure.
static void check_asm(Verify *v, const IrInst *i, const IrAsm *assembly) {
    AsmCount n = {0};
    const char *s = atom_str(v->m->ctx, assembly->constraints);
    VRule bad = asm_count(s, &n);
    const IrType *ret = i->aty->elem;
    NEED(bad == V_COUNT, bad);
    bool is_struct = ret->kind == IR_TY_STRUCT;
    NEED(n.outputs || ret->kind == IR_TY_VOID, V_ASM_VOID);
    NEED(n.outputs != 1 || !is_struct, V_ASM_ONE_OUTPUT);
    NEED(n.outputs < 2 || (is_struct && ret->n == n.outputs), V_ASM_OUTPUTS);
    NEED(n.inputs == ir_call_nargs(i), V_ASM_INPUTS);
    NEED(i->v.op != IR_CALLBR || n.labels + 1 == i->call->nsucc, V_ASM_LABELS);
    NEED(i->v.op == IR_CALLBR || !n.labels, V_ASM_LABELS_CALL);
    asm_operands(v, i, s);
}

// ---- intrinsics ----

static bool is_number(const IrValue *value) {
    return value->kind == IR_C_INT || value->kind == IR_C_FP;
}

// Rules of single intrinsics, by name: some have no row here.
static void check_special_intrinsic(Verify *v, const IrInst *i, const IrFunc *fn) {
    const char *s = atom_str(v->m->ctx, fn->g.v.name);
    if (!ir_call_nargs(i)) return; // something else of that name
    const IrType *type = ir_op(i, 0)->type,
                 *of_type = type->kind == IR_TY_VECTOR ? type->elem : type;
    if (strncmp(s, "llvm.bswap.", 11) == 0) NEED(of_type->bits % 16 == 0, V_BSWAP);
    if (strncmp(s, "llvm.gc", 7) == 0 && (s[7] == 'r' || s[7] == 'w')) NEED(v->fn->gc, V_NO_GC);
    if (strncmp(s, "llvm.va_start", 13) == 0) NEED(v->fn->g.vty->vararg, V_VA_START);
    if (strncmp(s, "llvm.masked.load.", 17) == 0 || strncmp(s, "llvm.masked.store.", 18) == 0) {
        uint32_t k = s[12] == 'l' ? 1 : 2;
        const IrConst *c = k < ir_call_nargs(i) ? ir_as_cint(ir_op(i, k)) : NULL;
        NEED(!c || (ir_uval(c) && !(ir_uval(c) & (ir_uval(c) - 1))), V_MASKED_ALIGN);
    }
    if (strncmp(s, "llvm.nvvm.setmaxnreg.", 21) == 0) {
        const IrConst *c = ir_as_cint(ir_op(i, 0));
        NEED(c && ir_uval(c) % 8 == 0 && ir_uval(c) >= 24 && ir_uval(c) <= 256, V_SETMAXNREG);
    }
    if (strncmp(s, "llvm.threadlocal.address", 24) == 0) {
        const IrGlobal *g = ir_as_global(ir_op(i, 0));
        NEED(g && g->tls, V_THREADLOCAL_ADDRESS);
    }
    if (strncmp(s, "llvm.ptrmask.", 13) == 0 && ir_call_nargs(i) == 2) {
        NEED(of_type->kind == IR_TY_PTR && ir_ty_scalar(ir_op(i, 1)->type)->kind == IR_TY_INT,
             V_PTRMASK);
        NEED((type->kind == IR_TY_VECTOR ? type->n : 0) ==
                     (ir_op(i, 1)->type->kind == IR_TY_VECTOR ? ir_op(i, 1)->type->n : 0) &&
                 ir_ty_scalar(ir_op(i, 1)->type)->bits == of_type->bits,
             V_PTRMASK);
    }
}

// Arguments that say what they point to, and those that must be constants, of intrinsics that we
// have no row of.
static const struct {
    const char *prefix;
    uint8_t arg;
    bool imm; // else: elementtype
} known_args[] = {{"experimental.gc.statepoint.", 2, false},
                  {"preserve.array.access.index.", 0, false},
                  {"preserve.struct.access.index.", 0, false},
                  {"aarch64.ldxr.", 0, false},
                  {"aarch64.ldaxr.", 0, false},
                  {"aarch64.stxr.", 1, false},
                  {"aarch64.stlxr.", 1, false},
                  {"arm.ldrex.", 0, false},
                  {"arm.ldaex.", 0, false},
                  {"arm.strex.", 1, false},
                  {"arm.stlex.", 1, false},
                  {"memcpy.element.unordered.atomic.", 3, true},
                  {"memmove.element.unordered.atomic.", 3, true},
                  {"memset.element.unordered.atomic.", 3, true},
                  {"vp.is.fpclass.", 1, true},
                  {"vector.insert.", 2, true},
                  {"vector.extract.", 1, true},
                  {"vector.splice.", 2, true},
                  {"experimental.vector.splice.", 2, true}};

static bool has_prefix(const char *s, const char *prefix) {
    return strncmp(s, prefix, strlen(prefix)) == 0;
}

// Whether the call has an operand bundle of this tag.
static bool has_bundle(const IrInst *inst, const char *tag, Ctx *ctx) {
    for (uint32_t k = 0; k < inst->call->nbundles; k++) {
        if (strcmp(atom_str(ctx, inst->call->bundle[k].tag), tag) == 0) return true;
    }
    return false;
}

// `s` is the name behind "llvm.". A part of a vector lies at a multiple of its length, inside.
static void vector_positions(Verify *v, const IrInst *i, const char *s) {
    uint32_t n = ir_call_nargs(i);
    const IrConst *at = n ? ir_as_cint(ir_op(i, n - 1)) : NULL;
    const IrType *type = i->v.type, *arg = n ? ir_op(i, 0)->type : NULL;
    if (!at || !arg || arg->kind != IR_TY_VECTOR || type->kind != IR_TY_VECTOR) return;
    if (has_prefix(s, "vector.insert.")) {
        const IrType *sub = ir_op(i, 1)->type;
        bool fits = sub->scalable != type->scalable || ir_uval(at) + sub->n <= type->n;
        NEED(sub->elem == type->elem && ir_uval(at) % sub->n == 0 && fits, V_VECTOR_INDEX);
    } else if (has_prefix(s, "vector.extract.")) {
        bool fits = arg->scalable != type->scalable || ir_uval(at) + type->n <= arg->n;
        NEED(arg->elem == type->elem && ir_uval(at) % type->n == 0 && fits, V_VECTOR_INDEX);
    } else if (strstr(s, "vector.splice.")) {
        int64_t k = ir_sval(at), most = (int64_t)type->n;
        NEED(k >= -most && k < most, V_VECTOR_INDEX);
    }
}

// `s` is the name behind "llvm.".
static void unknown_intrinsic(Verify *v, const IrInst *i, const char *s) {
    uint32_t nargs = ir_call_nargs(i);
    for (size_t k = 0; k < CU_COUNT(known_args); k++) {
        uint32_t arg = known_args[k].arg;
        if (!has_prefix(s, known_args[k].prefix) || arg >= nargs) continue;
        const IrAttrSet *a = ir_attrs_get(&i->call->attrs, (int)arg);
        if (known_args[k].imm) {
            NEED(is_number(ir_op(i, arg)), V_ARGUMENT_INTRINSIC_MUST_BE, arg);
        } else {
            NEED(ir_attr_has(a, IR_ATTR_ELEMENTTYPE), V_ELEMENTTYPE, arg);
        }
    }
    if (has_prefix(s, "experimental.guard") || has_prefix(s, "experimental.deoptimize")) {
        NEED(has_bundle(i, "deopt", v->m->ctx) && i->v.op == IR_CALL, V_DEOPT);
    }
    if (has_prefix(s, "experimental.gc.relocate") || has_prefix(s, "experimental.gc.result")) {
        NEED(nargs && ir_op(i, 0)->kind != IR_C_ZERO, V_STATEPOINT_TOKEN);
    }
    if (has_prefix(s, "experimental.get.vector.length") && nargs > 1) {
        const IrConst *c = ir_as_cint(ir_op(i, 1));
        NEED(c && ir_sval(c) > 0, V_VECTOR_LENGTH);
    }
    if (has_prefix(s, "fptrunc.round.")) {
        bool has = nargs > 1 && ir_op(i, 1)->kind == IR_V_MD;
        const IrMd *md = has ? ((const IrMdValue *)ir_op(i, 1))->md : NULL;
        bool ok = md && md->kind == IR_MD_STRING &&
                  has_prefix(atom_str(v->m->ctx, md->text), "round.") &&
                  strcmp(atom_str(v->m->ctx, md->text), "round.dynamic") != 0;
        NEED(ok, V_CONSTRAINED);
    }
    if (nargs && (has_prefix(s, "scmp.") || has_prefix(s, "ucmp."))) {
        const IrType *r = i->v.type, *a = ir_op(i, 0)->type;
        bool shape = (r->kind == IR_TY_VECTOR ? r->n : 0) == (a->kind == IR_TY_VECTOR ? a->n : 0);
        NEED(shape && ir_ty_scalar(i->v.type)->bits >= 2, V_CMP_SHAPE);
    }
    vector_positions(v, i, s);
}

// The metadata arguments of constrained arithmetic: rounding or predicate, then exceptions last.
static void rounding_and_exceptions(Verify *v, const IrInst *i) {
    static const char *const rounding[] = {"round.dynamic",       "round.tonearest",
                                           "round.tonearestaway", "round.downward",
                                           "round.upward",        "round.towardzero"};
    static const char *const except[] = {"fpexcept.ignore", "fpexcept.maytrap", "fpexcept.strict"};
    for (uint32_t k = 0; k < ir_call_nargs(i); k++) {
        const IrValue *x = ir_op(i, k);
        const IrMd *md = x->kind == IR_V_MD ? ((const IrMdValue *)x)->md : NULL;
        if (!md || md->kind != IR_MD_STRING) continue;
        const char *s = atom_str(v->m->ctx, md->text);
        bool ok = false, last = k + 1 == ir_call_nargs(i);
        for (size_t r = 0; !last && r < CU_COUNT(rounding); r++) ok = ok || !strcmp(s, rounding[r]);
        for (size_t r = 0; last && r < CU_COUNT(except); r++) ok = ok || !strcmp(s, except[r]);
        for (int p = 0; !last && p < IR_EQ; p++) ok = ok || !strcmp(s, ir_pred_names[p]);
        NEED(ok, V_CONSTRAINED);
    }
}

// The rules that hold for all, then those of names.
static void check_intrinsic(Verify *v, const IrInst *i, const IrFunc *fn, const char *name) {
    uint32_t n = ir_call_nargs(i);
    for (uint32_t k = 0; k < n; k++) { // of the declaration; ours have a mask in their rows
        if (ir_attr_has(ir_attrs_get(&fn->attrs, (int)k), IR_ATTR_IMMARG)) {
            NEED(is_number(ir_op(i, k)), V_ARGUMENT_INTRINSIC_MUST_BE, k);
        }
    }
    if (strncmp(name, "llvm.experimental.constrained.", 30) == 0) rounding_and_exceptions(v, i);
    check_special_intrinsic(v, i, fn);
    unknown_intrinsic(v, i, name + 5);
}

// ---- tail calls, bundles ----

// [LangRef, "call", musttail]: caller and callee agree in convention, result, parameters and in how
// they are passed, and the call is returned at once.
static void check_musttail(Verify *v, const IrInst *i) {
    const IrFunc *fn = v->fn;
    const IrType *type = fn->g.vty, *of_type = i->aty;
    NEED(i->call->cc == fn->cc, V_MUSTTAIL_CC);
    NEED(type->vararg == of_type->vararg, V_MUSTTAIL_VARARG);
    NEED(type->elem == of_type->elem ||
             (type->elem->kind == IR_TY_PTR && of_type->elem->kind == IR_TY_PTR),
         V_MUSTTAIL_RESULT);
    bool tailcc = fn->cc == 18 || fn->cc == 20;
    static const uint8_t abi[] = {IR_ATTR_SRET,       IR_ATTR_BYVAL,      IR_ATTR_INALLOCA,
                                  IR_ATTR_INREG,      IR_ATTR_ALIGNSTACK, IR_ATTR_SWIFTSELF,
                                  IR_ATTR_SWIFTASYNC, IR_ATTR_SWIFTERROR, IR_ATTR_PREALLOCATED,
                                  IR_ATTR_BYREF};
    uint32_t params = (uint32_t)CU_MAX(type->n, of_type->n);
    if (!tailcc) {
        NEED(type->n == of_type->n, V_MUSTTAIL_PARAMS);
        for (uint64_t k = 0; k < type->n; k++) {
            const IrType *x = type->sub[k], *y = of_type->sub[k];
            NEED(x == y || (x->kind == IR_TY_PTR && y->kind == IR_TY_PTR && x->as == y->as),
                 V_MUSTTAIL_PARAMS);
        }
    }
    for (uint32_t k = 0; k < params; k++) {
        const IrAttrSet *attrs = ir_attrs_get(&fn->attrs, (int)k);
        const IrAttrSet *y = ir_attrs_get(&i->call->attrs, (int)k);
        for (size_t n = 0; n < CU_COUNT(abi); n++) {
            if (tailcc && abi[n] != IR_ATTR_INREG && abi[n] != IR_ATTR_INALLOCA &&
                abi[n] != IR_ATTR_SWIFTERROR && abi[n] != IR_ATTR_PREALLOCATED &&
                abi[n] != IR_ATTR_BYREF) {
                continue;
            }
            bool has = ir_attr_has(attrs, abi[n]), wants = ir_attr_has(y, abi[n]);
            NEED(tailcc ? !has && !wants
                        : has == wants && ir_attr_type(attrs, abi[n]) == ir_attr_type(y, abi[n]),
                 V_MUSTTAIL_ABI);
        }
    }
    const IrInst *next = i->next;
    if (next && next->v.op == IR_BITCAST && ir_op(next, 0) == &i->v) next = next->next;
    NEED(next && next->v.op == IR_RET, V_MUSTTAIL_RET);
    const IrValue *given = next->nops ? ir_op(next, 0) : NULL;
    NEED(!given || given == &i->v || given == &next->prev->v || ir_is_undef(given), V_MUSTTAIL_RET);
}

// Tags that stand once, and what their operands are.
static void check_bundles(Verify *v, const IrInst *i) {
    static const char *const once[] = {
        "deopt",   "gc-transition", "funclet", "cfguardtarget",   "preallocated",
        "gc-live", "ptrauth",       "kcfi",    "convergencectrl", "clang.arc.attachedcall"};
    bool seen[CU_COUNT(once)] = {0};
    for (uint32_t k = 0; k < i->call->nbundles; k++) {
        const IrBundle *bundle = &i->call->bundle[k];
        const char *tag = atom_str(v->m->ctx, bundle->tag);
        const IrValue *value = bundle->n ? ir_op(i, bundle->first) : NULL;
        for (size_t o = 0; o < CU_COUNT(once); o++) {
            if (strcmp(once[o], tag) != 0) continue;
            NEED(!seen[o], V_BUNDLE_TWICE, tag);
            seen[o] = true;
        }
        if (strcmp(tag, "kcfi") == 0) {
            NEED(bundle->n == 1 && value->kind == IR_C_INT && ir_ty_is_i(value->type, 32),
                 V_BUNDLE_KCFI);
        } else if (strcmp(tag, "ptrauth") == 0) {
            NEED(bundle->n == 2 && value->kind == IR_C_INT && ir_ty_is_i(value->type, 32) &&
                     ir_ty_is_i(ir_op(i, bundle->first + 1)->type, 64) && !ir_called(i),
                 V_BUNDLE_PTRAUTH);
        } else if (strcmp(tag, "clang.arc.attachedcall") == 0) {
            NEED(bundle->n == 1 && value->kind == IR_C_FUNC, V_BUNDLE_ARC);
        } else if (strcmp(tag, "convergencectrl") == 0) {
            const IrInst *d = value ? ir_as_inst(value) : NULL;
            const IrFunc *f = ir_called(i);
            bool anchor = f && (strstr(atom_str(v->m->ctx, f->g.v.name), "convergence.anchor") ||
                                strstr(atom_str(v->m->ctx, f->g.v.name), "convergence.entry"));
            NEED(bundle->n == 1 && value->type->kind == IR_TY_TOKEN && d && d->v.op == IR_CALL &&
                     !anchor,
                 V_BUNDLE_CONVERGENCE);
        }
    }
}

// llvm.assume takes bundles named as attributes.
static bool is_attr_word(const char *s) {
    for (int k = 0; k < IR_NATTRS; k++) {
        if (strcmp(ir_attr_names[k], s) == 0) return true;
    }
    return strcmp(s, "ignore") == 0 || strcmp(s, "separate_storage") == 0;
}

// Each kind of fact has its operands.
static void check_assume(Verify *v, const IrInst *i) {
    for (uint32_t k = 0; k < i->call->nbundles; k++) {
        const IrBundle *bundle = &i->call->bundle[k];
        const char *tag = atom_str(v->m->ctx, bundle->tag);
        bool align = strcmp(tag, "align") == 0;
        if (*tag == '"' || strcmp(tag, "cold") == 0) continue;
        NEED(is_attr_word(tag), V_ASSUME_TAG);
        if (align) {
            bool ok = bundle->n >= 2 && bundle->n <= 3 &&
                      ir_op(i, bundle->first)->type->kind == IR_TY_PTR;
            for (uint32_t n = 1; n < bundle->n; n++) {
                ok = ok && ir_op(i, bundle->first + n)->type->kind == IR_TY_INT;
            }
            NEED(ok, V_ASSUME_ARGS);
        } else if (strcmp(tag, "dereferenceable") == 0) {
            NEED(bundle->n == 2 && ir_op(i, bundle->first + 1)->kind == IR_C_INT, V_ASSUME_ARGS);
        } else if (strcmp(tag, "nonnull") == 0) {
            NEED(bundle->n == 1, V_ASSUME_ARGS);
        } else if (strcmp(tag, "ignore") != 0 && strcmp(tag, "separate_storage") != 0) {
            NEED(bundle->n <= 2 && (bundle->n < 2 || is_number(ir_op(i, bundle->first + 1))),
                 V_ASSUME_ARGS);
        }
    }
}

// ---- the call ----

// Only intrinsics may take or give these.
static bool opaque_kind(const IrType *type) {
    return type->kind == IR_TY_TOKEN || type->kind == IR_TY_X86_AMX;
}

// Everything about a call that is not its argument types (verify.c).
void ir_v_call(Verify *v, const IrInst *i) {
    const IrValue *callee = ir_callee(i);
    const IrFunc *fn = ir_called(i);
    const char *name = fn ? atom_str(v->m->ctx, fn->g.v.name) : "";
    bool intrinsic = strncmp(name, "llvm.", 5) == 0;
    if (callee->kind == IR_V_ASM) check_asm(v, i, (const IrAsm *)callee);
    if (fn && intrinsic) check_intrinsic(v, i, fn, name);
    NEED(fn || !opaque_kind(i->v.type), V_TOKEN_INDIRECT);
    NEED(i->v.op != IR_CALLBR || callee->kind == IR_V_ASM, V_CALLBR_ASM);
    if (i->v.flags & IR_MUSTTAIL) check_musttail(v, i);
    if (i->call->nbundles) {
        if (strcmp(name, "llvm.assume") == 0)
            check_assume(v, i);
        else
            check_bundles(v, i);
    }
    ir_v_attrs(v, i, fn, &i->call->attrs, i->aty);
    for (uint32_t k = 0; k < ir_call_nargs(i); k++) {
        const IrAttrSet *s = ir_attrs_get(&i->call->attrs, (int)k);
        const IrInst *a = ir_as_inst(ir_op(i, k));
        if (ir_attr_has(s, IR_ATTR_INALLOCA) && a && a->v.op == IR_ALLOCA) {
            NEED(a->pred & 1, V_INALLOCA_TYPE);
        }
        if (ir_attr_has(s, IR_ATTR_IMMARG))
            NEED(is_number(ir_op(i, k)), V_ARGUMENT_INTRINSIC_MUST_BE, k);
    }
    if (i->v.op == IR_INVOKE) {
        const IrInst *pad = ir_first_non_phi(ir_succ(i, 1));
        bool ok = pad && (pad->v.op == IR_LANDINGPAD || pad->v.op == IR_CLEANUPPAD ||
                          pad->v.op == IR_CATCHSWITCH);
        NEED(ok, V_UNWIND_DEST);
    }
}

// ---- exception handling ----

// Pads begin their blocks; what leads to them is an unwind edge.
void ir_v_unwind(Verify *v, const IrInst *i) {
    const IrInst *first = ir_first_non_phi(i->block);
    bool begins = i->v.op == IR_LANDINGPAD || i->v.op == IR_CATCHPAD || i->v.op == IR_CLEANUPPAD ||
                  i->v.op == IR_CATCHSWITCH;
    NEED(v->fn->personality, V_NO_PERSONALITY);
    NEED(!begins || first == i, V_PAD_FIRST);
    if (i->v.op == IR_LANDINGPAD) {
        NEED(i->nops || i->pred, V_LANDINGPAD_EMPTY);
        NEED(i->block != v->fn->first, V_PAD_ENTRY);
        IR_FOREACH_PRED(u, i->block) {
            const IrInst *t = u->user;
            NEED(t->v.op == IR_INVOKE && ir_succ(t, 1) == i->block && ir_succ(t, 0) != i->block,
                 V_LANDINGPAD_PRED);
        }
    }
    if (i->v.op == IR_CATCHPAD) {
        const IrInst *s = ir_as_inst(ir_op(i, 0));
        NEED(s && s->v.op == IR_CATCHSWITCH, V_CATCHPAD_PARENT);
    }
}
