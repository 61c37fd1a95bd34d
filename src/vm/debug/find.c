// SPDX-License-Identifier: Apache-2.0
// Which variables are in scope at an instruction, and where they are: location expressions (DWARF
// 2, section 2.4) with NVIDIA's registers, which are numbers of their names' characters, and its
// symbols of the frame, of parameters and of variables.
#include "vm/debug/debug.h"

// ---- scopes -------------------------------------------------------------------------------------

// The instruction of the thread's function at a label, or UINT32_MAX.
static uint32_t place_of(const VmPoint *point, Atom label) {
    uint64_t at = label ? (uintptr_t)map_get(&point->debug->label, label) : 0;
    if (!at || (at - 1) >> 32 != point->warp->fn->f->index) return UINT32_MAX;
    return (uint32_t)(at - 1);
}

// Addresses of code are compared as instructions of one function: low is in, high is out.
static bool is_between(const VmPoint *point, Atom low, Atom high) {
    uint32_t from = place_of(point, low), to = place_of(point, high);
    return from != UINT32_MAX && to != UINT32_MAX && point->inst >= from && point->inst < to;
}

// Pairs of addresses, which end with zeros. `length`: of what stands behind each pair has its size
// in two bytes. The offset behind the pair that holds the instruction; 0: none does.
static uint32_t find_pair(const VmPoint *point, const VmDebugSection *pairs, uint32_t at,
                          bool has_data) {
    enum { PAIR = 16 };
    while (at + PAIR <= pairs->n) {
        Atom low = (Atom)(uintptr_t)map_get(&pairs->symbol, (uint64_t)at + 1),
             high = (Atom)(uintptr_t)map_get(&pairs->symbol, (uint64_t)at + 8 + 1);
        if (!low && !high) return 0;
        at += PAIR;
        if (is_between(point, low, high)) return at;
        if (has_data) at += 2 + (uint32_t)vm_debug_word(pairs, at, 2);
    }
    return 0;
}

// Of a function, a block or an inlined copy: one piece of code, or a list of them.
static bool holds(const VmPoint *point, const VmDie *scope) {
    if (scope->ranges)
        return find_pair(point, &point->debug->section[VDS_RANGES], scope->ranges - 1, false);
    return is_between(point, scope->low, scope->high);
}

// A copy of an inlined function's variable has its place only; name and type are its origin's. A
// definition outside of its class refers to the declaration in the same way.
const VmDie *vm_debug_described(const VmDebug *debug, const VmDie *variable) {
    for (uint32_t n = 0; n < 3 && !variable->name && variable->origin; n++)
        variable = vm_die(debug, variable->origin);
    return variable;
}

// ---- locations ----------------------------------------------------------------------------------

// Whether the text is the number, as it is printed.
static bool is_number(const char *text, uint32_t number) {
    uint64_t value = 0;
    const char *p = text;
    for (; *p >= '0' && *p <= '9'; p++) value = value * 10 + (uint64_t)(*p - '0');
    return p > text && !*p && value == number && (*text != '0' || p == text + 1);
}

// The register of a name; false: the function has none.
static bool find_register(const PtxFunc *fn, const char *name, PtxReg *out) {
    for (PtxReg r = 0; r < fn->reg.n; r++) {
        const PtxRegInfo *info = &fn->reg.at[r];
        const char *prefix = atom_str(fn->mod->ctx, info->prefix);
        size_t n = strlen(prefix);
        if (strncmp(name, prefix, n) != 0) continue;
        bool numbered = info->num != UINT32_MAX;
        bool same = numbered ? is_number(name + n, info->num) : name[n] == 0;
        if (!same) continue;
        *out = r;
        return true;
    }
    return false;
}

// The value of a lane's register, by the number that stands for its name.
static bool read_register(const VmPoint *point, uint64_t number, VmValue *out) {
    char name[9] = "";
    uint32_t n = 0;
    for (int shift = 56; shift >= 0; shift -= 8) {
        if (number >> shift & 0xff) name[n++] = (char)(number >> shift & 0xff);
    }
    const VmFunc *fn = point->warp->fn;
    PtxReg reg;
    if (!find_register(fn->f, name, &reg)) return false;
    VmSlot slot = fn->reg[reg];
    if (slot.ref >> 30 != REF_FRAME) return false;
    const uint8_t *row = point->warp->base[REF_FRAME] + (slot.ref & 0x3fffffff);
    if (fn->f->reg.at[reg].type == PTX_PRED) {
        uint32_t mask;
        memcpy(&mask, row, sizeof mask);
        out->bytes[0] = mask >> point->lane & 1;
        out->n = 1;
    } else {
        out->n = CU_MIN(1u << slot.size, (uint32_t)VM_VALUE_BYTES);
        memcpy(out->bytes, row + ((size_t)point->lane << slot.size), out->n);
    }
    return out->known = true;
}

// The space and the address of a symbol, as the thread sees it.
static bool find_symbol(const VmPoint *point, Atom name, VmValue *out) {
    const VmFunc *fn = point->warp->fn;
    const PtxModule *module = fn->f->mod;
    out->in_memory = out->known = true;
    for (uint32_t i = 0; i < fn->f->var.n; i++) {
        const PtxVar *var = &fn->f->var.at[i];
        if (var->name != name) continue;
        bool kernel_param = var->space == PTXS_PARAM && fn->f->entry;
        out->space = kernel_param ? VSP_PARAM : var->space == PTXS_SHARED ? VSP_SHARED : VSP_FRAME;
        out->addr = fn->var[i].off;
        bool global = is_any_of(var->space, PTXS_GLOBAL, PTXS_CONST);
        if (global) {
            out->space = VSP_GENERIC;
            out->addr = fn->var[i].addr;
        }
        return true;
    }
    for (uint32_t i = 0; i < module->sym.n; i++) {
        const PtxSym *sym = &module->sym.at[i];
        if (sym->name != name || sym->kind != PTXK_VAR) continue;
        bool shared = module->var.at[sym->index].space == PTXS_SHARED;
        out->space = shared ? VSP_SHARED : VSP_GENERIC;
        out->addr = fn->mod->sym_addr[i];
        return true;
    }
    return false;
}

// What is followed is always a generic address: pointers are.
static bool deref(const VmPoint *point, VmValue *pointer) {
    uint8_t bytes[8];
    bool unwritten;
    if (!vm_debug_memory(point, pointer->space, pointer->addr, sizeof bytes, bytes, &unwritten))
        return false;
    memcpy(&pointer->addr, bytes, sizeof bytes);
    pointer->space = VSP_GENERIC;
    return true;
}

enum {
    VDO_ADDR = 0x03,
    VDO_DEREF = 0x06,
    VDO_CONSTU = 0x10,
    VDO_MINUS = 0x1c,
    VDO_PLUS = 0x22,
    VDO_PLUS_UCONST = 0x23,
    VDO_REGX = 0x90,
    VDO_BREGX = 0x92,
    VDO_PIECE = 0x93,
    VDO_IMPLICIT_VALUE = 0x9e,
    VDO_STACK_VALUE = 0x9f
};

// The register holds an address, to which a signed offset is added. The variable lies there, if no
// later operation says that the address itself is the value.
static bool base_register(const VmPoint *point, const VmDebugSection *expression, uint32_t *at,
                          VmValue *out) {
    uint64_t number = vm_debug_uleb(expression, at);
    int64_t offset = vm_debug_sleb(expression, at);
    if (!read_register(point, number, out)) return false;
    uint64_t word = 0;
    memcpy(&word, out->bytes, CU_MIN(out->n, 8u));
    out->in_memory = true;
    out->space = VSP_GENERIC;
    out->addr = word + (uint64_t)offset;
    return true;
}

// The bytes of the variable stand in the expression itself: it is constant here.
static void implicit_value(const VmDebugSection *section, uint32_t *at, VmValue *out) {
    uint32_t n = (uint32_t)vm_debug_uleb(section, at);
    out->known = true;
    out->n = CU_MIN(n, (uint32_t)VM_VALUE_BYTES);
    for (uint32_t i = 0; i < out->n && *at + i < section->n; i++)
        out->bytes[i] = section->at[*at + i];
    *at += CU_MIN(n, section->n - CU_MIN(*at, section->n)); // never backwards
}

// One operation on what the ones before have made; a constant waits for plus or minus.
static bool operation(const VmPoint *point, const VmDebugSection *expression, uint32_t *at,
                      VmValue *so_far, uint64_t *constant) {
    uint8_t op = expression->at[(*at)++];
    switch (op) {
    case VDO_ADDR: {
        Atom name = (Atom)(uintptr_t)map_get(&expression->symbol, (uint64_t)*at + 1);
        uint64_t offset = vm_debug_word(expression, *at, 8);
        *at += 8;
        if (!name || !find_symbol(point, name, so_far)) return false;
        so_far->addr += offset;
        return true;
    }
    case VDO_REGX: return read_register(point, vm_debug_uleb(expression, at), so_far);
    case VDO_BREGX: return base_register(point, expression, at, so_far);
    case VDO_PLUS_UCONST: so_far->addr += vm_debug_uleb(expression, at); return so_far->in_memory;
    case VDO_CONSTU: *constant = vm_debug_uleb(expression, at); return true;
    case VDO_PLUS: so_far->addr += *constant; return so_far->in_memory;
    case VDO_MINUS: so_far->addr -= *constant; return so_far->in_memory;
    case VDO_DEREF: return deref(point, so_far);
    case VDO_IMPLICIT_VALUE: implicit_value(expression, at, so_far); return true;
    case VDO_STACK_VALUE:
        if (so_far->in_memory) {
            memcpy(so_far->bytes, &so_far->addr, sizeof so_far->addr);
            so_far->n = sizeof so_far->addr;
        }
        so_far->in_memory = false;
        return so_far->known;
    default: return false;
    }
}

// The next bytes of a variable that is in several places: what the operations before have made.
static void add_piece(const VmPoint *point, VmValue *piece, uint32_t n, VmValue *all) {
    bool unwritten;
    n = CU_MIN(n, (uint32_t)VM_VALUE_BYTES - all->n);
    uint8_t *to = all->bytes + all->n;
    bool known = piece->known;
    if (known && piece->in_memory)
        known = vm_debug_memory(point, piece->space, piece->addr, n, to, &unwritten);
    else if (known)
        memcpy(to, piece->bytes, n);
    for (uint32_t i = 0; i < n && !known; i++) all->missing |= 1ull << (all->n + i);
    all->n += n;
    all->known = all->known || known;
}

// An operation that is not known makes the whole unknown: half a location would show a wrong value.
static VmValue evaluate(const VmPoint *point, const VmDebugSection *expression, uint32_t at,
                        uint32_t n) {
    VmValue value = {0}, all = {0};
    uint64_t constant = 0;
    uint32_t end = at + CU_MIN(n, expression->n - CU_MIN(at, expression->n));
    while (at < end) {
        if (expression->at[at] == VDO_PIECE) {
            at++;
            add_piece(point, &value, (uint32_t)vm_debug_uleb(expression, &at), &all);
            value = (VmValue){0};
        } else if (!operation(point, expression, &at, &value, &constant)) {
            return (VmValue){0};
        }
    }
    return all.n ? all : value;
}

// An expression for the whole scope, a list of them by ranges of code, or a constant.
static VmValue value_of(const VmPoint *point, const VmDie *variable) {
    const VmDebug *debug = point->debug;
    if (variable->block)
        return evaluate(point, &debug->section[VDS_INFO], variable->block, variable->nblock);
    if (variable->list) {
        const VmDebugSection *loc = &debug->section[VDS_LOC];
        uint32_t at = find_pair(point, loc, variable->list - 1, true);
        return at ? evaluate(point, loc, at + 2, (uint32_t)vm_debug_word(loc, at, 2))
                  : (VmValue){0};
    }
    VmValue value = {.known = variable->has_number, .n = sizeof variable->number};
    memcpy(value.bytes, &variable->number, sizeof variable->number);
    return value;
}

// ---- memory -------------------------------------------------------------------------------------

// Byte by byte, so that no alignment is asked for; what is not the thread's gives false and no
// finding, since it is the checker that looks.
bool vm_debug_memory(const VmPoint *point, VmSpace space, uint64_t addr, uint32_t n, uint8_t *to,
                     bool *unwritten) {
    Warp *warp = point->warp;
    *unwritten = false;
    for (uint32_t i = 0; i < n; i++) {
        VmTarget target;
        if (!vm_locate(warp, point->lane, addr + i, 1, space, &target) || !target.host)
            return false;
        bool local = target.space == VSP_LOCAL;
        if (local && target.off >= warp->local_cap[point->lane]) return false;
        if (local && warp->local_init && warp->local_init[point->lane])
            *unwritten |= !vm_bits_all(warp->local_init[point->lane], target.off, 1);
        to[i] = *target.host;
    }
    return true;
}

// ---- all variables ------------------------------------------------------------------------------

// What every scope on the way down needs; the entries themselves are only read.
typedef struct Walk {
    const VmPoint *point;
    void (*see)(void *data, const VmDie *variable, const VmValue *value);
    void *data;
} Walk;

// Inlined functions nest, but no deeper than this in any program that was met; what lies below is
// not shown.
enum { MAX_SCOPE_DEPTH = 64 };

// First what belongs to the scope itself, then the scopes in it that hold the instruction, so that
// inner variables come later.
static void walk_scope(const Walk *walk, const VmDie *scope, uint32_t depth) {
    const VmDebug *debug = walk->point->debug;
    for (const VmDie *die = vm_die(debug, scope->child); die; die = vm_die(debug, die->next)) {
        if (is_any_of(die->tag, VDT_PARAMETER, VDT_VARIABLE)) {
            VmValue value = value_of(walk->point, die);
            walk->see(walk->data, die, &value);
        }
    }
    for (const VmDie *die = vm_die(debug, scope->child); die; die = vm_die(debug, die->next)) {
        bool inner = is_any_of(die->tag, VDT_LEXICAL_BLOCK, VDT_INLINED);
        if (inner && depth < MAX_SCOPE_DEPTH && holds(walk->point, die))
            walk_scope(walk, die, depth + 1);
    }
}

// The function's entry is the one that has code at the instruction: abstract entries and
// declarations have none.
void vm_debug_variables(const VmPoint *point,
                        void (*see)(void *data, const VmDie *variable, const VmValue *value),
                        void *data) {
    Walk walk = {point, see, data};
    VEC_FOREACH (VmDie, die, &point->debug->die) {
        if (die->tag != VDT_FUNCTION || !die->low || !holds(point, die)) continue;
        walk_scope(&walk, die, 0);
        return;
    }
}
