// SPDX-License-Identifier: Apache-2.0
// Named metadata of linked modules: operands are appended; module flags are merged by their
// behaviours (LLVM Language Reference, "Module Flags Metadata").
#include "ir/link_int.h"

enum {
    FLAG_ERROR = 1,
    FLAG_WARNING,
    FLAG_REQUIRE,
    FLAG_OVERRIDE,
    FLAG_APPEND,
    FLAG_APPEND_UNIQUE,
    FLAG_MAX,
    FLAG_MIN
};

// !{i32 behaviour, !"key", value}; the key is 0 for what is no flag.
static Atom flag_key(const IrMd *d, uint64_t *behaviour) {
    if (!d || d->kind != IR_MD_NODE || d->n != 3 || !d->op[0] || !d->op[1]) return 0;
    const IrConst *b = d->op[0]->kind == IR_MD_VALUE ? ir_as_cint(d->op[0]->value) : NULL;
    if (!b || d->op[1]->kind != IR_MD_STRING) return 0;
    *behaviour = ir_uval(b);
    return d->op[1]->text;
}

static uint64_t flag_number(const IrMd *d) {
    const IrMd *v = d->op[2];
    const IrConst *c = v && v->kind == IR_MD_VALUE ? ir_as_cint(v->value) : NULL;
    return c ? ir_uval(c) : 0;
}

static bool same_value(const IrMd *a, const IrMd *b) {
    if (a->op[2] == b->op[2]) return true;
    bool numbers =
        a->op[2] && b->op[2] && a->op[2]->kind == IR_MD_VALUE && b->op[2]->kind == IR_MD_VALUE;
    return numbers && a->op[2]->value == b->op[2]->value;
}

static IrMd *joined(Link *l, const IrMd *a, const IrMd *b, bool unique) {
    uint32_t n = 0;
    IrMd **op = arena_array(&l->a, IrMd *, a->n + b->n);
    for (uint32_t i = 0; i < a->n; i++) op[n++] = a->op[i];
    for (uint32_t i = 0; i < b->n; i++) {
        uint32_t k = 0;
        while (unique && k < a->n && a->op[k] != b->op[i]) k++;
        if (!unique || k == a->n) op[n++] = b->op[i];
    }
    return ir_md_node(l->dst, n, op);
}

static void conflict(Link *l, Atom key, const char *what) {
    Ctx *ctx = l->dst->ctx;
    ir_link_fail(l, D_ir_link_flag, atom_str(ctx, key), what, atom_str(ctx, l->src->name),
                 atom_str(ctx, l->dst->name));
}

// The flag of both modules; d is the destination's.
static IrMd *merged(Link *l, IrMd *d, IrMd *s, Atom key, uint64_t db, uint64_t sb) {
    bool override = db == FLAG_OVERRIDE || sb == FLAG_OVERRIDE;
    if (override) {
        if (db == sb && !same_value(d, s)) conflict(l, key, "IDs have conflicting override values");
        return sb == FLAG_OVERRIDE ? s : d;
    }
    bool mixed = (db == FLAG_WARNING && (sb == FLAG_MAX || sb == FLAG_MIN)) ||
                 (sb == FLAG_WARNING && (db == FLAG_MAX || db == FLAG_MIN));
    if (db != sb && !mixed) {
        conflict(l, key, "IDs have conflicting behaviors");
        return d;
    }
    uint64_t b = mixed && db == FLAG_WARNING ? sb : db;
    switch (b) {
    case FLAG_MAX: return flag_number(s) > flag_number(d) ? s : d;
    case FLAG_MIN: return flag_number(s) < flag_number(d) ? s : d;
    case FLAG_APPEND:
    case FLAG_APPEND_UNIQUE: {
        bool lists =
            d->op[2] && s->op[2] && d->op[2]->kind == IR_MD_NODE && s->op[2]->kind == IR_MD_NODE;
        if (!lists) return d;
        IrMd *op[3] = {d->op[0], d->op[1], joined(l, d->op[2], s->op[2], b == FLAG_APPEND_UNIQUE)};
        return ir_md_node(l->dst, 3, op);
    }
    case FLAG_WARNING:
        if (!same_value(d, s)) {
            Ctx *ctx = l->dst->ctx;
            diag(ctx, &ir_diag_rows[D_ir_link_flag_warning], 0, atom_str(ctx, key),
                 atom_str(ctx, l->src->name), atom_str(ctx, l->dst->name));
        }
        return d;
    case FLAG_ERROR:
        if (!same_value(d, s)) conflict(l, key, "IDs have conflicting values");
        return d;
    default: return d;
    }
}

static void module_flag(Link *l, Atom flags, IrMd *s) {
    uint64_t db = 0, sb = 0;
    Atom key = flag_key(s, &sb);
    for (uint32_t k = 0; k < l->dst->nnamed_md && key; k++) {
        if (l->dst->named_md_[k].name != flags) continue;
        IrMd **op = l->dst->named_md_[k].ops.at;
        for (uint32_t i = 0; i < l->dst->named_md_[k].ops.n; i++) {
            if (flag_key(op[i], &db) != key || sb == FLAG_REQUIRE || db == FLAG_REQUIRE) continue;
            op[i] = merged(l, op[i], s, key, db, sb);
            return;
        }
    }
    ir_named_md_add(l->dst, flags, s);
}

void ir_link_named(Link *l) {
    Atom flags = atom_cstr(l->dst->ctx, "llvm.module.flags");
    for (uint32_t i = 0; i < l->src->nnamed_md && !l->failed; i++) {
        Atom name = l->src->named_md_[i].name;
        ir_named_md_add(l->dst, name, NULL);
        for (uint32_t k = 0; k < l->src->named_md_[i].ops.n; k++) {
            IrMd *d = ir_link_md(l, l->src->named_md_[i].ops.at[k]);
            if (d && name == flags) {
                module_flag(l, flags, d);
            } else if (d) {
                ir_named_md_add(l->dst, name, d);
            }
        }
    }
}
