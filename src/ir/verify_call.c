// SPDX-License-Identifier: Apache-2.0
// The verifier's rules on calls: intrinsics, inline assembly, tail calls, bundles; and on exception
// handling.
//
// Where a function gives a VRule it is the rule that is broken, V_COUNT when none is. NEED reports
// and returns, so that a check may rely on those before it.
#include "ir/verify_int.h"

// ---- words ----

static bool has_prefix(const char *text, const char *prefix) {
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

static bool is_one_of(const char *text, const char *const *words, size_t n) {
    for (size_t k = 0; k < n; k++) {
        if (strcmp(words[k], text) == 0) return true;
    }
    return false;
}

static bool is_number(const IrValue *value) {
    return is_any_of(value->kind, IR_C_INT, IR_C_FP);
}

// The lanes of a vector; 0: a scalar.
static uint64_t lanes_of(const IrType *type) {
    return type->kind == IR_TY_VECTOR ? type->n : 0;
}

// The text of a metadata string, or NULL.
static const char *md_text(const Verify *verify, const IrValue *value) {
    if (value->kind != IR_V_MD) return NULL;
    const IrMd *md = ((const IrMdValue *)value)->md;
    return md && md->kind == IR_MD_STRING ? atom_str(verify->m->ctx, md->text) : NULL;
}

static bool argument_has(const IrInst *inst, uint32_t arg, IrAttr attr) {
    return ir_attr_has(ir_attrs_get(&inst->call->attrs, (int)arg), attr);
}

// ---- inline assembly: constraints [LangRef, "Inline Asm Constraint String"] ----

typedef struct {
    uint32_t outputs, inputs, indirect, clobbers, labels; // `indirect`: outputs among `inputs`
} AsmCount;

// The end of a constraint: its comma, or the end of the text. Commas in braces are the name's.
static const char *constraint_end(const char *at) {
    int depth = 0;
    for (; *at && (depth || *at != ','); at++) {
        if (*at == '{') depth++;
        if (*at == '}') depth--;
    }
    return at;
}

static const char *next_constraint(const char *at) {
    const char *end = constraint_end(at);
    return *end ? end + 1 : end;
}

// Past the modifiers; NULL: one may not stand there. "%" says that operands commute, "&", once,
// that an output is written before the inputs are read. "#" and "*" are not known behind them.
static const char *past_modifiers(const char *at, bool is_output) {
    bool early = false;
    for (; *at && strchr("&%#*", *at); at++) {
        if (*at == '#' || *at == '*') return NULL;
        if (*at == '%') continue;
        if (!is_output || early) return NULL;
        early = true;
    }
    return at;
}

static bool closes_braces(const char *at, const char *end) {
    for (; at < end; at++) {
        if (*at != '{') continue;
        at = memchr(at, '}', (size_t)(end - at));
        if (!at) return false;
    }
    return true;
}

// Whether this is a constraint: "=&r", "*m", "~{memory}", "!i", "0". What stands at `end`, a comma
// or the end of the text, is no part of any.
static bool is_constraint(const char *at, const char *end) {
    if (*at == '~') return at[1] == '{' && memchr(at, '}', (size_t)(end - at));

    bool is_output = *at == '=';
    if (is_output || *at == '!') at++;
    if (*at == '*') at++;
    at = past_modifiers(at, is_output);
    return at && at < end && closes_braces(at, end);
}

// Constraints stand in an order: outputs, inputs (indirect outputs, which are addresses, may stand
// among the outputs), labels, clobbers.
static VRule count_constraint(const char *at, AsmCount *count) {
    if (*at == '~') {
        count->clobbers++;
        return V_COUNT;
    }
    if (*at == '!') {
        if (count->clobbers) return V_ASM_LABEL_ORDER;
        count->labels++;
        return V_COUNT;
    }
    if (*at == '=') {
        bool had_inputs = count->inputs > count->indirect;
        if (had_inputs || count->clobbers || count->labels) return V_ASM_OUTPUT_ORDER;
        if (at[1] != '*') {
            count->outputs++;
            return V_COUNT;
        }
        count->indirect++;
    }
    if (count->clobbers) return V_ASM_INPUT_ORDER;
    count->inputs++;
    return V_COUNT;
}

// How many constraints of each kind there are.
static VRule count_constraints(const char *at, AsmCount *count) {
    while (*at) {
        const char *end = constraint_end(at);
        if (!is_constraint(at, end)) return V_ASM_CONSTRAINT;
        VRule bad = count_constraint(at, count);
        if (bad != V_COUNT) return bad;

        bool ends_in_comma = *end && !end[1];
        if (ends_in_comma) return V_ASM_CONSTRAINT;
        at = next_constraint(at);
    }
    return V_COUNT;
}

// ---- inline assembly: operands ----

// Whether an argument of the call belongs to the constraint: outputs have one only if indirect,
// labels and clobbers have none.
static bool has_argument(const char *constraint) {
    if (*constraint == '=') return constraint[1] == '*';
    return *constraint != '~' && *constraint != '!';
}

static bool is_indirect(const char *constraint) {
    return constraint[*constraint == '='] == '*';
}

// An indirect operand is an address, and says by an attribute what it points to; others do not.
static VRule asm_argument(const IrInst *inst, uint32_t arg, bool indirect) {
    bool typed = argument_has(inst, arg, IR_ATTR_ELEMENTTYPE);
    if (!indirect) return typed ? V_ASM_ELEMENTTYPE_DIRECT : V_COUNT;
    if (ir_op(inst, arg)->type->kind != IR_TY_PTR) return V_ASM_INDIRECT;
    return typed ? V_COUNT : V_ASM_ELEMENTTYPE;
}

static VRule asm_arguments(const IrInst *inst, const char *constraints) {
    uint32_t arg = 0, nargs = ir_call_nargs(inst);
    for (const char *at = constraints; *at && arg < nargs; at = next_constraint(at)) {
        if (!has_argument(at)) continue;
        VRule bad = asm_argument(inst, arg, is_indirect(at));
        if (bad != V_COUNT) return bad;
        arg++;
    }
    return V_COUNT;
}

// Constraints against the function type: one output is the result, several are a structure.
static void check_asm(Verify *v, const IrInst *i, const IrAsm *assembly) {
    const char *constraints = atom_str(v->m->ctx, assembly->constraints);
    AsmCount count = {0};
    VRule bad = count_constraints(constraints, &count);
    NEED(bad == V_COUNT, bad);

    const IrType *result = i->aty->elem;
    bool is_struct = result->kind == IR_TY_STRUCT;
    NEED(count.outputs || result->kind == IR_TY_VOID, V_ASM_VOID);
    NEED(count.outputs != 1 || !is_struct, V_ASM_ONE_OUTPUT);
    NEED(count.outputs < 2 || (is_struct && result->n == count.outputs), V_ASM_OUTPUTS);
    NEED(count.inputs == ir_call_nargs(i), V_ASM_INPUTS);

    // Labels are where a callbr goes besides its default destination; calls go nowhere.
    bool branches = i->v.op == IR_CALLBR;
    NEED(!branches || count.labels + 1 == i->call->nsucc, V_ASM_LABELS);
    NEED(branches || !count.labels, V_ASM_LABELS_CALL);

    bad = asm_arguments(i, constraints);
    NEED(bad == V_COUNT, bad);
}

// ---- intrinsics: arguments ----

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

// `name` is what stands behind "llvm."; `*arg` is the argument that breaks the rule.
static VRule known_arguments(const IrInst *inst, const char *name, uint32_t *arg) {
    for (size_t k = 0; k < CU_COUNT(known_args); k++) {
        *arg = known_args[k].arg;
        if (!has_prefix(name, known_args[k].prefix) || *arg >= ir_call_nargs(inst)) continue;

        if (known_args[k].imm) {
            if (!is_number(ir_op(inst, *arg))) return V_ARGUMENT_INTRINSIC_MUST_BE;
        } else if (!argument_has(inst, *arg, IR_ATTR_ELEMENTTYPE)) {
            return V_ELEMENTTYPE;
        }
    }
    return V_COUNT;
}

static const char *const rounding_words[] = {"round.dynamic",       "round.tonearest",
                                             "round.tonearestaway", "round.downward",
                                             "round.upward",        "round.towardzero"};
static const char *const exception_words[] = {"fpexcept.ignore", "fpexcept.maytrap",
                                              "fpexcept.strict"};

// The metadata arguments of constrained arithmetic [LangRef, "Constrained Floating-Point
// Intrinsics"]: rounding or the predicate of an fcmp, and exceptions last.
static void check_constrained(Verify *v, const IrInst *i) {
    for (uint32_t k = 0; k < ir_call_nargs(i); k++) {
        const char *word = md_text(v, ir_op(i, k));
        if (!word) continue;

        bool last = k + 1 == ir_call_nargs(i);
        if (last) {
            NEED(is_one_of(word, exception_words, CU_COUNT(exception_words)), V_CONSTRAINED);
            continue;
        }
        // the names of fcmp's predicates stand before those of icmp's
        NEED(is_one_of(word, rounding_words, CU_COUNT(rounding_words)) ||
                 is_one_of(word, ir_pred_names, IR_EQ),
             V_CONSTRAINED);
    }
}

// ---- intrinsics: rules of single ones, as the LangRef's entries have them ----

static bool swaps_whole_bytes(const Verify *verify, const IrInst *inst) {
    return ir_ty_scalar(ir_op(inst, 0)->type)->bits % 16 == 0;
}

static bool is_in_collected_function(const Verify *verify, const IrInst *inst) {
    return verify->fn->gc;
}

static bool is_in_variadic_function(const Verify *verify, const IrInst *inst) {
    return verify->fn->g.vty->vararg;
}

static bool is_alignment(const IrInst *inst, uint32_t arg) {
    const IrConst *align = arg < ir_call_nargs(inst) ? ir_as_cint(ir_op(inst, arg)) : NULL;
    if (!align) return true;
    uint64_t bytes = ir_uval(align);
    return bytes && !(bytes & (bytes - 1));
}

static bool loads_aligned(const Verify *verify, const IrInst *inst) {
    return is_alignment(inst, 1);
}

static bool stores_aligned(const Verify *verify, const IrInst *inst) {
    return is_alignment(inst, 2);
}

// [PTX ISA, setmaxnreg]: from 24 to 256 registers, in steps of 8.
static bool has_register_count(const Verify *verify, const IrInst *inst) {
    const IrConst *count = ir_as_cint(ir_op(inst, 0));
    if (!count) return false;
    uint64_t registers = ir_uval(count);
    return registers % 8 == 0 && registers >= 24 && registers <= 256;
}

static bool is_of_thread_local(const Verify *verify, const IrInst *inst) {
    const IrGlobal *global = ir_as_global(ir_op(inst, 0));
    return global && global->tls;
}

// A pointer and a mask of as many bits, or as many of each.
static bool masks_pointers(const Verify *verify, const IrInst *inst) {
    if (ir_call_nargs(inst) != 2) return true;
    IrType *address = ir_op(inst, 0)->type, *mask = ir_op(inst, 1)->type;
    const IrType *pointer = ir_ty_scalar(address), *integer = ir_ty_scalar(mask);
    if (pointer->kind != IR_TY_PTR || integer->kind != IR_TY_INT) return false;
    return lanes_of(address) == lanes_of(mask) && integer->bits == pointer->bits;
}

static bool has_deopt_state(const Verify *verify, const IrInst *inst) {
    if (inst->v.op != IR_CALL) return false;
    for (uint32_t k = 0; k < inst->call->nbundles; k++) {
        if (strcmp(atom_str(verify->m->ctx, inst->call->bundle[k].tag), "deopt") == 0) return true;
    }
    return false;
}

static bool has_statepoint(const Verify *verify, const IrInst *inst) {
    return ir_call_nargs(inst) && ir_op(inst, 0)->kind != IR_C_ZERO;
}

static bool has_positive_length(const Verify *verify, const IrInst *inst) {
    const IrConst *factor = ir_as_cint(ir_op(inst, 1));
    return factor && ir_sval(factor) > 0;
}

static bool rounds_statically(const Verify *verify, const IrInst *inst) {
    const char *mode = ir_call_nargs(inst) > 1 ? md_text(verify, ir_op(inst, 1)) : NULL;
    return mode && has_prefix(mode, "round.") && strcmp(mode, "round.dynamic") != 0;
}

// -1, 0 and 1 take two bits.
static bool holds_three_ways(const Verify *verify, const IrInst *inst) {
    IrType *result = inst->v.type, *compared = ir_op(inst, 0)->type;
    return lanes_of(result) == lanes_of(compared) && ir_ty_scalar(result)->bits >= 2;
}

// The position of a part in a vector, the last argument, if it is a constant and the intrinsic is
// of vectors; else NULL, and there is nothing to check here.
static const IrConst *vector_position(const IrInst *inst) {
    bool of_vectors = lanes_of(inst->v.type) && lanes_of(ir_op(inst, 0)->type);
    return of_vectors ? ir_as_cint(ir_op(inst, ir_call_nargs(inst) - 1)) : NULL;
}

// A part is a vector, lies at a multiple of its length, and inside; what is inside of a vector
// whose length is not known cannot be said.
static bool lies_inside(const IrType *part, const IrType *whole, uint64_t at) {
    if (!lanes_of(part) || part->elem != whole->elem || at % part->n != 0) return false;
    if (part->scalable != whole->scalable) return true;
    return part->n <= whole->n && at <= whole->n - part->n;
}

static bool inserts_inside(const Verify *verify, const IrInst *inst) {
    const IrConst *at = vector_position(inst);
    return !at || lies_inside(ir_op(inst, 1)->type, inst->v.type, ir_uval(at));
}

static bool extracts_inside(const Verify *verify, const IrInst *inst) {
    const IrConst *at = vector_position(inst);
    return !at || lies_inside(inst->v.type, ir_op(inst, 0)->type, ir_uval(at));
}

// From -n, all of the first vector, to n - 1.
static bool splices_inside(const Verify *verify, const IrInst *inst) {
    const IrConst *at = vector_position(inst);
    if (!at) return true;
    int64_t first = ir_sval(at), n = (int64_t)inst->v.type->n;
    return first >= -n && first < n;
}

// By the name behind "llvm.": some have no row of ours. With fewer than `nargs` arguments it is
// something else of that name.
static const struct {
    const char *prefix;
    uint32_t nargs;
    bool (*holds)(const Verify *verify, const IrInst *inst);
    VRule rule;
} special_rules[] = {
    {"bswap.", 1, swaps_whole_bytes, V_BSWAP},
    {"gcr", 1, is_in_collected_function, V_NO_GC}, // gcroot, gcread
    {"gcw", 1, is_in_collected_function, V_NO_GC}, // gcwrite
    {"va_start", 1, is_in_variadic_function, V_VA_START},
    {"masked.load.", 1, loads_aligned, V_MASKED_ALIGN},
    {"masked.store.", 1, stores_aligned, V_MASKED_ALIGN},
    {"nvvm.setmaxnreg.", 1, has_register_count, V_SETMAXNREG},
    {"threadlocal.address", 1, is_of_thread_local, V_THREADLOCAL_ADDRESS},
    {"ptrmask.", 1, masks_pointers, V_PTRMASK},
    {"experimental.guard", 0, has_deopt_state, V_DEOPT},
    {"experimental.deoptimize", 0, has_deopt_state, V_DEOPT},
    {"experimental.gc.relocate", 0, has_statepoint, V_STATEPOINT_TOKEN},
    {"experimental.gc.result", 0, has_statepoint, V_STATEPOINT_TOKEN},
    {"experimental.get.vector.length", 2, has_positive_length, V_VECTOR_LENGTH},
    {"fptrunc.round.", 0, rounds_statically, V_CONSTRAINED},
    {"scmp.", 1, holds_three_ways, V_CMP_SHAPE},
    {"ucmp.", 1, holds_three_ways, V_CMP_SHAPE},
    {"vector.insert.", 2, inserts_inside, V_VECTOR_INDEX},
    {"vector.extract.", 1, extracts_inside, V_VECTOR_INDEX},
    {"vector.splice.", 1, splices_inside, V_VECTOR_INDEX},
    {"experimental.vector.splice.", 1, splices_inside, V_VECTOR_INDEX},
};

// `name` is what stands behind "llvm.".
static VRule special_rule(const Verify *verify, const IrInst *inst, const char *name) {
    uint32_t nargs = ir_call_nargs(inst);
    for (size_t k = 0; k < CU_COUNT(special_rules); k++) {
        if (!has_prefix(name, special_rules[k].prefix) || nargs < special_rules[k].nargs) continue;
        if (!special_rules[k].holds(verify, inst)) return special_rules[k].rule;
    }
    return V_COUNT;
}

// The rules that hold for all, then those of names.
static void check_intrinsic(Verify *v, const IrInst *i, const IrFunc *fn, const char *name) {
    // as the declaration says; our own intrinsics have a mask in their rows
    for (uint32_t k = 0; k < ir_call_nargs(i); k++) {
        bool must_be_constant = ir_attr_has(ir_attrs_get(&fn->attrs, (int)k), IR_ATTR_IMMARG);
        NEED(!must_be_constant || is_number(ir_op(i, k)), V_ARGUMENT_INTRINSIC_MUST_BE, k);
    }
    if (has_prefix(name, "experimental.constrained.")) check_constrained(v, i);

    uint32_t arg;
    VRule bad = known_arguments(i, name, &arg);
    NEED(bad == V_COUNT, bad, arg);
    bad = special_rule(v, i, name);
    NEED(bad == V_COUNT, bad);
}

// ---- tail calls [LangRef, "call", musttail] ----

// Numbers of calling conventions (cc.def).
enum { CC_TAIL = 18, CC_SWIFT_TAIL = 20 };

// They pass arguments so that the parameters of caller and callee need not agree.
static bool is_tail_convention(const IrFunc *fn) {
    return is_any_of(fn->cc, CC_TAIL, CC_SWIFT_TAIL);
}

static bool are_pointers(const IrType *left, const IrType *right) {
    return left->kind == IR_TY_PTR && right->kind == IR_TY_PTR;
}

static bool same_parameters(const IrType *caller, const IrType *callee) {
    if (caller->n != callee->n) return false;
    for (uint64_t k = 0; k < caller->n; k++) {
        const IrType *has = caller->sub[k], *wants = callee->sub[k];
        bool alike = has == wants || (are_pointers(has, wants) && has->as == wants->as);
        if (!alike) return false;
    }
    return true;
}

// Whether caller and callee pass a parameter in the same way.
static bool same_passing(const IrAttrSet *caller, const IrAttrSet *callee) {
    static const uint8_t abi[] = {IR_ATTR_SRET,       IR_ATTR_BYVAL,      IR_ATTR_INALLOCA,
                                  IR_ATTR_INREG,      IR_ATTR_ALIGNSTACK, IR_ATTR_SWIFTSELF,
                                  IR_ATTR_SWIFTASYNC, IR_ATTR_SWIFTERROR, IR_ATTR_PREALLOCATED,
                                  IR_ATTR_BYREF};
    for (size_t k = 0; k < CU_COUNT(abi); k++) {
        if (ir_attr_has(caller, abi[k]) != ir_attr_has(callee, abi[k])) return false;
        if (ir_attr_type(caller, abi[k]) != ir_attr_type(callee, abi[k])) return false;
    }
    return true;
}

// Whether a parameter is passed in a way that the tail conventions can not keep.
static bool is_tied_to_caller(const IrAttrSet *attrs) {
    static const uint8_t tied[] = {IR_ATTR_INREG, IR_ATTR_INALLOCA, IR_ATTR_SWIFTERROR,
                                   IR_ATTR_PREALLOCATED, IR_ATTR_BYREF};
    for (size_t k = 0; k < CU_COUNT(tied); k++) {
        if (ir_attr_has(attrs, tied[k])) return true;
    }
    return false;
}

static bool may_pass_on(const IrFunc *fn, const IrInst *call, uint32_t parameter) {
    const IrAttrSet *caller = ir_attrs_get(&fn->attrs, (int)parameter);
    const IrAttrSet *callee = ir_attrs_get(&call->call->attrs, (int)parameter);
    if (is_tail_convention(fn)) return !is_tied_to_caller(caller) && !is_tied_to_caller(callee);
    return same_passing(caller, callee);
}

// Whether a return of the call's value, or of nothing, follows. A cast of the result may stand
// between.
static bool is_returned_at_once(const IrInst *call) {
    const IrInst *next = call->next;
    const IrValue *result = &call->v;
    if (next && next->v.op == IR_BITCAST && ir_op(next, 0) == result) {
        result = &next->v;
        next = next->next;
    }
    if (!next || next->v.op != IR_RET) return false;

    const IrValue *given = next->nops ? ir_op(next, 0) : NULL;
    if (!given || ir_is_undef(given)) return true;
    return given == result || given == &call->v;
}

// Caller and callee agree in convention, result, parameters and in how they are passed, and the
// call is returned at once.
static void check_musttail(Verify *v, const IrInst *i) {
    const IrFunc *fn = v->fn;
    const IrType *caller = fn->g.vty, *callee = i->aty;
    NEED(i->call->cc == fn->cc, V_MUSTTAIL_CC);
    NEED(caller->vararg == callee->vararg, V_MUSTTAIL_VARARG);

    const IrType *result = caller->elem, *given = callee->elem;
    NEED(result == given || are_pointers(result, given), V_MUSTTAIL_RESULT);
    NEED(is_tail_convention(fn) || same_parameters(caller, callee), V_MUSTTAIL_PARAMS);

    uint32_t parameters = (uint32_t)CU_MAX(caller->n, callee->n);
    for (uint32_t k = 0; k < parameters; k++) NEED(may_pass_on(fn, i, k), V_MUSTTAIL_ABI);
    NEED(is_returned_at_once(i), V_MUSTTAIL_RET);
}

// ---- bundles [LangRef, "Operand Bundles"] ----

static const IrValue *bundle_value(const IrInst *inst, const IrBundle *bundle, uint32_t k) {
    return ir_op(inst, bundle->first + k);
}

static bool is_i32_constant(const IrValue *value) {
    return value->kind == IR_C_INT && ir_ty_is_i(value->type, 32);
}

// The hash of a function type.
static bool is_kcfi(const Verify *verify, const IrInst *inst, const IrBundle *bundle) {
    return bundle->n == 1 && is_i32_constant(bundle_value(inst, bundle, 0));
}

// A key and a discriminator, of indirect calls.
static bool is_ptrauth(const Verify *verify, const IrInst *inst, const IrBundle *bundle) {
    if (bundle->n != 2 || ir_called(inst)) return false;
    return is_i32_constant(bundle_value(inst, bundle, 0)) &&
           ir_ty_is_i(bundle_value(inst, bundle, 1)->type, 64);
}

// The function of the runtime that takes the result.
static bool is_attached_call(const Verify *verify, const IrInst *inst, const IrBundle *bundle) {
    return bundle->n == 1 && bundle_value(inst, bundle, 0)->kind == IR_C_FUNC;
}

// A call of the intrinsics that begin a region of convergence, which take no token.
static bool begins_convergence(const Verify *verify, const IrInst *inst) {
    const IrFunc *fn = ir_called(inst);
    if (!fn) return false;
    const char *name = atom_str(verify->m->ctx, fn->g.v.name);
    return strstr(name, "convergence.anchor") || strstr(name, "convergence.entry");
}

// A token that a call gave.
static bool is_convergence(const Verify *verify, const IrInst *inst, const IrBundle *bundle) {
    if (bundle->n != 1 || begins_convergence(verify, inst)) return false;
    const IrValue *token = bundle_value(inst, bundle, 0);
    return token->type->kind == IR_TY_TOKEN && ir_as_op(token, IR_CALL);
}

// Tags that a call has once, and what their operands must be (NULL: anything).
static const struct {
    const char *tag;
    bool (*holds)(const Verify *verify, const IrInst *inst, const IrBundle *bundle);
    VRule rule;
} bundle_rules[] = {
    {"deopt", NULL, V_COUNT},
    {"gc-transition", NULL, V_COUNT},
    {"funclet", NULL, V_COUNT},
    {"cfguardtarget", NULL, V_COUNT},
    {"preallocated", NULL, V_COUNT},
    {"gc-live", NULL, V_COUNT},
    {"ptrauth", is_ptrauth, V_BUNDLE_PTRAUTH},
    {"kcfi", is_kcfi, V_BUNDLE_KCFI},
    {"convergencectrl", is_convergence, V_BUNDLE_CONVERGENCE},
    {"clang.arc.attachedcall", is_attached_call, V_BUNDLE_ARC},
};

// The row of a tag; the number of rows: it has none, and no rules.
static size_t bundle_row(const char *tag) {
    size_t row = 0;
    while (row < CU_COUNT(bundle_rules) && strcmp(bundle_rules[row].tag, tag) != 0) row++;
    return row;
}

static void check_bundles(Verify *v, const IrInst *i) {
    bool seen[CU_COUNT(bundle_rules)] = {0};
    for (uint32_t k = 0; k < i->call->nbundles; k++) {
        const IrBundle *bundle = &i->call->bundle[k];
        const char *tag = atom_str(v->m->ctx, bundle->tag);
        size_t row = bundle_row(tag);
        if (row == CU_COUNT(bundle_rules)) continue;

        NEED(!seen[row], V_BUNDLE_TWICE, tag);
        seen[row] = true;
        bool (*holds)(const Verify *, const IrInst *, const IrBundle *) = bundle_rules[row].holds;
        NEED(!holds || holds(v, i, bundle), bundle_rules[row].rule);
    }
}

// ---- assumptions [LangRef, "Assume Operand Bundles"] ----

// Tags that name no attribute, and have any operands.
static bool is_free_tag(const char *tag) {
    static const char *const tags[] = {"ignore", "separate_storage"};
    return is_one_of(tag, tags, CU_COUNT(tags));
}

// Bundles of llvm.assume say of an operand what an attribute would say.
static bool is_fact(const char *tag) {
    return is_one_of(tag, ir_attr_names, IR_NATTRS) || is_free_tag(tag);
}

// A pointer, the alignment, maybe an offset.
static bool is_align_fact(const IrInst *inst, const IrBundle *bundle) {
    if (bundle->n < 2 || bundle->n > 3) return false;
    if (bundle_value(inst, bundle, 0)->type->kind != IR_TY_PTR) return false;
    for (uint32_t k = 1; k < bundle->n; k++) {
        if (bundle_value(inst, bundle, k)->type->kind != IR_TY_INT) return false;
    }
    return true;
}

// Whether the fact has its operands: what it is about, and most often a number.
static bool is_fact_complete(const IrInst *inst, const IrBundle *bundle, const char *tag) {
    if (is_free_tag(tag)) return true;
    if (strcmp(tag, "align") == 0) return is_align_fact(inst, bundle);
    if (strcmp(tag, "nonnull") == 0) return bundle->n == 1;

    const IrValue *number = bundle->n == 2 ? bundle_value(inst, bundle, 1) : NULL;
    if (strcmp(tag, "dereferenceable") == 0) return number && number->kind == IR_C_INT;
    return number ? is_number(number) : bundle->n < 2;
}

static void check_assume(Verify *v, const IrInst *i) {
    for (uint32_t k = 0; k < i->call->nbundles; k++) {
        const IrBundle *bundle = &i->call->bundle[k];
        const char *tag = atom_str(v->m->ctx, bundle->tag);
        // string attributes have no rules, and "cold" is about the place
        if (*tag == '"' || strcmp(tag, "cold") == 0) continue;
        NEED(is_fact(tag), V_ASSUME_TAG);
        NEED(is_fact_complete(i, bundle, tag), V_ASSUME_ARGS);
    }
}

// ---- the call ----

// Only intrinsics may take or give these.
static bool is_opaque(const IrType *type) {
    return is_any_of(type->kind, IR_TY_TOKEN, IR_TY_X86_AMX);
}

// What the attributes of an argument ask of it.
static VRule call_argument(const IrInst *inst, uint32_t arg) {
    const IrValue *value = ir_op(inst, arg);
    const IrInst *object = ir_as_op(value, IR_ALLOCA);
    bool is_marked = object && object->pred & 1; // alloca inalloca
    if (argument_has(inst, arg, IR_ATTR_INALLOCA) && object && !is_marked) return V_INALLOCA_TYPE;
    if (argument_has(inst, arg, IR_ATTR_IMMARG) && !is_number(value)) {
        return V_ARGUMENT_INTRINSIC_MUST_BE;
    }
    return V_COUNT;
}

static bool is_unwind_destination(const IrBlock *block) {
    const IrInst *pad = ir_first_non_phi(block);
    if (!pad) return false;
    return is_any_of(pad->v.op, IR_LANDINGPAD, IR_CLEANUPPAD, IR_CATCHSWITCH);
}

// Everything about a call that is not its argument types (verify.c).
void ir_v_call(Verify *v, const IrInst *i) {
    const IrValue *callee = ir_callee(i);
    const IrFunc *fn = ir_called(i);
    const char *name = fn ? atom_str(v->m->ctx, fn->g.v.name) : "";
    bool is_asm = callee->kind == IR_V_ASM;

    if (is_asm) check_asm(v, i, (const IrAsm *)callee);
    if (has_prefix(name, "llvm.")) check_intrinsic(v, i, fn, name + strlen("llvm."));
    NEED(fn || !is_opaque(i->v.type), V_TOKEN_INDIRECT);
    NEED(i->v.op != IR_CALLBR || is_asm, V_CALLBR_ASM);
    if (i->v.flags & IR_MUSTTAIL) check_musttail(v, i);

    if (strcmp(name, "llvm.assume") == 0) {
        check_assume(v, i);
    } else {
        check_bundles(v, i);
    }

    ir_v_attrs(v, i, fn, &i->call->attrs, i->aty);
    for (uint32_t k = 0; k < ir_call_nargs(i); k++) {
        VRule bad = call_argument(i, k);
        NEED(bad == V_COUNT, bad, k);
    }
    NEED(i->v.op != IR_INVOKE || is_unwind_destination(ir_succ(i, 1)), V_UNWIND_DEST);
}

// ---- exception handling [LangRef, "landingpad", "catchpad"] ----

static bool is_pad(const IrInst *inst) {
    static const uint8_t pads[] = {IR_LANDINGPAD, IR_CATCHPAD, IR_CLEANUPPAD, IR_CATCHSWITCH};
    return memchr(pads, inst->v.op, sizeof pads);
}

// Whether the block is where the invoke unwinds to, and not where it goes on.
static bool unwinds_to(const IrInst *term, const IrBlock *block) {
    return term->v.op == IR_INVOKE && ir_succ(term, 1) == block && ir_succ(term, 0) != block;
}

// Pads begin their blocks; what leads to them is an unwind edge.
void ir_v_unwind(Verify *v, const IrInst *i) {
    NEED(v->fn->personality, V_NO_PERSONALITY);
    NEED(!is_pad(i) || ir_first_non_phi(i->block) == i, V_PAD_FIRST);

    if (i->v.op == IR_LANDINGPAD) {
        bool is_cleanup = i->pred;
        NEED(i->nops || is_cleanup, V_LANDINGPAD_EMPTY);
        NEED(i->block != v->fn->first, V_PAD_ENTRY);
        IR_FOREACH_PRED(edge, i->block) {
            NEED(unwinds_to(edge->user, i->block), V_LANDINGPAD_PRED);
        }
    }
    if (i->v.op == IR_CATCHPAD) {
        NEED(ir_as_op(ir_op(i, 0), IR_CATCHSWITCH), V_CATCHPAD_PARENT);
    }
}
