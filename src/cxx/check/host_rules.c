// SPDX-License-Identifier: Apache-2.0
// Host functions of the main file that name a device function or variable of it are read, so that
// the rules about such uses can be told (src/cuda/host_fault.c). By their tokens: what names none
// is not read. First the names that are declared for the device alone are collected, in namespaces
// and in classes that have been elaborated; then bodies are searched for them. A name that means
// something else there costs a body that is read in vain, no more: what else is wrong with host
// code is the host compiler's to say, so reading is silent; the rules keep what they find.
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/elaborate/elaborate.h"
#include "cxx/instance/instance.h"
#include "cxx/body/body.h"
#include "cxx/check/check.h"

typedef struct Rules {
    Cxx *x;
    Map arity;   // by Atom: how many arguments the kernels of a name take
    Map named;   // by Atom: names of device functions and variables, and where they count
    Atom device; // the mark's word
} Rules;

static bool in_main(Cxx *cxx, uint32_t token) {
    return cxx_in_main_file(cxx, cxx->tokens->at[token].pos);
}

// Of a namespace, which is open to headers too, only what stands in the main file counts. A class
// was asked about as a whole, by its own entry.
static bool is_ours(Cxx *cxx, const Scope *home, const IndexEntry *entry) {
    return home->kind != SC_NAMESPACE || in_main(cxx, entry->begin);
}

// Whether a declaration has been made of the entry.
static bool is_elaborated(const Scope *scope, uint32_t entry) {
    return entry < scope->nelab && scope->state[entry];
}

// Whether the entry defines or declares a class that is no template.
static bool is_plain_class(const IndexEntry *entry) {
    return entry->form == IXF_CLASS && !(entry->flags & IX_TEMPLATE);
}

// The class that an entry of the scope has been elaborated to, or NULL. One of another scope is a
// class that a friend or a using-declaration names: it has its turn there.
static ClassDecl *class_of(const Scope *scope, uint32_t entry) {
    bool elaborated = is_plain_class(&scope->index->e.at[entry]) && is_elaborated(scope, entry);
    Decl *decl = elaborated ? scope->elab[entry] : NULL;
    bool own = decl_is(decl, D_CLASS) && decl->scope == scope;
    if (!own) return NULL;

    // One that is only declared has no members.
    ClassDecl *cls = (ClassDecl *)decl;
    bool defined = cls->inner && cls->inner->index;
    return defined ? cls : NULL;
}

// ---- launches ----------------------------------------------------------------------------------

// How many arguments a kernel takes, of all kernels of a name.
typedef struct Arity {
    uint32_t least, most;
} Arity;

// What stands in a pair of parentheses.
typedef struct Parts {
    uint32_t n;        // between commas
    uint32_t defaults; // with a "="
    bool plain;        // no "<", which could be of template arguments, nor a pack
} Parts;

static Parts count_parts(const Token *tok, uint32_t open) {
    Parts parts = {.n = tok[open + 1].kind != T_RPAREN, .plain = true};
    for (uint32_t i = open + 1; i < tok[open].match; i++) {
        if (lex_is_open(tok[i].kind)) i = tok[i].match;
        parts.n += tok[i].kind == T_COMMA;
        parts.defaults += tok[i].kind == T_ASSIGN;
        if (is_any_of(tok[i].kind, T_LT, T_ELLIPSIS)) parts.plain = false;
    }
    return parts;
}

// A kernel whose parameter list has no template arguments is known by its tokens; of another one
// any number of arguments is let pass.
static Arity arity_of(const Token *tok, uint32_t open) {
    static const Arity any = {0, UINT32_MAX}, none = {0, 0};
    if (tok[open].kind != T_LPAREN) return any;
    if (tok[open + 1].kind == T_KW_VOID && tok[open + 2].kind == T_RPAREN) return none;
    Parts parts = count_parts(tok, open);
    uint32_t least = parts.n - CU_MIN(parts.defaults, parts.n);
    return parts.plain ? (Arity){least, parts.n} : any;
}

static void note_arity(Rules *rules, const IndexEntry *kernel) {
    Arity own = arity_of(rules->x->tokens->at, kernel->order + 1);
    void **slot = map_slot(&rules->arity, kernel->name);
    Arity *arity = *slot;
    if (!arity) {
        arity = *slot = arena_new(xa(rules->x), Arity);
        *arity = own;
    }
    arity->least = CU_MIN(arity->least, own.least);
    arity->most = CU_MAX(arity->most, own.most);
}

// Whether the expression that began at `from` ends at this token: at a semicolon, or at a bracket
// that was open before it.
static bool ends_expression(const Token *tok, uint32_t at, uint32_t from) {
    return lex_is_close(tok[at].kind) ? tok[at].match < from : tok[at].kind == T_SEMI;
}

// The token behind the configuration `<<< ... >>>` that begins behind a kernel's name; 0: it has no
// end.
static uint32_t past_configuration(const Token *tok, uint32_t name, uint32_t end) {
    for (uint32_t at = name + 3; at + 2 < end; at++) {
        if (lex_is_open(tok[at].kind)) at = tok[at].match;
        if (ends_expression(tok, at, name)) return 0;
        if (tok[at].kind == T_GTGT && tok[at + 1].kind == T_GT) return at + 2;
    }
    return 0;
}

// Whether the tokens at a kernel's name launch it with too few or too many arguments, or the
// configuration has no end. What may be template arguments is let pass.
static bool is_odd_launch(const Rules *rules, uint32_t name, uint32_t end) {
    const Token *tok = rules->x->tokens->at;
    const Arity *arity = map_get(&rules->arity, tok[name].text);
    bool room = arity && name + 3 < end;
    bool launch = room && tok[name + 1].kind == T_LTLT && tok[name + 2].kind == T_LT;
    if (!launch) return false;

    uint32_t open = past_configuration(tok, name, end);
    if (!open || tok[open].kind != T_LPAREN) return true;
    Parts parts = count_parts(tok, open);
    return parts.plain && (parts.n < arity->least || parts.n > arity->most);
}

// ---- names of device code ----------------------------------------------------------------------

// Whether the marks say that it is for the device alone, and is no kernel: those are launched by
// their names.
static bool is_marked_device(const IndexEntry *entry) {
    return entry->flags & IX_DEVICE && !(entry->flags & (IX_HOST | IX_KERNEL));
}

// A function or variable that the host may not use by its name.
static bool is_device_only(const IndexEntry *entry) {
    bool named = is_marked_device(entry) && entry->name;
    return named && is_any_of(entry->form, IXF_SIMPLE, IXF_FUNC_DEF);
}

// What the map holds for a name: it stands for device code alone, or only where it is called.
static const bool named_anywhere = true, named_called = true;

static void note_name(Rules *rules, Atom name, const bool *how) {
    void **slot = map_slot(&rules->named, name);
    if (*slot != &named_anywhere) *slot = (void *)how;
}

// An operator is used without its name: where the classes of its parameters are named.
static void note_operands(Rules *rules, const IndexEntry *operator_) {
    const Token *tok = rules->x->tokens->at;
    for (uint32_t i = operator_->order; i < operator_->end && tok[i].kind != T_LBRACE; i++) {
        if (tok[i].kind == T_IDENT) note_name(rules, tok[i].text, &named_anywhere);
    }
}

// Whether the tokens have a mark of the device.
static bool is_marked(const Rules *rules, const IndexEntry *entry) {
    const Token *tok = rules->x->tokens->at;
    for (uint32_t i = entry->begin; i < entry->end; i++) {
        if (tok[i].kind == T_IDENT && tok[i].text == rules->device) return true;
    }
    return false;
}

static bool is_operator(const Rules *rules, const IndexEntry *entry) {
    return strncmp(atom_str(rules->x->ctx, entry->name), "operator", 8) == 0;
}

// Whether uses of the member have its own name: those of constructors, destructors, operators and
// conversions have the class's.
static bool is_used_by_name(const Rules *rules, const IndexEntry *member, Atom cls) {
    return member->name && member->name != cls && !is_operator(rules, member);
}

static void note_names(Rules *rules, Scope *home);

// The members of a class of the main file.
static void note_class(Rules *rules, Scope *home, uint32_t i) {
    const IndexEntry *entry = &home->index->e.at[i];
    if (!is_plain_class(entry) || !is_marked(rules, entry)) return;
    if (!is_elaborated(home, i)) cxx_elaborate_entry(rules->x, home, i);
    const ClassDecl *cls = class_of(home, i);
    if (!cls) return;

    note_names(rules, cls->inner);
    for (uint32_t k = 0; k < cls->inner->index->e.n; k++) {
        const IndexEntry *member = &cls->inner->index->e.at[k];
        if (is_marked_device(member) && !is_used_by_name(rules, member, entry->name))
            note_name(rules, entry->name, &named_anywhere);
    }
}

// What the program itself declares.
static void note_own(Rules *rules, Scope *home, uint32_t i) {
    const IndexEntry *entry = &home->index->e.at[i];
    if (entry->flags & IX_KERNEL && entry->name) {
        note_name(rules, entry->name, &named_called);
        note_arity(rules, entry);
    }
    if (is_device_only(entry)) {
        note_name(rules, entry->name, &named_anywhere);
        if (is_operator(rules, entry)) note_operands(rules, entry);
    }
    note_class(rules, home, i);
}

static void note_names(Rules *rules, Scope *home) {
    for (uint32_t i = 0; i < cxx_index_size(home); i++) {
        const IndexEntry *entry = &home->index->e.at[i];
        bool is_library_function = home == rules->x->global && !(entry->flags & IX_TEMPLATE);
        if (is_ours(rules->x, home, entry))
            note_own(rules, home, i);
        else if (is_library_function && is_device_only(entry))
            note_name(rules, entry->name, &named_called);
    }
}

// ---- host functions that name it ---------------------------------------------------------------

// Whether the token is a name of device code, and stands there as such.
static bool is_device_use(const Rules *rules, uint32_t i, uint32_t end) {
    const Token *token = &rules->x->tokens->at[i];
    const bool *how = token->kind == T_IDENT ? map_get(&rules->named, token->text) : NULL;
    if (!how) return false;
    bool called = i + 1 < end && is_any_of(token[1].kind, T_LPAREN, T_LT);
    return how == &named_anywhere || called || is_odd_launch(rules, i, end);
}

static bool names_device(const Rules *rules, uint32_t begin, uint32_t end) {
    for (uint32_t i = begin; i < end; i++) {
        if (is_device_use(rules, i, end)) return true;
    }
    return false;
}

static bool is_host_function(const IndexEntry *entry) {
    return entry->form == IXF_FUNC_DEF && !(entry->flags & (IX_TEMPLATE | IX_DEVICE | IX_KERNEL));
}

// A function with a body of its own. Of device code it has been read with the unit's roots.
static bool has_host_body(const FuncDecl *func) {
    bool device = func->d.cuda & (CU_DEVICE | CU_GLOBAL);
    return !device && func->body.defined && !func->written.deleted;
}

static void read_body(Rules *rules, Decl *found) {
    if (!decl_is(found, D_FUNC) || found->flags & (DF_INVALID | DF_USED)) return;
    FuncDecl *func = (FuncDecl *)found;
    if (has_host_body(func)) cxx_func_body(rules->x, func);
}

// The functions that are defined in the scope: a namespace's, or members in their class.
static void read_scope(Rules *rules, Scope *home) {
    for (uint32_t i = 0; i < cxx_index_size(home); i++) {
        const IndexEntry *entry = &home->index->e.at[i];
        if (!is_ours(rules->x, home, entry)) continue;
        ClassDecl *cls = class_of(home, i);
        if (cls) read_scope(rules, cls->inner);

        bool reads = is_host_function(entry) && names_device(rules, entry->order, entry->end);
        if (!reads) continue;
        if (!is_elaborated(home, i)) cxx_elaborate_entry(rules->x, home, i);
        read_body(rules, home->elab[i]);
    }
}

// The class that the member is defined for, or NULL: none, or an instance of a template.
static ClassDecl *plain_owner(Cxx *cxx, MemberDef *definition) {
    Decl *owner = cxx_member_def_owner(cxx, definition);
    if (!decl_is(owner, D_CLASS)) return NULL;
    ClassDecl *cls = (ClassDecl *)owner;
    return cls->inst.tmpl ? NULL : cls;
}

// A member that is defined outside of its class: the overload whose body the definition holds.
static void read_outside(Rules *rules, MemberDef *definition) {
    Cxx *cxx = rules->x;
    bool plain_function =
        definition->is_func && !definition->nheaders; // `template<...>` in front: a template's
    if (!plain_function || !in_main(cxx, definition->begin)) return;
    if (!names_device(rules, definition->order, definition->end)) return;
    ClassDecl *cls = plain_owner(cxx, definition);
    if (!cls) return;

    Scope *scope = cls->inner;
    cxx_elaborate_defs(cxx, definition->name, scope);
    for (Decl *decl = map_get(&scope->names, definition->name); decl; decl = decl->next) {
        if (decl->kind != D_FUNC) continue;
        uint32_t begin = ((FuncDecl *)decl)->body.range.begin;
        bool defined_here = begin > definition->begin && begin < definition->end;
        if (defined_here) read_body(rules, decl);
    }
}

void cxx_host_read_for_rules(Cxx *cxx) {
    Rules rules = {.x = cxx, .device = atom_cstr(cxx->ctx, "device")};
    map_init(&rules.named, xa(cxx));
    map_init(&rules.arity, xa(cxx));
    for (uint32_t i = 0; i < cxx->decls->index.namespaces.n; i++)
        note_names(&rules, cxx->decls->index.namespaces.at[i]);
    if (!rules.named.n) return;

    DiagTrap trap;
    diag_trap_push(cxx->ctx, &trap);
    trap.silent = true;
    for (uint32_t i = 0; i < cxx->decls->index.namespaces.n; i++)
        read_scope(&rules, cxx->decls->index.namespaces.at[i]);
    for (uint32_t i = 0; i < cxx->decls->index.all_member_defs.n; i++)
        read_outside(&rules, cxx->decls->index.all_member_defs.at[i]);

    cxx->decls->checks.ncompleted = cxx->decls->checks.completed.n; // host classes are not checked
    diag_trap_pop(cxx->ctx, &trap);
}
