// SPDX-License-Identifier: Apache-2.0
// The reader's metadata and attributes.
#include "ir/parse_int.h"

// ---- metadata ----

static IrMd *md_number(Parser *p, uint32_t no) { // its object, defined or not yet
    void **slot = map_slot(&p->md, (uint64_t)no + 1);
    if (!*slot) {
        IrMd *d = arena_new(&p->m->arena, IrMd);
        d->kind = UINT8_MAX; // not defined yet
        d->id = p->m->intern->nmds++;
        *slot = d;
    }
    return *slot;
}

static bool node_body(Parser *p, IrMd *d) { // behind "!{"
    VEC(IrMd *) v = {0};
    while (!pa_is(p, '}')) {
        IrMd *e = pa_md(p);
        if (p->failed) return false;
        vec_push(&p->tmp, &v, e);
        if (!pa_eat(p, ',')) break;
    }
    d->kind = IR_MD_NODE;
    d->n = v.n;
    d->op = arena_copy(&p->m->arena, v.at, v.n * sizeof(IrMd *), sizeof(void *));
    return pa_expect(p, '}');
}

// Words, possibly joined by '|', as one text: DIFlagPublic | DIFlagStatic
static bool word_field(Parser *p, IrDiField *f) {
    Buf b;
    buf_init(&b, &p->tmp);
    f->kind = IR_DI_WORD;
    buf_write(&b, p->tok.s, p->tok.n);
    pa_next(p);
    while (pa_eat(p, '|')) {
        if (p->tok.kind != T_WORD) return pa_fail(p, "word expected");
        buf_puts(&b, " | ");
        buf_write(&b, p->tok.s, p->tok.n);
        pa_next(p);
    }
    f->text = atom_intern(p->ctx, b.at, b.n);
    return true;
}

static bool int_field(Parser *p, IrDiField *f) {
    IrConst *c = pa_int_const(p, p->m->ty_i128);
    if (!c) return false;
    bool fits = ir_fits_i64(c);
    f->kind = fits ? IR_DI_INT : IR_DI_UINT;
    f->num = (int64_t)ir_uval(c);
    return fits || ir_fits_u64(c) || pa_fail(p, "number too large");
}

static bool di_field(Parser *p, IrDiField *f) {
    switch (p->tok.kind) {
    case T_INT: return int_field(p, f);
    case T_STRING:
        f->kind = IR_DI_STRING;
        f->text = pa_string(p);
        return !p->failed;
    case T_WORD:
        if (pa_is_word(p, "null")) break;
        if (p->tok.s[0] == 'i' && p->tok.n > 1 && p->tok.s[1] >= '0' && p->tok.s[1] <= '9') break;
        if (pa_is_word(p, "ptr")) break;
        return word_field(p, f);
    default: break;
    }
    f->kind = IR_DI_MD;
    f->md = pa_md(p);
    return !p->failed;
}

static bool loc_body(Parser *p, IrMd *d) { // behind "!DILocation("
    d->kind = IR_MD_LOC;
    while (p->tok.kind == T_LABEL) {
        char key[16] = {0};
        memcpy(key, p->tok.s, CU_MIN(p->tok.n, 15u));
        uint64_t v = 0;
        pa_next(p);
        if (strcmp(key, "line") == 0 || strcmp(key, "column") == 0) {
            if (!pa_u64(p, &v, UINT32_MAX)) return false;
            *(key[0] == 'l' ? &d->line : &d->column) = (uint32_t)v;
        } else if (strcmp(key, "scope") == 0) {
            d->scope = pa_md(p);
        } else if (strcmp(key, "inlinedAt") == 0) {
            d->inlined_at = pa_md(p);
        } else {
            pa_next(p); // isImplicitCode: true
        }
        if (!pa_eat(p, ',')) break;
    }
    return pa_expect(p, ')');
}

static bool di_body(Parser *p, IrMd *d) { // at the tag
    VEC(IrDiField) v = {0};
    Atom tag = pa_name(p);
    pa_next(p);
    if (!pa_expect(p, '(')) return false;
    if (strcmp(atom_str(p->ctx, tag), "DILocation") == 0) return loc_body(p, d);
    while (!pa_is(p, ')')) {
        IrDiField f = {0};
        if (p->tok.kind == T_LABEL) {
            f.key = pa_name(p);
            pa_next(p);
        }
        if (!di_field(p, &f)) return false;
        vec_push(&p->tmp, &v, f);
        if (!pa_eat(p, ',')) break;
    }
    d->kind = IR_MD_DI;
    d->text = tag;
    d->n = v.n;
    d->field = arena_copy(&p->m->arena, v.at, v.n * sizeof(IrDiField), sizeof(void *));
    return pa_expect(p, ')');
}

static bool md_body(Parser *p, IrMd *d) {
    if (!pa_enter(p)) return false;
    if (pa_eat_word(p, "distinct")) d->distinct = true;
    bool ok;
    if (pa_eat(p, '!')) {
        ok = pa_expect(p, '{') && node_body(p, d);
    } else if (p->tok.kind == T_META) {
        ok = di_body(p, d);
    } else {
        ok = pa_fail(p, "metadata node expected");
    }
    pa_leave(p);
    return ok;
}

static IrMd *md_value(Parser *p) { // type and constant
    IrType *t = pa_type(p);
    if (!t) return NULL;
    if (t->kind == IR_TY_METADATA) return pa_md(p);
    if (p->tok.kind == T_LOCAL || p->tok.kind == T_LOCALNO) {
        pa_fail(p, "metadata on a local value is not supported");
        return NULL;
    }
    IrConst *c = pa_const(p, t);
    return c ? ir_md_value(p->m, c) : NULL;
}

IrMd *pa_md(Parser *p) {
    if (!pa_enter(p)) return NULL;
    IrMd *d = NULL;
    if (p->tok.kind == T_METANO) {
        d = md_number(p, p->tok.num);
        pa_next(p);
    } else if (pa_eat_word(p, "null")) {
        d = NULL;
    } else if (p->tok.kind == T_META || pa_is_word(p, "distinct")) {
        d = arena_new(&p->m->arena, IrMd);
        md_body(p, d);
    } else if (pa_eat(p, '!')) {
        if (p->tok.kind == T_STRING) {
            Atom a = pa_string(p);
            d = ir_md_string(p->m, atom_str(p->ctx, a), atom_len(p->ctx, a));
        } else if (pa_expect(p, '{')) {
            d = arena_new(&p->m->arena, IrMd);
            node_body(p, d);
        }
    } else {
        d = md_value(p);
    }
    pa_leave(p);
    return d;
}

bool pa_md_def(Parser *p) { // !5 = ...  or  !name = !{...}
    if (p->tok.kind == T_METANO) {
        IrMd *d = md_number(p, p->tok.num);
        if (d->kind != UINT8_MAX) return pa_fail(p, "metadata node defined twice");
        pa_next(p);
        return pa_expect(p, '=') && md_body(p, d);
    }
    Atom name = pa_name(p);
    pa_next(p);
    if (!pa_expect(p, '=') || !pa_expect(p, '!') || !pa_expect(p, '{')) return false;
    ir_named_md_add(p->m, name, NULL);
    while (!pa_is(p, '}')) {
        IrMd *d = pa_md(p);
        if (p->failed) return false;
        if (d) ir_named_md_add(p->m, name, d);
        if (!pa_eat(p, ',')) break;
    }
    return pa_expect(p, '}');
}

bool pa_attachment(Parser *p, IrMd **dbg, Arena *a, IrMdAttach **list) {
    Atom kind = pa_name(p);
    pa_next(p);
    IrMd *d = pa_md(p);
    if (p->failed) return false;
    if (dbg && strcmp(atom_str(p->ctx, kind), "dbg") == 0) {
        *dbg = d;
        return true;
    }
    while (*list) list = &(*list)->next;
    *list = arena_new(a, IrMdAttach);
    (*list)->kind = kind;
    (*list)->md = d;
    return true;
}

// ---- attributes ----

static bool paren_number(Parser *p, bool group, uint64_t *v) { // (8), =8, or a blank and 8
    if (group && pa_eat(p, '=')) return pa_u64(p, v, UINT64_MAX);
    if (p->tok.kind == T_INT) return pa_u64(p, v, UINT64_MAX);
    return pa_expect(p, '(') && pa_u64(p, v, UINT64_MAX) && pa_expect(p, ')');
}

static bool skip_parens(Parser *p) {
    int depth = 0;
    if (!pa_is(p, '(')) return true;
    do {
        if (pa_is(p, '(')) depth++;
        if (pa_is(p, ')')) depth--;
        if (p->tok.kind == T_EOF) return pa_fail(p, "')' expected");
        pa_next(p);
    } while (depth);
    return true;
}

static int access_kind(Parser *p) {
    static const char *const names[] = {"none", "read", "write", "readwrite"};
    for (int i = 0; i < 4; i++) {
        if (pa_eat_word(p, names[i])) return i;
    }
    pa_fail(p, "kind of access expected");
    return 0;
}

static bool memory_attr(Parser *p, uint64_t *mem) { // memory(read, argmem: readwrite)
    *mem = 0;
    if (!pa_expect(p, '(')) return false;
    do {
        if (p->tok.kind == T_LABEL) {
            Atom loc = pa_name(p);
            const char *s = atom_str(p->ctx, loc);
            pa_next(p);
            uint64_t a = (uint64_t)access_kind(p);
            if (strcmp(s, "argmem") == 0) {
                *mem = (*mem & ~3ull) | a;
            } else if (strcmp(s, "inaccessiblemem") == 0) {
                *mem = (*mem & ~12ull) | a << 2;
            }
        } else {
            *mem = (uint64_t)access_kind(p) * 0x15;
        }
    } while (pa_eat(p, ','));
    return pa_expect(p, ')');
}

// Attributes that only say more than we use, and spellings of older and newer LLVM.
static bool ignored_attr(Parser *p, const IrAttrSet **s, bool is_fn) {
    static const char *const drop[] = {"allocsize",
                                       "allockind",
                                       "vscale_range",
                                       "nofpclass",
                                       "uwtable",
                                       "alloc_family",
                                       "allocptr",
                                       "allocalign",
                                       "dead_on_unwind",
                                       "nosanitize_bounds",
                                       "nosanitize_coverage",
                                       "sanitize_address",
                                       "sanitize_thread",
                                       "sanitize_memory",
                                       "noprofile",
                                       "nocf_check",
                                       "skipprofile",
                                       "fn_ret_thunk_extern",
                                       "shadowcallstack",
                                       "speculative_load_hardening",
                                       "jumptable",
                                       "range",
                                       "initializes",
                                       "swiftself",
                                       "swifterror",
                                       "swiftasync",
                                       "coro_elide_safe",
                                       "presplitcoroutine",
                                       "nodivergencesource",
                                       "disable_sanitizer_instrumentation",
                                       "safestack",
                                       "mustprogress_",
                                       "hybrid_patchable",
                                       "optdebug",
                                       "no_sanitize"};
    static const struct {
        const char *name;
        uint8_t mem;
    } old[] = {{"readnone", IR_MEM_NONE},
               {"readonly", IR_MEM_READ},
               {"writeonly", IR_MEM_WRITE},
               {"argmemonly", IR_MEM_ARG},
               {"inaccessiblememonly", IR_MEM_INACC},
               {"inaccessiblemem_or_argmemonly", IR_MEM_ARG | IR_MEM_INACC}};
    for (size_t i = 0; i < CU_COUNT(drop); i++) {
        if (pa_eat_word(p, drop[i])) return skip_parens(p);
    }
    for (size_t i = 0; is_fn && i < CU_COUNT(old); i++) {
        if (!pa_eat_word(p, old[i].name)) continue;
        uint64_t have = ir_attr_int(*s, IR_ATTR_MEMORY, IR_MEM_ANY);
        *s = ir_attr_add_int(p->m, *s, IR_ATTR_MEMORY, have & old[i].mem);
        return true;
    }
    if (pa_eat_word(p, "captures")) { // captures(none) is nocapture
        if (!pa_expect(p, '(')) return false;
        bool none = pa_is_word(p, "none");
        while (!pa_is(p, ')') && p->tok.kind != T_EOF) pa_next(p);
        if (none) *s = ir_attr_add(p->m, *s, IR_ATTR_NOCAPTURE);
        return pa_expect(p, ')');
    }
    return false;
}

static bool valued_attr(Parser *p, const IrAttrSet **s, IrAttr a, bool group) {
    uint64_t v;
    if (a == IR_ATTR_MEMORY) {
        if (!memory_attr(p, &v)) return false;
        *s = ir_attr_add_int(p->m, *s, a, v);
    } else if (ir_attr_form[a] == IR_ATTR_NUM) {
        if (!paren_number(p, group, &v)) return false;
        if (a == IR_ATTR_ALIGN && (v == 0 || v > 1u << 30 || (v & (v - 1)))) {
            return pa_fail(p, "bad alignment");
        }
        *s = ir_attr_add_int(p->m, *s, a, v);
    } else {
        IrType *t = NULL;
        if (pa_eat(p, '(')) {
            t = pa_type(p);
            if (!t || !pa_expect(p, ')')) return false;
        }
        *s = ir_attr_add_type(p->m, *s, a, t);
    }
    return true;
}

static int find_attr(const Parser *p) {
    for (int i = 0; i < IR_NATTRS; i++) {
        if (pa_is_word(p, ir_attr_names[i])) return i;
    }
    return -1;
}

// All attributes that stand here; `at` tells what they belong to. Group references are resolved at
// the end of the module. With l NULL, into *set.
bool pa_attrs(Parser *p, IrAttrList *l, const IrAttrSet **set, int at, bool in_group) {
    const IrAttrSet *s = l ? ir_attrs_get(l, at) : *set;
    while (!p->failed) {
        if (p->tok.kind == T_ATTRNO && at == IR_AT_FN && !in_group) {
            vec_push(&p->tmp, &p->group_refs, ((GroupRef){l, p->tok.num, set}));
            pa_next(p);
        } else if (p->tok.kind == T_STRING) {
            Atom key = pa_string(p), value = 0;
            if (pa_eat(p, '=')) value = pa_string(p);
            s = ir_attr_add_str(p->m, s, key, value);
        } else if (p->tok.kind == T_WORD) {
            if (at == IR_AT_FN && !in_group && pa_is_word(p, "align")) break; // the function's own
            // on a function these three are old spellings of memory(...)
            bool old = at == IR_AT_FN && (pa_is_word(p, "readnone") || pa_is_word(p, "readonly") ||
                                          pa_is_word(p, "writeonly"));
            int a = old ? -1 : find_attr(p);
            if (a < 0) {
                const char *before = p->tok_at;
                if (!ignored_attr(p, &s, at == IR_AT_FN)) {
                    if (p->tok_at == before) break; // no attribute: what follows the list
                }
                continue;
            }
            pa_next(p);
            if (ir_attr_form[a] == IR_ATTR_FLAG) {
                s = ir_attr_add(p->m, s, (IrAttr)a);
            } else if (!valued_attr(p, &s, (IrAttr)a, in_group)) {
                return false;
            }
        } else {
            break;
        }
    }
    if (l) {
        ir_attrs_set(p->m, l, at, s);
    } else {
        *set = s;
    }
    return !p->failed;
}
