// SPDX-License-Identifier: Apache-2.0
// What reading host code for its launches did not understand [design, decision 2]. An error there
// is the host compiler's to report, but where it stood in the way of a launch, of a kernel's name
// or of a name that leads to one, a kernel may be missing, and that is said as a warning.
//
// What is read is cut into stretches of tokens: a statement, a condition, an initialiser, a
// declaration. A stretch with an error of its own, or whose result is an error because of an
// earlier one (a variable that has no type), is lost if one of its tokens is a hit
// (check/host_names.c). The errors of what it instantiates on the way (bodies, classes' members)
// belong to the stretches there. These need not have a hit themselves: that std::visit comes to
// call a closure says the closure's type only. What is lost without a hit is kept, for the
// arguments of the instance to tell (check/host_blind.c).
#include "cxx/facts/state.h"
#include "cxx/lookup/host.h"

#include <stdlib.h>

typedef struct HostPlace HostPlace;

// The errors so far that belong to the innermost place, up to a constant.
static uint64_t own_errors(Cxx *cxx) {
    return diag_hidden(cxx->ctx)->n - cxx->decls->host.taken;
}

void cxx_host_place_begin(Cxx *cxx, HostPlace *host_place, const Scope *scope, const FuncDecl *fn,
                          uint32_t at) {
    DiagHidden *d = diag_hidden(cxx->ctx);
    *host_place = (HostPlace){.outer = cxx->decls->host.place,
                              .scope = scope,
                              .fn = fn,
                              .at = at,
                              .serial = ++cxx->decls->host.places,
                              .errors = own_errors(cxx),
                              .outer_text = d->text,
                              .outer_pos = d->pos,
                              .hidden = d->n,
                              .taken = cxx->decls->host.taken};
    d->text = NULL;
    if (cxx->decls->host.search) cxx->decls->host.place = host_place;
}

static bool args_of_user(Cxx *cxx, const TmplArgs *args, int depth);

// Declared by the host's C++ library (libstdc++: std, __gnu_cxx), which itself launches nothing:
// only what a user's class, closure or function brings into its templates does.
static bool of_library(Cxx *cxx, const Scope *scope, const TmplArgs *args, int depth) {
    if (args_of_user(cxx, args, depth)) return false;
    for (; scope; scope = scope->parent) {
        if (scope->kind == SC_CLASS && args_of_user(cxx, scope->cls->inst.args, depth))
            return false;
        if (scope->kind != SC_NAMESPACE || scope->parent != cxx->global || !scope->owner) continue;
        return scope == (cxx->std_ns ? cxx->std_ns->inner : NULL) ||
               (scope->owner->name && !strcmp(atom_str(cxx->ctx, scope->owner->name), "__gnu_cxx"));
    }
    return false;
}

static bool type_of_user(Cxx *cxx, Type *type, int depth) {
    type = ty_innermost(type);
    if (depth > 32) return true;
    if (type->kind == TY_MEMPTR) return type_of_user(cxx, type->u.ptr.cls, depth + 1);
    if (type->kind == TY_CLASS) {
        const ClassDecl *c = type->u.cls;
        return c->closure.is || !of_library(cxx, c->d.scope, c->inst.args, depth + 1);
    }
    Type *part; // of a function
    for (uint32_t i = 0; (part = ty_part(type, i)); i++) {
        if (type_of_user(cxx, part, depth + 1)) return true;
    }
    return false;
}

static bool args_of_user(Cxx *cxx, const TmplArgs *args, int depth) {
    for (uint32_t i = 0; i < targs_count(args) && depth < 32; i++) {
        const TmplArg *e = &args->a[i];
        bool user = (e->kind == TA_TYPE && type_of_user(cxx, e->type, depth + 1)) ||
                    (e->kind == TA_VALUE && e->val && e->val->kind != CV_INT) ||
                    (e->kind == TA_PACK && args_of_user(cxx, e->pack, depth + 1));
        if (user) return true;
    }
    return false;
}

// The hit at token t is a launch that was understood in this place, or the kernel's name in front
// of one.
static bool understood(HostNames *names, const HostPlace *host_place, uint32_t t, uint32_t end) {
    const Token *tok = names->x->tokens->at;
    if (tok[t].kind == T_IDENT) {
        t++;
        uint32_t e = tok[t].kind == T_LT ? cxx_skip_angles(names->x, t, end) : 0;
        if (e) t = e;
    }
    return cxx_launch_at(&tok[t]) && (uintptr_t)map_get(&names->launched, t) == host_place->serial;
}

// The hit at token t is a kernel that is no template, or the launch of one.
static bool plain(const HostNames *names, uint32_t t) {
    const Token *tok = names->x->tokens->at;
    if (tok[t].kind != T_IDENT && t) t--;
    return tok[t].kind == T_IDENT && cxx_host_plain_kernel(names, tok[t].text);
}

void cxx_host_lose(HostNames *names, HostLoss loss) {
    void **slot = map_slot(&names->lost_at, loss.token);
    if (*slot) return; // in another instance
    *slot = names;
    vec_push(xa(names->x), &names->lost, loss);
}

// The variable whose declaration begins at token `at`; 0: it seems to be none.
static Atom declared_at(const HostNames *names, uint32_t at, uint32_t end) {
    static const bool may_precede[T_count_] = {
        [T_IDENT] = true, [T_KW_AUTO] = true, [T_KW_CONST] = true, [T_STAR] = true,
        [T_AMP] = true,   [T_AMPAMP] = true,  [T_GT] = true,       [T_GTGT] = true};
    static const bool may_follow[T_count_] = {
        [T_ASSIGN] = true, [T_LPAREN] = true, [T_LBRACE] = true, [T_SEMI] = true, [T_COLON] = true};
    const Token *tok = names->x->tokens->at;
    for (uint32_t i = at + 1; i < end && !is_any_of(tok[i].kind, T_SEMI, T_LBRACE); i++) {
        bool named = tok[i].kind == T_IDENT && may_precede[tok[i - 1].kind];
        if (named && may_follow[tok[i + 1].kind]) return tok[i].text;
        if (is_any_of(tok[i].kind, T_LPAREN, T_LBRACKET)) i = tok[i].match;
    }
    return 0;
}

// A variable whose declaration has a hit leads to a kernel wherever the body names it.
static void note_local(HostNames *names, const HostPlace *place, uint32_t upto) {
    uint32_t hit = place->fn ? cxx_host_first_hit(names, place->at, upto) : UINT32_MAX;
    Atom name = hit == UINT32_MAX ? 0 : declared_at(names, place->at, upto);
    if (!name || !place->fn->body.range.end) return;
    HostLocal local = {.name = name, .hit = hit, .end = place->fn->body.range.end};
    vec_push(xa(names->x), &names->local, local);
    map_put(&names->local_at, name, (void *)(uintptr_t)names->local.n);
}

// The hit of a local variable that is named among the tokens, or UINT32_MAX.
static uint32_t hit_of_local(const HostNames *names, uint32_t begin, uint32_t end) {
    const Token *tok = names->x->tokens->at;
    for (uint32_t i = begin; names->local.n && i < end; i++) {
        if (tok[i].kind != T_IDENT) continue;
        uintptr_t known = (uintptr_t)map_get(&names->local_at, tok[i].text);
        const HostLocal *local = known ? &names->local.at[known - 1] : NULL;
        if (local && local->hit < begin && end <= local->end) return local->hit;
    }
    return UINT32_MAX;
}

// The stretch of h up to `end` is lost.
static void lose(HostNames *names, const HostPlace *host_place, uint32_t end, Pos pos,
                 const char *text) {
    HostLoss loss = {.begin = host_place->at, .cause = pos, .text = text};
    uint32_t token = loss.begin;
    if (!names->templates) return; // every kernel is there
    while ((token = cxx_host_first_hit(names, token, end)) != UINT32_MAX) {
        if (!understood(names, host_place, token, end) && !plain(names, token)) break;
        token++;
    }
    if (token == UINT32_MAX) token = hit_of_local(names, loss.begin, end);
    if (token == UINT32_MAX) {
        HostBlind blind = {.scope = host_place->scope,
                           .fn = host_place->fn,
                           .var = host_place->var,
                           .begin = loss.begin,
                           .end = end,
                           .cause = pos,
                           .text = text};
        vec_push(xa(names->x), &names->blind, blind);
        return;
    }
    if (of_library(names->x, host_place->scope, host_place->fn ? host_place->fn->inst.args : NULL,
                   0))
        return;
    loss.token = token;
    cxx_host_lose(names, loss);
}

void cxx_host_read_to(Cxx *cxx, uint32_t upto) {
    HostPlace *host_place = cxx->decls->host.place;
    if (!host_place) return;
    DiagHidden *d = diag_hidden(cxx->ctx);
    uint64_t errors = own_errors(cxx);
    if (d->text && !host_place->text) { // the first of the place explains what fails later
        host_place->text = d->text;
        host_place->pos = d->pos;
    }
    if ((host_place->failed || errors != host_place->errors) && upto > host_place->at)
        lose(cxx->decls->host.search, host_place, upto, d->text ? d->pos : host_place->pos,
             d->text ? d->text : host_place->text);
    if (upto > host_place->at) note_local(cxx->decls->host.search, host_place, upto);
    d->text = NULL;
    host_place->failed = false;
    host_place->errors = errors;
    if (upto > host_place->at) host_place->at = upto;
}

void cxx_host_place_end(Cxx *cxx, HostPlace *host_place, uint32_t upto) {
    DiagHidden *d = diag_hidden(cxx->ctx);
    if (cxx->decls->host.place == host_place) {
        cxx_host_read_to(cxx, upto);
        cxx->decls->host.place = host_place->outer;
        cxx->decls->host.taken = host_place->taken + (d->n - host_place->hidden);
    }
    // what stands around knows the cause if it fails because of this
    d->text = host_place->outer_text ? host_place->outer_text : host_place->text;
    d->pos = host_place->outer_text ? host_place->outer_pos : host_place->pos;
}

void cxx_host_failed(Cxx *cxx) {
    if (cxx->decls->host.place) cxx->decls->host.place->failed = true;
}

void cxx_host_launched(Cxx *cxx, uint32_t token) {
    if (!cxx->decls->host.search) return;
    cxx->decls->host.launches++;
    const HostPlace *h = cxx->decls->host.place;
    if (h) map_put(&cxx->decls->host.search->launched, token, (void *)(uintptr_t)h->serial);
}

// ---- no kernel at all --------------------------------------------------------------------------

unsigned cxx_host_meaning(const HostNames *host_names, Atom a) {
    return a < host_names->named.n ? host_names->named.at[a] & ((1u << HN_BITS) - 1) : 0;
}

bool cxx_host_kernel(const HostNames *host_names, Atom a) {
    return cxx_host_meaning(host_names, a) & (HN_KERNEL | HN_PLAIN_KERNEL);
}

bool cxx_host_plain_kernel(const HostNames *host_names, Atom a) {
    return (cxx_host_meaning(host_names, a) & (HN_KERNEL | HN_PLAIN_KERNEL)) == HN_PLAIN_KERNEL;
}

bool cxx_launch_at(const Token *t) {
    return t[0].kind == T_LTLT && t[1].kind == T_LT;
}

uint32_t cxx_host_first_hit(const HostNames *host_names, uint32_t begin, uint32_t end) {
    uint32_t lo = 0, hi = host_names->hits.n;
    while (lo < hi) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (host_names->hits.at[mid] < begin)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < host_names->hits.n && host_names->hits.at[lo] < end ? host_names->hits.at[lo]
                                                                    : UINT32_MAX;
}
