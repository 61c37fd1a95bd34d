// SPDX-License-Identifier: Apache-2.0
// Types: LLVM's DIBasicType, DIDerivedType, DICompositeType and DISubroutineType as entries, and
// what belongs to classes. An entry is made when something refers to it, so that only what is used
// is described; a class's members come after the entry that wanted it, from a list of work, because
// types form graphs as deep as the input likes.
#include "ptx/debug/dwarf.h"

// ---- fields -------------------------------------------------------------------------------------

static const IrDiField *field_of(Dwarf *dwarf, const IrMd *node, const char *key) {
    return ir_md_field(node, atom_cstr(dwarf->ctx, key));
}

// Each word is looked up once.
static uint64_t word_number(Dwarf *dwarf, Atom word) {
    void **slot = map_slot(&dwarf->word, word);
    if (!*slot) *slot = (void *)(uintptr_t)(ir_di_word(dwarf->ctx, word) + 1);
    return (uintptr_t)*slot - 1;
}

uint64_t dwarf_number(Dwarf *dwarf, const IrMd *node, const char *key) {
    const IrDiField *field = field_of(dwarf, node, key);
    if (!field) return 0;
    if (is_any_of(field->kind, IR_DI_INT, IR_DI_UINT)) return (uint64_t)field->num;
    return field->kind == IR_DI_WORD ? word_number(dwarf, field->text) : 0;
}

const IrConst *dwarf_constant(Dwarf *dwarf, const IrMd *node, const char *key) {
    const IrMd *value = dwarf_node(dwarf, node, key);
    return value && value->kind == IR_MD_VALUE ? ir_as_const(value->value) : NULL;
}

static uint64_t tag_of(Dwarf *dwarf, const IrMd *node) {
    return dwarf_number(dwarf, node, "tag");
}

static uint64_t flags_of(Dwarf *dwarf, const IrMd *node) {
    return dwarf_number(dwarf, node, "flags");
}

// ---- attributes that many entries have ----------------------------------------------------------

void dwarf_set_type(Dwarf *dwarf, Die *typed, const IrMd *type) {
    die_ref(dwarf, typed, DA_TYPE, dwarf_type(dwarf, type));
}

void dwarf_name(Dwarf *dwarf, Die *die, const IrMd *named) {
    die_string(dwarf, die, DA_NAME, dwarf_text(dwarf, named, "name"));
}

void dwarf_place(Dwarf *dwarf, Die *die, const IrMd *declared) {
    uint32_t file = sel_lines_file(dwarf->g, dwarf_node(dwarf, declared, "file"));
    uint64_t line = dwarf_number(dwarf, declared, "line");
    if (!file || !line) return;
    die_data(dwarf, die, DA_DECL_FILE, file);
    die_data(dwarf, die, DA_DECL_LINE, line);
}

// LLVM's numbers of the three kinds of access are those of DWARF in the opposite order.
static void set_access(Dwarf *dwarf, Die *member, uint64_t flags) {
    if (flags & FLAG_ACCESS) die_data(dwarf, member, DA_ACCESSIBILITY, 4 - (flags & FLAG_ACCESS));
}

static void set_bytes(Dwarf *dwarf, Die *sized, uint64_t bits) {
    if (bits) die_data(dwarf, sized, DA_BYTE_SIZE, bits / 8);
}

void dwarf_const_value(Dwarf *dwarf, Die *holder, const IrConst *constant) {
    if (!constant || constant->v.type->bits > 64) return;
    if (constant->v.kind == IR_C_INT) {
        die_number(dwarf, holder, DA_CONST_VALUE, DF_SDATA, (uint64_t)ir_sval(constant));
    } else if (constant->v.kind == IR_C_NULL) {
        die_number(dwarf, holder, DA_CONST_VALUE, DF_UDATA, 0);
    } else if (constant->v.kind == IR_C_FP) { // as it lies in memory
        DieBytes *bytes = die_block(dwarf, holder, DA_CONST_VALUE);
        for (uint32_t bit = 0; bit < constant->v.type->bits; bit += 8)
            die_u8(bytes, constant->bits >> bit & 0xff);
    }
}

// ---- basic and derived types --------------------------------------------------------------------

static void make_basic(Dwarf *dwarf, Die *die, const IrMd *type) {
    dwarf_name(dwarf, die, type);
    if (die->tag == DT_UNSPECIFIED) return;
    die_data(dwarf, die, DA_ENCODING, dwarf_number(dwarf, type, "encoding"));
    set_bytes(dwarf, die, dwarf_number(dwarf, type, "size"));
}

// NVIDIA's pointers say that they are generic.
static void make_derived(Dwarf *dwarf, Die *die, const IrMd *type) {
    dwarf_set_type(dwarf, die, dwarf_node(dwarf, type, "baseType"));
    dwarf_name(dwarf, die, type);
    if (die->tag == DT_TYPEDEF) dwarf_place(dwarf, die, type);
    if (is_any_of(die->tag, DT_POINTER, DT_REFERENCE, DT_RVALUE_REFERENCE))
        die_number(dwarf, die, DA_ADDRESS_CLASS, DF_DATA4, DC_GENERIC);
    if (die->tag == DT_MEMBER_POINTER)
        die_ref(dwarf, die, DA_CONTAINING_TYPE,
                dwarf_type(dwarf, dwarf_node(dwarf, type, "extraData")));
}

// ---- members ------------------------------------------------------------------------------------

// Bits are counted from the most significant one of the unit of storage that holds them.
static void set_bit_field(Dwarf *dwarf, Die *field, const IrMd *member, uint64_t offset) {
    const IrMd *base = dwarf_node(dwarf, member, "baseType");
    uint64_t bits = dwarf_number(dwarf, member, "size"), unit = 0;
    for (uint32_t n = 0; base && !unit && n < 64; n++) {
        unit = dwarf_number(dwarf, base, "size");
        base = dwarf_node(dwarf, base, "baseType");
    }
    if (!unit) unit = CU_ALIGN(bits, (uint64_t)8);
    // The storage is aligned as its type, and holds the end of the field too.
    uint64_t end = CU_ALIGN(offset + bits, unit), start = end - unit;
    if (end < unit || offset < start) start = offset & ~(uint64_t)7;
    die_data(dwarf, field, DA_BYTE_SIZE, unit / 8);
    die_data(dwarf, field, DA_BIT_SIZE, bits);
    die_number(dwarf, field, DA_BIT_OFFSET, DF_SDATA, unit - (offset - start) - bits);
    DieBytes *at = die_block(dwarf, field, DA_MEMBER_LOCATION);
    die_u8(at, DO_PLUS_UCONST);
    die_uleb(at, start / 8);
}

// A virtual base's place stands in the table of the object: its offset is that in the table.
static void set_virtual_base(Dwarf *dwarf, Die *base, uint64_t offset) {
    static const uint8_t before[] = {DO_DUP, DO_DEREF, DO_CONSTU},
                         behind[] = {DO_MINUS, DO_DEREF, DO_PLUS};
    DieBytes *at = die_block(dwarf, base, DA_MEMBER_LOCATION);
    for (uint32_t i = 0; i < CU_COUNT(before); i++) die_u8(at, before[i]);
    die_uleb(at, offset);
    for (uint32_t i = 0; i < CU_COUNT(behind); i++) die_u8(at, behind[i]);
    die_data(dwarf, base, DA_VIRTUALITY, 1);
}

static void make_member(Dwarf *dwarf, Die *parent, const IrMd *member) {
    uint64_t tag = tag_of(dwarf, member), flags = flags_of(dwarf, member),
             offset = dwarf_number(dwarf, member, "offset");
    if (tag == DT_FRIEND) {
        Die *die = die_new(dwarf, parent, DT_FRIEND);
        die_ref(dwarf, die, DA_FRIEND, dwarf_type(dwarf, dwarf_node(dwarf, member, "baseType")));
        return;
    }
    bool is_static = tag == DT_VARIABLE || (flags & FLAG_STATIC_MEMBER);
    Die *die = die_new(dwarf, parent, is_static ? DT_MEMBER : (uint16_t)tag);
    map_put(&dwarf->die, (uintptr_t)member, die);
    dwarf_name(dwarf, die, member);
    dwarf_set_type(dwarf, die, dwarf_node(dwarf, member, "baseType"));
    dwarf_place(dwarf, die, member);
    if (is_static) {
        die_flag(dwarf, die, DA_EXTERNAL);
        die_flag(dwarf, die, DA_DECLARATION);
        dwarf_const_value(dwarf, die, dwarf_constant(dwarf, member, "extraData"));
    } else if (tag == DT_INHERITANCE && (flags & FLAG_VIRTUAL)) {
        set_virtual_base(dwarf, die, offset);
    } else if (flags & FLAG_BIT_FIELD) {
        set_bit_field(dwarf, die, member, offset);
    } else {
        DieBytes *at = die_block(dwarf, die, DA_MEMBER_LOCATION);
        die_u8(at, DO_PLUS_UCONST);
        die_uleb(at, offset / 8);
    }
    set_access(dwarf, die, flags);
    if (flags & FLAG_ARTIFICIAL) die_flag(dwarf, die, DA_ARTIFICIAL);
}

// ---- functions as members and types -------------------------------------------------------------

void dwarf_signature(Dwarf *dwarf, Die *function, const IrMd *type, bool parameters) {
    const IrMd *list = dwarf_node(dwarf, type, "types");
    uint32_t n = dwarf_count(list);
    if (n) dwarf_set_type(dwarf, function, dwarf_item(list, 0));
    for (uint32_t i = 1; parameters && i < n; i++) {
        const IrMd *param = dwarf_item(list, i);
        if (!param) {
            die_new(dwarf, function, DT_UNSPECIFIED_PARAMETERS);
            continue;
        }
        Die *child = die_new(dwarf, function, DT_PARAMETER);
        dwarf_set_type(dwarf, child, param);
        uint64_t flags = flags_of(dwarf, param);
        if (flags & FLAG_ARTIFICIAL) die_flag(dwarf, child, DA_ARTIFICIAL);
        if (flags & FLAG_OBJECT_POINTER) die_ref(dwarf, function, DA_OBJECT_POINTER, child);
    }
}

static void make_subroutine_type(Dwarf *dwarf, Die *function, const IrMd *type) {
    die_flag(dwarf, function, DA_PROTOTYPED);
    dwarf_signature(dwarf, function, type, true);
}

enum { SP_VIRTUALITY = 3, SP_LOCAL = 1 << 2 };

void dwarf_function_head(Dwarf *dwarf, Die *function, const IrMd *sub, bool parameters) {
    uint64_t flags = flags_of(dwarf, sub), special = dwarf_number(dwarf, sub, "spFlags");
    die_string(dwarf, function, DA_LINKAGE_NAME, dwarf_text(dwarf, sub, "linkageName"));
    dwarf_name(dwarf, function, sub);
    dwarf_place(dwarf, function, sub);
    if (flags & FLAG_PROTOTYPED) die_flag(dwarf, function, DA_PROTOTYPED);
    dwarf_signature(dwarf, function, dwarf_node(dwarf, sub, "type"), parameters);
    if (!(special & SP_LOCAL) && !dwarf_number(dwarf, sub, "isLocal"))
        die_flag(dwarf, function, DA_EXTERNAL);
    set_access(dwarf, function, flags);
    if (flags & FLAG_ARTIFICIAL) die_flag(dwarf, function, DA_ARTIFICIAL);
    if (flags & FLAG_EXPLICIT) die_flag(dwarf, function, DA_EXPLICIT);
    uint64_t virtuality = special & SP_VIRTUALITY;
    if (!virtuality) virtuality = dwarf_number(dwarf, sub, "virtuality");
    if (virtuality) {
        die_data(dwarf, function, DA_VIRTUALITY, virtuality);
        DieBytes *at = die_block(dwarf, function, DA_VTABLE_LOCATION);
        die_u8(at, DO_CONSTU);
        die_uleb(at, dwarf_number(dwarf, sub, "virtualIndex"));
        die_ref(dwarf, function, DA_CONTAINING_TYPE,
                dwarf_type(dwarf, dwarf_node(dwarf, sub, "containingType")));
    }
    dwarf_template_parameters(dwarf, function, dwarf_node(dwarf, sub, "templateParams"));
}

Die *dwarf_declaration(Dwarf *dwarf, const IrMd *sub) {
    Die *die = map_get(&dwarf->die, (uintptr_t)sub);
    if (die) return die;
    const IrMd *scope = dwarf_node(dwarf, sub, "scope");
    Die *parent = dwarf_parent(dwarf, scope);
    // The class may have been made meanwhile, and this with it.
    die = map_get(&dwarf->die, (uintptr_t)sub);
    if (die) return die;
    die = die_new(dwarf, parent, DT_FUNCTION);
    map_put(&dwarf->die, (uintptr_t)sub, die);
    dwarf_function_head(dwarf, die, sub, true);
    die_flag(dwarf, die, DA_DECLARATION);
    return die;
}

// ---- template parameters ------------------------------------------------------------------------

static void template_value(Dwarf *dwarf, Die *parameter, const IrMd *param) {
    const IrMd *value = dwarf_node(dwarf, param, "value");
    if (parameter->tag == DT_TEMPLATE_TEMPLATE) {
        if (value && value->kind == IR_MD_STRING)
            die_string(dwarf, parameter, DA_TEMPLATE_NAME, value->text);
    } else if (parameter->tag == DT_TEMPLATE_PACK) {
        dwarf_template_parameters(dwarf, parameter, value);
    } else {
        const IrConst *constant = dwarf_constant(dwarf, param, "value");
        const IrGlobal *global = constant ? ir_as_global(&constant->v) : NULL;
        if (global)
            dwarf_global_location(dwarf, parameter, global, NULL);
        else
            dwarf_const_value(dwarf, parameter, constant);
    }
}

void dwarf_template_parameters(Dwarf *dwarf, Die *instance, const IrMd *list) {
    for (uint32_t i = 0; i < dwarf_count(list); i++) {
        const IrMd *param = dwarf_item(list, i);
        bool is_type = dwarf_is(dwarf, param, "DITemplateTypeParameter");
        uint64_t tag = tag_of(dwarf, param);
        if (!is_type && !dwarf_is(dwarf, param, "DITemplateValueParameter")) continue;
        if (!tag) tag = is_type ? DT_TEMPLATE_TYPE : DT_TEMPLATE_VALUE;
        Die *child = die_new(dwarf, instance, (uint16_t)tag);
        dwarf_set_type(dwarf, child, dwarf_node(dwarf, param, "type"));
        dwarf_name(dwarf, child, param);
        if (!is_type) template_value(dwarf, child, param);
    }
}

// ---- composite types ----------------------------------------------------------------------------

// The type of all indices.
static Die *index_type(Dwarf *dwarf) {
    if (dwarf->index_type) return dwarf->index_type;
    Die *die = dwarf->index_type = die_new(dwarf, dwarf->unit, DT_BASE);
    die_string(dwarf, die, DA_NAME, atom_cstr(dwarf->ctx, "__ARRAY_SIZE_TYPE__"));
    die_data(dwarf, die, DA_BYTE_SIZE, 8);
    die_data(dwarf, die, DA_ENCODING, 7); // unsigned
    return die;
}

// A number of a range: in the field, or a constant in metadata; false: not known here.
static bool bound(Dwarf *dwarf, const IrMd *range, const char *key, int64_t *value) {
    const IrDiField *field = field_of(dwarf, range, key);
    if (field && is_any_of(field->kind, IR_DI_INT, IR_DI_UINT)) {
        *value = field->num;
        return true;
    }
    const IrConst *constant = dwarf_constant(dwarf, range, key);
    if (!constant || constant->v.kind != IR_C_INT) return false;
    *value = ir_sval(constant);
    return true;
}

static void make_array(Dwarf *dwarf, Die *array, const IrMd *type) {
    const IrMd *list = dwarf_node(dwarf, type, "elements");
    if (flags_of(dwarf, type) & FLAG_VECTOR) {
        die_flag(dwarf, array, DA_VECTOR);
        set_bytes(dwarf, array, dwarf_number(dwarf, type, "size"));
    }
    dwarf_set_type(dwarf, array, dwarf_node(dwarf, type, "baseType"));
    for (uint32_t i = 0; i < dwarf_count(list); i++) {
        const IrMd *range = dwarf_item(list, i);
        if (!dwarf_is(dwarf, range, "DISubrange")) continue;
        Die *child = die_new(dwarf, array, DT_SUBRANGE);
        int64_t lower = 0, upper, count = -1;
        die_ref(dwarf, child, DA_TYPE, index_type(dwarf));
        if (bound(dwarf, range, "lowerBound", &lower) && lower)
            die_number(dwarf, child, DA_LOWER_BOUND, DF_SDATA, (uint64_t)lower);
        if (!bound(dwarf, range, "count", &count) && bound(dwarf, range, "upperBound", &upper))
            count = upper - lower + 1;
        if (count >= 0) die_data(dwarf, child, DA_COUNT, (uint64_t)count);
    }
}

// Its number may have more bits than a word: then it stands as text, of which the low 64 are taken.
static uint64_t enumerator_value(Dwarf *dwarf, const IrMd *item) {
    const IrDiField *field = field_of(dwarf, item, "value");
    if (!field) return 0;
    if (field->kind != IR_DI_WORD) return (uint64_t)field->num;
    const char *text = atom_str(dwarf->ctx, field->text);
    uint64_t value = 0;
    for (const char *p = text + (*text == '-'); *p >= '0' && *p <= '9'; p++)
        value = value * 10 + (uint64_t)(*p - '0');
    return *text == '-' ? 0 - value : value;
}

static void make_enumerators(Dwarf *dwarf, Die *enumeration, const IrMd *type) {
    const IrMd *list = dwarf_node(dwarf, type, "elements");
    for (uint32_t i = 0; i < dwarf_count(list); i++) {
        const IrMd *item = dwarf_item(list, i);
        if (!dwarf_is(dwarf, item, "DIEnumerator")) continue;
        Die *child = die_new(dwarf, enumeration, DT_ENUMERATOR);
        dwarf_name(dwarf, child, item);
        bool is_unsigned = dwarf_number(dwarf, item, "isUnsigned");
        die_number(dwarf, child, DA_CONST_VALUE, is_unsigned ? DF_UDATA : DF_SDATA,
                   enumerator_value(dwarf, item));
    }
}

static void make_composite(Dwarf *dwarf, Die *die, const IrMd *type) {
    uint64_t flags = flags_of(dwarf, type);
    dwarf_name(dwarf, die, type);
    if (die->tag == DT_ENUMERATION) {
        dwarf_set_type(dwarf, die, dwarf_node(dwarf, type, "baseType"));
        if (flags & FLAG_ENUM_CLASS) die_flag(dwarf, die, DA_ENUM_CLASS);
    }
    if (flags & FLAG_FWD_DECL)
        die_flag(dwarf, die, DA_DECLARATION);
    else
        die_data(dwarf, die, DA_BYTE_SIZE, dwarf_number(dwarf, type, "size") / 8);
    dwarf_place(dwarf, die, type);
    vec_push(dwarf->a, &dwarf->work, type);
}

static void make_elements(Dwarf *dwarf, Die *die, const IrMd *type) {
    const IrMd *list = dwarf_node(dwarf, type, "elements");
    if (die->tag == DT_ENUMERATION) {
        make_enumerators(dwarf, die, type);
        return;
    }
    dwarf_template_parameters(dwarf, die, dwarf_node(dwarf, type, "templateParams"));
    for (uint32_t i = 0; i < dwarf_count(list); i++) {
        const IrMd *element = dwarf_item(list, i);
        if (dwarf_is(dwarf, element, "DISubprogram"))
            dwarf_declaration(dwarf, element);
        else if (dwarf_is(dwarf, element, "DIDerivedType") &&
                 !map_get(&dwarf->die, (uintptr_t)element))
            make_member(dwarf, die, element);
        else if (dwarf_is(dwarf, element, "DICompositeType"))
            dwarf_type(dwarf, element);
    }
    die_ref(dwarf, die, DA_CONTAINING_TYPE,
            dwarf_type(dwarf, dwarf_node(dwarf, type, "vtableHolder")));
}

void dwarf_finish_types(Dwarf *dwarf) {
    while (dwarf->work.n) {
        const IrMd *type = vec_pop(&dwarf->work);
        make_elements(dwarf, map_get(&dwarf->die, (uintptr_t)type), type);
    }
}

// ---- any type -----------------------------------------------------------------------------------

// By the node's kind: what is made of it, and its tag where the node need not say one.
static const struct {
    const char *node;
    uint16_t tag;
    void (*make)(Dwarf *, Die *, const IrMd *);
} kinds[] = {{"DIBasicType", DT_BASE, make_basic},
             {"DIDerivedType", 0, make_derived},
             {"DICompositeType", 0, make_composite},
             {"DISubroutineType", DT_SUBROUTINE_TYPE, make_subroutine_type}};

// Types refer to one another through few steps without a name; a deeper chain is refused, as void.
enum { MAX_TYPE_DEPTH = 500 };

Die *dwarf_type(Dwarf *dwarf, const IrMd *type) {
    if (!type || type->kind != IR_MD_DI) return NULL;
    Die *die = map_get(&dwarf->die, (uintptr_t)type);
    if (die) return die;
    uint32_t k = 0;
    while (k < CU_COUNT(kinds) && !dwarf_is(dwarf, type, kinds[k].node)) k++;
    uint64_t tag = k < CU_COUNT(kinds) ? tag_of(dwarf, type) : 0;
    if (k < CU_COUNT(kinds) && !tag) tag = kinds[k].tag;
    if (!tag || dwarf->depth >= MAX_TYPE_DEPTH) return NULL;
    dwarf->depth++;
    Die *parent = dwarf_parent(dwarf, dwarf_node(dwarf, type, "scope"));
    die = die_new(dwarf, parent, (uint16_t)tag);
    map_put(&dwarf->die, (uintptr_t)type, die);
    (tag == DT_ARRAY ? make_array : kinds[k].make)(dwarf, die, type);
    dwarf->depth--;
    return die;
}
