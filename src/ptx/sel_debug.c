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

static void section(SelModule *g, const char *name, const char *body) {
    Atom text = atom_printf(g->ctx, "\t.section\t%s\n\t{\n%s\t}", name, body);
    vec_push(g->pm->arena, &g->pm->section, text);
}

void sel_debug_sections(SelModule *g, const SelDebugUnit *u, uint32_t n, const SelDebugFunc *f) {
    Dwarf d = {.ctx = g->ctx};
    buf_init(&d.text, &g->ctx->perm);
    for (size_t i = 0; i < sizeof abbrev; i++) byte(&d, abbrev[i]);
    section(g, ".debug_abbrev", buf_cstr(&d.text));
    d = (Dwarf){.ctx = g->ctx};
    buf_init(&d.text, &g->ctx->perm);
    byte(&d, 2); // version
    byte(&d, 0);
    buf_puts(&d.text, ".b32 .debug_abbrev\n");
    d.size += 4;
    byte(&d, 8); // of an address
    byte(&d, 1);
    string(&d, u->producer);
    byte(&d, 4); // DW_LANG_C_plus_plus
    byte(&d, 0);
    string(&d, u->name);
    string(&d, u->directory);
    buf_puts(&d.text, ".b32 .debug_line\n.b64 0\n");
    d.size += 12;
    for (uint32_t i = 0; i < n; i++) {
        byte(&d, 2);
        address(&d, "begin", i);
        address(&d, "end", i);
        string(&d, f[i].name);
        string(&d, f[i].linkage_name);
        word(&d, f[i].file);
        word(&d, f[i].line);
        byte(&d, 1);
    }
    byte(&d, 0);
    Buf all;
    buf_init(&all, &g->ctx->perm);
    buf_printf(&all, ".b32 %u\n", d.size);
    buf_write(&all, d.text.at, d.text.n);
    section(g, ".debug_info", buf_cstr(&all));
}
