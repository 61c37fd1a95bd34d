// SPDX-License-Identifier: Apache-2.0
// Loads a module: places variables and functions in the address space, then decodes the functions.
// Shared memory: variables of the module and of device functions first, those of each kernel after
// them (kernels overlap), dynamic shared memory at one offset behind all of it.
#include "base/target.h"
#include "vm/decode/decode.h"
#include "vm/schedule/schedule.h"
#include "vm/memory/memory.h"
#include "vm/debug/debug.h"

#include <stdlib.h>

const char *const vm_class_name[VM_CLS_COUNT] = {
    "integer", "float", "move",   "control", "global", "shared",
    "local",   "param", "atomic", "sync",    "matrix",
};

typedef struct { // places of shared variables
    uint32_t end;
    uint32_t tail;  // end of the alignment padding that loads may read
    uint32_t align; // of all of them
    bool gaps;      // the mem checker wants room behind each
    bool full;      // a variable found no place
} SharedPlace;

enum { MAX_SHARED = 1 << 24 }; // far more than any GPU has

// The next place for a shared variable, aligned; with the mem checker at a distance from the one
// before, so that accesses past its end meet nothing.
static uint32_t place_shared(SharedPlace *shared_place, const PtxVar *placed) {
    uint32_t a = ptx_var_align(placed);
    uint64_t n = ptx_var_size(placed), off = CU_ALIGN((uint64_t)shared_place->end, (uint64_t)a);
    shared_place->full |= n > MAX_SHARED || off + n > MAX_SHARED;
    if (shared_place->full) return shared_place->end;
    shared_place->align = CU_MAX(shared_place->align, a);
    shared_place->end = (uint32_t)(off + n);
    shared_place->tail =
        CU_MAX(shared_place->tail, CU_ALIGN(shared_place->end, CU_MIN(a, VM_TAIL)));
    if (shared_place->gaps) shared_place->end = CU_ALIGN(shared_place->end + 32, 128u);
    return (uint32_t)off;
}

// ---- variables ---------------------------------------------------------------------------------

// A variable of another module by its name; 0: there is none.
static uint64_t find_elsewhere(Vm *vm, const VmModule *self, const char *name) {
    uint64_t addr, size;
    for (VmModule *m = vm->modules; m; m = m->next) {
        if (m != self && vm_symbol(m, name, &addr, &size)) return addr;
    }
    return 0;
}

// Memory for a variable, with its initial value; what is declared only is another module's.
static bool place_global(Vm *vm, VmModule *mod, const PtxVar *placed, uint64_t *addr) {
    const char *name = atom_str(mod->m->ctx, placed->name);
    if (placed->linkage == PTXL_EXTERN) {
        *addr = find_elsewhere(vm, mod, name);
        return *addr || VM_DIAG(vm, vm_undefined, name);
    }
    uint64_t size = ptx_var_size(placed);
    // References of textures and samplers are handles.
    if (ptx_types[placed->type].kind == 'o') size = 8;
    *addr = vm_alloc_kind(vm, size, VM_ALLOC_VARIABLE, NULL);
    uint8_t *p = *addr ? vm_host(vm, *addr, size) : NULL;
    if (p) vm_initialised(vm, *addr, size);
    if (!p) return VM_DIAG(vm, vm_memory, name);
    vm_name_allocation(vm, *addr, name);
    VmAlloc *a = vm_find(vm, *addr);
    a->constant = placed->space == PTXS_CONST;
    a->align = ptx_var_align(placed);
    memset(p, 0, size);
    if (placed->ninit) memcpy(p, placed->init, CU_MIN(placed->ninit, size));
    return true;
}

// Addresses in the initialiser, once all are known. Bytes of an address (shift) are written one by
// one.
static void relocate(Vm *vm, VmModule *mod, const PtxVar *placed, uint64_t addr) {
    for (uint32_t i = 0; i < placed->reloc.n; i++) {
        const PtxReloc *r = &placed->reloc.at[i];
        uint64_t val = mod->sym_addr[r->sym];
        const PtxVar *target = ptx_sym_var(mod->m, r->sym);
        if (r->generic && target && target->space == PTXS_SHARED) val += VM_SHARED_BASE;
        val = (val + (uint64_t)r->addend) >> r->shift;
        vm_write(vm, addr + r->off, &val, CU_MIN(r->size, 8));
    }
}

// A managed variable has one address for both sides: where the host finds its bytes.
static bool share_managed(Vm *vm, VmModule *mod, const PtxVar *placed, uint64_t *addr) {
    if (!placed->managed || placed->linkage == PTXL_EXTERN) return true;
    uint64_t size = ptx_var_size(placed);
    void *host = vm_host(vm, *addr, size);
    if (size && !(host && vm_adopt(vm, host, size)))
        return VM_DIAG(vm, vm_memory, atom_str(mod->m->ctx, placed->name));
    if (size) *addr = (uint64_t)(uintptr_t)host;
    return true;
}

// The shared variables of a function, from `next` on.
static void place_own_shared(const VmModule *mod, VmFunc *fn, SharedPlace *next) {
    fn->shared_begin = next->end;
    for (uint32_t k = 0; k < fn->f->var.n; k++) {
        const PtxVar *v = &fn->f->var.at[k];
        if (v->space != PTXS_SHARED || vm_is_dynamic(v)) continue;
        fn->var[k].off = place_shared(next, v);
    }
    fn->shared_end = CU_MAX(next->end, next->tail);
    if (fn->f->entry) vm_find_shared(mod, fn);
}

// Everything of the module that has an address.
static bool place_symbols(Vm *vm, VmModule *mod) {
    PtxModule *module = mod->m;
    bool ok = true;
    SharedPlace place = {VM_SHARED_OFF, VM_SHARED_OFF, 1024, vm->opt.checks & VM_CHECK_MEM, false};
    for (uint32_t i = 0; i < module->sym.n; i++) {
        PtxVar *v = ptx_sym_var(module, i);
        PtxFunc *f = ptx_sym_func(module, i);
        if (f) mod->sym_addr[i] = mod->func[f->index].addr;
        if (!v) continue;
        if (v->space == PTXS_SHARED) {
            if (!vm_is_dynamic(v)) mod->sym_addr[i] = place_shared(&place, v);
        } else {
            ok &= place_global(vm, mod, v, &mod->sym_addr[i]) &&
                  share_managed(vm, mod, v, &mod->sym_addr[i]);
        }
    }
    // shared variables of device functions, then of kernels
    // Kernels follow device functions, each from the same place on: only one runs.
    // `mod->dynamic_off` is behind the largest.
    for (uint32_t pass = 0; pass < 2; pass++) {
        uint32_t most = place.end;
        for (uint32_t i = 0; i < module->func.n; i++) {
            VmFunc *fn = &mod->func[i];
            SharedPlace own = place;
            if (fn->f->entry != (pass == 1)) continue;
            mod->has_functions |= !fn->f->entry && fn->f->has_body;
            place_own_shared(mod, fn, &own);
            most = CU_MAX(most, fn->shared_end);
            place.align = own.align;
            place.full |= own.full;
            if (pass == 0) place = own;
        }
        mod->dynamic_off = CU_ALIGN(most, place.align);
    }
    for (uint32_t i = 0; i < module->sym.n; i++) {
        const PtxVar *v = ptx_sym_var(module, i);
        if (v && vm_is_dynamic(v)) mod->sym_addr[i] = mod->dynamic_off;
    }
    for (uint32_t i = 0; i < module->sym.n && ok; i++) {
        const PtxVar *v = ptx_sym_var(module, i);
        if (v && v->space != PTXS_SHARED) relocate(vm, mod, v, mod->sym_addr[i]);
    }
    if (place.full) ok = VM_DIAG(vm, vm_shared);
    return ok;
}

// ---- functions ---------------------------------------------------------------------------------

// Parameters of a kernel, as launches give them and as a grid has them: there, with the checker of
// memory, what an index can leave has room around it, so that it does not reach a neighbour.
static uint32_t place_parameters(Vm *vm, VmFunc *fn) {
    enum { ROOM = 128, SCALAR = 8 };
    Arena *arena = &vm->ctx->perm;
    bool apart = vm->opt.checks & VM_CHECK_MEM;
    uint64_t given = 0, own = 0;
    fn->param_from = arena_array(arena, uint32_t, fn->arg.n + 1);
    for (uint32_t i = 0; i < fn->arg.n; i++) {
        const PtxVar *var = &fn->f->var.at[fn->arg.at[i]];
        VmVar *place = &fn->var[fn->arg.at[i]];
        uint64_t size = ptx_var_size(var), align = ptx_var_align(var);
        uint64_t room = apart && size > SCALAR ? ROOM : 0;
        given = CU_ALIGN(given, align);
        own = CU_ALIGN(own + room, align);
        fn->param_from[i] = (uint32_t)given;
        place->off = (uint32_t)own;
        place->size = (uint32_t)size;
        given += size;
        own += size + room;
        if (own > 1u << 30) return UINT32_MAX;
    }
    fn->param_end = (uint32_t)own;
    if (!apart) return (uint32_t)given;
    fn->param_valid = arena_array(arena, uint64_t, VM_BIT_WORDS(own + 1));
    for (uint32_t i = 0; i < fn->arg.n; i++) {
        const VmVar *place = &fn->var[fn->arg.at[i]];
        vm_bits_set(fn->param_valid, place->off, place->size, false);
    }
    return (uint32_t)given;
}

// Places of a function's variables: local memory and parameters in its frame, a kernel's parameters
// in their own space, static ones in device memory.
static bool place_locals(Vm *vm, VmModule *mod, VmFunc *fn) {
    PtxFunc *func = fn->f;
    Arena *arena = &vm->ctx->perm;
    fn->var = arena_array(arena, VmVar, func->var.n + 1);
    uint64_t local = 0;
    fn->local_align = 16;
    fn->arg.n = fn->ret.n = 0;
    for (uint32_t i = 0; i < func->sig.param.n; i++)
        vec_push(arena, &fn->arg, func->sig.param.at[i]);
    for (uint32_t i = 0; i < func->sig.ret.n; i++) vec_push(arena, &fn->ret, func->sig.ret.at[i]);
    if (func->entry) fn->param_size = place_parameters(vm, fn);
    if (fn->param_size == UINT32_MAX) return VM_DIAG(vm, vm_local, fn->name);
    for (uint32_t i = 0; i < func->var.n; i++) {
        const PtxVar *var = &func->var.at[i];
        uint64_t size = ptx_var_size(var), align = ptx_var_align(var);
        if (func->entry && var->space == PTXS_PARAM && i < fn->arg.n) continue;
        fn->var[i].size = (uint32_t)size;
        if (is_any_of(var->space, PTXS_LOCAL, PTXS_PARAM, PTXS_REG)) {
            local = CU_ALIGN(local, align);
            if (align > fn->local_align) fn->local_align = (uint32_t)align;
            fn->var[i].off = (uint32_t)local;
            local += size;
            if (local > 1u << 30) return VM_DIAG(vm, vm_local, fn->name);
        } else if (is_any_of(var->space, PTXS_GLOBAL, PTXS_CONST)) {
            if (!place_global(vm, mod, var, &fn->var[i].addr)) return false;
            relocate(vm, mod, var, fn->var[i].addr);
        }
    }

    // A last parameter without a size is where unnamed arguments lie.
    const PtxVar *last =
        fn->arg.n && !func->entry ? &func->var.at[fn->arg.at[fn->arg.n - 1]] : NULL;
    fn->open = last && last->space == PTXS_PARAM && last->unsized;
    fn->local_size = (uint32_t)CU_ALIGN(local, 16u);
    return true;
}

// Kernels are found by name.
static int by_name(const void *a, const void *b) {
    return strcmp((*(VmFunc *const *)a)->name, (*(VmFunc *const *)b)->name);
}

// A record and an address for each function: addresses count from VM_FUNC_BASE in steps of 16, over
// all modules.
static bool make_functions(Vm *vm, VmModule *mod) {
    PtxModule *module = mod->m;
    Arena *arena = &vm->ctx->perm;
    bool ok = true;
    mod->func = arena_array(arena, VmFunc, module->func.n + 1);
    for (uint32_t i = 0; i < module->func.n; i++) {
        VmFunc *fn = &mod->func[i];
        fn->mod = mod;
        fn->f = module->func.at[i];
        fn->name = atom_str(module->ctx, fn->f->name);
        fn->addr = VM_FUNC_BASE + 16ull * vm->nfunc;
        fn->builtin = fn->f->has_body ? -1 : vm_builtin_id(fn->name);
        if (vm->nfunc == vm->capfunc) {
            uint32_t cap = CU_MAX(64u, vm->capfunc * 2);
            VmFunc **at = arena_array(arena, VmFunc *, cap);
            if (vm->nfunc) memcpy(at, vm->func_at, vm->nfunc * sizeof *at);
            vm->func_at = at;
            vm->capfunc = cap;
        }
        vm->func_at[vm->nfunc++] = fn;
        if (fn->f->entry) vec_push(arena, &mod->entry, fn);
        if (fn->f->entry && fn->f->has_body) vec_push(arena, &mod->kernel, fn);
        ok &= place_locals(vm, mod, fn);
    }
    if (mod->entry.n) qsort(mod->entry.at, mod->entry.n, sizeof *mod->entry.at, by_name);
    return ok;
}

// ---- the mem checker's view of shared memory ----------------------------------------------------

// A bit for each byte of shared memory that belongs to a variable of the kernel's.
static void mark_shared(Vm *vm, VmFunc *kernel) {
    uint64_t *bits = arena_array(&vm->ctx->perm, uint64_t, VM_BIT_WORDS(kernel->shared_end));
    kernel->shared_valid = bits;
    vm_bits_set(bits, 0, VM_SHARED_OFF, false);
    VmSharedVar v = {0};
    while (vm_shared_next(kernel, &v)) vm_bits_set(bits, v.off, v.size, false);
}

// ---- interface ---------------------------------------------------------------------------------

// Loads a module. NULL after reporting: memory, undefined variables, sizes.
VmModule *vm_load(Vm *vm, PtxModule *source) {
    VmModule *mod = arena_new(&vm->ctx->perm, VmModule);
    mod->vm = vm;
    mod->m = source;
    mod->prepare = vm_prepare;
    mod->sym_addr = arena_array(&vm->ctx->perm, uint64_t, source->sym.n + 1);
    if (!make_functions(vm, mod) || !place_symbols(vm, mod)) return NULL;
    uint64_t address, size;
    mod->of_tiles = vm_symbol(mod, TARGET_TILE_MARK, &address, &size);
    bool ok = true;
    for (uint32_t i = 0; i < source->func.n; i++) {
        const PtxFunc *f = source->func.at[i];
        if (f->has_body && !f->unread) ok &= vm_decode(vm, &mod->func[i]);
        if (source->func.at[i]->entry && vm->opt.checks & VM_CHECK_MEM)
            mark_shared(vm, &mod->func[i]);
    }
    if (!ok) return NULL;
    if (vm->opt.checks) mod->debug = vm_debug_read(source, &vm->ctx->perm);
    mod->next = vm->modules;
    vm->modules = mod;
    return mod;
}

// From text: also errors of the reader.
VmModule *vm_load_text(Vm *vm, const char *name, const char *text, size_t n) {
    PtxModule *m = ptx_read(vm->ctx, &vm->ctx->perm, name, text, n);
    return m ? vm_load(vm, m) : NULL;
}

VmModule *vm_load_lazily(Vm *vm, const char *name, const char *text, size_t n) {
    if (vm->opt.checks || vm->profile) return vm_load_text(vm, name, text, n);
    PtxModule *m = ptx_read_lazily(vm->ctx, &vm->ctx->perm, name, text, n);
    return m ? vm_load(vm, m) : NULL;
}

// The kernel's shared variables get the places that were counted for them.
bool vm_prepare(Vm *vm, VmFunc *kernel) {
    if (kernel->decoded || !kernel->f->has_body) return true;
    if (kernel->is_broken) return false;
    kernel->is_broken = true; // should it end in the middle
    SharedPlace place = {.end = kernel->shared_begin, .align = 1};
    if (!ptx_read_body(kernel->f) || !place_locals(vm, kernel->mod, kernel)) return false;
    place_own_shared(kernel->mod, kernel, &place);
    kernel->is_broken = !vm_decode(vm, kernel);
    return !kernel->is_broken;
}

// By name; NULL: the module has no such kernel.
VmFunc *vm_kernel(VmModule *mod, const char *name) {
    for (uint32_t lo = 0, hi = mod->entry.n; lo < hi;) {
        uint32_t mid = lo + (hi - lo) / 2;
        int order = strcmp(mod->entry.at[mid]->name, name);
        if (!order) return mod->entry.at[mid];
        if (order < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    return NULL;
}

// What could not be decoded is refused only when it runs (decode/decode.c).
uint32_t vm_refused(const VmModule *mod) {
    return mod->refused.n;
}

const char *vm_refused_text(const VmModule *mod, uint32_t i) {
    return mod->refused.at[i];
}

uint32_t vm_kernel_count(const VmModule *mod) {
    return mod->kernel.n;
}

VmFunc *vm_kernel_at(VmModule *mod, uint32_t k) {
    return k < mod->kernel.n ? mod->kernel.at[k] : NULL;
}

const char *vm_kernel_name(const VmFunc *func) {
    return func->name;
}

// A variable of device memory by name; false: there is none. Shared ones have no address for the
// host.
bool vm_symbol(VmModule *mod, const char *name, uint64_t *addr, uint64_t *size) {
    for (uint32_t i = 0; i < mod->m->sym.n; i++) {
        const PtxVar *v = ptx_sym_var(mod->m, i);
        if (!v || v->space == PTXS_SHARED || v->linkage == PTXL_EXTERN) continue;
        if (strcmp(atom_str(mod->m->ctx, v->name), name) != 0) continue;
        *addr = mod->sym_addr[i];
        *size = ptx_var_size(v);
        return true;
    }
    return false;
}

// What launches must know of a kernel. Without directives a block has up to 1,024 threads.
VmKernelInfo vm_kernel_info(const VmFunc *func) {
    VmKernelInfo info = {
        .count = func->arg.n, .size = func->param_size, .local_size = func->local_size};
    info.shared_size = func->shared_size;
    info.sm = func->mod->m->sm;
    const PtxDirectives *d = &func->f->dir;
    const uint32_t *n = d->reqntid[0] ? d->reqntid : d->maxntid;
    uint64_t plane = (uint64_t)n[0] * CU_MAX(n[1], 1u);
    bool many = !plane || plane > 1024 || plane * CU_MAX(n[2], 1u) > 1024;
    info.max_threads = many ? 1024 : (uint32_t)plane * CU_MAX(n[2], 1u);
    memcpy(info.reqntid, d->reqntid, sizeof info.reqntid);
    memcpy(info.cluster, d->reqnctapercluster, sizeof info.cluster);
    info.must_cluster = d->explicitcluster;
    info.counts_clusters = d->blocksareclusters && d->reqnctapercluster[0];
    info.own_block = d->reqntid[0] && (info.counts_clusters || func->mod->of_tiles);
    return info;
}

// Where parameter i lies in the buffer; false: there are not so many.
bool vm_kernel_param(const VmFunc *func, uint32_t i, uint32_t *offset, uint32_t *size) {
    if (i >= func->arg.n) return false;
    *offset = func->param_from[i];
    *size = func->var[func->arg.at[i]].size;
    return true;
}
