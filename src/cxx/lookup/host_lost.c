// SPDX-License-Identifier: Apache-2.0
// What reading host code for its launches did not understand [design, decision 2]. An error there
// is the host compiler's to report, but where it stood in the way of a launch, of a kernel's name
// or of a name that leads to one, a kernel may be missing, and that is said as a warning.
//
// What is read is cut into stretches of tokens: a statement, a condition, an initialiser, a
// declaration. A stretch with an error of its own, or whose result is an error because of an
// earlier one (a variable that has no type), is lost if one of its tokens is a hit
// (check/host_names.c). The errors of what it instantiates on the way (bodies, classes' members)
// belong to the stretches there.
#include "cxx/facts/state.h"
#include "cxx/lookup/host.h"

#include <stdlib.h>

typedef struct HostPlace HostPlace;

// The errors so far that belong to the innermost place, up to a constant.
static uint64_t own_errors(Cxx *x) {
    return diag_hidden(x->ctx)->n - x->decls->host_taken;
}

void cxx_host_place_begin(Cxx *x, HostPlace *h, const Scope *s, const FuncDecl *fn, uint32_t at) {
    DiagHidden *d = diag_hidden(x->ctx);
    *h = (HostPlace){.outer = x->decls->host_place,
                     .scope = s,
                     .fn = fn,
                     .at = at,
                     .serial = ++x->decls->host_places,
                     .errors = own_errors(x),
                     .outer_text = d->text,
                     .outer_pos = d->pos,
                     .hidden = d->n,
                     .taken = x->decls->host_taken};
    d->text = NULL;
    if (x->decls->host_search) x->decls->host_place = h;
}

static bool args_of_user(Cxx *x, const TmplArgs *a, int depth);

// Declared by the host's C++ library (libstdc++: std, __gnu_cxx), which itself launches nothing:
// only what a user's class, closure or function brings into its templates does.
static bool of_library(Cxx *x, const Scope *s, const TmplArgs *args, int depth) {
    if (args_of_user(x, args, depth)) return false;
    for (; s; s = s->parent) {
        if (s->kind == SC_CLASS && args_of_user(x, s->cls->args, depth)) return false;
        if (s->kind != SC_NAMESPACE || s->parent != x->global || !s->owner) continue;
        return s == (x->std_ns ? x->std_ns->inner : NULL) ||
               (s->owner->name && !strcmp(atom_str(x->ctx, s->owner->name), "__gnu_cxx"));
    }
    return false;
}

static bool type_of_user(Cxx *x, Type *t, int depth) {
    while (t->kind == TY_PTR || ty_is_ref(t) || ty_is_array(t))
        t = ty_is_array(t) ? t->u.array.elem : t->u.ptr.to;
    if (depth > 32) return true;
    if (t->kind == TY_MEMPTR) return type_of_user(x, t->u.ptr.cls, depth + 1);
    if (t->kind == TY_CLASS) {
        const ClassDecl *c = t->u.cls;
        return c->is_closure || !of_library(x, c->d.scope, c->args, depth + 1);
    }
    bool user = t->kind == TY_FUNC && type_of_user(x, t->u.func.ret, depth + 1);
    for (uint32_t i = 0; t->kind == TY_FUNC && i < t->u.func.nparam && !user; i++)
        user = type_of_user(x, t->u.func.param[i], depth + 1);
    return user;
}

static bool args_of_user(Cxx *x, const TmplArgs *a, int depth) {
    for (uint32_t i = 0; a && i < a->n && depth < 32; i++) {
        const TmplArg *e = &a->a[i];
        bool user = (e->kind == TA_TYPE && type_of_user(x, e->type, depth + 1)) ||
                    (e->kind == TA_VALUE && e->val && e->val->kind != CV_INT) ||
                    (e->kind == TA_PACK && args_of_user(x, e->pack, depth + 1));
        if (user) return true;
    }
    return false;
}

// The hit at token t is a launch that was understood in this place, or the kernel's name in front
// of one.
static bool understood(HostNames *names, const HostPlace *h, uint32_t t, uint32_t end) {
    const Token *tok = names->x->tokens->at;
    if (tok[t].kind == T_IDENT) {
        t++;
        uint32_t e = tok[t].kind == T_LT ? cxx_skip_angles(names->x, t, end) : 0;
        if (e) t = e;
    }
    return cxx_launch_at(&tok[t]) && (uintptr_t)map_get(&names->launched, t) == h->serial;
}

// The hit at token t is a kernel that is no template, or the launch of one.
static bool plain(const HostNames *names, uint32_t t) {
    const Token *tok = names->x->tokens->at;
    if (tok[t].kind != T_IDENT && t) t--;
    return tok[t].kind == T_IDENT && cxx_host_plain_kernel(names, tok[t].text);
}

// The stretch of h up to `end` is lost.
static void lose(HostNames *names, const HostPlace *h, uint32_t end, Pos pos, const char *text) {
    uint32_t token = h->at, begin = h->at;
    if (!names->templates) return; // every kernel is there
    while ((token = cxx_host_first_hit(names, token, end)) != UINT32_MAX) {
        if (!understood(names, h, token, end) && !plain(names, token)) break;
        token++;
    }
    if (token == UINT32_MAX || of_library(names->x, h->scope, h->fn ? h->fn->args : NULL, 0))
        return;
    void **slot = map_slot(&names->lost_at, token);
    if (*slot) return; // in another instance
    *slot = names;
    HostLoss l = {.token = token, .begin = begin, .cause = pos, .text = text};
    vec_push(xa(names->x), &names->lost, l);
}

void cxx_host_read_to(Cxx *x, uint32_t upto) {
    HostPlace *h = x->decls->host_place;
    if (!h) return;
    DiagHidden *d = diag_hidden(x->ctx);
    uint64_t errors = own_errors(x);
    if (d->text && !h->text) { // the first of the place explains what fails later
        h->text = d->text;
        h->pos = d->pos;
    }
    if ((h->failed || errors != h->errors) && upto > h->at)
        lose(x->decls->host_search, h, upto, d->text ? d->pos : h->pos,
             d->text ? d->text : h->text);
    d->text = NULL;
    h->failed = false;
    h->errors = errors;
    if (upto > h->at) h->at = upto;
}

void cxx_host_place_end(Cxx *x, HostPlace *h, uint32_t upto) {
    DiagHidden *d = diag_hidden(x->ctx);
    if (x->decls->host_place == h) {
        cxx_host_read_to(x, upto);
        x->decls->host_place = h->outer;
        x->decls->host_taken = h->taken + (d->n - h->hidden);
    }
    // what stands around knows the cause if it fails because of this
    d->text = h->outer_text ? h->outer_text : h->text;
    d->pos = h->outer_text ? h->outer_pos : h->pos;
}

void cxx_host_failed(Cxx *x) {
    if (x->decls->host_place) x->decls->host_place->failed = true;
}

void cxx_host_launched(Cxx *x, uint32_t token) {
    if (!x->decls->host_search) return;
    x->decls->host_launches++;
    const HostPlace *h = x->decls->host_place;
    if (h) map_put(&x->decls->host_search->launched, token, (void *)(uintptr_t)h->serial);
}

// ---- no kernel at all --------------------------------------------------------------------------

unsigned cxx_host_meaning(const HostNames *h, Atom a) {
    return a < h->named.n ? h->named.at[a] & ((1u << HN_BITS) - 1) : 0;
}

bool cxx_host_kernel(const HostNames *h, Atom a) {
    return cxx_host_meaning(h, a) & (HN_KERNEL | HN_PLAIN_KERNEL);
}

bool cxx_host_plain_kernel(const HostNames *h, Atom a) {
    return (cxx_host_meaning(h, a) & (HN_KERNEL | HN_PLAIN_KERNEL)) == HN_PLAIN_KERNEL;
}

bool cxx_launch_at(const Token *t) {
    return t[0].kind == T_LTLT && t[1].kind == T_LT;
}

uint32_t cxx_host_first_hit(const HostNames *h, uint32_t begin, uint32_t end) {
    uint32_t lo = 0, hi = h->hits.n;
    while (lo < hi) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (h->hits.at[mid] < begin)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < h->hits.n && h->hits.at[lo] < end ? h->hits.at[lo] : UINT32_MAX;
}
