// SPDX-License-Identifier: Apache-2.0
// Debug information records of bitcode to nodes with fields (bitcode_di.def). Older layouts of a
// record are brought to the newest one first.
#include "ir/bitread_int.h"

#include "ir/dwarf.h"

typedef VEC(IrDiField) Fields;

static void add(Bc *c, Fields *v, const char *key, IrDiField f) {
    f.key = key ? atom_cstr(c->ctx, key) : 0;
    vec_push(c->a, v, f);
}

static void number(Bc *c, Fields *v, const char *key, uint64_t n, bool is_signed) {
    bool big = !is_signed && n > INT64_MAX;
    add(c, v, key, (IrDiField){.kind = big ? IR_DI_UINT : IR_DI_INT, .num = (int64_t)n});
}

static bool words(Bc *c, Fields *v, const char *key, DwKind kind, uint64_t n) {
    Buf b;
    buf_init(&b, c->a);
    if (!ir_dwarf_name(kind, n, &b)) return false;
    Atom a = atom_intern(c->ctx, b.at, b.n);
    add(c, v, key, (IrDiField){.kind = IR_DI_WORD, .text = a});
    return true;
}

static void word(Bc *c, Fields *v, const char *key, const char *s) {
    add(c, v, key, (IrDiField){.kind = IR_DI_WORD, .text = atom_cstr(c->ctx, s)});
}

static bool string(Bc *c, Fields *v, const BcDiField *f, uint64_t x) {
    if (!x && !f->always) return true;
    IrMd *d = bc_md_or_null(c, x);
    if (x && (!d || d->kind != IR_MD_STRING)) {
        return bc_fail(c, "string expected in debug information") != NULL;
    }
    add(c, v, f->key, (IrDiField){.kind = IR_DI_STRING, .text = d ? d->text : 0});
    return true;
}

static bool node(Bc *c, Fields *v, const BcDiField *f, uint64_t x) {
    if (!x && !f->always) return true;
    IrMd *d = bc_md_or_null(c, x);
    if (x && !d) return false;
    const IrConst *k = f->kind == 'd' && d && d->kind == IR_MD_VALUE ? ir_as_cint(d->value) : NULL;
    if (k && k->v.type->bits <= 64) { // bounds are written as integers
        number(c, v, f->key, (uint64_t)ir_sval(k), true);
    } else {
        add(c, v, f->key, (IrDiField){.kind = IR_DI_MD, .md = d});
    }
    return true;
}

static uint64_t implied_tag(uint32_t code) { // what the text leaves out
    return code == 15 ? 0x24 : code == 41 ? 0x12 : code == 26 ? 0x30 : 0;
}

static bool field(Bc *c, Fields *v, const BcDiField *f, uint64_t x, uint32_t code) {
    switch (f->kind) {
    case 'm':
    case 'd': return node(c, v, f, x);
    case 's': return string(c, v, f, x);
    case 'u':
    case 'i':
        if (x || f->always) number(c, v, f->key, x, f->kind == 'i');
        return true;
    case 'b':
        if (x || f->always) word(c, v, f->key, x ? "true" : "false");
        return true;
    case 'B':
        if (!x) word(c, v, f->key, "false");
        return true;
    case 'D':
        if (x) number(c, v, f->key, x - 1, false);
        return true;
    default:
        if (!x && !f->always) return true;
        if (f->kind == 't' && x == implied_tag(code)) return true;
        if (f->kind == 'x' && code == 34 && x == 3) return true; // start_file
        if (!x && (f->kind == 'F' || f->kind == 'f')) {
            number(c, v, f->key, 0, false);
            return true;
        }
        if (!words(c, v, f->key, (DwKind)bc_di_words(f->kind), x)) number(c, v, f->key, x, false);
        return true;
    }
}

// ---- older layouts ----

static void insert(Bc *c, Rec *r, uint32_t at, uint64_t x) {
    if (at > r->op.n) return;
    vec_push(c->a, &r->op, 0);
    for (uint32_t i = r->op.n - 1; i > at; i--) r->op.at[i] = r->op.at[i - 1];
    r->op.at[at] = x;
}

static void drop(Rec *r, uint32_t at) {
    if (at >= r->op.n) return;
    for (uint32_t i = at; i + 1 < r->op.n; i++) r->op.at[i] = r->op.at[i + 1];
    r->op.n--;
}

static uint64_t rotated(uint64_t v) { // the sign in bit 0, the rest as it is or inverted
    return v & 1 ? ~(v >> 1) : v >> 1;
}

static uint64_t int_node(Bc *c, uint64_t v) { // a bound that older records have as a number
    IrMd *d = ir_md_value(c->m, ir_sint(c->m->ty_i64, (int64_t)v));
    vec_push(c->a, &c->di_ints, d);
    return UINT32_MAX + (uint64_t)c->di_ints.n; // see bound()
}

static void old_subprogram(Bc *c, Rec *r) { // flags apart; a unit or a function behind them
    uint64_t first = rec(r, 0), flags = 0;
    bool unit = first & 2, fn = !unit && r->op.n >= 19;
    if (r->op.n < 15) return;
    flags = rec(r, 11) | (rec(r, 7) ? 4u : 0) | (rec(r, 8) ? 8u : 0) | (rec(r, 14) ? 16u : 0);
    Rec n = {.code = r->code};
    static const uint8_t head[] = {0, 1, 2, 3, 4, 5, 6, 9, 10};
    for (size_t i = 0; i < CU_COUNT(head); i++) vec_push(c->a, &n.op, rec(r, head[i]));
    vec_push(c->a, &n.op, flags);
    vec_push(c->a, &n.op, rec(r, 12));
    vec_push(c->a, &n.op, rec(r, 13));
    uint32_t at = 15;
    vec_push(c->a, &n.op, unit ? rec(r, at++) : 0);
    if (fn) at++;
    while (at < r->op.n) vec_push(c->a, &n.op, rec(r, at++));
    *r = n;
}

static void old_layout(Bc *c, Rec *r) {
    uint64_t first = rec(r, 0), version = first >> 1;
    switch (r->code) {
    case 13: // DISubrange: count and lower bound as numbers
        if (version == 0 && r->op.n >= 3) {
            r->op.at[1] = int_node(c, rec(r, 1));
        }
        if (version <= 1 && r->op.n >= 3) {
            r->op.at[2] = int_node(c, rotated(rec(r, 2)));
        }
        break;
    case 21:
        if (!(first & 4)) old_subprogram(c, r);
        if (r->op.n > 11 && (rec(r, 11) >> 21 & 1)) { // "main" was a flag of another kind
            r->op.at[9] |= 1u << 8;
            r->op.at[11] &= ~(1ull << 21);
        }
        break;
    case 24: // DINamespace with file and line
        if (r->op.n == 5) {
            drop(r, 4);
            drop(r, 2);
        }
        break;
    case 26: // DITemplateValueParameter
        if (r->op.n == 5) insert(c, r, 4, 0);
        break;
    case 27: // DIGlobalVariable: an initialiser, no template parameters
        if (version == 0) {
            drop(r, 9);
        }
        if (version <= 1) insert(c, r, 10, 0);
        break;
    case 28: // DILocalVariable with its tag
        if (!(first & 2) && r->op.n > 8) drop(r, 1);
        if (!(first & 2) && r->op.n > 8) r->op.n = 8; // no alignment yet
        break;
    case 32: // DIModule without a file
        if (r->op.n < 8) insert(c, r, 1, 0);
        break;
    case 41: // DIStringType without a location expression
        if (r->op.n == 8) insert(c, r, 5, 0);
        break;
    default: break;
    }
}

// ---- nodes with forms of their own ----

static uint32_t operands_of(uint64_t op) { // numbers behind an operation of an expression
    switch (op) {
    case 0x10: // constu
    case 0x11: // consts
    case 0x23: // plus_uconst
    case 0x90: // regx
    case 0x94: // deref_size
    case 0x95: // xderef_size
    case 0x93: // piece
    case 0x1002:
    case 0x1003:
    case 0x1005: return 1;
    case 0x92:   // bregx
    case 0x9d:   // bit_piece
    case 0x1000: // fragment
    case 0x1001: // convert
    case 0x1006:
    case 0x1007: return 2;
    default: return op >= 0x70 && op <= 0x8f ? 1 : 0; // bregN
    }
}

static void old_expression(Bc *c, Rec *r, uint64_t version) {
    uint32_t n = r->op.n;
    if (version < 1 && n >= 4 && rec(r, n - 3) == 0x9d) r->op.at[n - 3] = 0x1000;
    if (version < 2 && n >= 2 && rec(r, 1) == 0x06) { // a leading deref came to mean the last
        uint32_t end = n >= 4 && rec(r, n - 3) == 0x1000 ? n - 3 : n;
        for (uint32_t i = 1; i + 1 < end; i++) r->op.at[i] = r->op.at[i + 1];
        r->op.at[end - 1] = 0x06;
    }
    if (version >= 3) return;
    Rec out = {.code = r->code}; // plus and minus had an operand of their own
    vec_push(c->a, &out.op, rec(r, 0));
    for (uint32_t i = 1; i < r->op.n;) {
        uint64_t op = rec(r, i);
        uint32_t k = op == 0x22 || op == 0x1c ? 1 : operands_of(op);
        if (op == 0x22) op = 0x23;
        if (op == 0x1c) {
            vec_push(c->a, &out.op, 0x10);
        } else {
            vec_push(c->a, &out.op, op);
        }
        for (uint32_t j = 1; j <= k && i + j < r->op.n; j++) vec_push(c->a, &out.op, rec(r, i + j));
        if (op == 0x1c) vec_push(c->a, &out.op, op);
        i += 1 + k;
    }
    *r = out;
}

static bool expression(Bc *c, Rec *r, Fields *v) {
    old_expression(c, r, rec(r, 0) >> 1);
    for (uint32_t i = 1; i < r->op.n;) {
        uint64_t op = rec(r, i++);
        if (!words(c, v, NULL, DW_OP, op)) number(c, v, NULL, op, false);
        uint32_t k = operands_of(op);
        for (uint32_t j = 0; j < k && i < r->op.n; j++, i++) {
            bool enc = op == 0x1001 && j == 1;
            if (!enc || !words(c, v, NULL, DW_ATE, rec(r, i))) {
                number(c, v, NULL, rec(r, i), false);
            }
        }
    }
    return true;
}

// Words (least first, each with its sign in bit 0) as a decimal number.
static IrDiField wide_number(Bc *c, const Rec *r, uint32_t from, bool uns) {
    bool old = from == 1; // one number
    uint32_t n = old ? 1 : from < r->op.n ? CU_MIN(r->op.n - from, 32u) : 0;
    uint64_t word[32] = {0};
    char text[32 * 20 + 2], *p = text + sizeof text;
    for (uint32_t i = 0; i < n; i++) word[i] = (uint64_t)rec_signed(rec(r, from + i));
    if (old) word[0] = rotated(rec(r, from));
    uint32_t spare = old ? 0 : (uint32_t)(-rec(r, 1) & 63); // bits above the number's own
    if (n && !uns) word[n - 1] = (uint64_t)((int64_t)(word[n - 1] << spare) >> spare);
    bool minus = n && !uns && word[n - 1] >> 63, any;
    for (uint32_t i = 0, carry = 1; minus && i < n; i++) {
        word[i] = ~word[i] + carry;
        carry = carry && !word[i];
    }
    do { // divided by ten
        uint64_t rest = 0;
        any = false;
        for (uint32_t i = n; i-- > 0;) {
            unsigned __int128 x = (unsigned __int128)rest << 64 | word[i];
            word[i] = (uint64_t)(x / 10);
            rest = (uint64_t)(x % 10);
            any = any || word[i];
        }
        *--p = (char)('0' + rest);
    } while (any);
    if (minus) *--p = '-';
    Atom a = atom_intern(c->ctx, p, (size_t)(text + sizeof text - p));
    return (IrDiField){.kind = IR_DI_WORD, .text = a};
}

static bool enumerator(Bc *c, Rec *r, Fields *v) {
    bool big = rec(r, 0) & 4, uns = rec(r, 0) & 2;
    if (r->op.n < (big ? 4u : 3u)) return bc_fail(c, "bad enumerator") != NULL;
    BcDiField name = {.key = "name", .kind = 's', .always = true};
    if (!string(c, v, &name, rec(r, 2))) return false;
    add(c, v, "value", wide_number(c, r, big ? 3 : 1, uns));
    if (uns) word(c, v, "isUnsigned", "true");
    return true;
}

static bool generic(Bc *c, Rec *r, Fields *v) {
    if (r->op.n < 4) return bc_fail(c, "bad debug information") != NULL;
    if (!words(c, v, "tag", DW_TAG, rec(r, 1))) number(c, v, "tag", rec(r, 1), false);
    BcDiField header = {.key = "header", .kind = 's'};
    if (!string(c, v, &header, rec(r, 3))) return false;
    // the operands: a list that is no node of its own
    IrMd *list = arena_new(&c->m->arena, IrMd);
    list->kind = IR_MD_NODE;
    list->n = r->op.n - 4;
    list->op = arena_array(&c->m->arena, IrMd *, list->n);
    for (uint32_t i = 0; i < list->n; i++) list->op[i] = bc_md_or_null(c, rec(r, 4 + i));
    if (list->n) add(c, v, "operands", (IrDiField){.kind = IR_DI_MD, .list = true, .md = list});
    return true;
}

// LLVM 21 has sizes and offsets that are computed: nodes, and constants as nodes too.
static bool size_is_node(const Rec *r) {
    switch (r->code) {
    case 15:
    case 17:
    case 41:
    case 48: return rec(r, 0) & 2;
    case 18: return rec(r, 0) & 4;
    default: return false;
    }
}

bool bc_md_di(Bc *c, const Rec *rec_in, IrMd *d) {
    Rec r = *rec_in;
    r.op.at = arena_copy(c->a, rec_in->op.at, rec_in->op.n * sizeof(uint64_t), 8);
    r.op.cap = r.op.n;
    Fields v = {0};
    bool ok = true;
    const char *tag;
    d->distinct = rec(&r, 0) & 1;
    c->di_ints.n = 0;
    if (r.code == MDC_EXPRESSION) {
        tag = "DIExpression";
        ok = expression(c, &r, &v);
    } else if (r.code == MDC_ENUMERATOR) {
        tag = "DIEnumerator";
        ok = enumerator(c, &r, &v);
    } else if (r.code == MDC_GENERIC_DEBUG) {
        tag = "GenericDINode";
        ok = generic(c, &r, &v);
    } else {
        const BcDiRow *row = bc_di_by_code(r.code);
        if (!row) return bc_fail(c, "unknown metadata record") != NULL;
        tag = row->tag;
        old_layout(c, &r);
        BcDiField f;
        for (const char *s = row->fields; ok && (s = bc_di_next(s, &f));) {
            uint64_t x = f.at < 0 ? rec(&r, 0) >> 1 & 1 : rec(&r, (uint32_t)f.at);
            if (f.kind == 'B' && (uint32_t)f.at >= r.op.n) x = 1; // not yet in the record
            if (f.kind == 'd' && x > UINT32_MAX && x - UINT32_MAX <= c->di_ints.n) {
                const IrMd *k = c->di_ints.at[x - UINT32_MAX - 1];
                number(c, &v, f.key, (uint64_t)ir_sval((const IrConst *)k->value), true);
                continue;
            }
            bool sized = strcmp(f.key, "size") == 0 || strcmp(f.key, "offset") == 0;
            if (sized && size_is_node(&r)) f.kind = 'd';
            ok = field(c, &v, &f, x, r.code);
        }
    }
    // definitions are distinct, whatever older files say
    if (r.code == 21 && (rec(&r, 9) & 8)) d->distinct = true;
    if (r.code == 20) { // older ones list their subprograms
        IrMd *list = bc_md_or_null(c, rec(&r, 11));
        vec_push(c->a, &c->units, ((struct BcUnit){c->md_next, list}));
    }
    d->text = atom_cstr(c->ctx, tag);
    d->n = v.n;
    d->field = arena_copy(&c->m->arena, v.at, v.n * sizeof(IrDiField), sizeof(void *));
    return ok;
}

// ---- what older files lay out differently across nodes ----

static bool is_tag(Bc *c, const IrMd *d, const char *tag) {
    return d && d->kind == IR_MD_DI && strcmp(atom_str(c->ctx, d->text), tag) == 0;
}

static void add_field(Bc *c, IrMd *d, const char *key, const char *after, IrMd *md) {
    Atom name = atom_cstr(c->ctx, key), last = atom_cstr(c->ctx, after);
    if (ir_md_field(d, name)) return;
    IrDiField *f = arena_array(&c->m->arena, IrDiField, d->n + 1);
    uint32_t at = 0;
    while (at < d->n && d->field[at].key != last) at++;
    if (at < d->n) at++;
    memcpy(f, d->field, at * sizeof *f);
    f[at] = (IrDiField){.key = name, .kind = IR_DI_MD, .md = md};
    memcpy(f + at + 1, d->field + at, (d->n - at) * sizeof *f);
    d->field = f;
    d->n++;
}

// A variable where a variable with its expression is expected now.
static IrMd *with_expression(Bc *c, IrMd *var) {
    IrMd **slot = (IrMd **)map_slot(&c->wrapped, (uintptr_t)var);
    if (*slot) return *slot;
    IrMd *e = ir_md_di(c->m, "DIExpression", false, 0, NULL);
    IrDiField f[2] = {{.key = atom_cstr(c->ctx, "var"), .kind = IR_DI_MD, .md = var},
                      {.key = atom_cstr(c->ctx, "expr"), .kind = IR_DI_MD, .md = e}};
    return *slot = ir_md_di(c->m, "DIGlobalVariableExpression", false, 2, f);
}

void bc_md_old_units(Bc *c) {
    for (uint32_t i = 0; i < c->units.n; i++) {
        IrMd *unit = c->md.at[c->units.at[i].id].md, *list = c->units.at[i].list;
        for (uint32_t k = 0; list && list->kind == IR_MD_NODE && k < list->n; k++) {
            if (is_tag(c, list->op[k], "DISubprogram")) {
                add_field(c, list->op[k], "unit", "spFlags", unit);
            }
        }
        const IrDiField *g = ir_md_field(unit, atom_cstr(c->ctx, "globals"));
        list = g && g->kind == IR_DI_MD ? g->md : NULL;
        for (uint32_t k = 0; list && list->kind == IR_MD_NODE && k < list->n; k++) {
            if (is_tag(c, list->op[k], "DIGlobalVariable")) {
                list->op[k] = with_expression(c, list->op[k]);
            }
        }
    }
    for (uint32_t i = 0; i < c->by_id.n; i++) {
        if (!c->by_id.at[i]) continue;
        for (IrMdAttach *a = c->by_id.at[i]->md; a; a = a->next) {
            if (is_tag(c, a->md, "DIGlobalVariable")) a->md = with_expression(c, a->md);
        }
    }
}
