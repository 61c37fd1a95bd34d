// SPDX-License-Identifier: Apache-2.0
// Debug information records of bitcode to nodes with fields (bitcode_di.def). Older layouts of a
// record are brought to the newest one first.
#include "ir/bitread_int.h"

#include "ir/dwarf.h"

typedef VEC(IrDiField) Fields;

// Appends a field. `key` is NULL for positional ones.
static void add(Bc *bc, Fields *v, const char *key, IrDiField f) {
    f.key = key ? atom_cstr(bc->ctx, key) : 0;
    vec_push(bc->a, v, f);
}

// A number; unsigned ones beyond INT64_MAX keep their spelling by a kind of their own.
static void number(Bc *bc, Fields *v, const char *key, uint64_t n, bool is_signed) {
    bool big = !is_signed && n > INT64_MAX;
    add(bc, v, key, (IrDiField){.kind = big ? IR_DI_UINT : IR_DI_INT, .num = (int64_t)n});
}

// A number of a vocabulary as its word (DW_TAG_member); false, and nothing added, if it has none.
static bool words(Bc *bc, Fields *v, const char *key, DwKind kind, uint64_t n) {
    Buf b;
    buf_init(&b, bc->a);
    if (!ir_dwarf_name(kind, n, &b)) return false;
    Atom a = atom_intern(bc->ctx, b.at, b.n);
    add(bc, v, key, (IrDiField){.kind = IR_DI_WORD, .text = a});
    return true;
}

static void word(Bc *bc, Fields *v, const char *key, const char *s) {
    add(bc, v, key, (IrDiField){.kind = IR_DI_WORD, .text = atom_cstr(bc->ctx, s)});
}

// A string by its id + 1 (0: empty). False after bc_fail.
static bool string(Bc *bc, Fields *into, const BcDiField *place, uint64_t x) {
    IrMd *d = bc_md_or_null(bc, x);
    bool is_string = d && d->kind == IR_MD_STRING;
    if (x && !is_string) return bc_fail(bc, "string expected in debug information") != NULL;
    add(bc, into, place->key, (IrDiField){.kind = IR_DI_STRING, .text = d ? d->text : 0});
    return true;
}

// A node by its id + 1 (0: null). False after bc_fail.
static bool node(Bc *bc, Fields *into, const BcDiField *place, uint64_t x) {
    IrMd *d = bc_md_or_null(bc, x);
    if (x && !d) return false;
    const IrConst *k =
        place->kind == 'd' && d && d->kind == IR_MD_VALUE ? ir_as_cint(d->value) : NULL;
    if (k && k->v.type->bits <= 64) { // bounds are written as integers
        number(bc, into, place->key, (uint64_t)ir_sval(k), true);
    } else {
        add(bc, into, place->key, (IrDiField){.kind = IR_DI_MD, .md = d});
    }
    return true;
}

// The tag that the text of a node leaves out, by the record's code: base type, string type,
// template value parameter.
static uint64_t implied_tag(uint32_t code) {
    static const uint8_t tags[] = {[15] = 0x24, [41] = 0x12, [26] = 0x30};
    return code < CU_COUNT(tags) ? tags[code] : 0;
}

// Whether the field holds what its absence says, though that is not zero.
static bool is_implied(const BcDiField *place, uint64_t x, uint32_t code) {
    if (place->kind == 't') return x == implied_tag(code);
    return place->kind == 'x' && code == 34 && x == 3; // start_file
}

// Adds a field of a record by its kind (bitcode_di.def); what the text leaves out as the default is
// left out here too. `code` is the record's.
static bool field(Bc *bc, Fields *into, const BcDiField *place, uint64_t x, uint32_t code) {
    const char *key = place->key;
    bool absent_is_true = place->kind == 'B';
    if (absent_is_true ? x != 0 : !x && !place->always) return true;
    switch (place->kind) {
    case 'm':
    case 'd': return node(bc, into, place, x);
    case 's': return string(bc, into, place, x);
    case 'u': number(bc, into, key, x, false); return true;
    case 'i': number(bc, into, key, x, true); return true;
    case 'b':
    case 'B': word(bc, into, key, x ? "true" : "false"); return true;
    case 'D': number(bc, into, key, x - 1, false); return true;
    default: break;
    }
    if (is_implied(place, x, code)) return true;
    bool no_flags = !x && is_any_of(place->kind, 'F', 'f');
    if (no_flags || !words(bc, into, key, (DwKind)bc_di_words(place->kind), x))
        number(bc, into, key, x, false);
    return true;
}

// ---- older layouts ----

// Makes room for one operand at a place; records that are too short stay as they are.
static void insert(Bc *bc, Rec *r, uint32_t at, uint64_t x) {
    if (at > r->op.n) return;
    vec_push(bc->a, &r->op, 0);
    for (uint32_t i = r->op.n - 1; i > at; i--) r->op.at[i] = r->op.at[i - 1];
    r->op.at[at] = x;
}

// Takes one operand out.
static void drop(Rec *r, uint32_t at) {
    if (at >= r->op.n) return;
    for (uint32_t i = at; i + 1 < r->op.n; i++) r->op.at[i] = r->op.at[i + 1];
    r->op.n--;
}

static uint64_t rotated(uint64_t v) { // the sign in bit 0, the rest as it is or inverted
    return v & 1 ? ~(v >> 1) : v >> 1;
}

static uint64_t int_node(Bc *bc, uint64_t v) { // a bound that older records have as a number
    IrMd *d = ir_md_value(bc->m, ir_sint(bc->m->ty_i64, (int64_t)v));
    vec_push(bc->a, &bc->di_ints, d);
    return UINT32_MAX + (uint64_t)bc->di_ints.n; // see bound()
}

// Before LLVM 8 a subprogram's marks (local, definition, optimized, virtuality) were operands of
// their own; bit 1 of the first says that a unit stands behind them, or else, in long ones, a
// function.
static void old_subprogram(Bc *bc, Rec *r) {
    uint64_t first = rec(r, 0), flags = 0;
    bool unit = first & 2, fn = !unit && r->op.n >= 19;
    if (r->op.n < 15) return;
    bool local = rec(r, 7), definition = rec(r, 8), optimized = rec(r, 14);
    flags = rec(r, 11) | local * 4u | definition * 8u | optimized * 16u;
    Rec n = {.code = r->code};
    static const uint8_t head[] = {0, 1, 2, 3, 4, 5, 6, 9, 10};
    for (size_t i = 0; i < CU_COUNT(head); i++) vec_push(bc->a, &n.op, rec(r, head[i]));
    vec_push(bc->a, &n.op, flags);
    vec_push(bc->a, &n.op, rec(r, 12));
    vec_push(bc->a, &n.op, rec(r, 13));
    uint32_t at = 15;
    vec_push(bc->a, &n.op, unit ? rec(r, at++) : 0);
    if (fn) at++;
    while (at < r->op.n) vec_push(bc->a, &n.op, rec(r, at++));
    *r = n;
}

// Brings a record to the layout of LLVM 19, in place. The codes are those of MetadataCodes; what an
// older LLVM wrote is told by bits of the first operand or by the length.
static void old_layout(Bc *bc, Rec *r) {
    uint64_t first = rec(r, 0), version = first >> 1;
    switch (r->code) {
    case 13: // DISubrange: count and lower bound as numbers
        if (version == 0 && r->op.n >= 3) {
            r->op.at[1] = int_node(bc, rec(r, 1));
        }
        if (version <= 1 && r->op.n >= 3) {
            r->op.at[2] = int_node(bc, rotated(rec(r, 2)));
        }
        break;
    case 21:
        if (!(first & 4)) old_subprogram(bc, r);
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
        if (r->op.n == 5) insert(bc, r, 4, 0);
        break;
    case 27: // DIGlobalVariable: an initialiser, no template parameters
        if (version == 0) {
            drop(r, 9);
        }
        if (version <= 1) insert(bc, r, 10, 0);
        break;
    case 28: // DILocalVariable with its tag
        if (!(first & 2) && r->op.n > 8) drop(r, 1);
        if (!(first & 2) && r->op.n > 8) r->op.n = 8; // no alignment yet
        break;
    case 32: // DIModule without a file
        if (r->op.n < 8) insert(bc, r, 1, 0);
        break;
    case 41: // DIStringType without a location expression
        if (r->op.n == 8) insert(bc, r, 5, 0);
        break;
    default: break;
    }
}

// ---- nodes with forms of their own ----

// Brings the operations of an expression to their meaning of today (version 3), step by step.
static void old_expression(Bc *bc, Rec *r, uint64_t version) {
    uint32_t n = r->op.n;
    if (version < 1 && n >= 4 && rec(r, n - 3) == 0x9d) r->op.at[n - 3] = 0x1000;
    if (version < 2 && n >= 2 && rec(r, 1) == 0x06) { // a leading deref came to mean the last
        uint32_t end = n >= 4 && rec(r, n - 3) == 0x1000 ? n - 3 : n;
        for (uint32_t i = 1; i + 1 < end; i++) r->op.at[i] = r->op.at[i + 1];
        r->op.at[end - 1] = 0x06;
    }
    if (version >= 3) return;

    // plus and minus had an operand of their own
    Rec out = {.code = r->code};
    vec_push(bc->a, &out.op, rec(r, 0));
    for (uint32_t i = 1; i < r->op.n;) {
        uint64_t op = rec(r, i);
        uint32_t k = op == 0x22 || op == 0x1c ? 1 : ir_dwarf_operands(op);
        if (op == 0x22) op = 0x23;
        if (op == 0x1c) {
            vec_push(bc->a, &out.op, 0x10);
        } else {
            vec_push(bc->a, &out.op, op);
        }
        for (uint32_t j = 1; j <= k && i + j < r->op.n; j++)
            vec_push(bc->a, &out.op, rec(r, i + j));
        if (op == 0x1c) vec_push(bc->a, &out.op, op);
        i += 1 + k;
    }
    *r = out;
}

// Operations and operands become positional fields. An encoding (of convert) is written as its
// word.
static bool expression(Bc *bc, Rec *r, Fields *into) {
    old_expression(bc, r, rec(r, 0) >> 1);
    for (uint32_t i = 1; i < r->op.n;) {
        uint64_t op = rec(r, i++);
        if (!words(bc, into, NULL, DW_OP, op)) number(bc, into, NULL, op, false);
        uint32_t k = ir_dwarf_operands(op);
        for (uint32_t j = 0; j < k && i < r->op.n; j++, i++) {
            bool enc = op == 0x1001 && j == 1;
            if (!enc || !words(bc, into, NULL, DW_ATE, rec(r, i))) {
                number(bc, into, NULL, rec(r, i), false);
            }
        }
    }
    return true;
}

// Words (least first, each with its sign in bit 0) as a decimal number. `from` is 1 for records of
// old, which have one number.
static IrDiField wide_number(Bc *bc, const Rec *r, uint32_t from, bool uns) {
    bool old = from == 1; // one number
    // 32 words are more than any integer type of C has
    uint32_t n = old ? 1 : from < r->op.n ? CU_MIN(r->op.n - from, 32u) : 0;
    uint64_t word[32] = {0};
    char text[32 * 20 + 2], *p = text + sizeof text;
    for (uint32_t i = 0; i < n; i++) word[i] = (uint64_t)rec_signed(rec(r, from + i));
    if (old) word[0] = rotated(rec(r, from));
    uint32_t spare = old ? 0 : (uint32_t)(-rec(r, 1) & 63); // bits above the number's own
    if (n && !uns) word[n - 1] = (uint64_t)((int64_t)(word[n - 1] << spare) >> spare);
    bool minus = n && !uns && word[n - 1] >> 63, any;
    // the magnitude: two's complement
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
    Atom a = atom_intern(bc->ctx, p, (size_t)(text + sizeof text - p));
    return (IrDiField){.kind = IR_DI_WORD, .text = a};
}

// The value may be of any width, hence no row of the table.
static bool enumerator(Bc *bc, Rec *r, Fields *into) {
    bool big = rec(r, 0) & 4, uns = rec(r, 0) & 2;
    if (r->op.n < (big ? 4u : 3u)) return bc_fail(bc, "bad enumerator") != NULL;
    BcDiField name = {.key = "name", .kind = 's', .always = true};
    if (!string(bc, into, &name, rec(r, 2))) return false;
    add(bc, into, "value", wide_number(bc, r, big ? 3 : 1, uns));
    if (uns) word(bc, into, "isUnsigned", "true");
    return true;
}

// GenericDINode: tag, header and operands of whatever kind.
static bool generic(Bc *bc, Rec *r, Fields *into) {
    if (r->op.n < 4) return bc_fail(bc, "bad debug information") != NULL;
    if (!words(bc, into, "tag", DW_TAG, rec(r, 1))) number(bc, into, "tag", rec(r, 1), false);
    BcDiField header = {.key = "header", .kind = 's'};
    if (rec(r, 3) && !string(bc, into, &header, rec(r, 3))) return false;
    // the operands: a list that is no node of its own
    IrMd *list = arena_new(&bc->m->arena, IrMd);
    list->kind = IR_MD_NODE;
    list->n = r->op.n - 4;
    list->op = arena_array(&bc->m->arena, IrMd *, list->n);
    for (uint32_t i = 0; i < list->n; i++) list->op[i] = bc_md_or_null(bc, rec(r, 4 + i));
    if (list->n) add(bc, into, "operands", (IrDiField){.kind = IR_DI_MD, .list = true, .md = list});
    return true;
}

// LLVM 21 has sizes and offsets that are computed: nodes, and constants as nodes too.
static bool size_is_node(const Rec *r) {
    static const uint8_t marks[] = {[15] = 2, [17] = 2, [18] = 4, [41] = 2, [48] = 2};
    return r->code < CU_COUNT(marks) && (rec(r, 0) & marks[r->code]);
}

// Fills `filled` from its record; false after bc_fail. The record is copied, since older layouts
// are changed in place and the caller reads on in the buffer.
bool bc_md_di(Bc *bc, const Rec *rec_in, IrMd *filled) {
    Rec r = *rec_in;
    r.op.at = arena_copy(bc->a, rec_in->op.at, rec_in->op.n * sizeof(uint64_t), 8);
    r.op.cap = r.op.n;
    Fields fields = {0};
    bool ok = true;
    const char *tag;
    filled->distinct = rec(&r, 0) & 1;
    bc->di_ints.n = 0;
    if (r.code == MDC_EXPRESSION) {
        tag = "DIExpression";
        ok = expression(bc, &r, &fields);
    } else if (r.code == MDC_ENUMERATOR) {
        tag = "DIEnumerator";
        ok = enumerator(bc, &r, &fields);
    } else if (r.code == MDC_GENERIC_DEBUG) {
        tag = "GenericDINode";
        ok = generic(bc, &r, &fields);
    } else {
        const BcDiRow *row = bc_di_by_code(r.code);
        if (!row) return bc_fail(bc, "unknown metadata record") != NULL;
        tag = row->tag;
        old_layout(bc, &r);
        BcDiField place;
        for (const char *s = row->fields; ok && (s = bc_di_next(s, &place));) {
            uint64_t x = place.at < 0 ? rec(&r, 0) >> 1 & 1 : rec(&r, (uint32_t)place.at);
            if (place.kind == 'B' && (uint32_t)place.at >= r.op.n) x = 1; // not yet in the record
            // a bound that old_layout made a constant of
            if (place.kind == 'd' && x > UINT32_MAX && x - UINT32_MAX <= bc->di_ints.n) {
                const IrMd *k = bc->di_ints.at[x - UINT32_MAX - 1];
                number(bc, &fields, place.key, (uint64_t)ir_sval((const IrConst *)k->value), true);
                continue;
            }
            bool sized = strcmp(place.key, "size") == 0 || strcmp(place.key, "offset") == 0;
            if (sized && size_is_node(&r)) place.kind = 'd';
            ok = field(bc, &fields, &place, x, r.code);
        }
    }
    // definitions are distinct, whatever older files say
    if (r.code == 21 && (rec(&r, 9) & 8)) filled->distinct = true;
    if (r.code == 20) { // older ones list their subprograms
        IrMd *list = bc_md_or_null(bc, rec(&r, 11));
        vec_push(bc->a, &bc->units, ((struct BcUnit){bc->md_next, list}));
    }
    filled->text = atom_cstr(bc->ctx, tag);
    filled->n = fields.n;
    filled->field =
        arena_copy(&bc->m->arena, fields.at, fields.n * sizeof(IrDiField), sizeof(void *));
    return ok;
}

// ---- what older files lay out differently across nodes ----

// Whether `asked` is debug information of this tag; NULL is not.
static bool is_tag(Bc *bc, const IrMd *asked, const char *tag) {
    return asked && asked->kind == IR_MD_DI && strcmp(atom_str(bc->ctx, asked->text), tag) == 0;
}

// Adds a node as a field behind the field `after` (at the end if there is none), unless the field
// is there.
static void add_field(Bc *bc, IrMd *node, const char *key, const char *after, IrMd *added) {
    Atom name = atom_cstr(bc->ctx, key), last = atom_cstr(bc->ctx, after);
    if (ir_md_field(node, name)) return;
    IrDiField *f = arena_array(&bc->m->arena, IrDiField, node->n + 1);
    uint32_t at = 0;
    while (at < node->n && node->field[at].key != last) at++;
    if (at < node->n) at++;
    memcpy(f, node->field, at * sizeof *f);
    f[at] = (IrDiField){.key = name, .kind = IR_DI_MD, .md = added};
    memcpy(f + at + 1, node->field + at, (node->n - at) * sizeof *f);
    node->field = f;
    node->n++;
}

// A variable where a variable with its expression is expected now. One wrapper for each variable,
// so that equal stays equal.
static IrMd *with_expression(Bc *bc, IrMd *var) {
    IrMd **slot = (IrMd **)map_slot(&bc->wrapped, (uintptr_t)var);
    if (*slot) return *slot;
    IrMd *e = ir_md_di(bc->m, "DIExpression", false, 0, NULL);
    IrDiField f[2] = {{.key = atom_cstr(bc->ctx, "var"), .kind = IR_DI_MD, .md = var},
                      {.key = atom_cstr(bc->ctx, "expr"), .kind = IR_DI_MD, .md = e}};
    return *slot = ir_md_di(bc->m, "DIGlobalVariableExpression", false, 2, f);
}

// Before LLVM 4 units listed their subprograms, and variables stood where a variable with an
// expression stands today: in units and attached to globals.
void bc_md_old_units(Bc *bc) {
    for (uint32_t i = 0; i < bc->units.n; i++) {
        IrMd *unit = bc->md.at[bc->units.at[i].id].md, *list = bc->units.at[i].list;
        for (uint32_t k = 0; list && list->kind == IR_MD_NODE && k < list->n; k++) {
            if (is_tag(bc, list->op[k], "DISubprogram")) {
                add_field(bc, list->op[k], "unit", "spFlags", unit);
            }
        }
        const IrDiField *g = ir_md_field(unit, atom_cstr(bc->ctx, "globals"));
        list = g && g->kind == IR_DI_MD ? g->md : NULL;
        for (uint32_t k = 0; list && list->kind == IR_MD_NODE && k < list->n; k++) {
            if (is_tag(bc, list->op[k], "DIGlobalVariable")) {
                list->op[k] = with_expression(bc, list->op[k]);
            }
        }
    }
    for (uint32_t i = 0; i < bc->by_id.n; i++) {
        if (!bc->by_id.at[i]) continue;
        for (IrMdAttach *a = bc->by_id.at[i]->md; a; a = a->next) {
            if (is_tag(bc, a->md, "DIGlobalVariable")) a->md = with_expression(bc, a->md);
        }
    }
}
