// SPDX-License-Identifier: Apache-2.0
// The DWARF that goes with `.target ..., debug` (DWARF 2, section 7; PTX ISA, "Debugging
// Directives"): one compile unit with its functions, so that a debugger finds lines by function.
// ptxas makes .debug_line from the .loc directives. Types and variables are not described.
#include "ptx/sel.h"

typedef struct {
    Ctx *ctx;
    Buf text;
    uint32_t size; // bytes that the text stands for
} Dwarf;

// What the two kinds of entries hold: tag, children, then attribute and form.
static const uint8_t abbrev[] = {
    1,    0x11, 1,                            // compile unit, with entries in it
    0x25, 8,    0x13, 5, 3,    8,    0x1b, 8, // producer, language, name, comp_dir
    0x10, 6,    0x11, 1, 0,    0,             // stmt_list, low_pc
    2,    0x2e, 0,                            // subprogram
    0x11, 1,    0x12, 1, 3,    8,             // low_pc, high_pc, name
    0x87, 0x40, 8,                            // MIPS_linkage_name
    0x3a, 6,    0x3b, 6, 0x3f, 0x0c, 0,    0, // decl_file, decl_line, external
    0};

static void byte(Dwarf *d, uint32_t v) {
    buf_printf(&d->text, ".b8 %u\n", v);
    d->size++;
}

static void word(Dwarf *d, uint32_t v) {
    buf_printf(&d->text, ".b32 %u\n", v);
    d->size += 4;
}

static void string(Dwarf *d, Atom a) {
    const char *s = a ? atom_str(d->ctx, a) : "";
    for (; *s; s++) byte(d, (uint8_t)*s);
    byte(d, 0);
}

static void address(Dwarf *d, const char *what, uint32_t n) {
    buf_printf(&d->text, ".b64 $L__func_%s%u\n", what, n);
    d->size += 8;
}

static void section(SelModule *sel_module, const char *name, const char *body) {
    Atom text = atom_printf(sel_module->ctx, "\t.section\t%s\n\t{\n%s\t}", name, body);
    vec_push(sel_module->pm->arena, &sel_module->pm->section, text);
}

void sel_debug_sections(SelModule *sel_module, const SelDebugUnit *debug_unit, uint32_t n,
                        const SelDebugFunc *debug_func) {
    Dwarf dwarf = {.ctx = sel_module->ctx};
    buf_init(&dwarf.text, &sel_module->ctx->perm);
    for (size_t i = 0; i < sizeof abbrev; i++) byte(&dwarf, abbrev[i]);
    section(sel_module, ".debug_abbrev", buf_cstr(&dwarf.text));
    dwarf = (Dwarf){.ctx = sel_module->ctx};
    buf_init(&dwarf.text, &sel_module->ctx->perm);
    byte(&dwarf, 2); // version
    byte(&dwarf, 0);
    buf_puts(&dwarf.text, ".b32 .debug_abbrev\n");
    dwarf.size += 4;
    byte(&dwarf, 8); // of an address
    byte(&dwarf, 1);
    string(&dwarf, debug_unit->producer);
    byte(&dwarf, 4); // DW_LANG_C_plus_plus
    byte(&dwarf, 0);
    string(&dwarf, debug_unit->name);
    string(&dwarf, debug_unit->directory);
    buf_puts(&dwarf.text, ".b32 .debug_line\n.b64 0\n");
    dwarf.size += 12;
    for (uint32_t i = 0; i < n; i++) {
        byte(&dwarf, 2);
        address(&dwarf, "begin", i);
        address(&dwarf, "end", i);
        string(&dwarf, debug_func[i].name);
        string(&dwarf, debug_func[i].linkage_name);
        word(&dwarf, debug_func[i].file);
        word(&dwarf, debug_func[i].line);
        byte(&dwarf, 1);
    }
    byte(&dwarf, 0);
    Buf all;
    buf_init(&all, &sel_module->ctx->perm);
    buf_printf(&all, ".b32 %u\n", dwarf.size);
    buf_write(&all, dwarf.text.at, dwarf.text.n);
    section(sel_module, ".debug_info", buf_cstr(&all));
}
