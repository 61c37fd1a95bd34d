// SPDX-License-Identifier: Apache-2.0
// The verifier's rules on single debug-info nodes (LangRef, "Specialized Metadata Nodes").
#include "ir/dwarf.h"
#include "ir/verify_int.h"

typedef struct {
    Verify *v;
    const IrMd *md;
} Di;

// A field of the node, NULL if it has none.
static const IrDiField *get(const Di *di, const char *key) {
    return ir_md_field(di->md, atom_cstr(di->v->m->ctx, key));
}

// A field that is a name; "" if it is none.
static const char *word(const Di *di, const char *key) {
    const IrDiField *f = get(di, key);
    return f && f->kind == IR_DI_WORD ? atom_str(di->v->m->ctx, f->text) : "";
}

// A field that is a node, NULL likewise.
static const IrMd *node(const Di *di, const char *key) {
    return ir_di_node(di->v->m->ctx, di->md, key);
}

// Whether it is debug information whose tag begins so.
static bool is_node(const Di *di, const IrMd *md, const char *prefix) {
    return md && md->kind == IR_MD_DI &&
           strncmp(atom_str(di->v->m->ctx, md->text), prefix, strlen(prefix)) == 0;
}

// There, and not null.
static bool present(const Di *di, const char *key) {
    const IrDiField *f = get(di, key);
    return f && (f->kind != IR_DI_MD || f->md);
}

static void need(const Di *di, bool ok, VRule rule) {
    if (!ok) ir_v_bad(di->v, NULL, rule);
}

// ---- expressions ----

static uint32_t op_size(uint64_t op) {
    return 1 + ir_dwarf_operands(op);
}

// DWARF 5 and LLVM's; others may not be printed.
static bool op_known(uint64_t op) {
    static const struct {
        uint16_t first, last;
    } known[] = {
        {0x06, 0x06}, {0x10, 0x12}, {0x14, 0x14}, {0x16, 0x16}, {0x18, 0x27}, {0x29, 0x2e},
        {0x30, 0x4f}, // lit0 ... lit31
        {0x90, 0x90}, {0x92, 0x92}, {0x94, 0x94}, {0x97, 0x97}, {0x9f, 0x9f}, {0x1000, 0x1007},
    };
    for (size_t k = 0; k < CU_COUNT(known); k++) {
        if (op >= known[k].first && op <= known[k].last) return true;
    }
    return false;
}

// Operations with their operands, in an order that LLVM can turn into DWARF.
static void expression(const Di *di) {
    uint32_t n = di->md->n;
    uint64_t *e = arena_array(di->v->a, uint64_t, n + 1);
    for (uint32_t k = 0; k < n; k++) {
        const IrDiField *f = &di->md->field[k];
        e[k] = (uint64_t)f->num;
        if (f->kind != IR_DI_WORD) continue;
        const char *s = atom_str(di->v->m->ctx, f->text);
        if (!ir_dwarf_number(DW_OP, s, strlen(s), &e[k]))
            ir_dwarf_number(DW_ATE, s, strlen(s), &e[k]);
    }
    uint32_t first = n >= 2 && e[0] == 0x1005 && e[1] == 0 ? 2 : 0;
    for (uint32_t k = 0; k < n; k += op_size(e[k])) {
        uint64_t op = e[k];
        uint32_t next = k + op_size(op);
        bool ok = next <= n;
        if (ok && ((op >= 0x50 && op <= 0x8f))) return; // a register: the rest is not looked at
        ok = ok && op_known(op);
        if (op == 0x1000) ok = ok && next == n;
        if (op == 0x9f) ok = ok && (next == n || e[next] == 0x1000);
        if (op == 0x16) ok = ok && n != 1;
        if (op == 0x1003) ok = ok && k == first && e[k + 1] == 1;
        if (!ok) {
            need(di, false, V_DI_EXPRESSION);
            return;
        }
        if (op == 0x1003) return;
    }
}

// ---- types ----

// A bound is a constant, a variable or an expression.
static bool bound_ok(const Di *di, const char *key) {
    const IrMd *m = node(di, key);
    if (!m) return true;
    if (m->kind == IR_MD_VALUE) return m->value->kind == IR_C_INT;
    return is_node(di, m, "DILocalVariable") || is_node(di, m, "DIGlobalVariable") ||
           is_node(di, m, "DIExpression");
}

// Bounds of an array: a count or an upper bound, not both.
static void subrange(const Di *di) {
    need(di, !present(di, "count") || !present(di, "upperBound"), V_DI_SUBRANGE_COUNT);
    static const char *const bounds[] = {"count", "lowerBound", "upperBound", "stride"};
    bool ok = true;
    for (size_t k = 0; k < CU_COUNT(bounds); k++) ok &= bound_ok(di, bounds[k]);
    need(di, ok, V_DI_SUBRANGE_BOUND);
}

static void generic_subrange(const Di *di) {
    need(di, !present(di, "count") || !present(di, "upperBound"), V_DI_SUBRANGE_COUNT);
    need(di, present(di, "stride") && present(di, "lowerBound"), V_DI_SUBRANGE_STRIDE);
}

static bool is_type_ref(const IrMd *md) {
    return !md || is_any_of(md->kind, IR_MD_DI, UINT8_MAX);
}

// What names an address space points somewhere.
static void derived_type(const Di *di) {
    const char *tag = word(di, "tag");
    const IrDiField *as = get(di, "dwarfAddressSpace");
    bool pointer = strcmp(tag, "DW_TAG_pointer_type") == 0 ||
                   strcmp(tag, "DW_TAG_reference_type") == 0 ||
                   strcmp(tag, "DW_TAG_rvalue_reference_type") == 0;
    need(di, !as || pointer, V_DI_ADDRESS_SPACE);
    need(di, is_type_ref(node(di, "baseType")), V_DI_BASE_TYPE);
    need(di, is_type_ref(node(di, "scope")), V_DI_SCOPE);
}

// A list of template parameters, if there is one.
static void template_params(const Di *di) {
    const IrMd *t = node(di, "templateParams");
    if (!t) return;
    bool ok = t->kind == IR_MD_NODE;
    for (uint32_t k = 0; ok && k < t->n; k++) ok = is_node(di, t->op[k], "DITemplate");
    need(di, ok, V_DI_TEMPLATE);
}

// Some fields are only for arrays, some marks exclude each other.
static void composite_type(const Di *di) {
    const char *tag = word(di, "tag"), *flags = word(di, "flags");
    bool array = strcmp(tag, "DW_TAG_array_type") == 0;
    bool both = strstr(flags, "DIFlagLValueReference") && strstr(flags, "DIFlagRValueReference");
    bool pass =
        strstr(flags, "DIFlagTypePassByValue") && strstr(flags, "DIFlagTypePassByReference");
    need(di, !both && !pass, V_DI_REFERENCE);
    need(di, is_type_ref(node(di, "baseType")), V_DI_BASE_TYPE);
    need(di, is_type_ref(node(di, "scope")), V_DI_SCOPE);
    need(di, !present(di, "discriminator") || strcmp(tag, "DW_TAG_variant_part") == 0,
         V_DI_DISCRIMINATOR);
    static const char *const of_arrays[] = {"dataLocation", "associated", "allocated", "rank"};
    bool fits = true;
    for (size_t k = 0; k < CU_COUNT(of_arrays); k++) fits &= array || !present(di, of_arrays[k]);
    need(di, fits, V_DI_ARRAY_ONLY);
    template_params(di);
}

// Nodes without a row have no rules of their own.
void ir_v_di(Verify *verify, const IrMd *md) {
    static const struct {
        const char *tag;
        void (*check)(const Di *);
    } rows[] = {{"DIExpression", expression},
                {"DISubrange", subrange},
                {"DIGenericSubrange", generic_subrange},
                {"DIDerivedType", derived_type},
                {"DICompositeType", composite_type},
                {"DISubprogram", template_params}};
    Di d = {verify, md};
    const char *tag = atom_str(verify->m->ctx, md->text);
    for (size_t k = 0; k < CU_COUNT(rows); k++) {
        if (strcmp(rows[k].tag, tag) == 0) rows[k].check(&d);
    }
}
