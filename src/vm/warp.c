// SPDX-License-Identifier: Apache-2.0
// Runs one warp. Its lanes are divided into splits, each with a program counter and a call frame.
//
// Scheduling: the split in the deepest frame with the lowest pc runs, so that lanes meet again at
// the earliest common instruction (for reducible code laid out in topological order that is the
// immediate post-dominator). Splits with the same pc and frame are merged at labels. A split that
// keeps others waiting for FAIR_SLICE instructions gives way to the one that waited longest, which
// gives the forward progress of independent thread scheduling (sm_70 and later).
//
// Invariants: the masks of the splits in use are disjoint and their union is w->live; a frame's
// `live` lanes are those that have not returned from it; a frame is freed when that is empty.
#include "vm/check.h"

#include <stdatomic.h>

enum { FAIR_SLICE = 1024, FAIR_RUN = 256 };

// ---- rows --------------------------------------------------------------------------------------

void vm_store_row(Warp *w, VmRef d, uint32_t size, const uint64_t *r, uint32_t mask) {
    uint8_t *p = vm_row(w, d);
    uint32_t lane[VM_LANES];
    switch (size) {
    case 1: VM_EACH(i, mask)((uint16_t *)(void *)p)[i] = (uint16_t)r[i]; break;
    case 2:
        for (int i = 0; i < VM_LANES; i++) lane[i] = (uint32_t)r[i];
        vm_blend32((uint32_t *)(void *)p, lane, mask);
        break;
    case 3: vm_blend64((uint64_t *)(void *)p, r, mask); break;
    case 4:
        VM_EACH(i, mask) {
            ((uint64_t *)(void *)p)[2 * i] = r[i];
            ((uint64_t *)(void *)p)[2 * i + 1] = 0;
        }
        break;
    default: break;
    }
}

void vm_load_row(const Warp *w, VmRef a, uint32_t size, uint64_t *r) {
    const uint8_t *p = vm_row(w, a);
    for (int i = 0; i < VM_LANES; i++) {
        switch (size) {
        case 1: r[i] = ((const uint16_t *)(const void *)p)[i]; break;
        case 2: r[i] = ((const uint32_t *)(const void *)p)[i]; break;
        case 3: r[i] = ((const uint64_t *)(const void *)p)[i]; break;
        default: r[i] = ((const uint64_t *)(const void *)p)[2 * i]; break;
        }
    }
}

// ---- frames ------------------------------------------------------------------------------------

void vm_local_reserve(Warp *w, const VmInst *in, uint32_t lane, uint32_t bytes) {
    if (bytes <= w->local_cap[lane]) return;
    if (bytes > w->grid->vm->opt.stack_limit) {
        vm_fault(w, in, lane, VM_ERR_STACK, 0,
                 "stack overflow: more than %llu bytes of local memory",
                 (unsigned long long)w->grid->vm->opt.stack_limit);
    }
    uint32_t cap = CU_MAX(w->local_cap[lane] * 2, CU_ALIGN(bytes, 512u));
    uint8_t *p = arena_alloc(&w->block->arena, cap, 64);
    uint32_t old = w->local_cap[lane];
    if (old) memcpy(p, w->local[lane], old);
    memset(p + old, w->grid->vm->opt.fill, cap - old);
    if (w->local_init) {
        uint64_t *bits = arena_array(&w->block->arena, uint64_t, VM_BIT_WORDS(cap));
        if (old) memcpy(bits, w->local_init[lane], VM_BIT_WORDS(old) * 8);
        w->local_init[lane] = bits;
    }
    w->local[lane] = p;
    w->local_cap[lane] = cap;
}

// What a warp's calls may take: nested ones, and bytes of their registers.
enum { MAX_DEPTH = 100000, MAX_FRAMES = 1 << 30 };

static Frame *new_frame(Warp *w, VmFunc *fn) {
    for (Frame **p = &w->free_frames; *p; p = &(*p)->parent) {
        Frame *f = *p;
        if (f->fn != fn) continue;
        *p = f->parent;
        memset(f->reg, w->grid->vm->opt.fill, fn->reg_size);
        return f;
    }
    w->frame_bytes += fn->reg_size + sizeof(Frame);
    Frame *f = arena_new(&w->block->arena, Frame);
    f->reg = arena_alloc(&w->block->arena, fn->reg_size + 64, 64);
    memset(f->reg, w->grid->vm->opt.fill, fn->reg_size);
    f->fn = fn;
    return f;
}

static void free_frame(Warp *w, Frame *f) {
    f->parent = w->free_frames;
    w->free_frames = f;
}

// `more`: bytes of arguments without a name, behind the frame.
static void enter(Warp *w, const VmInst *in, Frame *f, Frame *parent, uint32_t mask,
                  uint32_t more) {
    uint32_t size = f->fn->open ? vm_open_off(f->fn) + more : f->fn->local_size;
    f->parent = parent;
    f->live = mask;
    f->depth = parent ? parent->depth + 1 : 0;
    VM_EACH(i, mask) {
        uint32_t base = CU_ALIGN(parent ? parent->lend[i] : VM_LOCAL_OFF, f->fn->local_align);
        f->lbase[i] = base;
        f->lend[i] = base + size;
        if (!size) continue;
        vm_local_reserve(w, in, i, f->lend[i]);
        vm_shadow_frame(w, i, base, f->lend[i]);
    }
}

static void set_frame(Warp *w, Frame *f) {
    w->frame = f;
    w->fn = f->fn;
    w->base[REF_FRAME] = f->reg;
    w->base[REF_CONST] = f->fn->consts;
    w->base[REF_SREG] = w->sreg;
}

// ---- splits ------------------------------------------------------------------------------------

static void free_split(Warp *w, uint32_t i) {
    w->split[i] = w->split[--w->nsplit];
    if (w->cur == w->nsplit) w->cur = i;
}

uint32_t vm_split_off(Warp *w, uint32_t mask, uint32_t pc) {
    Split *s = &w->split[w->cur], *n = &w->split[w->nsplit];
    s->mask &= ~mask;
    *n = *s;
    n->mask = mask;
    n->pc = pc;
    n->state = SPLIT_READY;
    return w->nsplit++;
}

// Joins ready splits that stand at the same place as split i.
static uint32_t merge_into(Warp *w, uint32_t i) {
    for (uint32_t k = w->nsplit; k-- > 0;) {
        Split *a = &w->split[i], *b = &w->split[k];
        if (k == i || b->state != SPLIT_READY || b->pc != a->pc || b->frame != a->frame) continue;
        a->mask |= b->mask;
        if (i == w->nsplit - 1) i = k; // free_split moves the last one into k
        free_split(w, k);
    }
    return i;
}

static uint32_t pick(const Warp *w, bool oldest) {
    uint32_t best = UINT32_MAX;
    for (uint32_t i = 0; i < w->nsplit; i++) {
        const Split *s = &w->split[i];
        if (s->state != SPLIT_READY) continue;
        if (best == UINT32_MAX) {
            best = i;
            continue;
        }
        const Split *b = &w->split[best];
        bool better = oldest ? s->last < b->last
                             : s->frame->depth > b->frame->depth ||
                                   (s->frame->depth == b->frame->depth && s->pc < b->pc);
        if (better) best = i;
    }
    return best;
}

void vm_exit_lanes(Warp *w, uint32_t mask) {
    w->live &= ~mask;
    w->split[w->cur].mask &= ~mask;
    for (Frame *f = w->split[w->cur].frame, *parent; f; f = parent) {
        parent = f->parent;
        f->live &= ~mask;
        if (!f->live) free_frame(w, f);
    }
}

// ---- calls -------------------------------------------------------------------------------------

static void copy_args(Warp *w, const uint32_t *to_base, const uint32_t *from_base, const VmVar *to,
                      uint32_t from_off, uint32_t from_size, uint32_t mask) {
    uint32_t n = CU_MIN(to->size, from_size);
    VM_EACH(i, mask) {
        memcpy(w->local[i] + to_base[i] + to->off, w->local[i] + from_base[i] + from_off, n);
        vm_shadow_copy(w, i, to_base[i] + to->off, from_base[i] + from_off, n);
    }
}

static void do_call(Warp *w, Split *s, const VmInst *in, VmFunc *callee, uint32_t mask) {
    Frame *caller = s->frame;
    if (callee->builtin >= 0 && !callee->code) {
        vm_builtin_call(w, in, callee, mask);
        s->pc++;
        return;
    }
    if (callee->f->entry) // its parameters are not in local memory
        vm_fault(w, in, UINT32_MAX, VM_ERR_ILLEGAL, 0, "call of the kernel '%s'", callee->name);
    if (!callee->code) {
        vm_fault(w, in, UINT32_MAX, VM_ERR_UNSUPPORTED, 0, "call of '%s', which has no definition",
                 callee->name);
    }
    if (caller->depth > MAX_DEPTH || w->frame_bytes > MAX_FRAMES)
        vm_fault(w, in, UINT32_MAX, VM_ERR_STACK, 0, "call depth limit reached");
    Frame *f = new_frame(w, callee);
    const uint32_t *l = caller->fn->list.at + in->extra;
    uint32_t nret = l[0], narg = l[1], last = callee->arg.n - 1;
    l += 2 + 2 * nret;
    VmVar open = {.size = callee->open && last < narg ? l[2 * last + 1] : 0};
    if (callee->open) open.off = vm_open_off(callee);
    enter(w, in, f, caller, mask, open.size);
    f->retpc = s->pc + 1;
    f->call = in;
    for (uint32_t k = 0; k < narg && k < callee->arg.n; k++) {
        const VmVar *to = callee->open && k == last ? &open : &callee->var[callee->arg.at[k]];
        copy_args(w, f->lbase, caller->lbase, to, l[2 * k], l[2 * k + 1], mask);
    }
    s->frame = f;
    s->pc = 0;
    set_frame(w, f);
}

static void call(Warp *w, Split *s, const VmInst *in, uint32_t mask) {
    if (in->callee) {
        do_call(w, s, in, (VmFunc *)in->callee, mask);
        return;
    }
    uint64_t target[VM_LANES];
    vm_load_row(w, in->a, 3, target);
    uint32_t first = (uint32_t)__builtin_ctz(mask), same = 0;
    VM_EACH(i, mask) same |= (uint32_t)(target[i] == target[first]) << i;
    if (same != mask) vm_split_off(w, mask & ~same, s->pc); // they call again by themselves
    Vm *vm = w->grid->vm;
    uint64_t index = (target[first] - VM_FUNC_BASE) / 16;
    if (target[first] < VM_FUNC_BASE || index >= vm->nfunc || target[first] % 16) {
        vm_fault(w, in, first, VM_ERR_ADDRESS, target[first],
                 "call of an address that is no function");
    }
    VmFunc *callee = vm->func_at[index];
    do_call(w, s, in, callee, same);
}

// Lanes return: their results go to the caller's variables. Other lanes stay in the frame.
static void ret(Warp *w, const VmInst *in, uint32_t mask) {
    Split *s = &w->split[w->cur];
    Frame *f = s->frame, *caller = f->parent;
    const uint32_t *l = caller->fn->list.at + f->call->extra;
    for (uint32_t k = 0; k < l[0] && k < f->fn->ret.n; k++) {
        const VmVar *r = &f->fn->var[f->fn->ret.at[k]];
        VmVar to = {.off = l[2 + 2 * k], .size = l[3 + 2 * k]};
        copy_args(w, caller->lbase, f->lbase, &to, r->off, r->size, mask);
    }
    if (mask != s->mask) {
        vm_split_off(w, s->mask & ~mask, s->pc + 1);
    }
    f->live &= ~mask;
    s->pc = f->retpc;
    s->frame = caller;
    if (!f->live) free_frame(w, f);
    set_frame(w, caller);
}

// ---- execution ---------------------------------------------------------------------------------

static void branch(Warp *w, Split *s, const VmInst *in, uint32_t taken, uint32_t mask) {
    uint32_t target = (uint32_t)in->imm;
    if (taken == mask) {
        s->pc = target;
        return;
    }
    vm_split_off(w, taken, target);
    s->pc++;
}

static void branch_indexed(Warp *w, Split *s, const VmInst *in, uint32_t mask) {
    const uint32_t *index = vm_row(w, in->a);
    const uint32_t *target = w->fn->list.at + in->extra;
    uint32_t left = mask;
    while (left) {
        uint32_t i = (uint32_t)__builtin_ctz(left), same = 0;
        if (index[i] >= (uint32_t)in->imm) {
            vm_fault(w, in, i, VM_ERR_ILLEGAL, index[i], "brx.idx index %u of %u targets", index[i],
                     (uint32_t)in->imm);
        }
        VM_EACH(k, left) same |= (uint32_t)(target[index[k]] == target[index[i]]) << k;
        left &= ~same;
        if (left || s->mask != same) {
            vm_split_off(w, same, target[index[i]]);
        } else {
            s->pc = target[index[i]];
        }
    }
    if (s->mask & ~mask) s->pc++; // lanes whose guard was false
}

// Lanes end. False when the split has none left and is gone.
static bool exit_lanes(Warp *w, Split *s, uint32_t mask) {
    vm_exit_lanes(w, mask);
    bool rest = s->mask != 0;
    s->pc++; // lanes that did not exit go on
    if (!rest) free_split(w, w->cur);
    vm_sync_recheck(w);
    vm_group_exit(w);
    for (uint32_t k = 0; k < 16; k++) vm_barrier_check(w->block, k);
    vm_cluster_check(w->block->cluster);
    return rest;
}

static inline void count_site(Warp *w, const VmInst *in, uint32_t mask) {
    VmCount *c = &w->block->worker->profile[w->fn->site + (uint32_t)(in - w->fn->code)];
    c->warps++;
    c->lanes += (uint32_t)__builtin_popcount(mask);
}

// Executes the current split until it must give way. Returns false when the warp's slice is over.
// Compiled twice: `profile` is a constant.
static inline __attribute__((always_inline)) bool run_split_as(Warp *w, uint32_t fair,
                                                               bool profile) {
    Split *s = &w->split[w->cur];
    set_frame(w, s->frame);
    s->last = ++w->tick;
    const VmInst *code = w->fn->code;
    int64_t left = w->budget, end = w->nsplit > 1 && left > fair ? left - fair : 0;
    uint64_t counts[VM_CLS_COUNT] = {0};
    bool goon = true;
    for (;;) {
        const VmInst *in = &code[s->pc];
        uint32_t mask = s->mask;
        if (in->guard != REF_NONE) {
            uint32_t p = *(uint32_t *)vm_row(w, in->guard);
            mask &= in->flags & VF_GUARD_NOT ? ~p : p;
        }
        w->pc = s->pc;
        if (profile) count_site(w, in, mask);
        if (CU_LIKELY(in->ctl == CTL_PLAIN)) {
            if (CU_LIKELY(mask)) {
                in->fn(w, in, mask);
                counts[in->cls] +=
                    CU_LIKELY(mask == VM_FULL) ? 32u : (uint32_t)__builtin_popcount(mask);
            }
            left--;
            s->pc++;
            continue;
        }
        if (in->ctl == CTL_JOIN) {
            if (w->nsplit > 1 || left <= end || w->yield) {
                s->pc++;
                break;
            }
            s->pc++;
            continue;
        }
        left--;
        counts[in->cls] += (uint32_t)__builtin_popcount(mask);
        if (!mask && in->ctl != CTL_BRA) {
            s->pc++;
            continue;
        }
        bool stop = false;
        switch ((VmCtl)in->ctl) {
        case CTL_BRA:
            if (!mask) {
                s->pc++;
            } else {
                branch(w, s, in, mask, s->mask);
            }
            break;
        case CTL_BRX: branch_indexed(w, s, in, mask); break;
        case CTL_CALL:
            if (mask != s->mask) vm_split_off(w, s->mask & ~mask, s->pc + 1);
            call(w, s, in, mask);
            break;
        case CTL_RET:
            if (s->frame->parent) {
                ret(w, in, mask);
            } else {
                stop = !exit_lanes(w, s, mask);
            }
            break;
        case CTL_EXIT: stop = !exit_lanes(w, s, mask); break;
        case CTL_BAR: stop = !vm_exec_bar(w, in, mask); break;
        case CTL_SYNC: stop = !vm_exec_sync(w, in, mask); break;
        case CTL_CLUSTER: stop = !vm_exec_cluster(w, in, mask); break;
        case CTL_WHOLE: stop = !vm_exec_whole(w, in, mask); break;
        case CTL_GROUP: stop = !vm_exec_group(w, in, mask); break;
        default: // CTL_YIELD
            in->fn(w, in, mask);
            w->yield = true;
            s->pc++;
            break;
        }
        if (stop) break;
        s = &w->split[w->cur];
        code = w->fn->code;
        if (w->nsplit > 1 || left <= end || w->yield) break;
    }
    for (uint32_t k = 0; k < VM_CLS_COUNT; k++) w->count[k] += counts[k];
    w->executed += (uint64_t)(w->budget - left);
    w->budget = left;
    goon = left > 0 && !w->yield;
    return goon;
}

static bool run_split(Warp *w, uint32_t fair) {
    return run_split_as(w, fair, false);
}
static bool run_split_profiled(Warp *w, uint32_t fair) {
    return run_split_as(w, fair, true);
}

WarpState vm_run_warp(Warp *w, int64_t budget) {
    w->budget = budget;
    w->yield = false;
    while (w->nsplit) {
        // `waited`: instructions since the number of splits last changed, also over slices
        uint32_t i = pick(w, w->waited > FAIR_SLICE); // by turns, until something changes
        if (i == UINT32_MAX) return WARP_BLOCKED;
        w->cur = merge_into(w, i);
        int64_t before = w->budget;
        uint32_t n = w->nsplit;
        uint32_t fair = w->waited > FAIR_SLICE ? FAIR_RUN : FAIR_SLICE;
        bool more = w->block->worker->profile ? run_split_profiled(w, fair) : run_split(w, fair);
        bool same = w->nsplit == n && n > 1;
        w->waited = same ? w->waited + (uint32_t)(before - w->budget) + 1 + 64 * w->yield : 0;
        if (w->waited > 16 * FAIR_SLICE) w->waited = 0;
        if (!more) return w->nsplit ? WARP_SLICE : WARP_DONE;
    }
    return WARP_DONE;
}

void vm_start_warp(Warp *w, VmFunc *kernel) {
    Frame *f = new_frame(w, kernel);
    w->nsplit = 1;
    w->cur = 0;
    w->split[0] = (Split){.mask = w->live, .frame = f, .state = SPLIT_READY};
    set_frame(w, f);
    enter(w, &kernel->code[0], f, NULL, w->live, 0);
}
