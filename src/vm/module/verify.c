// SPDX-License-Identifier: Apache-2.0
// Launches by the host. With VmOptions.verify: runs each launch in native code and by the
// interpreter, from the same memory, and compares what they leave: device memory, what kernels
// print, the kind of fault. The interpreter's functions say what an instruction means, so its
// result stays.
//
// The steps of a launch: all device memory is copied; native code runs; what it changed is copied
// and the memory put back, with what kernels allocated and freed; the interpreter runs; both are
// compared. Where they differ:
//
// What PTX leaves open is no difference: the interpreter runs again in other orders of blocks,
// warps and lanes, and an allocation in which these disagree among themselves is left open, as is
// text whose lines do. Sums of floats by atomic operations may give a value that none of the tried
// orders gave: where a module has any, elements that are nearly equal are left open.
#include "vm/schedule/schedule.h"
#include "vm/memory/memory.h"
#include "vm/check/check.h"
#include "ptx/form/sem.h"

#include <fenv.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { ORDERS = 4, MAX_TOLD = 20 };

typedef struct {    // what one run left of an allocation
    uint64_t size;  // 0: freed
    uint8_t *bytes; // NULL: as they were before
} Left;

typedef struct {
    VmAlloc *alloc;
    uint64_t size, bytes; // of the program's, and of those with the bits of the init checker
    uint8_t *before;
    Left native, plain;
    bool open; // orders disagree
} Saved;

typedef struct { // of one run
    VmStatus status;
    VmResult result;
    const VmLaunch *launch; // as the host gave it
    Buf text;
} Run;

typedef struct {
    Vm *vm;
    VmFunc *kernel;
    const VmLaunch *launch;
    Ctx ctx;
    Arena arena;
    VEC(Saved) saved;
    uint32_t nalloc; // allocations before the launch
    uint64_t next_addr, used, heap_used, workspace;
    bool text_is_open, all_open; // orders disagree
    bool sums;                   // the module adds floats atomically
    uint32_t told;
} Verify;

// ---- memory ------------------------------------------------------------------------------------

// Images may be large: they are the host's own memory, and what there is not enough of is no error.
static void *get(size_t n) {
    return malloc(n ? n : 1);
}

// The bits of the init checker lie behind the bytes (memory/device.c).
static uint64_t bytes_of(const VmAlloc *alloc, uint64_t size) {
    if (!alloc->init) return size;
    uint64_t padded = CU_ALIGN(size + VM_TAIL, 8ull);
    return padded + VM_BIT_WORDS(padded) * 8;
}

// Constant variables are the host's to write. False: no memory.
static bool save(Verify *verify, VmAlloc *kept) {
    uint64_t size = atomic_load(&kept->size);
    if (!size || kept->constant) return true;
    Saved saved = {.alloc = kept, .size = size, .bytes = bytes_of(kept, size)};
    saved.before = get(saved.bytes);
    if (!saved.before) return false;
    memcpy(saved.before, kept->host, saved.bytes);
    vec_push(&verify->arena, &verify->saved, saved);
    return true;
}

// False: no memory.
static bool save_all(Verify *verify) {
    Vm *vm = verify->vm;
    verify->nalloc = atomic_load(&vm->nalloc);
    verify->next_addr = vm->next_addr;
    verify->used = vm->used;
    verify->heap_used = vm->heap_used;
    verify->workspace = vm->workspace;
    bool ok = true;
    for (uint32_t i = 0; i < verify->nalloc && ok; i++) ok = save(verify, vm_alloc_at(vm, i));
    for (uint32_t i = 0; i < vm->adopted.n && ok; i++) ok = save(verify, vm->adopted.at[i]);
    return ok;
}

// What kernels free stays until nobody runs again. `live`: it is there once more.
static void end_frees(Verify *verify, bool live) {
    Vm *vm = verify->vm;
    for (uint32_t i = 0; i < vm->deferred.n; i++) {
        VmDeferred *freed = &vm->deferred.at[i];
        if (live) {
            atomic_store(&freed->alloc->size, freed->size);
        } else {
            vm_release_host(vm, freed->alloc, freed->size);
        }
    }
    vm->deferred.n = 0;
}

// The device as it was before the launch.
static void restore(Verify *verify) {
    Vm *vm = verify->vm;
    end_frees(verify, true);
    for (uint32_t i = verify->nalloc; i < atomic_load(&vm->nalloc); i++) {
        VmAlloc *alloc = vm_alloc_at(vm, i);
        vm_release_host(vm, alloc, atomic_load(&alloc->size));
        memset(alloc, 0, sizeof *alloc);
    }
    atomic_store(&vm->nalloc, verify->nalloc);
    vm->next_addr = verify->next_addr;
    vm->used = verify->used;
    vm->heap_used = verify->heap_used;
    vm->workspace = verify->workspace;
    for (uint32_t i = 0; i < verify->saved.n; i++) {
        Saved *saved = &verify->saved.at[i];
        if (memcmp(saved->alloc->host, saved->before, saved->bytes) == 0) continue;
        memcpy(saved->alloc->host, saved->before, saved->bytes);
        atomic_store(&saved->alloc->whole, false);
    }
}

// What the kernel has not changed takes no memory.
static bool keep(const Saved *saved, Left *out) {
    out->size = atomic_load(&saved->alloc->size);
    out->bytes = NULL;
    if (memcmp(saved->alloc->host, saved->before, saved->size) == 0) return true;
    out->bytes = get(saved->size);
    if (out->bytes) memcpy(out->bytes, saved->alloc->host, saved->size);
    return out->bytes != NULL;
}

static bool keep_all(Verify *verify, bool native) {
    bool ok = true;
    for (uint32_t i = 0; i < verify->saved.n && ok; i++) {
        Saved *saved = &verify->saved.at[i];
        ok = keep(saved, native ? &saved->native : &saved->plain);
    }
    return ok;
}

// The bytes after that run, changed or not.
static const uint8_t *bytes_left(const Saved *saved, const Left *after) {
    return after->bytes ? after->bytes : saved->before;
}

static bool is_same(const Saved *saved) {
    const Left *native = &saved->native, *plain = &saved->plain;
    if (native->size != plain->size) return false;
    if (!native->bytes && !plain->bytes) return true;
    return memcmp(bytes_left(saved, native), bytes_left(saved, plain), saved->size) == 0;
}

// ---- text --------------------------------------------------------------------------------------

// VmLaunch.output
static void take_text(void *data, const char *text, size_t n) {
    buf_write(&((Run *)data)->text, text, n);
}

// For qsort.
static int by_text(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

typedef VEC(char *) Lines;

static Lines sorted_lines(Arena *arena, Buf *text) {
    Lines lines = {0};
    char *at = arena_strndup(arena, text->n ? text->at : "", text->n);
    for (char *line = strtok_r(at, "\n", &at); line; line = strtok_r(NULL, "\n", &at))
        vec_push(arena, &lines, line);
    if (lines.n) qsort(lines.at, lines.n, sizeof *lines.at, by_text);
    return lines;
}

// The pieces of both, cut at the ends of lines. In any order: that of a block's warps is open.
static bool same_lines(Arena *arena, Run *one, Run *other) {
    if (one->text.n != other->text.n) return false;
    if (!one->text.n || memcmp(one->text.at, other->text.at, one->text.n) == 0) return true;
    Lines a = sorted_lines(arena, &one->text), b = sorted_lines(arena, &other->text);
    bool same = a.n == b.n;
    for (uint32_t i = 0; i < a.n && same; i++) same = strcmp(a.at[i], b.at[i]) == 0;
    return same;
}

// ---- runs --------------------------------------------------------------------------------------

// VmLaunch.touched
static void pass_touched(void *data, const VmTouched *range) {
    const VmLaunch *launch = ((Run *)data)->launch;
    launch->touched(launch->data, range);
}

// The host hears once of what the grid touched: of the plain run.
static void run_once(Verify *verify, bool native, uint64_t seed, Run *out) {
    Vm *vm = verify->vm;
    VmLaunch launch = *verify->launch;
    out->launch = verify->launch;
    buf_init(&out->text, &verify->arena);
    launch.output = take_text;
    launch.data = out;
    launch.touched = verify->launch->touched && !native && !seed ? pass_touched : NULL;
    vm->native = native;
    vm->opt.seed = seed;
    out->status = vm_launch_at(vm, verify->kernel, &launch, 0, &out->result);
    vm->native = true;
    vm->opt.seed = 0;
}

// Its memory and text may be compared.
static bool has_ended(const Run *run) {
    return run->status == VM_OK;
}

// Runs that were stopped, or could not run, say nothing.
static bool is_judged(const Run *run) {
    return !is_any_of(run->status, VM_ERR_LAUNCH, VM_ERR_LIMIT, VM_ERR_MEMORY, VM_ERR_INTERRUPTED,
                      VM_ERR_UNSUPPORTED);
}

// In what the interpreter's orders disagree is left open.
static void try_orders(Verify *verify, Run *plain) {
    for (uint64_t seed = 1; seed <= ORDERS; seed++) {
        Run other;
        restore(verify);
        run_once(verify, false, seed, &other);
        if (!has_ended(&other)) {
            verify->all_open |= is_judged(&other);
            continue;
        }
        for (uint32_t i = 0; i < verify->saved.n; i++) {
            Saved *saved = &verify->saved.at[i];
            const Left *left = &saved->plain;
            saved->open |= left->size != atomic_load(&saved->alloc->size) ||
                           memcmp(saved->alloc->host, bytes_left(saved, left), saved->size) != 0;
        }
        verify->text_is_open |= !same_lines(&verify->arena, plain, &other);
    }
    // the plain run's result stays
    restore(verify);
    Run again;
    run_once(verify, false, 0, &again);
}

// ---- differences -------------------------------------------------------------------------------

// A function's atomic operations on floats: their sums depend on the order of threads.
static bool adds_floats(const VmFunc *fn) {
    for (uint32_t pc = 0; pc < fn->ncode; pc++) {
        const PtxInst *in = fn->code[pc].source;
        if (!in || !is_any_of(ptx_rows[in->op].sem, PTX_SEM_ATOM, PTX_SEM_RED, PTX_SEM_REDASYNC))
            continue;
        if (ptx_types[in->type[0]].kind == 'f') return true;
    }
    return false;
}

// The kernel may call any of them.
static bool module_adds_floats(const VmModule *mod) {
    for (uint32_t i = 0; i < mod->m->func.n; i++) {
        if (mod->func[i].code && adds_floats(&mod->func[i])) return true;
    }
    return false;
}

// Infinities and NaN are not near to anything but themselves.
static bool near(double a, double b) {
    double most = CU_MAX(fabs(a), fabs(b));
    return a == b || fabs(a - b) <= most * 1e-3;
}

// The 8 bytes are nearly the same numbers, as f32 or as f64.
static bool nearly_same(const uint8_t *native, const uint8_t *plain, uint64_t n) {
    if (n < 8) return false;
    float a[2], b[2];
    double x, y;
    memcpy(a, native, 8);
    memcpy(b, plain, 8);
    memcpy(&x, native, 8);
    memcpy(&y, plain, 8);
    return (near((double)a[0], (double)b[0]) && near((double)a[1], (double)b[1])) || near(x, y);
}

// The variable of a module that holds the address, and where in it; NULL: none does.
static const char *variable_at(const Vm *vm, uint64_t addr, uint64_t *off) {
    for (const VmModule *mod = vm->modules; mod; mod = mod->next) {
        for (uint32_t i = 0; i < mod->m->sym.n; i++) {
            const PtxSym *sym = &mod->m->sym.at[i];
            if (sym->kind != PTXK_VAR) continue;
            const PtxVar *var = &mod->m->var.at[sym->index];
            uint64_t base = mod->sym_addr[i], size = ptx_var_size(var);
            if (addr - base >= size || var->space != PTXS_GLOBAL) continue;
            *off = addr - base;
            return atom_str(vm->ctx, sym->name);
        }
    }
    return NULL;
}

static void tell_place(Verify *verify, Buf *out, const Saved *differing, uint64_t off) {
    uint64_t addr = differing->alloc->base + off, within;
    const char *variable = variable_at(verify->vm, addr, &within);
    buf_printf(out, "  address 0x%llx, ", (unsigned long long)addr);
    if (variable) {
        buf_printf(out, "byte %llu of variable %s", (unsigned long long)within, variable);
    } else {
        buf_printf(out, "byte %llu of %llu", (unsigned long long)off,
                   (unsigned long long)differing->size);
    }
}

// Its bits, and of four bytes what they are as an integer and as a float.
static void tell_word(Buf *out, const char *who, const uint8_t *at, uint64_t n) {
    uint64_t word = 0;
    memcpy(&word, at, n);
    buf_printf(out, "%s 0x%0*llx", who, (int)(2 * n), (unsigned long long)word);
    float number;
    memcpy(&number, at, CU_MIN(n, sizeof number));
    if (n == 4) buf_printf(out, " (%d, %.9g)", (int)word, (double)number);
}

// The begin of a difference's text.
static Buf *head(Verify *verify) {
    Vm *vm = verify->vm;
    vm->differences++;
    Buf *out = &vm->difference_text;
    const uint32_t *grid = verify->launch->grid, *block = verify->launch->block;
    buf_printf(out,
               "difference: kernel %s, grid (%u,%u,%u), block (%u,%u,%u):", verify->kernel->name,
               grid[0], grid[1], grid[2], block[0], block[1], block[2]);
    return out;
}

// By words, as most elements are that long or twice as long.
static void compare_bytes(Verify *verify, const Saved *compared) {
    const uint8_t *native = bytes_left(compared, &compared->native),
                  *plain = bytes_left(compared, &compared->plain);
    uint64_t first = 0, words = 0;
    for (uint64_t i = 0; i < compared->size; i += 4) {
        uint64_t n = CU_MIN(compared->size - i, 4ull), pair = i & ~7ull;
        if (memcmp(native + i, plain + i, n) == 0) continue;
        if (verify->sums && nearly_same(native + pair, plain + pair, compared->size - pair))
            continue;
        if (!words++) first = i;
    }
    if (!words || verify->told++ >= MAX_TOLD) return;
    Buf *out = head(verify);
    uint64_t n = CU_MIN(compared->size - first, 4ull);
    buf_printf(out, " %llu words of an allocation differ, the first\n", (unsigned long long)words);
    tell_place(verify, out, compared, first);
    tell_word(out, ": native code", native + first, n);
    tell_word(out, ", interpreter", plain + first, n);
    buf_puts(out, "\n");
}

// Allocation by allocation: freed or not, then their words.
static void compare_memory(Verify *verify) {
    for (uint32_t i = 0; i < verify->saved.n; i++) {
        const Saved *saved = &verify->saved.at[i];
        if (saved->open || is_same(saved)) continue;
        if (saved->native.size == saved->plain.size) {
            compare_bytes(verify, saved);
            continue;
        }
        Buf *out = head(verify);
        buf_printf(out, " %s frees an allocation\n",
                   saved->native.size ? "only the interpreter" : "only native code");
        tell_place(verify, out, saved, 0);
        buf_puts(out, "\n");
    }
}

// The begin of it, as long texts differ in their first lines most often.
static void tell_text(Buf *out, const char *who, const Buf *text) {
    buf_printf(out, "  %s prints %u bytes: ", who, (unsigned)text->n);
    buf_write(out, text->n ? text->at : "", CU_MIN(text->n, (size_t)200));
    buf_puts(out, "\n");
}

static void compare_status(Verify *verify, const Run *native, const Run *plain) {
    const char *none = "comes to its end";
    buf_printf(head(verify), "\n  native code: %s\n  interpreter: %s\n",
               native->status ? native->result.error : none,
               plain->status ? plain->result.error : none);
}

// Under what the orders have left open.
static void compare(Verify *verify, Run *native, Run *plain) {
    if (verify->all_open) return;
    if (native->status != plain->status) {
        compare_status(verify, native, plain);
        return;
    }
    if (!verify->text_is_open && !same_lines(&verify->arena, native, plain)) {
        Buf *out = head(verify);
        buf_puts(out, "\n");
        tell_text(out, "native code", &native->text);
        tell_text(out, "interpreter", &plain->text);
    }
    compare_memory(verify);
}

// Something differs: the orders decide whether it is left open.
static bool is_suspect(Verify *verify, Run *native, Run *plain) {
    if (native->status != plain->status) return true;
    if (!has_ended(native)) return false;
    bool same = same_lines(&verify->arena, native, plain);
    for (uint32_t i = 0; i < verify->saved.n; i++) same &= is_same(&verify->saved.at[i]);
    return !same;
}

// ---- a launch ----------------------------------------------------------------------------------

// The last run's memory stays; nothing else does.
static void end(Verify *verify) {
    end_frees(verify, false);
    verify->vm->verifying = false;
    for (uint32_t i = 0; i < verify->saved.n; i++) {
        const Saved *saved = &verify->saved.at[i];
        free(saved->before);
        free(saved->native.bytes);
        free(saved->plain.bytes);
    }
}

// False: no memory for a second image; nothing has been compared.
static bool run_both(Verify *verify, Run *plain) {
    Run native;
    if (!save_all(verify)) return false;
    run_once(verify, true, 0, &native);
    bool kept = keep_all(verify, true);
    restore(verify);
    run_once(verify, false, 0, plain);
    if (!kept || !keep_all(verify, false)) return true;
    if (!is_judged(&native) || !is_judged(plain)) return true;
    verify->vm->verified++;
    if (!is_suspect(verify, &native, plain)) return true;
    verify->sums = module_adds_floats(verify->kernel->mod);
    try_orders(verify, plain);
    compare(verify, &native, plain);
    return true;
}

// What the host hears is the interpreter's: its text, its counts, its fault.
static VmStatus run_verified(Verify *verify, VmResult *out) {
    Run plain = {0};
    const VmLaunch *launch = verify->launch;
    bool both = run_both(verify, &plain);
    if (!both) run_once(verify, true, 0, &plain);
    *out = plain.result;
    if (plain.text.n && launch->output) launch->output(launch->data, plain.text.at, plain.text.n);
    return plain.status;
}

// One launch at a time: no other may change memory meanwhile.
static VmStatus launch_verified(Vm *vm, VmFunc *func, const VmLaunch *launch, VmResult *out) {
    static const VmResult no_memory = {.status = VM_ERR_MEMORY};
    Verify verify = {.vm = vm, .kernel = func, .launch = launch};
    jmp_buf unwind;
    volatile VmStatus status = VM_ERR_MEMORY;
    pthread_mutex_lock(&vm->verify_lock);
    vm->verifying = true;
    ctx_init(&verify.ctx);
    verify.ctx.unwind = &unwind;
    arena_init(&verify.arena, &verify.ctx, "verify");
    if (setjmp(unwind) == 0)
        status = run_verified(&verify, out);
    else
        *out = no_memory;
    end(&verify);
    ctx_free(&verify.ctx);
    pthread_mutex_unlock(&vm->verify_lock);
    return status;
}

// What the host's program chose for its own numbers (traps, rounding, denormal numbers as zero) is
// not the device's. The workers have it from this thread.
VmStatus vm_launch(Vm *vm, VmFunc *func, const VmLaunch *launch, VmResult *out) {
    fenv_t hosts;
    fegetenv(&hosts);
    fesetenv(FE_DFL_ENV);
    bool verify = vm->opt.verify && vm->native && !func->tile;
    VmStatus status =
        verify ? launch_verified(vm, func, launch, out) : vm_launch_at(vm, func, launch, 0, out);
    fesetenv(&hosts);
    return status;
}

// ---- what is told ------------------------------------------------------------------------------

uint64_t vm_differences(const Vm *vm) {
    return vm->differences;
}

bool vm_print_new_differences(Vm *vm, Buf *out) {
    pthread_mutex_lock(&vm->verify_lock);
    Buf *text = &vm->difference_text;
    bool any = text->n != 0;
    if (any) buf_write(out, text->at, text->n);
    text->n = 0;
    pthread_mutex_unlock(&vm->verify_lock);
    return any;
}

void vm_print_verified(const Vm *vm, Buf *out) {
    buf_printf(out, "native code and interpreter: %llu launches compared, ",
               (unsigned long long)vm->verified);
    if (vm->differences)
        buf_printf(out, "%llu differences\n", (unsigned long long)vm->differences);
    else
        buf_puts(out, "no difference\n");
}
