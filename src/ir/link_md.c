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

static bool is_kind(const IrMd *md, uint32_t kind) {
    return md && md->kind == kind;
}

// !{i32 behaviour, !"key", value}; the key is 0 for what is no flag.
static Atom flag_key(const IrMd *md, uint64_t *behaviour) {
    bool triple = is_kind(md, IR_MD_NODE) && md->n == 3;
    if (!triple || !is_kind(md->op[0], IR_MD_VALUE) || !is_kind(md->op[1], IR_MD_STRING)) return 0;
    const IrConst *b = ir_as_cint(md->op[0]->value);
    if (!b) return 0;
    *behaviour = ir_uval(b);
    return md->op[1]->text;
}

// The value of a flag that is a number, else 0.
static uint64_t flag_number(const IrMd *md) {
    const IrMd *v = md->op[2];
    const IrConst *c = is_kind(v, IR_MD_VALUE) ? ir_as_cint(v->value) : NULL;
    return c ? ir_uval(c) : 0;
}

// Whether both flags have one value: the same node, or the same constant.
static bool same_value(const IrMd *md, const IrMd *node) {
    if (md->op[2] == node->op[2]) return true;
    bool numbers = is_kind(md->op[2], IR_MD_VALUE) && is_kind(node->op[2], IR_MD_VALUE);
    return numbers && md->op[2]->value == node->op[2]->value;
}

// The operands of both lists; `unique`: without those of the second that the first has.
static IrMd *joined(Link *link, const IrMd *first, const IrMd *second, bool unique) {
    uint32_t n = 0;
    IrMd **op = arena_array(&link->a, IrMd *, first->n + second->n);
    for (uint32_t i = 0; i < first->n; i++) op[n++] = first->op[i];
    for (uint32_t i = 0; i < second->n; i++) {
        uint32_t k = 0;
        while (unique && k < first->n && first->op[k] != second->op[i]) k++;
        if (!unique || k == first->n) op[n++] = second->op[i];
    }
    return ir_md_node(link->dst, n, op);
}

// Two values of a flag that cannot stand together.
static void conflict(Link *link, Atom key, const char *what) {
    Ctx *ctx = link->dst->ctx;
    ir_link_fail(link, DIAG_OF(ir, ir_link_flag), atom_str(ctx, key), what,
                 atom_str(ctx, link->src->name), atom_str(ctx, link->dst->name));
}

// The flag of both modules; `ours` is the destination's, `theirs` the source's. Behaviours as in
// the Language Reference: override beats all, warning gives way to max and min, others must be
// equal in both modules.
static IrMd *merged(Link *link, IrMd *ours, IrMd *theirs, Atom key, uint64_t db, uint64_t sb) {
    bool override = db == FLAG_OVERRIDE || sb == FLAG_OVERRIDE;
    if (override) {
        if (db == sb && !same_value(ours, theirs))
            conflict(link, key, "IDs have conflicting override values");
        return sb == FLAG_OVERRIDE ? theirs : ours;
    }
    bool bounds_d = is_any_of(db, FLAG_MAX, FLAG_MIN), bounds_s = is_any_of(sb, FLAG_MAX, FLAG_MIN);
    // max and min tolerate a warning on the other side
    bool mixed = (db == FLAG_WARNING && bounds_s) || (sb == FLAG_WARNING && bounds_d);
    if (db != sb && !mixed) {
        conflict(link, key, "IDs have conflicting behaviors");
        return ours;
    }
    uint64_t b = mixed && db == FLAG_WARNING ? sb : db;
    switch (b) {
    case FLAG_MAX: return flag_number(theirs) > flag_number(ours) ? theirs : ours;
    case FLAG_MIN: return flag_number(theirs) < flag_number(ours) ? theirs : ours;
    case FLAG_APPEND:
    case FLAG_APPEND_UNIQUE: {
        bool lists = is_kind(ours->op[2], IR_MD_NODE) && is_kind(theirs->op[2], IR_MD_NODE);
        if (!lists) return ours;
        IrMd *op[3] = {ours->op[0], ours->op[1],
                       joined(link, ours->op[2], theirs->op[2], b == FLAG_APPEND_UNIQUE)};
        return ir_md_node(link->dst, 3, op);
    }
    case FLAG_WARNING:
        if (!same_value(ours, theirs)) {
            Ctx *ctx = link->dst->ctx;
            diag(ctx, DIAG_OF(ir, ir_link_flag_warning), 0, atom_str(ctx, key),
                 atom_str(ctx, link->src->name), atom_str(ctx, link->dst->name));
        }
        return ours;
    case FLAG_ERROR:
        if (!same_value(ours, theirs)) conflict(link, key, "IDs have conflicting values");
        return ours;
    default: return ours;
    }
}

// Merges a flag of the source into the destination's of its key, or adds it. "require" is no value:
// all of them stay.
static void module_flag(Link *link, Atom flags, IrMd *flag) {
    uint64_t db = 0, sb = 0;
    Atom key = flag_key(flag, &sb);
    for (uint32_t k = 0; k < link->dst->nnamed_md && key; k++) {
        if (link->dst->named_md_[k].name != flags) continue;
        IrMd **op = link->dst->named_md_[k].ops.at;
        for (uint32_t i = 0; i < link->dst->named_md_[k].ops.n; i++) {
            if (flag_key(op[i], &db) != key || sb == FLAG_REQUIRE || db == FLAG_REQUIRE) continue;
            op[i] = merged(link, op[i], flag, key, db, sb);
            return;
        }
    }
    ir_named_md_add(link->dst, flags, flag);
}

// Names come over even without operands.
void ir_link_named(Link *link) {
    Atom flags = atom_cstr(link->dst->ctx, "llvm.module.flags");
    for (uint32_t i = 0; i < link->src->nnamed_md && !link->failed; i++) {
        Atom name = link->src->named_md_[i].name;
        ir_named_md_add(link->dst, name, NULL);
        for (uint32_t k = 0; k < link->src->named_md_[i].ops.n; k++) {
            IrMd *d = ir_link_md(link, link->src->named_md_[i].ops.at[k]);
            if (d && name == flags) {
                module_flag(link, flags, d);
            } else if (d) {
                ir_named_md_add(link->dst, name, d);
            }
        }
    }
}
