// SPDX-License-Identifier: Apache-2.0
// Findings for people and programs: sites become places, findings text or JSON. Text can be given
// while the program runs: each finding is shown once, with what is known of it then, and the last
// line says how often they came again.
#include "vm/check/check.h"
#include "vm/state/tile.h"
#include "ptx/form/op.h"

#include <stdatomic.h>

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

static const char *name_of(Arena *arena, const VmFunc *fn) {
    const VmOptions *options = &fn->mod->vm->opt;
    return options->demangle ? options->demangle(arena, fn->name) : fn->name;
}

// A site as text: kernel, function, thread, source line, instruction. The instruction is the first
// one of its PTX line.
static VmPlace place_of(Arena *arena, const VmSite *of) {
    VmPlace place = {0};
    if (!of->kernel) return place;
    place.kernel = name_of(arena, of->kernel);
    memcpy(place.block, of->id, sizeof place.block);
    memcpy(place.thread, of->thread, sizeof place.thread);
    if (of->kernel->tile) {
        of->kernel->tile->place(arena, of, &place);
        return place;
    }
    if (!of->in || !of->fn) return place;
    place.function = of->fn != of->kernel ? name_of(arena, of->fn) : NULL;
    place.ptx_line = of->in->line;
    vm_source_of(of->fn, place.ptx_line, &place);
    VEC_FOREACH (PtxInst, in, &of->fn->f->inst) {
        if (in->pos != place.ptx_line || is_any_of(in->op, PTXI_loc, PTXI_pragma)) continue;
        Buf b;
        buf_init(&b, arena);
        ptx_print_inst(of->fn->f, in, &b);
        place.instruction = vm_one_line(&b);
        break;
    }
    return place;
}

// Who made an allocation: a variable, a function of the API, the host, or malloc at a place of
// device code.
static const char *maker(Arena *arena, const VmAlloc *made) {
    if (!made || !made->info) return NULL;
    if (made->kind == VM_ALLOC_VARIABLE) {
        return arena_printf(arena, "variable %s", made->info->name ? made->info->name : "?");
    }
    if (made->info->name) return made->info->name;
    if (!made->info->made.kernel) return "the host";
    Buf b;
    buf_init(&b, arena);
    buf_puts(&b, "malloc in ");
    VmPlace p = place_of(arena, &made->info->made);
    vm_place_text(&b, &p);
    return buf_cstr(&b);
}

// An event as the interface gives it; its texts are in the arena, or the event's own.
static VmFinding readable(Arena *arena, const VmEvent *found) {
    VmFinding finding = {
        .checker = found->checker,
        .kind = found->kind,
        .text = found->text,
        .at = place_of(arena, &found->at),
        .count = found->count,
        .has_address = found->has_address,
        .address = found->address,
        .size = found->size,
        .space = found->space,
        .access = found->access,
        .has_allocation = found->length != 0,
        .freed = found->freed,
        .base = found->base,
        .length = found->length,
        .made_by = found->variable ? arena_printf(arena, "variable %s", found->variable)
                                   : maker(arena, found->alloc),
        .has_other = found->has_other,
        .other = place_of(arena, &found->other),
        .other_access = found->other_access,
        .variables = *found->variables ? found->variables : NULL,
    };
    finding.at.host = found->host;
    finding.other.host = found->other_host;
    return finding;
}

// Events in the order in which findings are shown.
static void sort(VmCheck *check) {
    for (uint32_t i = 1; i < check->n; i++) { // few, and nearly in order
        VmEvent e = check->event[i];
        uint32_t k = i;
        for (; k > 0 && vm_event_order(&e, &check->event[k - 1]) < 0; k--)
            check->event[k] = check->event[k - 1];
        check->event[k] = e;
    }
}

// Findings in order, as the interface gives them. Again only after new ones.
static void render(Vm *vm) {
    VmCheck *check = vm->check;
    pthread_mutex_lock(&check->lock);
    sort(check);
    for (uint32_t i = 0; i < check->n && check->rendered < check->n; i++)
        check->finding[i] = readable(&vm->ctx->perm, &check->event[i]);
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

// The host's functions behind the first, which called it.
static void text_calls(Buf *out, const char *lines) {
    lines += strcspn(lines, "\n");
    while (*lines++) {
        int n = (int)strcspn(lines, "\n");
        buf_printf(out, "    from %.*s\n", n, lines);
        lines += n;
    }
}

// One line for a place, one for its instruction.
static void text_place(Buf *out, const char *label, const VmPlace *p) {
    buf_printf(out, "  %s: ", label);
    vm_place_text(out, p);
    buf_putc(out, '\n');
    if (!p->kernel && p->host) text_calls(out, p->host);
    if (p->instruction) buf_printf(out, "    %s\n", p->instruction);
    if (p->kernel && p->host) {
        buf_printf(out, "    launched by %.*s\n", (int)strcspn(p->host, "\n"), p->host);
        text_calls(out, p->host);
    }
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
    bool memory = is_any_of(finding->checker, VM_CHECK_LEAK, VM_CHECK_UNUSED);
    if (finding->at.kernel || finding->at.host || !memory)
        text_place(out, memory ? "allocated by" : "at", &finding->at);
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

// Lines as an array of texts.
static void json_lines(Buf *out, const char *name, const char *lines) {
    char line[VM_VARIABLES_TEXT];
    buf_printf(out, ",\"%s\":[", name);
    for (bool first = true; *lines; first = false) {
        size_t all = strcspn(lines, "\n"), n = CU_MIN(all, sizeof line - 1);
        memcpy(line, lines, n);
        line[n] = 0;
        if (!first) buf_putc(out, ',');
        buf_json(out, line);
        lines += all + (lines[all] == '\n');
    }
    buf_putc(out, ']');
}

// A place as an object; host's have nothing but that.
static void json_place(Buf *out, const char *name, const VmPlace *place) {
    buf_printf(out, ",\"%s\":{\"host\":%s", name, place->kernel ? "false" : "true");
    if (place->host) json_lines(out, "stack", place->host);
    if (place->kernel) {
        json_text(out, "kernel", place->kernel);
        json_text(out, "function", place->function);
        buf_printf(out, ",\"block\":[%u,%u,%u]", place->block[0], place->block[1], place->block[2]);
        if (!place->tile)
            buf_printf(out, ",\"thread\":[%u,%u,%u],\"ptx_line\":%u", place->thread[0],
                       place->thread[1], place->thread[2], place->ptx_line);
        json_text(out, "instruction", place->instruction);
        json_text(out, "file", place->file);
        if (place->file) buf_printf(out, ",\"line\":%u", place->line);
        json_text(out, "inlined_file", place->inlined_file);
        if (place->inlined_file) buf_printf(out, ",\"inlined_line\":%u", place->inlined_line);
        for (uint32_t i = 0; i < place->nbetween; i++) {
            buf_puts(out, i ? ",{\"file\":" : ",\"between\":[{\"file\":");
            buf_json(out, place->between[i].file);
            buf_printf(out, ",\"line\":%u}%s", place->between[i].line,
                       i + 1 < place->nbetween ? "" : "]");
        }
        json_text(out, "outer_file", place->outer_file);
        if (place->outer_file) buf_printf(out, ",\"outer_line\":%u", place->outer_line);
    }
    buf_putc(out, '}');
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
    if (finding->variables) json_lines(out, "variables", finding->variables);
    buf_putc(out, '}');
}

// ---- all of them, or what is new ---------------------------------------------------------------

// Whatever is printed needs the lock, which the workers of a running grid take as well, and gives
// it back where memory runs out: then the text ends early.
static void print_locked(VmCheck *check, void (*print)(VmCheck *check, Buf *out), Buf *out) {
    jmp_buf unwind, *outer = out->arena->ctx->unwind;
    pthread_mutex_lock(&check->lock);
    if (setjmp(unwind) == 0) {
        out->arena->ctx->unwind = &unwind;
        sort(check);
        check->rendered = 0;
        print(check, out);
    }
    out->arena->ctx->unwind = outer;
    pthread_mutex_unlock(&check->lock);
}

static void print_new(VmCheck *check, Buf *out) {
    for (uint32_t i = 0; i < check->n; i++) {
        VmEvent *event = &check->event[i];
        if (event->shown) continue;
        VmFinding finding = readable(out->arena, event);
        text_finding(&finding, out);
        event->shown = event->count;
    }
}

bool vm_print_new_findings(Vm *vm, Buf *out) {
    size_t before = out->n;
    if (vm->check) print_locked(vm->check, print_new, out);
    return out->n != before;
}

// What came again after it was shown is counted, and so is what there was no room for.
void vm_print_finding_count(Vm *vm, Buf *out) {
    uint32_t n = vm_finding_count(vm);
    uint64_t dropped = vm_findings_dropped(vm), again = 0;
    for (uint32_t i = 0; i < n; i++) again += vm->check->event[i].count - vm->check->event[i].shown;
    buf_printf(out, "%u finding%s", n, n == 1 ? "" : "s");
    if (again)
        buf_printf(out, ", %llu more occurrences of what is shown", (unsigned long long)again);
    if (dropped) buf_printf(out, ", %llu more occurrences left out", (unsigned long long)dropped);
    buf_putc(out, '\n');
}

// A machine without checkers has found nothing.
static void print_json(VmCheck *check, Buf *out) {
    uint32_t n = check ? check->n : 0;
    buf_puts(out, "{\"version\":1,\"findings\":[");
    for (uint32_t i = 0; i < n; i++) {
        VmFinding finding = readable(out->arena, &check->event[i]);
        buf_puts(out, i ? ",\n" : "\n");
        json_finding(&finding, out);
    }
    buf_printf(out, "],\n\"count\":%u,\"dropped\":%llu}\n", n,
               (unsigned long long)(check ? check->dropped : 0));
}

void vm_print_findings(Vm *vm, bool json, Buf *out) {
    if (json && vm->check) {
        print_locked(vm->check, print_json, out);
    } else if (json) {
        print_json(NULL, out);
    } else {
        vm_print_new_findings(vm, out);
        vm_print_finding_count(vm, out);
    }
}
