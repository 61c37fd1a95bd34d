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

// An operand of a node; NULL for null too, and where there is none.
static const IrMd *node_op(const IrMd *md, uint32_t k) {
    return md && md->kind == IR_MD_NODE && k < md->n ? md->op[k] : NULL;
}

// An operand that is an integer, or NULL; string_op: a string.
static IrConst *int_op(const IrMd *md, uint32_t k) {
    const IrMd *o = node_op(md, k);
    return o && o->kind == IR_MD_VALUE ? ir_as_cint(o->value) : NULL;
}

static const char *string_op(const On *on, const IrMd *md, uint32_t k) {
    const IrMd *o = node_op(md, k);
    return o && o->kind == IR_MD_STRING ? atom_str(on->v->m->ctx, o->text) : NULL;
}

// The number of operands; 0 for what is no node.
static uint32_t count(const IrMd *md) {
    return md && md->kind == IR_MD_NODE ? md->n : 0;
}

// ---- nodes reached from elsewhere than debug locations ----

// Whether the unit counts: the module has debug information of version 3 and names it.
static bool listed_unit(const Verify *verify, const IrMd *cu) {
    Ctx *ctx = verify->m->ctx;
    Atom flags = atom_cstr(ctx, "llvm.module.flags"), units = atom_cstr(ctx, "llvm.dbg.cu");
    bool version = false, listed = false;
    for (uint32_t k = 0; k < ir_named_md_n(verify->m, flags); k++) {
        const IrMd *f = ir_named_md_get(verify->m, flags, k);
        const IrMd *name = node_op(f, 1);
        IrConst *value = int_op(f, 2);
        if (name && name->kind == IR_MD_STRING && value && ir_uval(value) == 3 &&
            strcmp(atom_str(ctx, name->text), "Debug Info Version") == 0) {
            version = true;
        }
    }
    for (uint32_t k = 0; k < ir_named_md_n(verify->m, units); k++) {
        listed = listed || ir_named_md_get(verify->m, units, k) == cu;
    }
    return version && listed;
}

// Each node once, depth first with a stack of our own: metadata may be deep.
static void visit(Verify *verify, const IrMd *root, bool locs_ok) {
    VEC(const IrMd *) stack = {0};
    if (!root) return;
    vec_push(verify->a, &stack, root);
    while (stack.n) {
        const IrMd *md = stack.at[--stack.n];
        void **slot = map_slot(&verify->md_seen, (uintptr_t)md);
        if (*slot) continue;
        *slot = (void *)(uintptr_t)md;
        if (md->kind == IR_MD_NODE) {
            for (uint32_t k = 0; k < md->n; k++) {
                const IrMd *o = md->op[k];
                if (!o) continue;
                if (o->kind == IR_MD_LOC && !locs_ok) ir_v_bad(verify, NULL, V_MD_LOCATION);
                if (o->kind == IR_MD_NODE || o->kind == IR_MD_DI) vec_push(verify->a, &stack, o);
            }
        } else if (md->kind == IR_MD_DI) {
            ir_v_di(verify, md);
            if (strcmp(atom_str(verify->m->ctx, md->text), "DICompileUnit") == 0 &&
                !listed_unit(verify, md)) {
                ir_v_bad(verify, NULL, V_DI_UNIT_LISTED);
            }
            for (uint32_t k = 0; k < md->n; k++) {
                if (md->field[k].kind == IR_DI_MD && md->field[k].md) {
                    vec_push(verify->a, &stack, md->field[k].md);
                }
            }
        }
    }
}

// ---- ranges ----

// Pairs of bounds of the value's type, in order and apart. `absolute`: the whole range may be said
// as -1, -1.
static void check_range(const On *on, const IrMd *md, const IrType *type, bool absolute) {
    uint32_t n = count(md);
    if (!n) {
        wrong(on, V_RANGE_NONE, "");
        return;
    }
    if (n % 2) {
        wrong(on, V_RANGE_UNFINISHED, "");
        return;
    }
    const IrConst *before = NULL;
    for (uint32_t k = 0; k < n; k += 2) {
        const IrConst *lo = int_op(md, k), *hi = int_op(md, k + 1);
        if (!lo || !hi) {
            wrong(on, V_RANGE_INTEGER, "");
            return;
        }
        if (lo->v.type != hi->v.type || (type && lo->v.type != type)) {
            wrong(on, V_RANGE_TYPE, "");
            return;
        }
        bool all = absolute && ir_is_all_ones(&lo->v);
        if (lo == hi && !all) {
            wrong(on, V_RANGE_EMPTY, "");
            return;
        }
        bool ordered = !before || lo->v.type->bits > 64 || ir_sval(before) < ir_sval(lo);
        if (!ordered) {
            wrong(on, V_RANGE_ORDER, "");
            return;
        }
        before = hi;
    }
    const IrConst *first = int_op(md, 0);
    if (n > 4 && first->v.type->bits <= 64 && before == first) wrong(on, V_RANGE_ORDER, "");
}

// ---- alias scopes, access groups, TBAA ----

// Nodes { self or name, domain [, name] } whose domains are { self or name [, name] }.
static void scope_list(const On *on, const IrMd *md) {
    for (uint32_t k = 0; k < count(md); k++) {
        const IrMd *node = node_op(md, k);
        if (!node || node->kind != IR_MD_NODE) {
            wrong(on, V_SCOPE_NODES, "");
            return;
        }
        bool ok = node->n >= 2 && node->n <= 3 && (node->op[0] == node || string_op(on, node, 0)) &&
                  (node->n < 3 || string_op(on, node, 2));
        const IrMd *d = node_op(node, 1);
        bool domain = d && d->kind == IR_MD_NODE && d->n >= 1 && d->n <= 2 &&
                      (d->op[0] == d || string_op(on, d, 0)) && (d->n < 2 || string_op(on, d, 1));
        if (!ok || !domain) {
            wrong(on, V_SCOPE_FORM, "");
            return;
        }
    }
}

// A distinct node without operands.
static bool is_access_group(const IrMd *md) {
    return md && md->kind == IR_MD_NODE && !md->n && md->distinct;
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
static bool tbaa_scalar(const On *on, const IrMd *md, int depth) {
    if (!md || md->kind != IR_MD_NODE || depth > 64) return false;
    if (md->n < 2) return true; // a root
    if (md->n > 3 || !string_op(on, md, 0)) return false;
    if (md->n == 3) {
        IrConst *c = int_op(md, 2);
        if (!c || !ir_is_zero(&c->v)) return false;
    }
    return tbaa_scalar(on, node_op(md, 1), depth + 1);
}

// Members in increasing order of their offsets.
static bool tbaa_struct_ok(const On *on, const IrMd *md) {
    if (!md || md->kind != IR_MD_NODE) return false;
    if (md->n < 2) return true;
    if (node_op(md, 0) && node_op(md, 0)->kind == IR_MD_NODE) return true; // the new format
    if (!string_op(on, md, 0) || md->n % 2 == 0) return md->n == 2 && tbaa_scalar(on, md, 0);
    uint64_t before = 0;
    for (uint32_t k = 1; k < md->n; k += 2) {
        const IrMd *m = node_op(md, k);
        IrConst *off = int_op(md, k + 1);
        if (!m || m->kind != IR_MD_NODE || !off || (k > 1 && ir_uval(off) < before)) return false;
        before = ir_uval(off);
    }
    return true;
}

// An access tag { base, access, offset [, constant] }; those of the new format are only recognised.
static void tbaa(const On *on, const IrMd *md) {
    const IrInst *inst = on->i;
    bool where = inst->v.op == IR_LOAD || inst->v.op == IR_STORE || inst->call ||
                 inst->v.op == IR_VA_ARG || inst->v.op == IR_ATOMICRMW || inst->v.op == IR_CMPXCHG;
    const IrMd *base = node_op(md, 0);
    bool old = base && base->kind == IR_MD_STRING; // scalar format: upgraded by LLVM
    if (!where) {
        wrong(on, V_TBAA_WHERE, "");
    } else if (old) {
        return;
    } else if (count(md) < 3 || count(md) > 5) {
        wrong(on, V_TBAA_TAG, "");
    } else if (!base || base->kind != IR_MD_NODE || !node_op(md, 1) ||
               node_op(md, 1)->kind != IR_MD_NODE) {
        wrong(on, V_TBAA_TAG, "");
    } else if (!int_op(md, 2) || (count(md) == 4 && !int_op(md, 3))) {
        wrong(on, V_TBAA_TAG, "");
    } else if (node_op(base, 0) && node_op(base, 0)->kind == IR_MD_NODE) {
        return; // the new format: the fourth operand is a size
    } else if (count(md) == 4 && ir_uval(int_op(md, 3)) > 1) {
        wrong(on, V_TBAA_TAG, "");
    } else if (!tbaa_scalar(on, node_op(md, 1), 0)) {
        wrong(on, V_TBAA_SCALAR, "");
    } else if (!tbaa_struct_ok(on, base)) {
        wrong(on, V_TBAA_STRUCT, "");
    }
}

// ---- others ----

// A list of strings and of lists of strings.
static void annotation(const On *on, const IrMd *md) {
    bool ok = count(md) > 0;
    for (uint32_t k = 0; ok && k < md->n; k++) {
        const IrMd *o = md->op[k];
        ok = o && (o->kind == IR_MD_STRING || o->kind == IR_MD_NODE);
        for (uint32_t n = 0; ok && o->kind == IR_MD_NODE && n < o->n; n++) {
            ok = string_op(on, o, n) != NULL;
        }
    }
    if (!ok) wrong(on, V_ANNOTATION, "");
}

// { prefix, suffix }.
static bool mmra_tag(const On *on, const IrMd *md) {
    return count(md) == 2 && string_op(on, md, 0) && string_op(on, md, 1);
}

// One tag or a list of them, on what touches memory.
static void mmra(const On *on, const IrMd *md) {
    bool memory = (ir_ops[on->i->v.op].props & (IRP_READ | IRP_WRITE)) != 0 || on->i->call;
    bool ok = md && md->kind == IR_MD_NODE;
    if (ok && !mmra_tag(on, md)) {
        for (uint32_t k = 0; ok && k < md->n; k++) ok = mmra_tag(on, node_op(md, k));
    }
    if (!memory || !ok) wrong(on, V_MMRA, "");
}

// Weights: as many as there are ways out.
static void profile(const On *on, const IrMd *md) {
    const char *name = string_op(on, md, 0);
    const IrInst *inst = on->i;
    if (count(md) < 2 || !name) {
        wrong(on, V_PROF, "");
        return;
    }
    if (strcmp(name, "branch_weights") != 0) return;
    bool expected = string_op(on, md, 1) != NULL; // !"expected"
    uint32_t n = md->n - 1 - expected, want = n;
    if (inst->v.op == IR_BR || inst->v.op == IR_SWITCH || inst->v.op == IR_INDIRECTBR ||
        inst->v.op == IR_CALLBR) {
        want = ir_nsucc(inst);
    } else if (inst->v.op == IR_SELECT) {
        want = 2;
    } else if (inst->v.op == IR_CALL) {
        want = 1;
    } else if (inst->v.op == IR_INVOKE) {
        want = n == 1 ? 1 : 2;
    }
    bool ok = n == want;
    for (uint32_t k = 1 + expected; ok && k < md->n; k++) ok = int_op(md, k) != NULL;
    if (!ok) wrong(on, V_PROF, "");
}

// One positive float on a floating-point value.
static void fpmath(const On *on, const IrMd *md) {
    const IrMd *o = node_op(md, 0);
    const IrConst *c = o && o->kind == IR_MD_VALUE ? ir_as_const(o->value) : NULL;
    float f = 0;
    if (c && c->v.kind == IR_C_FP && c->v.type->kind == IR_TY_FLOAT) {
        uint32_t bits = (uint32_t)c->bits;
        memcpy(&f, &bits, 4);
    }
    bool ok = ir_ty_is_any_fp(ir_ty_scalar(on->i->v.type)) && count(md) == 1 && f > 0 && f < 1e30f;
    if (!ok) wrong(on, V_FPMATH, "");
}

// An i64 on loads of pointers (and inttoptr, for dereferenceable).
static void pointer_fact(const On *on, const IrMd *md, const char *kind, bool align) {
    const IrInst *i = on->i;
    bool where = i->v.op == IR_LOAD || (!align && i->v.op == IR_INTTOPTR);
    const IrConst *c = int_op(md, 0);
    bool value = count(md) == 1 && c && ir_ty_is_i(c->v.type, 64);
    if (align && value) {
        value = c->bits && !(c->bits & (c->bits - 1)) && c->bits <= 1ull << 32;
    }
    if (!where || i->v.type->kind != IR_TY_PTR || !value) wrong(on, V_POINTER_FACT, kind);
}

// !range is for results that are read or returned.
static void value_range(const On *on, const IrMd *md) {
    const IrInst *inst = on->i;
    bool where = inst->v.op == IR_LOAD || inst->v.op == IR_CALL || inst->v.op == IR_INVOKE;
    if (where)
        check_range(on, md, ir_ty_scalar(inst->v.type), false);
    else
        wrong(on, V_RANGE_WHERE, "");
}

static void invariant_group(const On *on, const IrMd *md) {
    bool where = on->i->v.op == IR_LOAD || on->i->v.op == IR_STORE;
    if (!where) wrong(on, V_INVARIANT_GROUP, "");
}

// An empty node on a load of a pointer.
static void nonnull(const On *on, const IrMd *md) {
    bool pointer = on->i->v.op == IR_LOAD && on->i->v.type->kind == IR_TY_PTR;
    if (!pointer || count(md)) wrong(on, V_NONNULL, "");
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

// An attachment of an instruction, by its kind; kinds without a row have no rules.
static void one_attachment(const On *on, const char *kind, const IrMd *md) {
    static const struct {
        const char *kind;
        void (*check)(const On *, const IrMd *);
    } rows[] = {
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
    for (size_t i = 0; i < CU_COUNT(rows); i++) {
        if (strcmp(rows[i].kind, kind) == 0) rows[i].check(on, md);
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
    for (uint32_t k = 0; inst->v.op == IR_CALL && k < ir_call_nargs(inst); k++) {
        const IrFunc *f = ir_called(inst);
        if (ir_op(inst, k)->kind != IR_V_MD || !f) continue;
        const char *name = atom_str(verify->m->ctx, f->g.v.name);
        const IrMd *md = ((const IrMdValue *)ir_op(inst, k))->md;
        if (strcmp(name, "llvm.experimental.noalias.scope.decl") != 0) continue;
        if (count(md) != 1)
            wrong(&on, V_SCOPE_SINGLE, "");
        else
            scope_list(&on, md);
    }
}

// By the kind, of a variable or function.
static void global_attachment(const On *on, const char *kind, const IrMd *md) {
    const IrGlobal *global = on->g;
    bool decl = global->v.kind == IR_C_FUNC && ir_is_decl((const IrFunc *)global);
    if (strcmp(kind, "absolute_symbol") == 0) {
        check_range(on, md, on->v->m->ty_i64, true);
    } else if (strcmp(kind, "associated") == 0) {
        const IrMd *o = node_op(md, 0);
        bool ok = count(md) == 1 && o && o->kind == IR_MD_VALUE &&
                  o->value->type->kind == IR_TY_PTR && ir_is_const(o->value);
        if (!ok && !(count(md) == 1 && !o)) wrong(on, V_ASSOCIATED, "");
    } else if (strcmp(kind, "kcfi_type") == 0) {
        const IrConst *c = int_op(md, 0);
        if (count(md) != 1 || !c || !ir_ty_is_i(c->v.type, 32)) wrong(on, V_KCFI_TYPE, "");
    } else if (strcmp(kind, "prof") == 0) {
        const char *name = string_op(on, md, 0);
        bool ok = !decl && count(md) >= 2 && name && int_op(md, 1) &&
                  (strcmp(name, "function_entry_count") == 0 ||
                   strcmp(name, "synthetic_function_entry_count") == 0);
        if (!ok) wrong(on, V_PROF, "");
    }
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

// { behaviour, name, value }; the behaviour says what the value is.
static void module_flag(const On *on, const IrMd *md, Map *seen) {
    const char *id = string_op(on, md, 1);
    const IrConst *behaviour = int_op(md, 0), *value = int_op(md, 2);
    if (count(md) != 3) {
        wrong(on, V_FLAG_OPERANDS, "");
    } else if (!behaviour || !ir_uval(behaviour) || ir_uval(behaviour) > 8) {
        wrong(on, V_FLAG_BEHAVIOUR, "");
    } else if (!id) {
        wrong(on, V_FLAG_ID, "");
    } else {
        const IrMd *node = node_op(md, 2);
        uint64_t b = ir_uval(behaviour);
        if (b == 3 && (count(node) != 2 || !string_op(on, node, 0))) wrong(on, V_FLAG_VALUE, id);
        if ((b == 5 || b == 6) && (!node || node->kind != IR_MD_NODE)) wrong(on, V_FLAG_VALUE, id);
        if ((b == 7 || b == 8) && !value) wrong(on, V_FLAG_VALUE, id);
        void **slot = map_slot(seen, md->op[1]->text);
        if (b != 3 && *slot) wrong(on, V_FLAG_TWICE, id);
        if (b != 3) *slot = (void *)(uintptr_t)md;
        bool number = strcmp(id, "SemanticInterposition") == 0 || strcmp(id, "wchar_size") == 0;
        if (number && !value) wrong(on, V_FLAG_VALUE, id);
        if (strcmp(id, "Linker Options") == 0) wrong(on, V_FLAG_LINKER, "");
        for (uint32_t k = 0; strcmp(id, "CG Profile") == 0 && k < count(node); k++) {
            if (count(node->op[k]) != 3 || !int_op(node->op[k], 2)) wrong(on, V_FLAG_VALUE, id);
        }
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
            if (strings && (count(md) != 1 || !string_op(&on, md, 0))) wrong(&on, V_IDENT, s);
            if (strncmp(s, "llvm.dbg.", 9) != 0) visit(verify, md, false);
        }
    }
}
