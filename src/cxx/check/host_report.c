// SPDX-License-Identifier: Apache-2.0
// What is said at the end of host code that was not understood: kernels that may be missing, and a
// main file that has none (lookup/host_lost.c keeps what was lost).
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/check/host_int.h"

#include <stdlib.h>

static int by_token(const void *a, const void *b) {
    const HostLoss *s = a, *t = b;
    return cu_order(s->token, t->token);
}

// The kernel, or what stands for one, in front of the launch at token t.
static Atom launched(const HostNames *names, uint32_t begin, uint32_t t, bool *kernel) {
    const Token *tok = names->x->tokens->at;
    for (uint32_t i = t; i-- > begin;) {
        *kernel = tok[i].kind == T_IDENT && cxx_host_kernel(names, tok[i].text);
        if (*kernel) return tok[i].text;
    }
    return t > begin && tok[t - 1].kind == T_IDENT ? tok[t - 1].text : 0;
}

static void say_lost(HostNames *names, const HostLoss *loss) {
    Cxx *cxx = names->x;
    const Token *token = &cxx->tokens->at[loss->token];
    bool kernel = false;
    Atom name = token->kind == T_IDENT ? token->text : 0;
    if (token->kind == T_LTLT)
        name = launched(names, loss->begin, loss->token, &kernel);
    else
        kernel = name && cxx_host_kernel(names, name);
    if (kernel)
        CXX_DIAG(cxx, host_lost_kernel, token->pos, name);
    else if (name)
        CXX_DIAG(cxx, host_lost_way, token->pos, name);
    else
        CXX_DIAG(cxx, host_lost_launch, token->pos);
    if (loss->text) CXX_DIAG(cxx, host_lost_cause, loss->cause, loss->text);
}

void cxx_host_say_lost(HostNames *names) {
    cxx_host_judge_blind(names);
    if (names->lost.n) qsort(names->lost.at, names->lost.n, sizeof(HostLoss), by_token);
    for (uint32_t i = 0; i < names->lost.n; i++) {
        bool again = i && names->lost.at[i].text && names->lost.at[i].cause &&
                     names->lost.at[i].cause == names->lost.at[i - 1].cause &&
                     cxx_in_system_header(names->x, names->lost.at[i].cause);
        if (!again)
            say_lost(names, &names->lost.at[i]); // of a library's failure the first is enough
    }
}

static bool has_kernel(const Cxx *cxx) {
    for (uint32_t i = 0; i < cxx->work.n; i++) {
        if (cxx->work.at[i]->d.cuda & CU_GLOBAL) return true;
    }
    return false;
}

// The first definition of a kernel template in the main file, or UINT32_MAX.
static uint32_t kernel_template(Cxx *cxx, Atom *name) {
    for (uint32_t n = 0; n < cxx->decls->index.namespaces.n; n++) {
        const Index *ix = cxx->decls->index.namespaces.at[n]->index;
        for (uint32_t i = 0; ix && i < ix->e.n; i++) {
            const IndexEntry *e = &ix->e.at[i];
            bool defined = e->form == IXF_FUNC_DEF && e->flags & IX_KERNEL;
            if (!defined || !(e->flags & IX_TEMPLATE) || e->flags & IX_SPECIALIZATION) continue;
            if (!cxx_in_main_file(cxx, cxx->tokens->at[e->order].pos)) continue;
            *name = e->name;
            return e->order;
        }
    }
    return UINT32_MAX;
}

static uint32_t first_launch(const HostNames *names) {
    Cxx *x = names->x;
    for (uint32_t i = 0; i < names->hits.n; i++) {
        uint32_t t = names->hits.at[i];
        if (cxx_launch_at(&x->tokens->at[t]) && cxx_in_main_file(x, x->tokens->at[t].pos)) return t;
    }
    return UINT32_MAX;
}

void cxx_host_say_none(HostNames *names) {
    Cxx *cxx = names->x;
    // a launch that was understood is of another unit's kernel
    if (has_kernel(cxx) || cxx->decls->host.launches) return;
    Atom name = 0;
    uint32_t t = kernel_template(cxx, &name);
    if (t != UINT32_MAX) {
        CXX_DIAG(cxx, host_no_instance, cxx->tokens->at[t].pos, name);
        return;
    }
    t = first_launch(names);
    if (t != UINT32_MAX) CXX_DIAG(cxx, host_no_kernel, cxx->tokens->at[t].pos);
}
