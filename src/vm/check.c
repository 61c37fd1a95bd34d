// SPDX-License-Identifier: Apache-2.0
// What the checkers found: kept once for each kind and pair of instructions, with a count, and
// printed as text or JSON. Events come from any worker; the example that stays is that of the
// lowest launch, block and thread, so that it does not depend on the schedule.
#include "vm/debug.h"

#include <stdatomic.h>
#include <stdio.h>

enum { DEFAULT_MAX = 100 };

static const char *const checker_name[] = {"mem", "init", "race", "sync", "leak"};
const char *const vm_access_name[] = {"read", "write", "atomic", "read"};

// The name of one checker's bit.
const char *vm_checker_name(uint32_t checker) {
    for (uint32_t i = 0; i < CU_COUNT(checker_name); i++) {
        if (checker == 1u << i) return checker_name[i];
    }
    return "?";
}

// "mem,race", "all" or nothing, which is all. False: a name is unknown.
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

// Findings say in which launch they were.
void vm_check_launch(Vm *vm) {
    pthread_mutex_lock(&vm->check->lock);
    vm->check->launch++;
    pthread_mutex_unlock(&vm->check->lock);
}

// ---- events ------------------------------------------------------------------------------------

// Threads of a block in the order of their numbers.
static uint64_t order_of(const VmSite *s) {
    return s->thread[0] + 1024ull * (s->thread[1] + 1024ull * s->thread[2]);
}

// The order of findings: launch, block, thread, line, then the other side. The least one is shown.
static int compare(const VmEvent *first, const VmEvent *second) {
    if (first->launch != second->launch) return first->launch < second->launch ? -1 : 1;
    if (first->at.block != second->at.block) return first->at.block < second->at.block ? -1 : 1;
    uint64_t x = order_of(&first->at), y = order_of(&second->at);
    if (x != y) return x < y ? -1 : 1;
    uint32_t p = first->at.in ? first->at.in->line : 0, q = second->at.in ? second->at.in->line : 0;
    if (p != q) return p < q ? -1 : 1;
    if (first->other.block != second->other.block)
        return first->other.block < second->other.block ? -1 : 1;
    x = order_of(&first->other);
    y = order_of(&second->other);
    if (x != y) return x < y ? -1 : 1;
    p = first->other.in ? first->other.in->line : 0;
    q = second->other.in ? second->other.in->line : 0;
    return (p > q) - (p < q);
}

// Two sides of a race are the same finding whichever of them came second.
static bool same_finding(const VmEvent *first, const VmEvent *second) {
    if (first->checker != second->checker) return false;
    if (first->checker == VM_CHECK_RACE) {
        return (first->at.in == second->at.in && first->other.in == second->other.in) ||
               (first->at.in == second->other.in && first->other.in == second->at.in);
    }
    bool host = !first->at.in && first->address != second->address;
    return first->kind == second->kind && first->at.in == second->at.in &&
           first->other.in == second->other.in && !host;
}

// The variables that the thread sees, as text. Debug builds of programs say where they are.
static void note_variables(VmEvent *event) {
    Warp *warp = event->warp;
    event->warp = NULL;
    *event->variables = 0;
    const VmInst *in = event->at.in;
    VmDebug *debug = warp && warp->fn && in ? warp->fn->mod->debug : NULL;
    if (!debug || event->at.fn != warp->fn) return;
    uint32_t lane = event->lane < VM_LANES ? event->lane : (uint32_t)__builtin_ctz(warp->all);
    VmPoint point = {debug, warp, lane, UINT32_MAX};
    const PtxFunc *fn = warp->fn->f;
    for (uint32_t i = 0; i < fn->inst.n && point.inst == UINT32_MAX; i++) {
        const PtxInst *at = &fn->inst.at[i];
        bool code = !is_any_of(at->op, PTXI_loc, PTXI_pragma, PTXI_label);
        if (code && at->pos == in->line) point.inst = i;
    }
    if (point.inst == UINT32_MAX) return;
    debug->show(&point, event->variables, sizeof event->variables);
}

// A finding that is known is counted, and shown by its least occurrence; there are at most `max` of
// them.
void vm_check_add(Vm *vm, VmEvent *event, const char *fmt, ...) {
    VmCheck *check = vm->check;
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(event->text, sizeof event->text, fmt, ap);
    va_end(ap);
    event->count = 1;
    pthread_mutex_lock(&check->lock);
    event->launch = check->launch;
    uint32_t i = 0;
    while (i < check->n && !same_finding(&check->event[i], event)) i++;
    if (i < check->n) {
        uint64_t count = check->event[i].count + 1;
        if (compare(event, &check->event[i]) < 0) {
            note_variables(event);
            check->event[i] = *event;
        }
        check->event[i].count = count;
    } else if (check->n < check->max) {
        note_variables(event);
        check->event[check->n++] = *event;
    } else {
        check->dropped++;
    }
    check->rendered = 0;
    pthread_mutex_unlock(&check->lock);
}

// A finding of the host's: about an address, without a place in a kernel.
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

// What nobody has freed, at the program's end. Variables and memory that a graph keeps are no
// leaks.
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
void vm_check_fault(Warp *warp, const VmInst *in, uint32_t lane, VmStatus st, uint64_t addr,
                    const char *text) {
    static const struct {
        uint8_t status, checker;
        const char *kind;
    } row[] = {{VM_ERR_ADDRESS, VM_CHECK_MEM, "bad-address"},
               {VM_ERR_MISALIGNED, VM_CHECK_MEM, "misaligned"},
               {VM_ERR_STACK, VM_CHECK_MEM, "stack-overflow"},
               {VM_ERR_ILLEGAL, VM_CHECK_SYNC, "wrong-use"}};
    for (uint32_t i = 0; i < CU_COUNT(row); i++) {
        if (row[i].status != st || !(warp->grid->checks & row[i].checker)) continue;
        VmEvent e = {.checker = row[i].checker, .kind = row[i].kind, .at = vm_site(warp, in, lane)};
        e.warp = warp;
        e.lane = lane;
        e.has_address = is_any_of(st, VM_ERR_ADDRESS, VM_ERR_MISALIGNED);
        e.address = addr;
        vm_check_add(warp->grid->vm, &e, "%s", text);
    }
}

// ---- readable findings -------------------------------------------------------------------------

// The printer's layout (tabs, calls over several lines) becomes single blanks.
const char *vm_one_line(Buf *out) {
    size_t n = 0;
    for (size_t i = 0; i < out->n; i++) {
        bool blank = strchr(" \t\n", out->at[i]) != NULL;
        if (!blank || (n && out->at[n - 1] != ' ')) out->at[n++] = blank ? ' ' : out->at[i];
    }
    out->n = n;
    return buf_cstr(out);
}

// A site as text: kernel, function, thread, source line, instruction. The instruction is the first
// one of its PTX line.
static VmPlace place_of(Vm *vm, const VmSite *site) {
    VmPlace place = {0};
    if (!site->kernel) return place;
    place.kernel = site->kernel->name;
    memcpy(place.block, site->id, sizeof place.block);
    memcpy(place.thread, site->thread, sizeof place.thread);
    if (!site->in || !site->fn) return place;
    place.function = site->fn != site->kernel ? site->fn->name : NULL;
    place.ptx_line = site->in->line;
    vm_source_of(site->fn, place.ptx_line, &place);
    VEC_FOREACH (PtxInst, in, &site->fn->f->inst) {
        if (in->pos != place.ptx_line || is_any_of(in->op, PTXI_loc, PTXI_pragma)) continue;
        Buf b;
        buf_init(&b, &vm->ctx->perm);
        ptx_print_inst(site->fn->f, in, &b);
        place.instruction = vm_one_line(&b);
        break;
    }
    return place;
}

// Who made an allocation: a variable, a function of the API, the host, or malloc at a place of
// device code.
static const char *maker(Vm *vm, const VmAlloc *alloc) {
    if (!alloc || !alloc->info) return NULL;
    if (alloc->kind == VM_ALLOC_VARIABLE) {
        return arena_printf(&vm->ctx->perm, "variable %s",
                            alloc->info->name ? alloc->info->name : "?");
    }
    if (alloc->info->name) return alloc->info->name;
    if (!alloc->info->made.kernel) return "the host";
    Buf b;
    buf_init(&b, &vm->ctx->perm);
    buf_puts(&b, "malloc in ");
    VmPlace p = place_of(vm, &alloc->info->made);
    vm_place_text(&b, &p);
    return buf_cstr(&b);
}

// Findings in order, as the interface gives them. Again only after new ones.
static void render(Vm *vm) {
    VmCheck *check = vm->check;
    pthread_mutex_lock(&check->lock);
    for (uint32_t i = 1; i < check->n; i++) { // few, and nearly in order
        VmEvent e = check->event[i];
        uint32_t k = i;
        for (; k > 0 && compare(&e, &check->event[k - 1]) < 0; k--)
            check->event[k] = check->event[k - 1];
        check->event[k] = e;
    }
    for (uint32_t i = 0; i < check->n && check->rendered < check->n; i++) {
        const VmEvent *event = &check->event[i];
        check->finding[i] = (VmFinding){
            .checker = event->checker,
            .kind = event->kind,
            .text = event->text,
            .at = place_of(vm, &event->at),
            .count = event->count,
            .has_address = event->has_address,
            .address = event->address,
            .size = event->size,
            .space = event->space,
            .access = event->access,
            .has_allocation = event->length != 0,
            .freed = event->freed,
            .base = event->base,
            .length = event->length,
            .made_by = event->variable
                           ? arena_printf(&vm->ctx->perm, "variable %s", event->variable)
                           : maker(vm, event->alloc),
            .has_other = event->has_other,
            .other = place_of(vm, &event->other),
            .other_access = event->other_access,
            .variables = *event->variables ? event->variables : NULL,
        };
    }
    check->rendered = check->n;
    pthread_mutex_unlock(&check->lock);
}

// (The interface: vm.h.)
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

// One line for a place, one for its instruction.
static void text_place(Buf *out, const char *label, const VmPlace *p) {
    buf_printf(out, "  %s: ", label);
    vm_place_text(out, p);
    buf_putc(out, '\n');
    if (p->instruction) buf_printf(out, "    %s\n", p->instruction);
}

// Each variable on a line of its own.
static void text_variables(Buf *out, const char *lines) {
    buf_puts(out, "  variables:\n");
    for (const char *end; *lines; lines = *end ? end + 1 : end) {
        end = strchr(lines, '\n');
        if (!end) end = lines + strlen(lines);
        buf_printf(out, "    %.*s\n", (int)(end - lines), lines);
    }
}

// A finding in lines: what, where, the access, the allocation, the other side, how often.
static void text_finding(const VmFinding *finding, Buf *out) {
    buf_printf(out, "%s: %s: %s\n", vm_checker_name(finding->checker), finding->kind,
               finding->text);
    if (finding->at.kernel || finding->checker != VM_CHECK_LEAK)
        text_place(out, finding->checker == VM_CHECK_LEAK ? "allocated by" : "at", &finding->at);
    if (finding->has_address && finding->space) {
        buf_printf(out, "  %s %s of %u bytes, address 0x%llx\n", finding->space, finding->access,
                   finding->size, (unsigned long long)finding->address);
    } else if (finding->has_address) {
        buf_printf(out, "  address 0x%llx\n", (unsigned long long)finding->address);
    }
    if (finding->has_allocation) {
        buf_printf(out, "  %sallocation 0x%llx of %llu bytes", finding->freed ? "freed " : "",
                   (unsigned long long)finding->base, (unsigned long long)finding->length);
        if (finding->made_by) buf_printf(out, ", by %s", finding->made_by);
        buf_putc(out, '\n');
    }
    if (finding->has_other)
        text_place(out, finding->other_access ? finding->other_access : "other", &finding->other);
    if (finding->variables) text_variables(out, finding->variables);
    if (finding->count > 1) buf_printf(out, "  %llu times\n", (unsigned long long)finding->count);
}

// ---- JSON --------------------------------------------------------------------------------------

// A member of an object; absent if there is no value.
static void json_text(Buf *out, const char *name, const char *value) {
    if (!value) return;
    buf_printf(out, ",\"%s\":", name);
    buf_json(out, value);
}

// A place as an object; host's have nothing but that.
static void json_place(Buf *out, const char *name, const VmPlace *place) {
    buf_printf(out, ",\"%s\":{\"host\":%s", name, place->kernel ? "false" : "true");
    if (place->kernel) {
        json_text(out, "kernel", place->kernel);
        json_text(out, "function", place->function);
        buf_printf(out, ",\"block\":[%u,%u,%u],\"thread\":[%u,%u,%u],\"ptx_line\":%u",
                   place->block[0], place->block[1], place->block[2], place->thread[0],
                   place->thread[1], place->thread[2], place->ptx_line);
        json_text(out, "instruction", place->instruction);
        json_text(out, "file", place->file);
        if (place->file) buf_printf(out, ",\"line\":%u", place->line);
        json_text(out, "inlined_file", place->inlined_file);
        if (place->inlined_file) buf_printf(out, ",\"inlined_line\":%u", place->inlined_line);
    }
    buf_putc(out, '}');
}

// The same as an array of texts.
static void json_variables(Buf *out, const char *lines) {
    char line[VM_VARIABLES_TEXT];
    buf_puts(out, ",\"variables\":[");
    for (bool first = true; *lines; first = false) {
        size_t n = strcspn(lines, "\n");
        memcpy(line, lines, n);
        line[n] = 0;
        if (!first) buf_putc(out, ',');
        buf_json(out, line);
        lines += n + (lines[n] == '\n');
    }
    buf_putc(out, ']');
}

// A finding as an object; doc/vm.md has the members.
static void json_finding(const VmFinding *finding, Buf *out) {
    buf_printf(out,
               "{\"checker\":\"%s\",\"kind\":\"%s\",\"text\":", vm_checker_name(finding->checker),
               finding->kind);
    buf_json(out, finding->text);
    buf_printf(out, ",\"count\":%llu", (unsigned long long)finding->count);
    json_place(out, "at", &finding->at);
    if (finding->has_address)
        buf_printf(out, ",\"address\":\"0x%llx\"", (unsigned long long)finding->address);
    if (finding->has_address && finding->space) {
        buf_printf(out, ",\"size\":%u", finding->size);
        json_text(out, "space", finding->space);
        json_text(out, "access", finding->access);
    }
    if (finding->has_allocation) {
        buf_printf(out, ",\"allocation\":{\"base\":\"0x%llx\",\"size\":%llu,\"freed\":%s",
                   (unsigned long long)finding->base, (unsigned long long)finding->length,
                   finding->freed ? "true" : "false");
        json_text(out, "made_by", finding->made_by);
        buf_putc(out, '}');
    }
    if (finding->has_other) {
        json_place(out, "other", &finding->other);
        json_text(out, "other_access", finding->other_access);
    }
    if (finding->variables) json_variables(out, finding->variables);
    buf_putc(out, '}');
}

// All findings; the last line counts them, and those that there was no room for.
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
