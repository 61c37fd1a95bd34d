// SPDX-License-Identifier: Apache-2.0
// The unit of a module: its functions, variables and imports. Modules that were linked have several
// units; their entries stand in one, that of the first.
#include "ptx/debug/dwarf.h"

static Die *make_unit(Dwarf *dwarf, const IrMd *unit) {
    const IrMd *file = dwarf_node(dwarf, unit, "file");
    uint64_t language = dwarf_number(dwarf, unit, "language");
    enum { C_PLUS_PLUS = 4 };
    Die *die = die_new(dwarf, NULL, DT_UNIT);
    die_string(dwarf, die, DA_PRODUCER, dwarf_text(dwarf, unit, "producer"));
    die_number(dwarf, die, DA_LANGUAGE, DF_DATA2, language ? language : C_PLUS_PLUS);
    die_string(dwarf, die, DA_NAME, dwarf_text(dwarf, file, "filename"));
    die_string(dwarf, die, DA_COMP_DIR, dwarf_text(dwarf, file, "directory"));
    die_offset(dwarf, die, DA_STMT_LIST, ".debug_line", 0);
    die_label(dwarf, die, DA_LOW_PC, 0);
    return die;
}

// The class's entry that declares a static member, once the class has its members.
static Die *declared_member(Dwarf *dwarf, const IrMd *member) {
    if (!member) return NULL;
    dwarf_type(dwarf, dwarf_node(dwarf, member, "scope"));
    dwarf_finish_types(dwarf);
    return map_get(&dwarf->die, (uintptr_t)member);
}

// A constant that is no variable of the module any more: DW_OP_constu, 5, DW_OP_stack_value.
static void set_constant(Dwarf *dwarf, Die *variable, const IrMd *expr) {
    enum { CONSTS = 0x11 };
    uint64_t op[3];
    uint32_t n = ir_expression_ops(dwarf->g->m, expr, CU_COUNT(op), op);
    bool constant = n >= 2 && n <= CU_COUNT(op) && is_any_of(op[0], DO_CONSTU, CONSTS);
    if (!constant) return;
    die_number(dwarf, variable, DA_CONST_VALUE, op[0] == CONSTS ? DF_SDATA : DF_UDATA, op[1]);
}

static void make_variable(Dwarf *dwarf, const IrMd *pair, const IrGlobal *global) {
    const IrMd *var = dwarf_node(dwarf, pair, "var"), *expr = dwarf_node(dwarf, pair, "expr");
    if (!dwarf_is(dwarf, var, "DIGlobalVariable") || map_get(&dwarf->die, (uintptr_t)var)) return;
    Die *member = declared_member(dwarf, dwarf_node(dwarf, var, "declaration"));
    Die *parent = member ? dwarf->unit : dwarf_parent(dwarf, dwarf_node(dwarf, var, "scope"));
    Die *die = die_new(dwarf, parent, DT_VARIABLE);
    map_put(&dwarf->die, (uintptr_t)var, die);
    if (member) {
        die_ref(dwarf, die, DA_SPECIFICATION, member);
    } else {
        dwarf_name(dwarf, die, var);
        dwarf_set_type(dwarf, die, dwarf_node(dwarf, var, "type"));
        if (!dwarf_number(dwarf, var, "isLocal")) die_flag(dwarf, die, DA_EXTERNAL);
    }
    dwarf_place(dwarf, die, var);
    if (global)
        dwarf_global_location(dwarf, die, global, expr);
    else
        set_constant(dwarf, die, expr);
    die_string(dwarf, die, DA_LINKAGE_NAME, dwarf_text(dwarf, var, "linkageName"));
    dwarf_template_parameters(dwarf, die, dwarf_node(dwarf, var, "templateParams"));
}

static void make_variables(Dwarf *dwarf) {
    IrModule *module = dwarf->g->m;
    Atom dbg = atom_cstr(dwarf->ctx, "dbg"), units = atom_cstr(dwarf->ctx, "llvm.dbg.cu");
    for (uint32_t i = 0; i < module->vars.n; i++) {
        const IrGlobal *global = module->vars.at[i];
        for (const IrMdAttach *a = global->md; a; a = a->next) {
            if (a->kind == dbg) make_variable(dwarf, a->md, global);
        }
    }
    for (uint32_t u = 0, n = ir_named_md_n(module, units); u < n; u++) {
        const IrMd *list = dwarf_node(dwarf, ir_named_md_get(module, units, u), "globals");
        for (uint32_t i = 0; i < dwarf_count(list); i++)
            make_variable(dwarf, dwarf_item(list, i), NULL);
    }
}

// Types that nothing uses, but that the unit lists.
static void make_types(Dwarf *dwarf, const IrMd *unit) {
    static const char *const lists[] = {"enums", "retainedTypes"};
    for (uint32_t k = 0; k < CU_COUNT(lists); k++) {
        const IrMd *list = dwarf_node(dwarf, unit, lists[k]);
        for (uint32_t i = 0; i < dwarf_count(list); i++) dwarf_type(dwarf, dwarf_item(list, i));
    }
}

// The entry of whatever is imported.
static Die *entity(Dwarf *dwarf, const IrMd *imported) {
    if (!imported || imported->kind != IR_MD_DI) return NULL;
    Die *die = map_get(&dwarf->die, (uintptr_t)imported);
    if (die) return die;
    if (dwarf_is(dwarf, imported, "DINamespace")) return dwarf_parent(dwarf, imported);
    if (dwarf_is(dwarf, imported, "DISubprogram")) {
        die = dwarf_function_of(dwarf, imported);
        return die ? die : dwarf_declaration(dwarf, imported);
    }
    return dwarf_type(dwarf, imported);
}

static void make_import(Dwarf *dwarf, const IrMd *import) {
    if (!dwarf_is(dwarf, import, "DIImportedEntity")) return;
    Die *of = entity(dwarf, dwarf_node(dwarf, import, "entity"));
    uint64_t tag = dwarf_number(dwarf, import, "tag");
    if (!of || !is_any_of(tag, DT_IMPORTED_DECLARATION, DT_IMPORTED_MODULE)) return;
    Die *parent = dwarf_parent(dwarf, dwarf_node(dwarf, import, "scope"));
    Die *die = die_new(dwarf, parent, (uint16_t)tag);
    map_put(&dwarf->die, (uintptr_t)import, die);
    dwarf_place(dwarf, die, import);
    die_ref(dwarf, die, DA_IMPORT, of);
    dwarf_name(dwarf, die, import);
}

// `using` in a function stands among its retained nodes, elsewhere in the unit's list.
static void make_imports(Dwarf *dwarf, const IrMd *unit) {
    const IrMd *list = dwarf_node(dwarf, unit, "imports");
    for (uint32_t i = 0; i < dwarf_count(list); i++) make_import(dwarf, dwarf_item(list, i));
}

static void make_retained_imports(Dwarf *dwarf, const IrMd *sub) {
    const IrMd *list = dwarf_node(dwarf, sub, "retainedNodes");
    for (uint32_t i = 0; i < dwarf_count(list); i++) make_import(dwarf, dwarf_item(list, i));
}

// Blocks that hold a static variable are wanted though nothing in them has a place of its own.
static void note_blocks(Dwarf *dwarf, const IrMd *unit) {
    const IrMd *list = dwarf_node(dwarf, unit, "globals");
    for (uint32_t i = 0; i < dwarf_count(list); i++) {
        const IrMd *var = dwarf_node(dwarf, dwarf_item(list, i), "var");
        const IrMd *scope = dwarf_node(dwarf, var, "scope");
        if (dwarf_is(dwarf, scope, "DILexicalBlock"))
            map_put(&dwarf->holding, (uintptr_t)scope, dwarf->unit);
    }
}

void dwarf_module(SelModule *sel_module, uint32_t n, SelPlaces *const *func) {
    Arena *arena = &sel_module->ctx->perm;
    Dwarf dwarf = {.g = sel_module, .ctx = sel_module->ctx, .a = arena};
    Map *const maps[] = {&dwarf.die,     &dwarf.abstract, &dwarf.holding,  &dwarf.function,
                         &dwarf.inlined, &dwarf.word,     &dwarf.abbrev_of};
    for (uint32_t i = 0; i < CU_COUNT(maps); i++) map_init(maps[i], arena);
    die_bytes_init(&dwarf, &dwarf.loc);
    die_bytes_init(&dwarf, &dwarf.ranges);
    buf_init(&dwarf.abbrev, arena);

    Atom units = atom_cstr(dwarf.ctx, "llvm.dbg.cu");
    uint32_t nunit = ir_named_md_n(sel_module->m, units);
    dwarf.unit = make_unit(&dwarf, ir_named_md_get(sel_module->m, units, 0));
    for (uint32_t i = 0; i < nunit; i++)
        note_blocks(&dwarf, ir_named_md_get(sel_module->m, units, i));
    dwarf_functions(&dwarf, n, func);
    make_variables(&dwarf);
    for (uint32_t i = 0; i < nunit; i++) {
        make_types(&dwarf, ir_named_md_get(sel_module->m, units, i));
        make_imports(&dwarf, ir_named_md_get(sel_module->m, units, i));
    }
    for (uint32_t i = 0; i < n; i++) make_retained_imports(&dwarf, func[i]->sub);
    dwarf_finish_types(&dwarf);
    dwarf_print(&dwarf);
}
