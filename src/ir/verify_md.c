// SPDX-License-Identifier: Apache-2.0
// The verifier's rules on metadata: attachments by kind, module flags and other named metadata
// (LangRef, "Metadata"). Debug information that hangs on !dbg and on llvm.dbg.* alone is not
// judged: LLVM drops it with a warning when it is broken.
#include "ir/verify_int.h"

typedef struct {
    Verify *v;
    const IrInst *i;   // the attachment's user, or
    const IrGlobal *g; // this
} On;

// Reports at the instruction, the global or the module.
static void wrong(const On *on, VRule rule, const char *what) {
    if (on->i) {
        ir_v_bad(on->v, on->i, rule, what);
    } else if (on->g) {
        ir_v_bad_global(on->v, on->g, rule, what);
    } else {
        ir_v_bad(on->v, NULL, rule, what);
    }
}

static void need(const On *on, bool good, VRule rule, const char *what) {
    if (!good) wrong(on, rule, what);
}

static bool is_node(const IrMd *md) {
    return md && md->kind == IR_MD_NODE;
}

// The number of operands; 0 for what is no node.
static uint32_t count(const IrMd *md) {
    return is_node(md) ? md->n : 0;
}

// An operand of a node; NULL for null too, and where there is none.
static const IrMd *node_op(const IrMd *md, uint32_t k) {
    return k < count(md) ? md->op[k] : NULL;
}

// An operand that is of this kind, or NULL; int_op: an integer; string_op: a string.
static const IrMd *op_of_kind(const IrMd *md, uint32_t k, uint32_t kind) {
    const IrMd *o = node_op(md, k);
    return o && o->kind == kind ? o : NULL;
}

static IrConst *int_op(const IrMd *md, uint32_t k) {
    const IrMd *o = op_of_kind(md, k, IR_MD_VALUE);
    return o ? ir_as_cint(o->value) : NULL;
}

static const char *string_op(const On *on, const IrMd *md, uint32_t k) {
    const IrMd *o = op_of_kind(md, k, IR_MD_STRING);
    return o ? atom_str(on->v->m->ctx, o->text) : NULL;
}

static bool has_string(const IrMd *md, uint32_t k) {
    return op_of_kind(md, k, IR_MD_STRING) != NULL;
}

// ---- nodes reached from elsewhere than debug locations ----

// Whether the unit counts: the module has debug information of version 3 and names it.
static bool listed_unit(const Verify *verify, const IrMd *cu) {
    Ctx *ctx = verify->m->ctx;
    Atom flags = atom_cstr(ctx, "llvm.module.flags"), units = atom_cstr(ctx, "llvm.dbg.cu");
    bool version = false, listed = false;
    for (uint32_t k = 0; k < ir_named_md_n(verify->m, flags); k++) {
        const IrMd *f = ir_named_md_get(verify->m, flags, k);
        const IrMd *name = op_of_kind(f, 1, IR_MD_STRING);
        const IrConst *value = int_op(f, 2);
        bool is_3 = value && ir_uval(value) == 3;
        bool names_it = name && strcmp(atom_str(ctx, name->text), "Debug Info Version") == 0;
        version |= is_3 && names_it;
    }
    for (uint32_t k = 0; k < ir_named_md_n(verify->m, units); k++) {
        listed |= ir_named_md_get(verify->m, units, k) == cu;
    }
    return version && listed;
}

typedef VEC(const IrMd *) MdStack;

static void visit_node(Verify *verify, const IrMd *md, bool locs_ok, MdStack *stack) {
    for (uint32_t k = 0; k < md->n; k++) {
        const IrMd *o = md->op[k];
        if (!o) continue;
        if (o->kind == IR_MD_LOC && !locs_ok) ir_v_bad(verify, NULL, V_MD_LOCATION);
        if (is_any_of(o->kind, IR_MD_NODE, IR_MD_DI)) vec_push(verify->a, stack, o);
    }
}

static void visit_di(Verify *verify, const IrMd *md, MdStack *stack) {
    ir_v_di(verify, md);
    bool is_unit = strcmp(atom_str(verify->m->ctx, md->text), "DICompileUnit") == 0;
    if (is_unit && !listed_unit(verify, md)) ir_v_bad(verify, NULL, V_DI_UNIT_LISTED);
    for (uint32_t k = 0; k < md->n; k++) {
        const IrMd *o = md->field[k].kind == IR_DI_MD ? md->field[k].md : NULL;
        if (o) vec_push(verify->a, stack, o);
    }
}

// Each node once, depth first with a stack of our own: metadata may be deep.
static void visit(Verify *verify, const IrMd *root, bool locs_ok) {
    MdStack stack = {0};
    if (!root) return;
    vec_push(verify->a, &stack, root);
    while (stack.n) {
        const IrMd *md = stack.at[--stack.n];
        void **slot = map_slot(&verify->md_seen, (uintptr_t)md);
        if (*slot) continue;
        *slot = (void *)(uintptr_t)md;
        if (md->kind == IR_MD_NODE) visit_node(verify, md, locs_ok, &stack);
        if (md->kind == IR_MD_DI) visit_di(verify, md, &stack);
    }
}

// ---- ranges ----

// What is wrong, or V_COUNT for nothing, with one pair of bounds, which follows a range that ends
// at `before` (or NULL).
static VRule bounds_fault(const IrConst *lo, const IrConst *hi, const IrConst *before,
                          const IrType *type, bool absolute) {
    if (!lo || !hi) return V_RANGE_INTEGER;
    if (lo->v.type != hi->v.type) return V_RANGE_TYPE;
    if (type && lo->v.type != type) return V_RANGE_TYPE;
    bool all = absolute && ir_is_all_ones(&lo->v);
    if (lo == hi && !all) return V_RANGE_EMPTY;
    bool ordered = !before || lo->v.type->bits > 64 || ir_sval(before) < ir_sval(lo);
    return ordered ? V_COUNT : V_RANGE_ORDER;
}

// Pairs of bounds of the value's type, in order and apart. `absolute`: the whole range may be said
// as -1, -1.
static VRule range_fault(const IrMd *md, const IrType *type, bool absolute) {
    uint32_t n = count(md);
    if (!n) return V_RANGE_NONE;
    if (n % 2) return V_RANGE_UNFINISHED;
    const IrConst *before = NULL, *first = int_op(md, 0);
    for (uint32_t k = 0; k < n; k += 2) {
        const IrConst *hi = int_op(md, k + 1);
        VRule fault = bounds_fault(int_op(md, k), hi, before, type, absolute);
        if (fault != V_COUNT) return fault;
        before = hi;
    }
    bool goes_round = n > 4 && first->v.type->bits <= 64 && before == first;
    return goes_round ? V_RANGE_ORDER : V_COUNT;
}

static void check_range(const On *on, const IrMd *md, const IrType *type, bool absolute) {
    VRule fault = range_fault(md, type, absolute);
    need(on, fault == V_COUNT, fault, "");
}

// ---- alias scopes, access groups, TBAA ----

// Itself or a string as the first operand, as scopes and their domains are named.
static bool is_named(const IrMd *md) {
    return node_op(md, 0) == md || has_string(md, 0);
}

// { self or name, domain [, name] }, the domain being { self or name [, name] }.
static bool is_scope(const IrMd *md) {
    const IrMd *domain = node_op(md, 1);
    uint32_t n = count(md), domain_n = count(domain);
    bool scope = (n == 2 || n == 3) && is_named(md);
    bool in_domain = (domain_n == 1 || domain_n == 2) && is_named(domain);
    bool named = (n < 3 || has_string(md, 2)) && (domain_n < 2 || has_string(domain, 1));
    return scope && in_domain && named;
}

static void scope_list(const On *on, const IrMd *md) {
    for (uint32_t k = 0; k < count(md); k++) {
        const IrMd *node = node_op(md, k);
        if (is_scope(node)) continue;
        wrong(on, is_node(node) ? V_SCOPE_FORM : V_SCOPE_NODES, "");
        return;
    }
}

// A distinct node without operands.
static bool is_access_group(const IrMd *md) {
    return is_node(md) && !md->n && md->distinct;
}

// One, or a list of them.
static void access_group(const On *on, const IrMd *md) {
    if (is_access_group(md)) return;
    for (uint32_t k = 0; k < count(md); k++) {
        if (is_access_group(node_op(md, k))) continue;
        wrong(on, V_ACCESS_GROUP, "");
        return;
    }
}

// A type node of TBAA: scalar { name, parent[, offset] } or struct { name, (member, offset)* }.
static bool tbaa_scalar(const IrMd *md, int depth) {
    if (!is_node(md) || depth > 64) return false;
    if (md->n < 2) return true; // a root
    if (md->n > 3 || !has_string(md, 0)) return false;
    const IrConst *offset = int_op(md, 2);
    bool at_start = md->n == 2 || (offset && ir_is_zero(&offset->v));
    return at_start && tbaa_scalar(node_op(md, 1), depth + 1);
}

// The types of the new format begin with a node, not with a name.
static bool is_new_format(const IrMd *type) {
    return is_node(node_op(type, 0));
}

// Members in increasing order of their offsets.
static bool tbaa_struct_ok(const IrMd *md) {
    if (!is_node(md)) return false;
    if (md->n < 2 || is_new_format(md)) return true;
    if (!has_string(md, 0)) return md->n == 2 && tbaa_scalar(md, 0);
    if (md->n % 2 == 0) return md->n == 2 && tbaa_scalar(md, 0);
    uint64_t before = 0;
    for (uint32_t k = 1; k < md->n; k += 2) {
        const IrConst *off = int_op(md, k + 1);
        if (!is_node(node_op(md, k)) || !off || ir_uval(off) < before) return false;
        before = ir_uval(off);
    }
    return true;
}

static bool may_have_tbaa(const IrInst *inst) {
    switch (inst->v.op) {
    case IR_LOAD:
    case IR_STORE:
    case IR_VA_ARG:
    case IR_ATOMICRMW:
    case IR_CMPXCHG: return true;
    default: return inst->call != NULL;
    }
}

// An access tag { base, access, offset [, constant] }.
static bool is_tbaa_tag(const IrMd *md) {
    bool types = is_node(node_op(md, 0)) && is_node(node_op(md, 1));
    bool numbers = int_op(md, 2) && (count(md) != 4 || int_op(md, 3));
    return types && numbers && count(md) <= 5;
}

// Tags of the new format are only recognised.
static VRule tbaa_fault(const IrInst *inst, const IrMd *md) {
    if (!may_have_tbaa(inst)) return V_TBAA_WHERE;
    if (has_string(md, 0)) return V_COUNT; // scalar format: upgraded by LLVM
    if (!is_tbaa_tag(md)) return V_TBAA_TAG;
    const IrMd *base = node_op(md, 0);
    if (is_new_format(base)) return V_COUNT; // the fourth operand is a size
    if (count(md) == 4 && ir_uval(int_op(md, 3)) > 1) return V_TBAA_TAG;
    if (!tbaa_scalar(node_op(md, 1), 0)) return V_TBAA_SCALAR;
    return tbaa_struct_ok(base) ? V_COUNT : V_TBAA_STRUCT;
}

static void tbaa(const On *on, const IrMd *md) {
    VRule fault = tbaa_fault(on->i, md);
    need(on, fault == V_COUNT, fault, "");
}

// ---- others ----

static bool all_strings(const IrMd *md) {
    for (uint32_t k = 0; k < count(md); k++) {
        if (!has_string(md, k)) return false;
    }
    return true;
}

// A list of strings and of lists of strings.
static void annotation(const On *on, const IrMd *md) {
    bool ok = count(md) > 0;
    for (uint32_t k = 0; ok && k < md->n; k++) {
        const IrMd *o = md->op[k];
        ok = has_string(md, k) || (is_node(o) && all_strings(o));
    }
    need(on, ok, V_ANNOTATION, "");
}

// { prefix, suffix }.
static bool mmra_tag(const IrMd *md) {
    return count(md) == 2 && all_strings(md);
}

// One tag or a list of them, on what touches memory.
static void mmra(const On *on, const IrMd *md) {
    bool memory = (ir_ops[on->i->v.op].props & (IRP_READ | IRP_WRITE)) != 0 || on->i->call;
    bool ok = is_node(md), one = mmra_tag(md);
    for (uint32_t k = 0; ok && !one && k < md->n; k++) ok = mmra_tag(node_op(md, k));
    need(on, memory && ok, V_MMRA, "");
}

// How many weights the instruction wants, of which it has n.
static uint32_t weights_of(const IrInst *inst, uint32_t n) {
    switch (inst->v.op) {
    case IR_BR:
    case IR_SWITCH:
    case IR_INDIRECTBR:
    case IR_CALLBR: return ir_nsucc(inst);
    case IR_SELECT: return 2;
    case IR_CALL: return 1;
    case IR_INVOKE: return n == 1 ? 1 : 2;
    default: return n;
    }
}

// Weights: as many as there are ways out.
static void profile(const On *on, const IrMd *md) {
    const char *name = string_op(on, md, 0);
    if (count(md) < 2 || !name) {
        wrong(on, V_PROF, "");
        return;
    }
    if (strcmp(name, "branch_weights") != 0) return;
    bool expected = has_string(md, 1); // !"expected"
    uint32_t n = md->n - 1 - expected;
    bool ok = n == weights_of(on->i, n);
    for (uint32_t k = 1 + expected; ok && k < md->n; k++) ok = int_op(md, k) != NULL;
    need(on, ok, V_PROF, "");
}

// One positive float on a floating-point value.
static void fpmath(const On *on, const IrMd *md) {
    const IrMd *o = op_of_kind(md, 0, IR_MD_VALUE);
    const IrConst *c = o ? ir_as_const(o->value) : NULL;
    float f = 0;
    if (c && c->v.kind == IR_C_FP && c->v.type->kind == IR_TY_FLOAT) {
        uint32_t bits = (uint32_t)c->bits;
        memcpy(&f, &bits, 4);
    }
    bool on_fp = ir_ty_is_any_fp(ir_ty_scalar(on->i->v.type)), accurate = f > 0 && f < 1e30f;
    need(on, on_fp && accurate && count(md) == 1, V_FPMATH, "");
}

static bool is_alignment(uint64_t bytes) {
    bool power = bytes && !(bytes & (bytes - 1));
    return power && bytes <= 1ull << 32;
}

// An i64 on loads of pointers (and inttoptr, for dereferenceable).
static void pointer_fact(const On *on, const IrMd *md, const char *kind, bool align) {
    const IrInst *i = on->i;
    bool where = i->v.op == IR_LOAD || (!align && i->v.op == IR_INTTOPTR);
    const IrConst *c = int_op(md, 0);
    bool value = count(md) == 1 && c && ir_ty_is_i(c->v.type, 64);
    if (align && value) value = is_alignment(c->bits);
    need(on, where && value && ir_ty_is_ptr(i->v.type), V_POINTER_FACT, kind);
}

// !range is for results that are read or returned.
static void value_range(const On *on, const IrMd *md) {
    const IrInst *inst = on->i;
    bool where = is_any_of(inst->v.op, IR_LOAD, IR_CALL, IR_INVOKE);
    if (where)
        check_range(on, md, ir_ty_scalar(inst->v.type), false);
    else
        wrong(on, V_RANGE_WHERE, "");
}

static void invariant_group(const On *on, const IrMd *md) {
    bool where = ir_is_load_or_store(on->i);
    need(on, where, V_INVARIANT_GROUP, "");
}

// An empty node on a load of a pointer.
static void nonnull(const On *on, const IrMd *md) {
    bool pointer = on->i->v.op == IR_LOAD && on->i->v.type->kind == IR_TY_PTR;
    need(on, pointer && !count(md), V_NONNULL, "");
}

static void dereferenceable(const On *on, const IrMd *md) {
    pointer_fact(on, md, "dereferenceable", false);
}

static void dereferenceable_or_null(const On *on, const IrMd *md) {
    pointer_fact(on, md, "dereferenceable_or_null", false);
}

static void alignment(const On *on, const IrMd *md) {
    pointer_fact(on, md, "align", true);
}

typedef struct {
    const char *kind;
    void (*check)(const On *, const IrMd *);
} AttachmentRule;

static void check_attachment(const AttachmentRule *rows, size_t n, const On *on, const char *kind,
                             const IrMd *md) {
    for (size_t i = 0; i < n; i++) {
        if (strcmp(rows[i].kind, kind) == 0) rows[i].check(on, md);
    }
}

// An attachment of an instruction, by its kind; kinds without a row have no rules.
static void one_attachment(const On *on, const char *kind, const IrMd *md) {
    static const AttachmentRule rows[] = {
        {"range", value_range},
        {"tbaa", tbaa},
        {"invariant.group", invariant_group},
        {"nonnull", nonnull},
        {"dereferenceable", dereferenceable},
        {"dereferenceable_or_null", dereferenceable_or_null},
        {"align", alignment},
        {"fpmath", fpmath},
        {"noalias", scope_list},
        {"alias.scope", scope_list},
        {"llvm.access.group", access_group},
        {"annotation", annotation},
        {"prof", profile},
        {"mmra", mmra},
    };
    check_attachment(rows, CU_COUNT(rows), on, kind, md);
}

// The arguments that are metadata are lists of scopes.
static void scope_declaration(const On *on) {
    for (uint32_t k = 0; k < ir_call_nargs(on->i); k++) {
        if (ir_op(on->i, k)->kind != IR_V_MD) continue;
        const IrMd *md = ((const IrMdValue *)ir_op(on->i, k))->md;
        if (count(md) != 1)
            wrong(on, V_SCOPE_SINGLE, "");
        else
            scope_list(on, md);
    }
}

// What the attachments name is walked too, but for locations.
void ir_v_attachments(Verify *verify, const IrInst *inst) {
    On on = {verify, inst, NULL};
    for (const IrMdAttach *a = inst->md; a; a = a->next) {
        const char *kind = atom_str(verify->m->ctx, a->kind);
        one_attachment(&on, kind, a->md);
        if (a->md && a->md->kind != IR_MD_LOC) visit(verify, a->md, strcmp(kind, "llvm.loop") == 0);
    }
    const IrFunc *f = inst->v.op == IR_CALL ? ir_called(inst) : NULL;
    const char *name = f ? atom_str(verify->m->ctx, f->g.v.name) : "";
    if (strcmp(name, "llvm.experimental.noalias.scope.decl") == 0) scope_declaration(&on);
}

// ---- attachments of globals ----

static void absolute_symbol(const On *on, const IrMd *md) {
    check_range(on, md, on->v->m->ty_i64, true);
}

// A pointer constant, or null.
static void associated(const On *on, const IrMd *md) {
    const IrMd *o = node_op(md, 0);
    bool pointer = o && o->kind == IR_MD_VALUE && ir_ty_is_ptr(o->value->type);
    bool constant = pointer && ir_is_const(o->value);
    need(on, count(md) == 1 && (constant || !o), V_ASSOCIATED, "");
}

static void kcfi_type(const On *on, const IrMd *md) {
    const IrConst *c = int_op(md, 0);
    bool is_i32 = c && ir_ty_is_i(c->v.type, 32);
    need(on, is_i32 && count(md) == 1, V_KCFI_TYPE, "");
}

// How often a function was entered.
static void entry_count(const On *on, const IrMd *md) {
    const char *name = string_op(on, md, 0);
    const IrFunc *fn = ir_as_func(&on->g->v);
    bool decl = fn && ir_is_decl(fn);
    bool counts = name && (strcmp(name, "function_entry_count") == 0 ||
                           strcmp(name, "synthetic_function_entry_count") == 0);
    need(on, !decl && counts && int_op(md, 1), V_PROF, "");
}

// By the kind, of a variable or function.
static void global_attachment(const On *on, const char *kind, const IrMd *md) {
    static const AttachmentRule rows[] = {{"absolute_symbol", absolute_symbol},
                                          {"associated", associated},
                                          {"kcfi_type", kcfi_type},
                                          {"prof", entry_count}};
    check_attachment(rows, CU_COUNT(rows), on, kind, md);
}

// Some kinds may be attached once; !dbg is not judged.
void ir_v_global_attachments(Verify *verify, const IrGlobal *global) {
    On on = {verify, NULL, global};
    for (const IrMdAttach *a = global->md; a; a = a->next) {
        const char *kind = atom_str(verify->m->ctx, a->kind);
        bool once = strcmp(kind, "prof") == 0 || strcmp(kind, "kcfi_type") == 0;
        if (strcmp(kind, "dbg") == 0) continue;
        global_attachment(&on, kind, a->md);
        for (const IrMdAttach *b = a->next; once && b; b = b->next) {
            if (b->kind == a->kind) wrong(&on, V_ATTACHED_TWICE, kind);
        }
        visit(verify, a->md, false);
    }
}

// ---- named metadata ----

// What a flag's behaviour wants of its value [LangRef, "Module Flags Metadata"].
enum { FLAG_REQUIRE = 3, FLAG_APPEND = 5, FLAG_APPEND_UNIQUE, FLAG_MAX, FLAG_MIN, FLAG_BEHAVIOURS };

static bool value_suits(uint64_t behaviour, const IrMd *flag) {
    const IrMd *value = node_op(flag, 2);
    switch (behaviour) {
    case FLAG_REQUIRE: return count(value) == 2 && has_string(value, 0);
    case FLAG_APPEND:
    case FLAG_APPEND_UNIQUE: return is_node(value);
    case FLAG_MAX:
    case FLAG_MIN: return int_op(flag, 2) != NULL;
    default: return true;
    }
}

// What flags of these names want.
static void named_flag(const On *on, const IrMd *md, const char *id) {
    const IrMd *node = node_op(md, 2);
    bool number = strcmp(id, "SemanticInterposition") == 0 || strcmp(id, "wchar_size") == 0;
    need(on, !number || int_op(md, 2), V_FLAG_VALUE, id);
    need(on, strcmp(id, "Linker Options") != 0, V_FLAG_LINKER, "");
    if (strcmp(id, "CG Profile") != 0) return;
    for (uint32_t k = 0; k < count(node); k++) {
        bool edge = count(node->op[k]) == 3 && int_op(node->op[k], 2);
        need(on, edge, V_FLAG_VALUE, id);
    }
}

// { behaviour, name, value }; the behaviour says what the value is.
static void module_flag(const On *on, const IrMd *md, Map *seen) {
    const char *id = string_op(on, md, 1);
    const IrConst *behaviour = int_op(md, 0);
    uint64_t b = behaviour ? ir_uval(behaviour) : 0;
    if (count(md) != 3) {
        wrong(on, V_FLAG_OPERANDS, "");
    } else if (!b || b >= FLAG_BEHAVIOURS) {
        wrong(on, V_FLAG_BEHAVIOUR, "");
    } else if (!id) {
        wrong(on, V_FLAG_ID, "");
    } else {
        need(on, value_suits(b, md), V_FLAG_VALUE, id);
        void **slot = map_slot(seen, md->op[1]->text);
        if (b != FLAG_REQUIRE) {
            need(on, !*slot, V_FLAG_TWICE, id);
            *slot = (void *)(uintptr_t)md;
        }
        named_flag(on, md, id);
    }
}

// All flags of the module; two of them go together.
static void module_flags(Verify *verify, Atom name) {
    On on = {verify, NULL, NULL};
    Map seen;
    map_init(&seen, verify->a);
    for (uint32_t k = 0; k < ir_named_md_n(verify->m, name); k++) {
        module_flag(&on, ir_named_md_get(verify->m, name, k), &seen);
    }
    Ctx *ctx = verify->m->ctx;
    bool a = map_get(&seen, atom_cstr(ctx, "aarch64-elf-pauthabi-platform"));
    bool b = map_get(&seen, atom_cstr(ctx, "aarch64-elf-pauthabi-version"));
    if (a != b) wrong(&on, V_FLAG_PAUTH, "");
}

// Named metadata; debug information alone is not judged.
void ir_v_module_md(Verify *verify) {
    On on = {verify, NULL, NULL};
    for (uint32_t k = 0; k < verify->m->nnamed_md; k++) {
        Atom name = verify->m->named_md_[k].name;
        const char *s = atom_str(verify->m->ctx, name);
        if (strcmp(s, "llvm.module.flags") == 0) module_flags(verify, name);
        bool strings = strcmp(s, "llvm.ident") == 0 || strcmp(s, "llvm.commandline") == 0;
        for (uint32_t n = 0; n < verify->m->named_md_[k].ops.n; n++) {
            IrMd *md = verify->m->named_md_[k].ops.at[n];
            need(&on, !strings || (count(md) == 1 && has_string(md, 0)), V_IDENT, s);
            if (strncmp(s, "llvm.dbg.", 9) != 0) visit(verify, md, false);
        }
    }
}
