// SPDX-License-Identifier: Apache-2.0
// Debugging entries: their attributes, layout and text (DWARF 2, section 7.5). PTX has no way to
// compute differences of labels, so all offsets in the unit are computed here: entries are laid out
// first, then printed.
#include "ptx/debug/dwarf.h"

// ---- bytes --------------------------------------------------------------------------------------

void die_bytes_init(Dwarf *dwarf, DieBytes *to) {
    *to = (DieBytes){.size = 0};
    buf_init(&to->text, dwarf->a);
}

static void print_number(Buf *out, const char *directive, uint64_t value) {
    buf_puts(out, directive);
    buf_u64(out, value);
    buf_putc(out, '\n');
}

void die_u8(DieBytes *bytes, uint32_t value) {
    print_number(&bytes->text, ".b8 ", value);
    bytes->size++;
}

void die_uleb(DieBytes *bytes, uint64_t value) {
    do {
        uint32_t low = value & 0x7f;
        value >>= 7;
        die_u8(bytes, low | (value ? 0x80 : 0));
    } while (value);
}

void die_sleb(DieBytes *bytes, int64_t value) {
    for (bool more = true; more;) {
        uint32_t low = value & 0x7f;
        value >>= 7;
        more = !((value == 0 && !(low & 0x40)) || (value == -1 && (low & 0x40)));
        die_u8(bytes, low | (more ? 0x80 : 0));
    }
}

static void print_address(Ctx *ctx, Buf *out, Atom symbol) {
    buf_puts(out, ".b64 ");
    if (symbol)
        buf_atom(ctx, out, symbol);
    else
        buf_putc(out, '0');
    buf_putc(out, '\n');
}

void die_address(Dwarf *dwarf, DieBytes *to, Atom symbol) {
    print_address(dwarf->ctx, &to->text, symbol);
    to->size += 8;
}

void die_append(DieBytes *bytes, const DieBytes *more) {
    buf_write(&bytes->text, more->text.at, more->text.n);
    bytes->size += more->size;
}

static uint32_t uleb_size(uint64_t value) {
    uint32_t n = 1;
    while (value >>= 7) n++;
    return n;
}

static uint32_t sleb_size(int64_t value) {
    uint32_t n = 1;
    while (value < -64 || value > 63) {
        value >>= 7;
        n++;
    }
    return n;
}

// ---- entries ------------------------------------------------------------------------------------

Die *die_new(Dwarf *dwarf, Die *parent, uint16_t tag) {
    Die *die = arena_new(dwarf->a, Die);
    die->tag = tag;
    die->parent = parent;
    die->last = &die->first;
    die->last_child = &die->child;
    if (!parent) return die;
    *parent->last_child = die;
    parent->last_child = &die->next;
    return die;
}

static DieAttr *attribute(Dwarf *dwarf, Die *die, uint16_t at, uint8_t form) {
    DieAttr *attr = arena_new(dwarf->a, DieAttr);
    attr->at = at;
    attr->form = form;
    *die->last = attr;
    die->last = &attr->next;
    return attr;
}

void die_number(Dwarf *dwarf, Die *die, uint16_t at, uint8_t form, uint64_t num) {
    attribute(dwarf, die, at, form)->num = num;
}

void die_data(Dwarf *dwarf, Die *die, uint16_t at, uint64_t num) {
    uint8_t form = num >> 32 ? DF_DATA8 : num >> 16 ? DF_DATA4 : num >> 8 ? DF_DATA2 : DF_DATA1;
    die_number(dwarf, die, at, form, num);
}

void die_string(Dwarf *dwarf, Die *die, uint16_t at, Atom text) {
    if (text && atom_len(dwarf->ctx, text)) attribute(dwarf, die, at, DF_STRING)->text = text;
}

void die_flag(Dwarf *dwarf, Die *die, uint16_t at) {
    die_number(dwarf, die, at, DF_FLAG, 1);
}

void die_ref(Dwarf *dwarf, Die *die, uint16_t at, Die *to) {
    if (to) attribute(dwarf, die, at, DF_REF4)->ref = to;
}

void die_label(Dwarf *dwarf, Die *die, uint16_t at, Atom label) {
    attribute(dwarf, die, at, DF_ADDR)->text = label;
}

void die_offset(Dwarf *dwarf, Die *die, uint16_t at, const char *section, uint32_t offset) {
    DieAttr *attr = attribute(dwarf, die, at, DF_DATA4);
    attr->num = offset;
    attr->base = atom_cstr(dwarf->ctx, section);
}

DieBytes *die_block(Dwarf *dwarf, Die *die, uint16_t at) {
    DieBytes *bytes = arena_new(dwarf->a, DieBytes);
    die_bytes_init(dwarf, bytes);
    attribute(dwarf, die, at, DF_BLOCK1)->block = bytes;
    return bytes;
}

// ---- layout -------------------------------------------------------------------------------------

static uint32_t attr_size(const Dwarf *dwarf, const DieAttr *attr) {
    switch (attr->form) {
    case DF_ADDR:
    case DF_DATA8: return 8;
    case DF_DATA4:
    case DF_REF4: return 4;
    case DF_DATA2: return 2;
    case DF_STRING: return atom_len(dwarf->ctx, attr->text) + 1;
    case DF_BLOCK1: return attr->block->size + 1;
    case DF_UDATA: return uleb_size(attr->num);
    case DF_SDATA: return sleb_size((int64_t)attr->num);
    default: return 1; // data1, flag
    }
}

// The number of the entry's form: tag, children, attributes. A new one goes to .debug_abbrev.
static uint32_t abbreviation(Dwarf *dwarf, const Die *die) {
    DieBytes form;
    die_bytes_init(dwarf, &form);
    die_uleb(&form, die->tag);
    die_u8(&form, die->child != NULL);
    for (const DieAttr *attr = die->first; attr; attr = attr->next) {
        die_uleb(&form, attr->at);
        die_uleb(&form, attr->form);
    }
    void **slot = map_slot(&dwarf->abbrev_of, atom_intern(dwarf->ctx, form.text.at, form.text.n));
    if (*slot) return (uint32_t)(uintptr_t)*slot;
    *slot = (void *)(uintptr_t)++dwarf->nabbrev;
    DieBytes number;
    die_bytes_init(dwarf, &number);
    die_uleb(&number, dwarf->nabbrev);
    die_append(&number, &form);
    die_u8(&number, 0);
    die_u8(&number, 0);
    buf_write(&dwarf->abbrev, number.text.at, number.text.n);
    return dwarf->nabbrev;
}

// The next entry in the order of the text. `closed`: how many lists of children end before it.
static Die *next_entry(Die *die, uint32_t *closed) {
    *closed = 0;
    if (die->child) return die->child;
    while (die && !die->next) {
        die = die->parent;
        ++*closed;
    }
    return die ? die->next : NULL;
}

// The unit's size without its header's first field.
static uint32_t lay_out(Dwarf *dwarf) {
    enum { HEADER = 11 };
    uint32_t at = HEADER, closed = 0;
    for (Die *die = dwarf->unit; die; die = next_entry(die, &closed), at += die ? closed : 0) {
        die->offset = at;
        die->abbrev = abbreviation(dwarf, die);
        at += uleb_size(die->abbrev);
        for (const DieAttr *attr = die->first; attr; attr = attr->next)
            at += attr_size(dwarf, attr);
    }
    // `closed` lists end behind the last entry, of which the outermost is none: it is the unit's
    // own, which has no parent.
    return at + closed - 1 - 4;
}

// ---- text ---------------------------------------------------------------------------------------

static void print_string(Ctx *ctx, Buf *out, Atom text) {
    const char *s = atom_str(ctx, text);
    buf_puts(out, ".b8 ");
    for (uint32_t i = 0; i < atom_len(ctx, text); i++) {
        buf_u64(out, (uint8_t)s[i]);
        buf_putc(out, ',');
    }
    buf_puts(out, "0\n");
}

static void print_data4(Ctx *ctx, Buf *out, const DieAttr *attr) {
    if (!attr->base) {
        print_number(out, ".b32 ", attr->num);
        return;
    }
    buf_puts(out, ".b32 ");
    buf_atom(ctx, out, attr->base);
    if (attr->num) buf_printf(out, "+%u", (unsigned)attr->num);
    buf_putc(out, '\n');
}

static void print_attr(Dwarf *dwarf, Buf *out, const DieAttr *attr) {
    DieBytes bytes = {.text = *out};
    switch (attr->form) {
    case DF_ADDR: print_address(dwarf->ctx, out, attr->text); return;
    case DF_STRING: print_string(dwarf->ctx, out, attr->text); return;
    case DF_REF4: print_number(out, ".b32 ", attr->ref->offset); return;
    case DF_DATA4: print_data4(dwarf->ctx, out, attr); return;
    case DF_DATA8: print_number(out, ".b64 ", attr->num); return;
    case DF_BLOCK1:
        print_number(out, ".b8 ", attr->block->size);
        buf_write(out, attr->block->text.at, attr->block->text.n);
        return;
    case DF_DATA2: // bytes need no alignment
        die_u8(&bytes, attr->num & 0xff);
        die_u8(&bytes, attr->num >> 8 & 0xff);
        break;
    case DF_UDATA: die_uleb(&bytes, attr->num); break;
    case DF_SDATA: die_sleb(&bytes, (int64_t)attr->num); break;
    default: die_u8(&bytes, attr->num & 0xff); break;
    }
    *out = bytes.text;
}

static void section(Dwarf *dwarf, const char *name, Buf *body) {
    SelModule *sel_module = dwarf->g;
    Atom text = atom_printf(dwarf->ctx, "\t.section\t%s\n\t{\n%s\t}", name, buf_cstr(body));
    vec_push(sel_module->pm->arena, &sel_module->pm->section, text);
}

void dwarf_print(Dwarf *dwarf) {
    uint32_t size = lay_out(dwarf), closed;
    if (dwarf->loc.size) section(dwarf, ".debug_loc", &dwarf->loc.text);
    if (dwarf->ranges.size) section(dwarf, ".debug_ranges", &dwarf->ranges.text);
    buf_puts(&dwarf->abbrev, ".b8 0\n");
    section(dwarf, ".debug_abbrev", &dwarf->abbrev);
    Buf out;
    buf_init(&out, dwarf->a);
    // length, version, abbreviations, bytes of an address
    print_number(&out, ".b32 ", size);
    buf_puts(&out, ".b8 2\n.b8 0\n.b32 .debug_abbrev\n.b8 8\n");
    for (Die *die = dwarf->unit; die;) {
        DieBytes code = {.text = out};
        die_uleb(&code, die->abbrev);
        out = code.text;
        for (const DieAttr *attr = die->first; attr; attr = attr->next)
            print_attr(dwarf, &out, attr);
        die = next_entry(die, &closed);
        for (uint32_t i = 0; i + !die < closed; i++) buf_puts(&out, ".b8 0\n");
    }
    section(dwarf, ".debug_info", &out);
}
