// SPDX-License-Identifier: Apache-2.0
// What the checkers found: kept once for each kind and pair of instructions, with a count, and
// printed as text or JSON. Events come from any worker; the example that stays is that of the
// lowest launch, block and thread, so that it does not depend on the schedule.
#include "vm/check.h"

#include <stdatomic.h>
#include <stdio.h>

enum { DEFAULT_MAX = 100 };

static const char *const checker_name[] = {"mem", "init", "race", "sync", "leak"};
const char *const vm_access_name[] = {"read", "write", "atomic", "read"};

const char *vm_checker_name(uint32_t checker) {
    for (uint32_t i = 0; i < CU_COUNT(checker_name); i++) {
        if (checker == 1u << i) return checker_name[i];
    }
    return "?";
}

bool vm_parse_checks(const char *list, uint32_t *checks) {
    for (const char *p = list;; p++) {
        size_t n = strcspn(p, ",");
        uint32_t bit = n == 0 && p == list && !*p            ? VM_CHECK_ALL
                       : n == 3 && strncmp(p, "all", 3) == 0 ? VM_CHECK_ALL
                                                             : 0;
        for (uint32_t i = 0; i < CU_COUNT(checker_name); i++) {
            if (strlen(checker_name[i]) == n && strncmp(p, checker_name[i], n) == 0) bit = 1u << i;
        }
        if (!bit) return false;
        *checks |= bit;
        p += n;
        if (!*p) return true;
    }
}

void vm_check_init(Vm *vm) {
    VmCheck *c = vm->check = arena_new(&vm->ctx->perm, VmCheck);
    c->max = vm->opt.max_findings ? vm->opt.max_findings : DEFAULT_MAX;
    c->event = arena_array(&vm->ctx->perm, VmEvent, c->max);
    c->finding = arena_array(&vm->ctx->perm, VmFinding, c->max);
    pthread_mutex_init(&c->lock, NULL);
}

void vm_check_launch(Vm *vm) {
    pthread_mutex_lock(&vm->check->lock);
    vm->check->launch++;
    pthread_mutex_unlock(&vm->check->lock);
}

// ---- events ------------------------------------------------------------------------------------

static uint64_t order_of(const VmSite *s) {
    return s->thread[0] + 1024ull * (s->thread[1] + 1024ull * s->thread[2]);
}

static int compare(const VmEvent *a, const VmEvent *b) {
    if (a->launch != b->launch) return a->launch < b->launch ? -1 : 1;
    if (a->at.block != b->at.block) return a->at.block < b->at.block ? -1 : 1;
    uint64_t x = order_of(&a->at), y = order_of(&b->at);
    if (x != y) return x < y ? -1 : 1;
    uint32_t p = a->at.in ? a->at.in->line : 0, q = b->at.in ? b->at.in->line : 0;
    if (p != q) return p < q ? -1 : 1;
    if (a->other.block != b->other.block) return a->other.block < b->other.block ? -1 : 1;
    x = order_of(&a->other);
    y = order_of(&b->other);
    if (x != y) return x < y ? -1 : 1;
    p = a->other.in ? a->other.in->line : 0;
    q = b->other.in ? b->other.in->line : 0;
    return (p > q) - (p < q);
}

// Two sides of a race are the same finding whichever of them came second.
static bool same_finding(const VmEvent *a, const VmEvent *b) {
    if (a->checker != b->checker) return false;
    if (a->checker == VM_CHECK_RACE) {
        return (a->at.in == b->at.in && a->other.in == b->other.in) ||
               (a->at.in == b->other.in && a->other.in == b->at.in);
    }
    bool host = !a->at.in && a->address != b->address;
    return a->kind == b->kind && a->at.in == b->at.in && a->other.in == b->other.in && !host;
}

void vm_check_add(Vm *vm, VmEvent *e, const char *fmt, ...) {
    VmCheck *c = vm->check;
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(e->text, sizeof e->text, fmt, ap);
    va_end(ap);
    e->count = 1;
    pthread_mutex_lock(&c->lock);
    e->launch = c->launch;
    uint32_t i = 0;
    while (i < c->n && !same_finding(&c->event[i], e)) i++;
    if (i < c->n) {
        uint64_t count = c->event[i].count + 1;
        if (compare(e, &c->event[i]) < 0) c->event[i] = *e;
        c->event[i].count = count;
    } else if (c->n < c->max) {
        c->event[c->n++] = *e;
    } else {
        c->dropped++;
    }
    c->rendered = 0;
    pthread_mutex_unlock(&c->lock);
}

void vm_host_finding(Vm *vm, const char *kind, uint64_t addr, const char *text) {
    if (!vm->check || !(vm->opt.checks & VM_CHECK_MEM)) return;
    VmAlloc *a = vm_find(vm, addr);
    VmEvent e = {.checker = VM_CHECK_MEM, .kind = kind, .address = addr, .has_address = true};
    if (a && a->info && addr - a->base < a->info->size) {
        e.alloc = a;
        e.base = a->base;
        e.length = a->info->size;
        e.freed = !atomic_load(&a->size);
    }
    vm_check_add(vm, &e, "%s", text);
}

void vm_check_leaks(Vm *vm) {
    if (!vm->check || !(vm->opt.checks & VM_CHECK_LEAK)) return;
    for (uint32_t i = 0, n = atomic_load(&vm->nalloc); i < n; i++) {
        VmAlloc *a = vm_alloc_at(vm, i);
        uint64_t size = atomic_load(&a->size);
        if (!size || !a->info || a->info->idle || a->kind == VM_ALLOC_VARIABLE) continue;
        VmEvent e = {.checker = VM_CHECK_LEAK, .kind = "leak", .at = a->info->made};
        e.alloc = a;
        e.address = e.base = a->base;
        e.length = size;
        e.has_address = true;
        vm_check_add(vm, &e, "%llu bytes are never freed", (unsigned long long)size);
    }
}

// A fault, which stopped the grid.
void vm_check_fault(Warp *w, const VmInst *in, uint32_t lane, VmStatus st, uint64_t addr,
                    const char *text) {
    static const struct {
        uint8_t status, checker;
        const char *kind;
    } row[] = {{VM_ERR_ADDRESS, VM_CHECK_MEM, "bad-address"},
               {VM_ERR_MISALIGNED, VM_CHECK_MEM, "misaligned"},
               {VM_ERR_STACK, VM_CHECK_MEM, "stack-overflow"},
               {VM_ERR_ILLEGAL, VM_CHECK_SYNC, "wrong-use"}};
    for (uint32_t i = 0; i < CU_COUNT(row); i++) {
        if (row[i].status != st || !(w->grid->checks & row[i].checker)) continue;
        VmEvent e = {.checker = row[i].checker, .kind = row[i].kind, .at = vm_site(w, in, lane)};
        e.has_address = st == VM_ERR_ADDRESS || st == VM_ERR_MISALIGNED;
        e.address = addr;
        vm_check_add(w->grid->vm, &e, "%s", text);
    }
}

// ---- readable findings -------------------------------------------------------------------------

// The printer's layout (tabs, calls over several lines) becomes single blanks.
const char *vm_one_line(Buf *b) {
    size_t n = 0;
    for (size_t i = 0; i < b->n; i++) {
        bool blank = strchr(" \t\n", b->at[i]) != NULL;
        if (!blank || (n && b->at[n - 1] != ' ')) b->at[n++] = blank ? ' ' : b->at[i];
    }
    b->n = n;
    return buf_cstr(b);
}

static VmPlace place_of(Vm *vm, const VmSite *s) {
    VmPlace p = {0};
    if (!s->kernel) return p;
    p.kernel = s->kernel->name;
    memcpy(p.block, s->id, sizeof p.block);
    memcpy(p.thread, s->thread, sizeof p.thread);
    if (!s->in || !s->fn) return p;
    p.function = s->fn != s->kernel ? s->fn->name : NULL;
    p.ptx_line = s->in->line;
    vm_source_of(s->fn, p.ptx_line, &p);
    VEC_FOREACH (PtxInst, in, &s->fn->f->inst) {
        if (in->pos != p.ptx_line || in->op == PTXI_loc || in->op == PTXI_pragma) continue;
        Buf b;
        buf_init(&b, &vm->ctx->perm);
        ptx_print_inst(s->fn->f, in, &b);
        p.instruction = vm_one_line(&b);
        break;
    }
    return p;
}

static const char *maker(Vm *vm, const VmAlloc *a) {
    if (!a || !a->info) return NULL;
    if (a->kind == VM_ALLOC_VARIABLE) {
        return arena_printf(&vm->ctx->perm, "variable %s", a->info->name ? a->info->name : "?");
    }
    if (a->info->name) return a->info->name;
    if (!a->info->made.kernel) return "the host";
    Buf b;
    buf_init(&b, &vm->ctx->perm);
    buf_puts(&b, "malloc in ");
    VmPlace p = place_of(vm, &a->info->made);
    vm_place_text(&b, &p);
    return buf_cstr(&b);
}

static void render(Vm *vm) {
    VmCheck *c = vm->check;
    pthread_mutex_lock(&c->lock);
    for (uint32_t i = 1; i < c->n; i++) { // few, and nearly in order
        VmEvent e = c->event[i];
        uint32_t k = i;
        for (; k > 0 && compare(&e, &c->event[k - 1]) < 0; k--) c->event[k] = c->event[k - 1];
        c->event[k] = e;
    }
    for (uint32_t i = 0; i < c->n && c->rendered < c->n; i++) {
        const VmEvent *e = &c->event[i];
        c->finding[i] = (VmFinding){
            .checker = e->checker,
            .kind = e->kind,
            .text = e->text,
            .at = place_of(vm, &e->at),
            .count = e->count,
            .has_address = e->has_address,
            .address = e->address,
            .size = e->size,
            .space = e->space,
            .access = e->access,
            .has_allocation = e->length != 0,
            .freed = e->freed,
            .base = e->base,
            .length = e->length,
            .made_by = e->variable ? arena_printf(&vm->ctx->perm, "variable %s", e->variable)
                                   : maker(vm, e->alloc),
            .has_other = e->has_other,
            .other = place_of(vm, &e->other),
            .other_access = e->other_access,
        };
    }
    c->rendered = c->n;
    pthread_mutex_unlock(&c->lock);
}

uint32_t vm_finding_count(Vm *vm) {
    return vm->check ? vm->check->n : 0;
}

const VmFinding *vm_finding(Vm *vm, uint32_t i) {
    if (!vm->check || i >= vm->check->n) return NULL;
    if (vm->check->rendered < vm->check->n) render(vm);
    return &vm->check->finding[i];
}

uint64_t vm_findings_dropped(const Vm *vm) {
    return vm->check ? vm->check->dropped : 0;
}

// ---- text --------------------------------------------------------------------------------------

static void text_place(Buf *o, const char *label, const VmPlace *p) {
    buf_printf(o, "  %s: ", label);
    vm_place_text(o, p);
    buf_putc(o, '\n');
    if (p->instruction) buf_printf(o, "    %s\n", p->instruction);
}

static void text_finding(const VmFinding *f, Buf *o) {
    buf_printf(o, "%s: %s: %s\n", vm_checker_name(f->checker), f->kind, f->text);
    if (f->at.kernel || f->checker != VM_CHECK_LEAK)
        text_place(o, f->checker == VM_CHECK_LEAK ? "allocated by" : "at", &f->at);
    if (f->has_address && f->space) {
        buf_printf(o, "  %s %s of %u bytes, address 0x%llx\n", f->space, f->access, f->size,
                   (unsigned long long)f->address);
    } else if (f->has_address) {
        buf_printf(o, "  address 0x%llx\n", (unsigned long long)f->address);
    }
    if (f->has_allocation) {
        buf_printf(o, "  %sallocation 0x%llx of %llu bytes", f->freed ? "freed " : "",
                   (unsigned long long)f->base, (unsigned long long)f->length);
        if (f->made_by) buf_printf(o, ", by %s", f->made_by);
        buf_putc(o, '\n');
    }
    if (f->has_other) text_place(o, f->other_access ? f->other_access : "other", &f->other);
    if (f->count > 1) buf_printf(o, "  %llu times\n", (unsigned long long)f->count);
}

// ---- JSON --------------------------------------------------------------------------------------

static void json_text(Buf *o, const char *name, const char *value) {
    if (!value) return;
    buf_printf(o, ",\"%s\":", name);
    buf_json(o, value);
}

static void json_place(Buf *o, const char *name, const VmPlace *p) {
    buf_printf(o, ",\"%s\":{\"host\":%s", name, p->kernel ? "false" : "true");
    if (p->kernel) {
        json_text(o, "kernel", p->kernel);
        json_text(o, "function", p->function);
        buf_printf(o, ",\"block\":[%u,%u,%u],\"thread\":[%u,%u,%u],\"ptx_line\":%u", p->block[0],
                   p->block[1], p->block[2], p->thread[0], p->thread[1], p->thread[2], p->ptx_line);
        json_text(o, "instruction", p->instruction);
        json_text(o, "file", p->file);
        if (p->file) buf_printf(o, ",\"line\":%u", p->line);
        json_text(o, "inlined_file", p->inlined_file);
        if (p->inlined_file) buf_printf(o, ",\"inlined_line\":%u", p->inlined_line);
    }
    buf_putc(o, '}');
}

static void json_finding(const VmFinding *f, Buf *o) {
    buf_printf(o, "{\"checker\":\"%s\",\"kind\":\"%s\",\"text\":", vm_checker_name(f->checker),
               f->kind);
    buf_json(o, f->text);
    buf_printf(o, ",\"count\":%llu", (unsigned long long)f->count);
    json_place(o, "at", &f->at);
    if (f->has_address) buf_printf(o, ",\"address\":\"0x%llx\"", (unsigned long long)f->address);
    if (f->has_address && f->space) {
        buf_printf(o, ",\"size\":%u", f->size);
        json_text(o, "space", f->space);
        json_text(o, "access", f->access);
    }
    if (f->has_allocation) {
        buf_printf(o, ",\"allocation\":{\"base\":\"0x%llx\",\"size\":%llu,\"freed\":%s",
                   (unsigned long long)f->base, (unsigned long long)f->length,
                   f->freed ? "true" : "false");
        json_text(o, "made_by", f->made_by);
        buf_putc(o, '}');
    }
    if (f->has_other) {
        json_place(o, "other", &f->other);
        json_text(o, "other_access", f->other_access);
    }
    buf_putc(o, '}');
}

void vm_print_findings(Vm *vm, bool json, Buf *out) {
    uint32_t n = vm_finding_count(vm);
    uint64_t dropped = vm_findings_dropped(vm);
    if (json) buf_puts(out, "{\"version\":1,\"findings\":[");
    for (uint32_t i = 0; i < n; i++) {
        if (json) {
            buf_puts(out, i ? ",\n" : "\n");
            json_finding(vm_finding(vm, i), out);
        } else {
            text_finding(vm_finding(vm, i), out);
        }
    }
    if (json) {
        buf_printf(out, "],\n\"count\":%u,\"dropped\":%llu}\n", n, (unsigned long long)dropped);
        return;
    }
    buf_printf(out, "%u finding%s", n, n == 1 ? "" : "s");
    if (dropped) buf_printf(out, ", %llu more occurrences left out", (unsigned long long)dropped);
    buf_putc(out, '\n');
}
