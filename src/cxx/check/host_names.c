// SPDX-License-Identifier: Apache-2.0
// Which tokens of host code can lead to a kernel [design, decision 2], by name and to a fixed
// point: launches, names of kernels, names of functions whose definitions have such a token, and
// names of classes that run such code without a call of it that can be seen: by a constructor, a
// destructor, an operator, a conversion, a virtual function, a member or a base. Names only: what a
// token really means is found when check/host.c parses the functions that have one.
#include "cxx/facts/state.h"
#include "cxx/check/host_int.h"

#include <stdlib.h>

// Code that never runs on the host.
static bool device_only(const IndexEntry *e) {
    return (e->flags & IX_DEVICE) && !(e->flags & IX_HOST);
}

// Whether the entry can hold host code.
static bool host_entry(const IndexEntry *e) {
    if (e->flags & IX_KERNEL) return false;
    if (device_only(e) && e->form != IXF_CLASS) return false;
    return is_any_of(e->form, IXF_FUNC_DEF, IXF_CLASS, IXF_OUT_OF_CLASS, IXF_SIMPLE, IXF_ALIAS);
}

// For qsort: by the first token.
static int by_begin(const void *a, const void *b) {
    const HostUnit *u = a, *v = b;
    return cu_order(u->begin, v->begin);
}

// The libraries for which the name means that.
static HostSet seen_by(const HostNames *host_names, Atom a) {
    return a < host_names->named.n ? host_names->named.at[a] >> HN_BITS : 0;
}

bool cxx_host_named(const HostNames *host_names, Atom a) {
    return cxx_host_meaning(host_names, a) != 0;
}

// Names outside of all libraries mean that to everybody behind their first declaration.
static uint32_t meant_from(const HostNames *host_names, Atom a) {
    return a < host_names->from.n ? host_names->from.at[a] : UINT32_MAX;
}

bool cxx_host_leads(const HostNames *host_names, Atom a, HostSet sees, uint32_t at) {
    HostSet by = seen_by(host_names, a);
    return (by & sees) != 0 || (by & HOST_OUTSIDE && meant_from(host_names, a) < at);
}

// The name means `what` (HN_...) for those that see one of `by`.
static void name_as(HostNames *host_names, Atom a, unsigned what, HostSet by, uint32_t from) {
    while (host_names->named.n <= a) {
        vec_push(xa(host_names->x), &host_names->named, 0);
        vec_push(xa(host_names->x), &host_names->from, UINT32_MAX);
    }
    host_names->named.at[a] |= what | by << HN_BITS;
    if (by & HOST_OUTSIDE) host_names->from.at[a] = CU_MIN(host_names->from.at[a], from);
}

// What is known already is not followed again.
void cxx_host_name(HostNames *host_names, Atom atom, HostSet by, uint32_t from) {
    if (cxx_host_meaning(host_names, atom) & HN_LEADS) {
        HostSet known = seen_by(host_names, atom);
        if (from < meant_from(host_names, atom)) known &= ~(HostSet)HOST_OUTSIDE;
        by &= ~known;
    }
    if (!atom || !by) return;
    name_as(host_names, atom, HN_LEADS, by, from);
    HostSet in_library = by & ~(HostSet)HOST_OUTSIDE, outside = by & HOST_OUTSIDE;
    if (in_library)
        vec_push(xa(host_names->x), &host_names->name, ((HostName){atom, 0, in_library, false}));
    if (outside)
        vec_push(xa(host_names->x), &host_names->name, ((HostName){atom, from, outside, false}));
}

// A kernel: what stands in front of its first declaration means something else by its name. (A
// kernel `copy` or `init` must not have half of the standard library read.) Its own arguments do
// not find a kernel for a template in front of it either: that would be a launch, a hit of its own.
static void name_kernel(HostNames *host_names, const IndexEntry *kernel, const Scope *home) {
    bool is_template = (kernel->flags & IX_TEMPLATE) != 0;
    HostSet by = (HostSet)1 << cxx_host_library(host_names, home);
    name_as(host_names, kernel->name, is_template ? HN_KERNEL : HN_PLAIN_KERNEL, by, kernel->order);
    host_names->templates |= is_template;
    void **from = map_slot(&host_names->kernel_from, kernel->name);
    if (!*from) {
        vec_push(xa(host_names->x), &host_names->kernel, kernel->name);
        *from = (void *)(uintptr_t)kernel->order;
    } else if (kernel->order < (uintptr_t)*from) {
        *from = (void *)(uintptr_t)kernel->order;
    }
}

// Lists kernels and all that can be host code, namespace by namespace.
static void collect_units(HostNames *host_names) {
    Cxx *cxx = host_names->x;
    uint32_t n_at_most = 0;
    for (uint32_t n = 0; n < cxx->decls->index.namespaces.n; n++) {
        const Index *index = cxx->decls->index.namespaces.at[n]->index;
        n_at_most += index ? index->e.n : 0;
    }
    vec_reserve(xa(cxx), &host_names->unit, n_at_most);
    for (uint32_t n = 0; n < cxx->decls->index.namespaces.n; n++) {
        Scope *scope = cxx->decls->index.namespaces.at[n];
        uint32_t library = cxx_host_library(host_names, scope);
        for (uint32_t i = 0; i < cxx_index_size(scope); i++) {
            IndexEntry *index_entry = &scope->index->e.at[i];
            if (index_entry->group != i) continue;
            if (index_entry->flags & IX_KERNEL && !host_names->calls && index_entry->name) {
                name_kernel(host_names, index_entry, scope);
            }
            if (!host_entry(index_entry)) continue;
            vec_push(xa(cxx), &host_names->unit,
                     ((HostUnit){.begin = index_entry->begin,
                                 .end = index_entry->end,
                                 .entry = i,
                                 .order = index_entry->order,
                                 .s = scope,
                                 .library = library,
                                 .is_class = index_entry->form == IXF_CLASS}));
        }
    }
}

// All declarations of kernels have been seen.
static void follow_kernels(HostNames *host_names) {
    for (uint32_t i = 0; i < host_names->kernel.n; i++) {
        Atom a = host_names->kernel.at[i];
        uintptr_t from = (uintptr_t)map_get(&host_names->kernel_from, a);
        vec_push(xa(host_names->x), &host_names->name,
                 ((HostName){a, (uint32_t)from, seen_by(host_names, a), true}));
    }
}

// ---- a hit -------------------------------------------------------------------------------------

typedef struct Hit {
    uint32_t token;
    HostSet by;    // what it makes lead on does so where one of these is seen,
    uint32_t from; // or behind this token if it stands outside of all libraries
    bool sure;     // not only in instances that see more than the template
} Hit;

// Declared virtual, or named like some virtual function, which it may override.
static bool is_virtual(const HostNames *host_names, const IndexEntry *e) {
    return (e->flags & IX_VIRTUAL) ||
           (e->name < host_names->x->decls->index.natoms && host_names->virtual_[e->name]);
}

static bool is_operator(const HostNames *host_names, const IndexEntry *e) {
    return host_names->x->tokens->at[e->order].kind == T_KW_OPERATOR; // or a conversion
}

static bool is_range(const HostNames *host_names, const IndexEntry *e) { // of a range-for
    return e->name == host_names->x->n.begin || e->name == host_names->x->n.end;
}

static bool is_get(const HostNames *host_names, const IndexEntry *e) { // of a structured binding
    return e->name == host_names->x->n.get;
}

// Whether `auto` stands among the tokens.
static bool says_auto(const Token *tok, uint32_t begin, uint32_t end) {
    while (begin < end && tok[begin].kind != T_KW_AUTO) begin++;
    return begin < end;
}

// Whether token t stands in the body of a function that is no template. It is parsed for its own
// sake, called or not, so nobody need come there for what its body does. (With `auto` in its head
// callers may see what the body makes: a closure.)
static bool in_plain_body(const HostNames *host_names, const IndexEntry *e, bool in_template,
                          uint32_t t) {
    const Token *tok = host_names->x->tokens->at;
    bool function = is_any_of(e->form, IXF_FUNC_DEF, IXF_OUT_OF_CLASS);
    if (host_names->calls || in_template || e->flags & IX_TEMPLATE || !function) return false;
    if (tok[e->end - 1].kind != T_RBRACE) return false;
    uint32_t body = tok[e->end - 1].match;
    return t > body && !says_auto(tok, e->begin, body);
}

// A hit in a member of class `cls`: what is named that lets others come here. Whether it is one.
static bool hit_in_member(HostNames *host_names, const IndexEntry *member, Atom cls,
                          bool in_template, Hit hit) {
    const Cxx *cxx = host_names->x;
    bool special = member->name == cxx->n.ctor || member->name == cxx->n.dtor;
    if (device_only(member)) return hit.sure;
    if (in_plain_body(host_names, member, in_template, hit.token)) return hit.sure;
    bool unnamed = special || is_range(host_names, member) || is_get(host_names, member) ||
                   is_operator(host_names, member);
    if (unnamed || is_virtual(host_names, member)) cxx_host_name(host_names, cls, hit.by, hit.from);
    if (member->form == IXF_SIMPLE && !(member->flags & (IX_STATIC | IX_TYPEDEF | IX_FUNCTION)))
        cxx_host_name(host_names, cls, hit.by,
                      hit.from); // a data member: its class's constructors run, ...
    else if (!special)
        cxx_host_name(host_names, member->name, hit.by, hit.from);
    return true;
}

// The name and key of the class with the head [begin, i): those under which the elaboration asks
// for its index.
static Atom class_of_head(HostNames *host_names, uint32_t begin, uint32_t i, ClassTag *tag) {
    const Token *tok = host_names->x->tokens->at;
    Atom name = 0;
    *tag = CT_STRUCT;
    for (uint32_t k = begin; k < i; k++) {
        uint16_t c = tok[k].kind;
        if (c == T_LT) {
            uint32_t e = cxx_skip_angles(host_names->x, k, i);
            if (e) k = e - 1;
        } else if (is_any_of(c, T_LPAREN, T_LBRACKET)) {
            k = tok[k].match;
        } else if (is_any_of(c, T_KW_CLASS, T_KW_STRUCT, T_KW_UNION)) {
            *tag = c == T_KW_CLASS ? CT_CLASS : c == T_KW_UNION ? CT_UNION : CT_STRUCT;
            name = 0;
        } else if (c == T_COLON) {
            break;
        } else if (c == T_IDENT && tok[k + 1].kind != T_LPAREN &&
                   !(name && tok[k].text == host_names->x->n.final_)) {
            name = tok[k].text;
        }
    }
    return name;
}

// The body of the class with the tokens [begin, end), or no members.
static HostClass class_body(HostNames *host_names, uint32_t begin, uint32_t end) {
    const Token *tok = host_names->x->tokens->at;
    uint32_t i = begin;
    while (i < end && !is_any_of(tok[i].kind, T_LBRACE, T_SEMI)) {
        if (tok[i].kind == T_KW_REQUIRES) // whose braces are not the class's
            i = cxx_skip_constraint(host_names->x, i + 1, end);
        else
            i = tok[i].kind == T_LPAREN ? cxx_skip_group(tok, i, end) : i + 1;
    }
    if (i >= end || tok[i].kind != T_LBRACE) return (HostClass){.known = true};
    HostClass c = {.known = true, .open = i};
    ClassTag tag;
    c.name = class_of_head(host_names, begin, i, &tag);
    c.members = cxx_class_index(host_names->x, i, cxx_skip_group(tok, i, end), c.name, tag);
    return c;
}

// The member of a class at token t, or NULL.
static IndexEntry *member_at(const Index *ix, uint32_t t) {
    // Entries are in the order of their tokens: the last one that begins at or before this token
    // holds it, unless it has ended, inside of one that does. Of a group the first entry stands.
    for (uint32_t k = vec_up_to(&ix->e, begin, t); k-- > 0;) {
        IndexEntry *e = &ix->e.at[k];
        if (t < e->end && e->group == k) return e;
    }
    return NULL;
}

// A hit inside a class: the member around it, by the class's index.
static bool hit_in_class(HostNames *host_names, const HostClass *outer, Hit hit, bool in_template,
                         int depth) {
    uint32_t t = hit.token;
    if (!outer->members || depth > 32) return true;
    if (t < outer->open) { // a base
        if (host_names->x->tokens->at[t].text != outer->name)
            cxx_host_name(host_names, outer->name, hit.by, hit.from);
        return true;
    }
    const IndexEntry *e = member_at(outer->members, t);
    if (!e || t == e->order) return true;
    in_template |= (e->flags & IX_TEMPLATE) != 0;
    if (e->form != IXF_CLASS) return hit_in_member(host_names, e, outer->name, in_template, hit);
    HostClass inner = class_body(host_names, e->begin, e->end);
    return hit_in_class(host_names, &inner, hit, in_template, depth + 1);
}

// The definition that the entry is, by its token.
static const MemberDef *outside_def(HostNames *host_names, const IndexEntry *e) {
    for (MemberDef *m = cxx_member_defs(host_names->x, e->name); m; m = m->next) {
        if (m->order == e->order) return m;
    }
    return NULL;
}

// The class that a qualified name is a member of: the last name of its qualifier.
static Atom qualifying_class(HostNames *host_names, const MemberDef *definition) {
    const Token *tok = host_names->x->tokens->at;
    Atom name = 0;
    for (uint32_t i = definition->qual_begin; i < definition->order; i++) {
        uint32_t e = tok[i].kind == T_LT ? cxx_skip_angles(host_names->x, i, definition->order) : 0;
        if (e) i = e - 1;
        if (tok[i].kind == T_IDENT) name = tok[i].text;
    }
    return name;
}

// A hit in the definition of a member outside of its class.
static bool hit_outside(HostNames *host_names, IndexEntry *entry, Hit hit) {
    const MemberDef *m = outside_def(host_names, entry);
    if (!m) return true;
    if (m->is_class) {
        HostClass c = class_body(host_names, m->begin, m->end);
        return hit_in_class(host_names, &c, hit, m->nheaders, 0);
    }
    return hit_in_member(host_names, entry, qualifying_class(host_names, m), m->nheaders, hit);
}

// The first declaration of what entry k of a unit's scope declares.
static uint32_t declared_from(const HostUnit *d, uint32_t k) {
    const Index *ix = d->s->index;
    if (ix->e.at[k].form == IXF_OUT_OF_CLASS) return 0; // (somewhere)
    uintptr_t first = (uintptr_t)map_get(&ix->by_name, ix->e.at[k].name);
    return ix->e.at[first ? first - 1 : k].order;
}

// A function with a hit that is called without its name: an operator, what a range-for or a
// structured binding calls, a literal's operator.
static void name_unnamed(HostNames *host_names, const IndexEntry *function) {
    Cxx *cxx = host_names->x;
    CxxOp op;
    uint32_t behind = function->order + 1;
    if (is_range(host_names, function))
        vec_push(xa(cxx), &host_names->op, HOST_RANGE_FOR);
    else if (is_get(host_names, function))
        vec_push(xa(cxx), &host_names->op, HOST_BINDING);
    else if (!is_operator(host_names, function))
        return;
    else if (cxx_operator_tokens(cxx, behind, function->end, &op))
        vec_push(xa(cxx), &host_names->op, (uint8_t)op);
    else if (cxx->tokens->at[behind].kind == T_STRING)
        vec_push(xa(cxx), &host_names->op, HOST_LITERAL);
}

// A hit in a function or variable of a namespace: its names lead on, once for each library that
// sees it.
static bool hit_in_namespace(HostNames *host_names, HostUnit *host_unit, IndexEntry *entry,
                             Hit hit) {
    Index *ix = host_unit->s->index;
    if (in_plain_body(host_names, entry, false, hit.token)) return hit.sure;
    if (!(hit.by & ~host_unit->named)) return true;
    host_unit->named |= hit.by;
    for (uint32_t k = host_unit->entry; k < ix->e.n && ix->e.at[k].group == entry->group; k++) {
        uint32_t from = hit.sure ? declared_from(host_unit, k) : hit.from;
        cxx_host_name(host_names, ix->e.at[k].name, hit.by, from);
    }
    if (entry->form == IXF_FUNC_DEF) name_unnamed(host_names, entry);
    return true;
}

// Unit u launches at token t, or mentions a name of the set, which means one where one of `by` is
// seen, or behind token `from` where it stands outside of all libraries. What the unit sees counts;
// in a template also what its instances' arguments see, so that its own name leads on under the
// same condition.
static void hit(HostNames *host_names, uint32_t u, uint32_t token, HostSet by, uint32_t from) {
    if (bitset_has(&host_names->sure, token)) return;
    HostUnit *unit = &host_names->unit.at[u];
    bool own_name = token == unit->order;
    if (own_name) return;

    if (!unit->sees) unit->sees = cxx_host_sees(host_names, unit->library, unit->end);
    bool sees_it = (by & unit->sees) != 0, sees_outside = by & HOST_OUTSIDE && from < unit->end;
    Hit hit = {.token = token, .sure = sees_it || sees_outside, .by = by, .from = from};
    if (!hit.sure && !unit->has_template) return;
    if (hit.sure) { // who sees this unit's library sees its name
        hit.by = host_names->calls ? HOST_ALL : (HostSet)1 << unit->library;
        hit.from = declared_from(unit, unit->entry);
    }

    IndexEntry *entry = &unit->s->index->e.at[unit->entry];
    if (unit->is_class && !unit->cls.known)
        unit->cls = class_body(host_names, unit->begin, unit->end);
    bool is_hit =
        unit->is_class ? hit_in_class(host_names, &unit->cls, hit, entry->flags & IX_TEMPLATE, 0)
        : entry->form == IXF_OUT_OF_CLASS ? hit_outside(host_names, entry, hit)
                                          : hit_in_namespace(host_names, unit, entry, hit);
    if (!is_hit) return;
    bitset_add(&host_names->hit, token);
    if (hit.sure) bitset_add(&host_names->sure, token);
    unit->hit = true;
}

// ---- the fixed point ---------------------------------------------------------------------------

// `virtual` at token i: the name of the function.
static void note_virtual(HostNames *host_names, uint32_t i, uint32_t end) {
    const Token *tok = host_names->x->tokens->at;
    for (i++; i < end; i++) {
        uint16_t k = tok[i].kind;
        if (k == T_KW_OPERATOR) { // `virtual` goes with the class's name anyway
            return;
        } else if (k == T_IDENT && tok[i + 1].kind == T_LPAREN &&
                   tok[i].text < host_names->x->decls->index.natoms) {
            host_names->virtual_[tok[i].text] = 1;
            return;
        } else if (is_any_of(k, T_SEMI, T_LBRACE)) {
            return;
        }
    }
}

// Counts the mentions of names in all units. Does one launch, or mention a kernel other than by
// being it? Headers' host code rarely does, and then nothing need be noted.
static bool count_mentions(HostNames *host_names) {
    const Token *tok = host_names->x->tokens->at;
    uint32_t natoms = host_names->x->decls->index.natoms, *count = host_names->mentioned;
    bool any = false; // (kernels have been named; nothing else so far)
    VEC_FOREACH (HostUnit, unit, &host_names->unit) {
        for (const Token *t = tok + unit->begin, *end = tok + unit->end; t < end; t++) {
            if (t->kind == T_IDENT) {
                if (t->text < natoms) count[t->text]++;
                any |= t->text < host_names->named.n && host_names->named.at[t->text];
            } else if (t->kind == T_LTLT) {
                any |= !host_names->calls && cxx_launch_at(t);
            }
        }
    }
    return any;
}

// One pass over the tokens of the units: notes who mentions what, where there is room for it by
// name.
static void collect_mentions(HostNames *host_names) {
    Cxx *cxx = host_names->x;
    const Token *tok = cxx->tokens->at;
    uint32_t natoms = cxx->decls->index.natoms, *place = host_names->mentioned, n = 0;
    for (uint32_t i = 0; i < natoms; i++) { // from how many to where they begin
        uint32_t count = place[i];
        place[i] = n;
        n += count;
    }
    host_names->mention = arena_alloc(&cxx->ctx->scratch, sizeof(HostMention) * n, 16);
    host_names->virtual_ = arena_array(&cxx->ctx->scratch, uint8_t, natoms + 1);
    for (uint32_t u = 0; u < host_names->unit.n; u++) {
        HostUnit *host_unit = &host_names->unit.at[u];
        host_unit->specialized_for = cxx_host_specialized_for(host_names, host_unit);
        for (uint32_t i = host_unit->begin; i < host_unit->end; i++) {
            uint16_t k = tok[i].kind;
            if (k == T_IDENT && tok[i].text < natoms) {
                host_names->mention[place[tok[i].text]++] = (HostMention){i, u};
                if (host_names->library[tok[i].text])
                    cxx_host_note_library(host_names, host_unit->library, i,
                                          host_unit->specialized_for);
            } else if (k == T_KW_VIRTUAL) {
                note_virtual(host_names, i, host_unit->end);
            } else if (is_any_of(k, T_KW_TEMPLATE, T_KW_AUTO)) {
                host_unit->has_template = true;
            } else if (k == T_LTLT && !host_names->calls && cxx_launch_at(&tok[i])) {
                vec_push(&cxx->ctx->scratch, &host_names->launch, ((HostMention){i, u}));
            }
        }
    }
    cxx_host_close_libraries(host_names);
}

static void find_main_file(HostNames *host_names) {
    for (uint32_t u = 0; u < host_names->unit.n; u++) {
        HostUnit *d = &host_names->unit.at[u];
        d->in_main_file = cxx_in_main_file(host_names->x, host_names->x->tokens->at[d->begin].pos);
    }
}

// A literal with a suffix of the user's [lex.ext].
static bool is_user_literal(Cxx *cxx, const Token *token) {
    LexNumber number;
    LexString string;
    LexChar character;
    switch (token->kind) {
    case T_NUMBER: return lex_number(cxx->ctx, token, &number) && number.ud_suffix;
    case T_STRING: return lex_string(cxx->ctx, token, 1, &string) && string.ud_suffix;
    case T_CHAR: return lex_char(cxx->ctx, token, &character) && character.ud_suffix;
    default: return false;
    }
}

// At the `[` of a structured binding [dcl.struct.bind].
static bool begins_binding(const Token *tok, uint32_t token) {
    uint32_t i = token;
    if (tok[token].kind != T_LBRACKET) return false;
    while (i && is_any_of(tok[i - 1].kind, T_AMP, T_AMPAMP, T_KW_CONST)) i--;
    return i && tok[i - 1].kind == T_KW_AUTO;
}

// Whether the operator, or what stands for one (HOST_...), is called at a token.
static bool calls_at(Cxx *cxx, uint8_t want, uint32_t token, uint32_t end) {
    CxxOp op;
    const Token *at = &cxx->tokens->at[token];
    if (want == HOST_RANGE_FOR) return at->kind == T_KW_FOR;
    if (want == HOST_BINDING) return begins_binding(cxx->tokens->at, token);
    if (want == HOST_LITERAL) return is_user_literal(cxx, at);
    return cxx_operator_tokens(cxx, token, end, &op) && op == want;
}

// An operator function that is no member: the operator alone tells little, so it counts in the main
// file only. (In templates of headers it is reached by the types of their arguments.)
static void follow_operator(HostNames *host_names, uint8_t want) {
    Cxx *cxx = host_names->x;
    if (host_names->nops == 1) find_main_file(host_names); // the first
    for (uint32_t u = 0; u < host_names->unit.n; u++) {
        HostUnit *d = &host_names->unit.at[u];
        for (uint32_t i = d->begin; d->in_main_file && i < d->end; i++)
            if (calls_at(cxx, want, i, d->end)) hit(host_names, u, i, HOST_ALL, 0);
    }
}

// The mentions of a name, the last first.
static void follow_name(HostNames *host_names, HostName name) {
    uint32_t begin = name.name ? host_names->mentioned[name.name - 1] : 0;
    for (uint32_t k = host_names->mentioned[name.name]; k-- > begin;) {
        HostMention at = host_names->mention[k];
        if (name.is_kernel && at.token < name.from) break;
        hit(host_names, at.unit, at.token, name.by, name.from);
    }
}

// To the fixed point.
static void follow_names(HostNames *host_names) {
    for (uint32_t i = 0; i < host_names->launch.n; i++) {
        hit(host_names, host_names->launch.at[i].unit, host_names->launch.at[i].token, HOST_ALL, 0);
    }
    for (;;) {
        if (host_names->nfollowed < host_names->name.n) {
            HostName name = host_names->name.at[host_names->nfollowed++];
            if (name.name < host_names->x->decls->index.natoms)
                follow_name(host_names, name); // else no token has it
        } else if (host_names->nops < host_names->op.n) {
            uint8_t op = host_names->op.at[host_names->nops++];
            bool done = false;
            for (uint32_t i = 0; i + 1 < host_names->nops; i++) done |= host_names->op.at[i] == op;
            if (!done) follow_operator(host_names, op);
        } else {
            break;
        }
    }
}

// Most units have no host code with a hit: then no mention need be collected.
void cxx_host_names(HostNames *host_names) {
    Cxx *cxx = host_names->x;
    cxx_host_libraries(host_names);
    collect_units(host_names);
    follow_kernels(host_names);

    ArenaMark mark = arena_mark(&cxx->ctx->scratch); // who mentions what: asked here only
    host_names->mentioned = arena_array(&cxx->ctx->scratch, uint32_t, cxx->decls->index.natoms);
    if (count_mentions(host_names) || host_names->op.n) {
        qsort(host_names->unit.at, host_names->unit.n, sizeof(HostUnit), by_begin);
        bitset_init(&host_names->hit, xa(cxx), cxx->tokens->n);
        bitset_init(&host_names->sure, xa(cxx), cxx->tokens->n);
        collect_mentions(host_names);
        follow_names(host_names);
        BITSET_FOREACH (t, &host_names->hit) vec_push(xa(cxx), &host_names->hits, t);
    }
    arena_reset(&cxx->ctx->scratch, mark);
}

bool cxx_host_hit_seeing(const HostNames *host_names, uint32_t begin, uint32_t end, HostSet sees,
                         uint32_t at) {
    const Token *tok = host_names->x->tokens->at;
    for (uint32_t t = begin; (t = cxx_host_first_hit(host_names, t, end)) != UINT32_MAX; t++) {
        if (bitset_has(&host_names->sure, t) || cxx_host_leads(host_names, tok[t].text, sees, at))
            return true;
    }
    return false;
}

bool cxx_host_hit(const HostNames *host_names, uint32_t begin, uint32_t end) {
    return cxx_host_first_hit(host_names, begin, end) != UINT32_MAX;
}
