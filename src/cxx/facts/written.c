// SPDX-License-Identifier: Apache-2.0
// For debug information (CxxOptions.keep_typedefs): the typedefs that named the arguments of
// templates, and the instances of alias templates as typedefs. All instances of a template for the
// same types are one; those who named it first are described.
#include "cxx/facts/facts.h"
#include "cxx/facts/state.h"

// ---- arguments ---------------------------------------------------------------------------------

static uint64_t key_of(uint32_t owner, const TmplArgs *args) {
    return (uint64_t)owner << 32 | args->id;
}

// The typedefs of a list by its place; NULL: of none.
static const TypedefDecl **typedefs_of(const TmplArg *arg, uint32_t n, Arena *arena) {
    const TypedefDecl **written = arena_array(arena, const TypedefDecl *, n);
    for (uint32_t i = 0; i < n; i++) written[i] = arg[i].kind == TA_TYPE ? arg[i].written : NULL;
    return written;
}

TmplArgs *cxx_written_targs(Cxx *cxx, const TmplParams *ps, const TmplArg *arg, uint32_t n) {
    TmplArgs *args = cxx_targs(cxx, arg, n);
    if (!cxx->opt.keep_typedefs || !ps->begin || args->dependent) return args;
    void **known = map_slot(&tm_table(cxx)->written_args, key_of(ps->begin, args));
    if (!*known) *known = typedefs_of(arg, n, tm_arena(cxx));
    return args;
}

// Of argument `i` of a list, interned or not.
static const TypedefDecl *written_at(Cxx *cxx, const TmplParams *ps, const TmplArgs *args,
                                     uint32_t i) {
    if (i >= args->n || args->a[i].kind != TA_TYPE) return NULL;
    if (args->a[i].written || !args->id) return args->a[i].written;
    const TypedefDecl **written = map_get(&tm_table(cxx)->written_args, key_of(ps->begin, args));
    return written ? written[i] : NULL;
}

const TypedefDecl *cxx_written_arg(Cxx *cxx, const Env *env, const TParmDecl *parm) {
    if (!cxx->opt.keep_typedefs) return NULL;
    while (env && env->params != parm->list) env = env->outer;
    return env && env->args ? written_at(cxx, env->params, env->args, parm->index) : NULL;
}

// ---- alias templates ---------------------------------------------------------------------------

static bool is_alias_instance(Ctx *ctx, const TypedefDecl *decl) {
    return strchr(atom_str(ctx, decl->d.name), '<') != NULL;
}

// An argument by the typedef that is its whole type; what an alias template names by that.
static void print_argument(Cxx *cxx, Buf *out, const TmplArg *arg, const TypedefDecl *written) {
    while (written && is_alias_instance(cxx->ctx, written))
        written = cxx_written_type(cxx, &written->d);
    if (written && written->d.type == arg->type)
        buf_atom(cxx->ctx, out, written->d.name);
    else
        tm_arg_print(cxx, out, arg);
}

static Atom instance_name(Cxx *cxx, const TemplateDecl *tmpl, const TmplArgs *args) {
    Buf text;
    buf_init(&text, &cxx->ctx->perm);
    buf_atom(cxx->ctx, &text, tmpl->d.name);
    buf_putc(&text, '<');
    for (uint32_t i = 0; i < args->n && text.n < cxx->text_limit; i++) {
        if (i) buf_puts(&text, ", ");
        print_argument(cxx, &text, &args->a[i], written_at(cxx, tmpl->params, args, i));
    }
    buf_putc(&text, '>');
    return atom_cstr(cxx->ctx, buf_cstr(&text));
}

void cxx_note_alias(Cxx *cxx, const TemplateDecl *tmpl, const TmplArgs *args, Type *type,
                    const TypedefDecl *written) {
    if (!cxx->opt.keep_typedefs || ty_dependent(type)) return;
    TypedefDecl *alias = cxx_decl_new(cxx, TypedefDecl, D_TYPEDEF, instance_name(cxx, tmpl, args),
                                      tmpl->d.pos, 0, tmpl->d.scope, NULL);
    alias->d.type = type;
    cxx_note_written(cxx, &alias->d, written);
    map_put(&tm_table(cxx)->alias_typedefs, key_of(tmpl->d.id, args), alias);
}

const TypedefDecl *cxx_alias_typedef(Cxx *cxx, const TemplateDecl *tmpl, const TmplArgs *args) {
    if (!args || tmpl->kind != TK_ALIAS) return NULL;
    return map_get(&tm_table(cxx)->alias_typedefs, key_of(tmpl->d.id, args));
}

// ---- names -------------------------------------------------------------------------------------

const TypedefDecl *cxx_written_typedef(const Parse *parse, const QualName *name) {
    if (!parse->x->opt.keep_typedefs || name->found.n != 1 || parse->dependent) return NULL;
    const Decl *found = name->found.at[0];
    switch (found->kind) {
    case D_TYPEDEF: return (const TypedefDecl *)found;
    case D_CLASS: return cxx_written_type(parse->x, found); // typedef struct A {} A
    case D_TEMPLATE: return cxx_alias_typedef(parse->x, (const TemplateDecl *)found, name->targs);
    case D_TPARM: return cxx_written_arg(parse->x, parse->env, (const TParmDecl *)found);
    default: return NULL;
    }
}
