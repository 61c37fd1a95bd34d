// SPDX-License-Identifier: Apache-2.0
// What reading host code for its launches did not understand [design, decision 2]. An error there
// is the host compiler's to report, but where it stood in the way of a launch, of a kernel's name
// or of a name that leads to one, a kernel may be missing, and that is said as a warning.
//
// What is read is cut into stretches of tokens: a statement, a condition, an initialiser, a
// declaration. A stretch with an error of its own, or whose result is an error because of an
// earlier one (a variable that has no type), is lost if one of its tokens is a hit (host_names.c).
// The errors of what it instantiates on the way (bodies, classes' members) belong to the stretches
// there.
#include "cxx/host_int.h"

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

// ---- the report --------------------------------------------------------------------------------

static int by_token(const void *a, const void *b) {
    const HostLoss *s = a, *t = b;
    return s->token < t->token ? -1 : s->token > t->token;
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

static void say_lost(HostNames *names, const HostLoss *l) {
    Cxx *x = names->x;
    const Token *t = &x->tokens->at[l->token];
    bool kernel = false;
    Atom name = t->kind == T_IDENT ? t->text : 0;
    if (t->kind == T_LTLT)
        name = launched(names, l->begin, l->token, &kernel);
    else
        kernel = name && cxx_host_kernel(names, name);
    if (kernel)
        CXX_DIAG(x, host_lost_kernel, t->pos, name);
    else if (name)
        CXX_DIAG(x, host_lost_way, t->pos, name);
    else
        CXX_DIAG(x, host_lost_launch, t->pos);
    if (l->text) CXX_DIAG(x, host_lost_cause, l->cause, l->text);
}

void cxx_host_say_lost(HostNames *names) {
    if (names->lost.n) qsort(names->lost.at, names->lost.n, sizeof(HostLoss), by_token);
    for (uint32_t i = 0; i < names->lost.n; i++) say_lost(names, &names->lost.at[i]);
}

// ---- no kernel at all --------------------------------------------------------------------------

static bool has_kernel(const Cxx *x) {
    for (uint32_t i = 0; i < x->work.n; i++) {
        if (x->work.at[i]->d.cuda & CU_GLOBAL) return true;
    }
    return false;
}

// The first definition of a kernel template in the main file, or UINT32_MAX.
static uint32_t kernel_template(Cxx *x, Atom *name) {
    for (uint32_t n = 0; n < x->decls->namespaces.n; n++) {
        const Index *ix = x->decls->namespaces.at[n]->index;
        for (uint32_t i = 0; ix && i < ix->e.n; i++) {
            const IndexEntry *e = &ix->e.at[i];
            bool defined = e->form == IXF_FUNC_DEF && e->flags & IX_KERNEL;
            if (!defined || !(e->flags & IX_TEMPLATE) || e->flags & IX_SPECIALIZATION) continue;
            if (!cxx_in_main_file(x, x->tokens->at[e->order].pos)) continue;
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
    Cxx *x = names->x;
    // a launch that was understood is of another unit's kernel
    if (has_kernel(x) || x->decls->host_launches) return;
    Atom name = 0;
    uint32_t t = kernel_template(x, &name);
    if (t != UINT32_MAX) {
        CXX_DIAG(x, host_no_instance, x->tokens->at[t].pos, name);
        return;
    }
    t = first_launch(names);
    if (t != UINT32_MAX) CXX_DIAG(x, host_no_kernel, x->tokens->at[t].pos);
}
