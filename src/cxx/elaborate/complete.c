// SPDX-License-Identifier: Apache-2.0
// Completing a class: its definition is found or instantiated, its body indexed, its bases read.
// Members stay entries of the index until they are looked up.
#include "cxx/answer.h"
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/decl/decl.h"
#include "cxx/instance/instance.h"
#include "cxx/elaborate/elaborate.h"

typedef VEC(BaseSpec) BaseVec;

static bool base_tokens_dependent(Cxx *cxx, const ClassDecl *cls, uint32_t from, uint32_t to);

// One base-specifier [class.derived.general], added to `out` if it names a class that can be a
// base. A dependent one leaves cls->unbound_bases: more may be inherited than is known.
static void parse_base(Parse *parse, ClassDecl *cls, BaseVec *out) {
    Cxx *cxx = parse->x;
    BaseSpec base_spec = {.pos = tok_pos(parse),
                          .access = cls->tag == CT_CLASS ? ACC_PRIVATE : ACC_PUBLIC};
    uint32_t begin = parse->at;
    while (cxx_at_attribute(parse)) cxx_parse_attributes(parse, NULL);
    for (;; parse->at++) {
        uint16_t k = cxx_peek(parse);
        if (k == T_KW_VIRTUAL)
            base_spec.virtual_ = true;
        else if (k == T_KW_PUBLIC)
            base_spec.access = ACC_PUBLIC;
        else if (k == T_KW_PROTECTED)
            base_spec.access = ACC_PROTECTED;
        else if (k == T_KW_PRIVATE)
            base_spec.access = ACC_PRIVATE;
        else
            break;
    }
    base_spec.pos = tok_pos(parse);
    Type *type = NULL;
    uint32_t group = cxx_peek(parse) == T_KW_DECLTYPE && cxx_peek_n(parse, 1) == T_LPAREN
                         ? cxx_skip_group(parse->tok, parse->at + 1, parse->end)
                         : 0;
    if (group && (group >= parse->end || parse->tok[group].kind != T_COLCOL)) {
        type = cxx_parse_decltype(parse);
    } else {
        QualName qual_name;
        parse->base_name = true;
        bool named = cxx_parse_qual_name(parse, &qual_name);
        parse->base_name = false;
        if (!named) return;
        qual_name.typename_ = true; // names in a base clause are types
        type = cxx_name_type(parse, &qual_name);
        if (!type) {
            if (qual_name.found.n)
                CXX_DIAG(cxx, d_not_a_type, base_spec.pos, qual_name.name);
            else
                cxx_say_undefined(parse, qual_name.pos, qual_name.name);
            return;
        }
    }
    base_spec.type = type->unqual;
    base_spec.was_dependent = cls->env && base_tokens_dependent(cxx, cls, begin, parse->at);
    if (type->kind == TY_ERROR) return;
    if (type->kind != TY_CLASS) {
        if (!ty_dependent(type)) CXX_DIAG(cxx, d_not_a_class, base_spec.pos, type);
        cls->members.unbound_bases |= ty_dependent(type);
        return;
    }
    base_spec.cls = type->u.cls;
    if (base_spec.cls == cls || !cxx_class_complete(cxx, base_spec.cls, base_spec.pos)) {
        if (!(base_spec.cls->d.flags & DF_INVALID))
            CXX_DIAG(cxx, d_incomplete_type, base_spec.pos, type);
        return;
    }
    if (base_spec.cls->written.final_) {
        CXX_DIAG(cxx, d_final_base, base_spec.pos, type);
        cxx_note_declared(cxx, &base_spec.cls->d);
    }
    if (base_spec.cls->tag == CT_UNION || cls->tag == CT_UNION)
        CXX_DIAG(cxx, d_union_base, base_spec.pos);
    for (uint32_t i = 0; i < out->n; i++) {
        if (out->at[i].cls == base_spec.cls) {
            CXX_DIAG(cxx, d_duplicate_base, base_spec.pos, type);
            return;
        }
    }
    vec_push(xa(cxx), out, base_spec);
}

// Whether a base clause's tokens name a parameter of an enclosing template, so that unqualified
// look-ups from the template's bodies skip that base [temp.dep]/4.
static bool base_tokens_dependent(Cxx *cxx, const ClassDecl *cls, uint32_t from, uint32_t to) {
    const Token *token = cxx->tokens->at;
    for (uint32_t i = from; i < to; i++) {
        if (token[i].kind != T_IDENT) continue;
        if (i > from && token[i - 1].kind == T_COLCOL) continue;
        for (Env *e = cls->env; e; e = e->outer) {
            for (uint32_t k = 0; k < e->params->n; k++) {
                if (e->params->parm[k]->d.name == token[i].text) return true;
            }
        }
        // a member of the class's template around it, or its own injected name
        for (Scope *s = cls->written.lexical; s; s = s->parent) {
            if (s->kind != SC_CLASS || !s->cls->env) continue;
            if (map_get(&s->names, token[i].text) || token[i].text == s->cls->d.name) return true;
        }
        if (token[i].text == cls->d.name) return true;
    }
    return false;
}

// Reads the base clause into cls->base; expansions give one base per element.
static void parse_bases(Cxx *cxx, ClassDecl *cls) {
    if (!cls->written.base_clause.end) return;
    BaseVec base_vec = {0};
    Scope *around = cls->inner->parent; // members are not in scope yet [basic.scope.class]/1
    Parse parse = cxx_parse_at(cxx, cls->written.base_clause.begin, cls->written.base_clause.end,
                               around, cls->env);
    parse.cls = cls;
    parse.dependent |= cls->members.unbound;
    while (parse.at < parse.end) {
        PackLoop pack_loop;
        uint32_t at = parse.at;
        cxx_pack_begin(&parse, &pack_loop);
        for (;;) {
            uint32_t n = base_vec.n;
            parse_base(&parse, cls, &base_vec);
            bool again = cxx_pack_next(&parse, &pack_loop);
            if (!pack_loop.keep) base_vec.n = n;
            if (!again) break;
        }
        if (parse.at == at) parse.at++;
        if (!cxx_accept(&parse, T_COMMA)) break;
    }
    if (parse.at < parse.end) CXX_DIAG(cxx, d_expected_token, tok_pos(&parse), "{");
    cls->members.base = base_vec.at;
    cls->members.nbase = base_vec.n;
}

// A definition that stands elsewhere: later in its scope, or outside of its class.
void cxx_answer_find_class_def(Cxx *cxx, ClassDecl *cls) {
    if (cls->written.defined || !cls->d.name || !cls->d.scope) return;
    if (is_any_of(cls->d.scope->kind, SC_NAMESPACE, SC_CLASS)) {
        cxx_elaborate_name(cxx, cls->d.scope, cls->d.name);
        if (cls->written.defined) return;
    }
    for (MemberDef *member_def = cxx_member_defs(cxx, cls->d.name); member_def;
         member_def = member_def->next) {
        if (!member_def->is_class || member_def->used || member_def->nheaders) continue;
        Decl *o = cxx_member_def_owner(cxx, member_def);
        if (!o) continue;
        Scope *in = o->kind == D_CLASS       ? ((ClassDecl *)o)->inner
                    : o->kind == D_NAMESPACE ? ((NamespaceDecl *)o)->inner
                                             : NULL;
        if (in != cls->d.scope) continue;
        member_def->used = true;
        Parse p = cxx_parse_at(cxx, member_def->begin, member_def->end, member_def->scope, NULL);
        cxx_parse_declaration(&p, member_def->scope, ACC_NONE);
        if (cls->written.defined) return;
    }
    if (!cls->written.defined) cxx_class_find_def(cxx, cls);
}

// Only constructors, and fields of a class without constructors, may have the name of the class
// [class.mem]/20, 21.
static void check_member_names(Cxx *cxx, const ClassDecl *cls) {
    const Index *ix = cls->inner->index;
    bool ctor = false;
    for (uint32_t i = 0; i < ix->e.n && !ctor; i++) ctor = ix->e.at[i].name == cxx->n.ctor;
    for (uint32_t i = 0; i < ix->e.n; i++) {
        const IndexEntry *e = &ix->e.at[i];
        if (e->name != cls->d.name || !e->name || e->flags & IX_FRIEND) continue;
        if (e->form > IXF_ENUM && e->form != IXF_ALIAS) continue;
        bool field = e->form == IXF_SIMPLE && !(e->flags & (IX_STATIC | IX_FUNCTION | IX_TYPEDEF));
        if (field && !ctor) continue;
        uint16_t next = cxx->tokens->at[e->order + 1].kind;
        bool tag = is_any_of(e->form, IXF_CLASS, IXF_ENUM);
        // `struct S *next` names the class itself
        if (tag && !is_any_of(next, T_LBRACE, T_COLON, T_SEMI)) continue;
        CXX_DIAG(cxx, d_same_name_member, cxx->tokens->at[e->order].pos);
    }
}

// Whether the signature of a function template is being made: it may come to nothing.
static bool in_signature(const Cxx *cxx) {
    for (const struct InstFrame *frame = cxx->inst_stack; frame; frame = frame->prev)
        if (frame->kind == IF_FUNC_SIG) return true;
    return false;
}

static bool complete_class(Cxx *cxx, ClassDecl *cls, Pos pos);

// The definition is found or chosen, the body indexed, the bases completed; no member is read.
// False: there is no definition, it is in error, or it is just being completed. A class that
// completes itself too often ends at the limit of nesting.
bool cxx_answer_class_complete(Cxx *cxx, ClassDecl *cls, Pos pos) {
    TimerMark span =
        cxx_span_begin(cxx, cls->inst.tmpl ? "InstantiateClass" : "ParseClass", &cls->d);
    bool complete = complete_class(cxx, cls, pos);
    timer_span_end(cxx->ctx, span);
    return complete;
}

static bool complete_class(Cxx *cxx, ClassDecl *cls, Pos pos) {
    if (cls->members.complete) { // for a deduction only, so far
        cls->inst.candidate = false;
        vec_push(xa(cxx), &cxx->decls->checks.completed, cls);
        return true;
    }
    if (cls->members.completing) return false;
    if (cls->d.flags & DF_INVALID) return false;
    if (!cls->written.body.end) {
        bool found = false;
        if (cls->inst.tmpl) found = cxx_class_instantiate(cxx, cls, pos);
        if (!cls->inst.tmpl) cxx_class_find_spec(cxx, cls);
        if (!found && !cls->inst.tmpl && !cls->written.body.end) cxx_find_class_def(cxx, cls);
        if (!cls->written.body.end) return cls->members.complete;
    }

    // There is a body: of the class itself, of its template, or of a specialization that stands
    // apart.
    if (cls->inst.explicit_spec && cls->inst.tmpl && !cxx->inst_stack)
        tm_check_spec_order(cxx, &cls->d, pos);
    if (!cls->inst.tmpl && cls->env && !cls->inst.explicit_spec) cxx_class_find_spec(cxx, cls);
    if (++cxx->decls->depth > cxx->ctx->max_depth) {
        cxx->decls->depth--;
        cls->d.flags |= DF_INVALID;
        return cxx_too_deep(cxx, pos);
    }
    cls->written.defined = true;
    cls->members.completing = true;
    cls->members.tried = diag_trapped(cxx->ctx) || in_signature(cxx);
    if (!cls->inner) {
        cls->inner = cxx_scope_new(
            cxx, SC_CLASS, cls->written.lexical ? cls->written.lexical : cls->d.scope, &cls->d);
        cls->inner->env = cls->env;
    }
    cls->inner->cls = cls;
    if (!cls->inner->index) {
        Index *ix = cxx_class_index(cxx, cls->written.body.begin, cls->written.body.end,
                                    cls->d.name, (ClassTag)cls->tag);
        cxx_scope_attach_index(cxx, cls->inner, ix);
        if (!cls->env) check_member_names(cxx, cls);
        if (!cls->env) cxx_check_anonymous(cxx, cls);
    }

    // Bases are read in the class's own context: their errors are no substitution failures.
    CxxInst inst;
    if (!cxx_inst_push(cxx, &inst, &cls->d, pos)) {
        cls->members.completing = false;
        cls->d.flags |= DF_INVALID;
        cxx->decls->depth--;
        return false;
    }
    DiagTrap trap;
    cxx_hard_context(cxx, &trap);
    parse_bases(cxx, cls);
    if (diag_trap_pop(cxx->ctx, &trap) && trap.silent) cls->members.host_errors = true;
    cxx_inst_pop(cxx, &inst);

    // What is inherited, and known without reading a member.
    for (uint32_t i = 0; i < cls->members.nbase; i++) {
        cls->table.polymorphic |= cls->members.base[i].cls->table.polymorphic;
        cls->table.has_virtual_bases |=
            cls->members.base[i].virtual_ || cls->members.base[i].cls->table.has_virtual_bases;
    }
    for (uint32_t i = 0; i < cls->inner->index->e.n && !cls->table.polymorphic; i++) {
        if (cls->inner->index->e.at[i].flags & IX_VIRTUAL) cls->table.polymorphic = true;
    }
    cls->members.completing = false;
    cls->members.complete = true;
    cxx->decls->depth--;
    vec_push(xa(cxx), &cxx->decls->checks.completed, cls);
    return true;
}
