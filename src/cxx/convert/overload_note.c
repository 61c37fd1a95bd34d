// SPDX-License-Identifier: Apache-2.0
// What is said when overload resolution chooses none: the error, and for each candidate that lost a
// note saying why: arity, the argument that does not convert, or what deduction failed on.
#include "cxx/facts/diag.h"
#include "cxx/facts/state.h"
#include "cxx/lookup/lookup.h"
#include "cxx/convert/convert.h"

enum { MAX_NOTES = 8, MAX_LIBRARY_NOTES = 4 };

// ---- pieces of texts ---------------------------------------------------------------------------

static void print_argument(Cxx *cxx, Buf *out, const Expr *arg) {
    if (xe_list(arg))
        buf_puts(out, "{...}");
    else if (arg->kind == E_OVERLOAD)
        buf_puts(out, "<unknown-type>");
    else
        ty_print(cxx, out, arg->type);
}

// The types of a call as nvcc lists them: "(int, double); object type is: S".
static const char *arg_types(Parse *parse, Expr *object, Expr **arg, uint32_t n) {
    enum { TYPES_MAX = 12 };
    Buf out;
    buf_init(&out, pa(parse));
    buf_putc(&out, '(');
    for (uint32_t i = 0; i < n && i < TYPES_MAX; i++) {
        if (i) buf_puts(&out, ", ");
        print_argument(parse->x, &out, arg[i]);
    }
    if (n > TYPES_MAX) buf_puts(&out, ", ...");
    buf_putc(&out, ')');

    if (!xe_lost(object)) {
        buf_puts(&out, "; object type is: ");
        ty_print(parse->x, &out, object->type);
    }
    return buf_cstr(&out);
}

// The reason of a failed deduction, with the parameter's name where the text ends with a blank for
// it.
static const char *deduction_reason(Parse *parse, const Cand *refused) {
    const char *why = refused->why ? refused->why : "deduction failed";
    size_t n = strlen(why);
    if (why[n - 1] != ' ') return why;
    bool named = refused->parm && refused->parm->d.name;
    if (!named) return arena_strndup(pa(parse), why, n - 1);
    return arena_printf(pa(parse), "%s\"%s\"", why, atom_str(parse->x->ctx, refused->parm->d.name));
}

// What deduction failed on; the error that made a substitution fail is found by doing it again.
static const char *deduction_failure(Parse *parse, const Cand *refused, Expr **arg, uint32_t narg) {
    DeduceFail again = {.explain = true};
    if (diag_trapped(parse->x->ctx)) // nobody will see the note
        return refused->why ? refused->why : "deduction failed";

    const char *why = deduction_reason(parse, refused);
    if (!refused->reversed)
        cxx_deduce_call(parse, refused->tmpl, refused->targs, arg, narg, &again);
    return again.text ? arena_printf(pa(parse), "%s: %s", why, again.text) : why;
}

// ---- notes -------------------------------------------------------------------------------------

// What the candidate was declared as; NULL: a built-in operator, which stands nowhere.
static Decl *declaration(const Cand *cand) {
    if (cand->decl) return cand->decl;
    return cand->fn ? &cand->fn->d : NULL;
}

// "requires exactly 2 arguments, 1 was provided"
static void note_arity(Cxx *cxx, const Cand *refused, const Decl *declared, uint32_t narg) {
    const FuncType *type = &refused->fn->d.type->u.func;
    int min = (int)refused->fn->min_args, max = (int)type->nparam;
    bool few = (int)narg < min, exact = min == max && !type->variadic;
    const char *how = few ? "at least" : "at most";
    if (exact) how = "exactly";
    CXX_DIAG(cxx, x_note_candidate_arity, declared->pos, declared, how, few ? min : max, (int)narg);
}

// The argument that does not convert; a list or a set of functions has no type to name.
static void note_argument(Cxx *cxx, const Cand *refused, const Decl *declared, Expr **arg) {
    const Expr *given = arg[refused->bad_arg];
    Type *to = refused->fn->d.type->u.func.param[refused->bad_arg];
    int number = refused->bad_arg + 1;
    if (xe_untyped(given))
        CXX_DIAG(cxx, x_note_candidate_arg_list, declared->pos, declared, number, to);
    else
        CXX_DIAG(cxx, x_note_candidate_arg, declared->pos, declared, number, given->type, to);
}

static void explain_one(Parse *parse, const Cand *refused, Expr *object, Expr **arg,
                        uint32_t narg) {
    Cxx *cxx = parse->x;
    const Decl *decl = declaration(refused);
    if (!decl) return;
    if (refused->viable) {
        CXX_DIAG(cxx, x_note_candidate, decl->pos, decl);
        return;
    }
    switch (refused->bad_arg) {
    case BAD_DEDUCTION: {
        // operands of an operator: the first is the object of a member
        uint32_t skip = refused->has_object && !object && narg;
        CXX_DIAG(cxx, x_note_candidate_deduction, decl->pos, decl,
                 deduction_failure(parse, refused, skip ? arg + skip : arg, narg - skip));
        break;
    }
    case BAD_OTHER: CXX_DIAG(cxx, x_note_candidate_because, decl->pos, decl, refused->why); break;
    case BAD_ARITY: note_arity(cxx, refused, decl, narg); break;
    default: note_argument(cxx, refused, decl, arg);
    }
}

// An ambiguity through conversion functions of operands: those are what competes.
static void explain_conversions(Parse *parse, const Cands *cs) {
    VEC(const FuncDecl *) said = {0};
    for (uint32_t i = 0; i < cs->c.n; i++) {
        const Cand *cand = &cs->c.at[i];
        for (uint32_t k = 0; cand->viable && !cand->fn && k < cand->nics; k++) {
            const FuncDecl *user = cand->ics[k].user;
            bool known = !user;
            for (uint32_t s = 0; s < said.n; s++) known |= said.at[s] == user;
            if (known || said.n == MAX_NOTES) continue;
            vec_push(pa(parse), &said, user);
            CXX_DIAG(parse->x, x_note_conversion, user->d.pos, &user->d);
        }
    }
}

// Where the candidate stands in the notes: the program's own first, then those of system headers,
// then what was implicit; of operators that headers have for other types nothing is said.
typedef enum { CAND_OWN, CAND_LIBRARY, CAND_IMPLICIT, CAND_UNSAID } CandOrder;

// Whether no parameter has the class of an argument.
static bool is_for_others(const Cand *cand, Expr **arg, uint32_t n) {
    if (!cand->fn || cand->bad_arg == BAD_DEDUCTION) return true; // a template that does not fit
    const FuncType *type = &cand->fn->d.type->u.func;
    for (uint32_t i = 0; i < type->nparam; i++) {
        const Type *param = ty_unqual(ty_deref(type->param[i]));
        for (uint32_t k = 0; k < n; k++) {
            if (ty_unqual(ty_deref(arg[k]->type)) == param && param->kind == TY_CLASS) return false;
        }
    }
    return true;
}

// Whether it is an operator that does not fit, and was never meant for these operands.
static bool is_strange_operator(Cxx *cxx, const Cand *refused, const Decl *declared, Expr **arg,
                                uint32_t n) {
    if (strncmp(atom_str(cxx->ctx, declared->name), "operator", 8) != 0) return false;
    bool misfit = !refused->viable && refused->bad_arg != BAD_OTHER && !refused->has_object;
    return misfit && is_for_others(refused, arg, n);
}

// Of an ambiguous call, only those that compete are shown.
static CandOrder cand_order(Cxx *cxx, const Cands *cs, const Cand *refused, Expr **arg,
                            uint32_t n) {
    const Decl *decl = declaration(refused);
    if (!decl || (cs->best == BEST_AMBIGUOUS && !refused->viable)) return CAND_UNSAID;
    if (decl->flags & DF_IMPLICIT) return CAND_IMPLICIT;
    if (cxx_in_main_file(cxx, decl->pos)) return CAND_OWN;
    if (is_strange_operator(cxx, refused, decl, arg, n)) return CAND_UNSAID;
    return cxx_in_system_header(cxx, decl->pos) ? CAND_LIBRARY : CAND_OWN;
}

// ---- families of intrinsics ---------------------------------------------------------------------

enum { FEW_CANDIDATES = 3, MOST_TYPES = 12 };

// What is wrong with all candidates, if all are functions of libraries (templates beside them do
// not count) and it is one and the same: the argument's number, BAD_ARITY, or BAD_OTHER for
// anything else.
static int family_fault(Cxx *cxx, const Cands *cs) {
    uint32_t n = 0;
    int fault = BAD_OTHER;
    for (uint32_t i = 0; i < cs->c.n; i++) {
        const Cand *cand = &cs->c.at[i];
        if (cand->bad_arg == BAD_DEDUCTION || (cand->tmpl && !cand->viable)) continue;
        bool library = cand->fn && !cand->viable && source_in_library(cxx->ctx, cand->fn->d.pos);
        bool same = !n || cand->bad_arg == fault;
        if (!library || !same || cand->bad_arg == BAD_OTHER) return BAD_OTHER;
        fault = cand->bad_arg;
        n++;
    }
    return n >= FEW_CANDIDATES ? fault : BAD_OTHER;
}

// The types that the argument may have, in one note, those that were declared first in front.
static void explain_types(Parse *parse, const Cands *cs, int argument) {
    Buf types;
    buf_init(&types, pa(parse));
    VEC(Type *) said = {0};
    for (uint32_t i = cs->c.n; i-- > 0;) {
        const Cand *cand = &cs->c.at[i];
        if (cand->bad_arg != argument) continue;
        Type *type = cand->fn->d.type->u.func.param[argument];
        bool known = false;
        for (uint32_t k = 0; k < said.n; k++) known |= said.at[k] == type;
        if (known) continue;
        vec_push(pa(parse), &said, type);
        if (said.n > MOST_TYPES) continue;
        if (said.n > 1) buf_puts(&types, ", ");
        ty_print(parse->x, &types, type);
    }
    if (said.n > MOST_TYPES) buf_puts(&types, ", ...");
    CXX_DIAG(parse->x, x_note_argument_types, 0, argument + 1, buf_cstr(&types));
}

// How many arguments the functions take, by the one that was declared first.
static void explain_arity(Parse *parse, const Cands *cs, uint32_t narg) {
    for (uint32_t i = cs->c.n; i-- > 0;) {
        const Cand *cand = &cs->c.at[i];
        if (cand->bad_arg != BAD_ARITY || !cand->fn) continue;
        note_arity(parse->x, cand, &cand->fn->d, narg);
        return;
    }
}

// Says it of all candidates together; false if they have not the same fault.
static bool explain_family(Parse *parse, const Cands *cs, Expr **arg, uint32_t narg) {
    if (cs->best == BEST_AMBIGUOUS || cs->c.n < FEW_CANDIDATES) return false;
    int fault = family_fault(parse->x, cs);
    bool typed = fault >= 0 && !xe_untyped(arg[fault]);
    if (fault == BAD_ARITY)
        explain_arity(parse, cs, narg);
    else if (typed)
        explain_types(parse, cs, fault);
    return fault == BAD_ARITY || typed;
}

// A few of each kind in their order, and how many more there are.
void xe_explain(Parse *parse, Cands *cs, Expr *object, Expr **arg, uint32_t narg) {
    uint32_t shown = 0, hidden = 0;
    if (!object && explain_family(parse, cs, arg, narg)) return;
    for (CandOrder order = CAND_OWN; order < CAND_UNSAID; order++) {
        for (uint32_t i = 0; i < cs->c.n; i++) {
            if (cand_order(parse->x, cs, &cs->c.at[i], arg, narg) != order) continue;
            uint32_t most = order == CAND_LIBRARY ? MAX_LIBRARY_NOTES : MAX_NOTES;
            bool room = shown < most;
            if (room) explain_one(parse, &cs->c.at[i], object, arg, narg);
            shown += room;
            hidden += !room;
        }
    }
    if (hidden) CXX_DIAG(parse->x, x_note_more_candidates, 0, hidden);
    if (cs->best == BEST_AMBIGUOUS) explain_conversions(parse, cs);
}

// ---- the error ---------------------------------------------------------------------------------

// The argument behind the last parameter, or the parenthesis where more arguments should stand.
void xe_wrong_arity(Parse *parse, Expr **arg, uint32_t narg, uint32_t nparam, Pos pos) {
    bool closed = parse->at && parse->tok[parse->at - 1].kind == T_RPAREN;
    if (narg > nparam)
        CXX_DIAG(parse->x, x_too_many_arguments, arg[nparam]->pos ? arg[nparam]->pos : pos);
    else
        CXX_DIAG(parse->x, x_too_few_arguments, closed ? xe_prev_pos(parse) : pos);
}

// The argument whose type is not that of its parameter.
static void say_argument(Parse *parse, const Cand *refused, Expr **arg) {
    const FuncDecl *func = refused->fn;
    Expr *given = arg[refused->bad_arg];
    Type *to = func->d.type->u.func.param[refused->bad_arg];
    xe_no_conversion(parse, given, to, "argument", given->pos);
    CXX_DIAG(parse->x, x_note_declared_here, func->d.pos, &func->d);
}

// The first list among the arguments that the ellipsis would take; the last, if there is none.
static void say_list(Parse *parse, const FuncDecl *func, Expr **arg, uint32_t narg) {
    uint32_t i = func->d.type->u.func.nparam;
    while (i + 1 < narg && !xe_list(arg[i])) i++;
    CXX_DIAG(parse->x, x_unexpected_list, arg[i]->pos);
}

// One function that is no template: the error is its own mistake, not that none was found.
static Expr *report_single(Parse *parse, const Cand *refused, Expr **arg, uint32_t narg, Pos pos) {
    Cxx *cxx = parse->x;
    const FuncDecl *func = refused->fn;
    if (refused->bad_arg == BAD_ARITY) {
        xe_wrong_arity(parse, arg, narg, narg < func->min_args ? narg : func->nparam, pos);
        CXX_DIAG(cxx, x_note_declared_here, func->d.pos, &func->d);
    } else if (refused->bad_arg >= 0) {
        say_argument(parse, refused, arg);
    } else if (refused->bad_arg == BAD_OTHER && refused->via_ellipsis) {
        say_list(parse, func, arg, narg);
    } else {
        CXX_DIAG(cxx, x_object_quals, pos, &func->d);
        if (!(func->d.type->u.func.quals & Q_CONST))
            CXX_DIAG(cxx, x_note_not_const, func->d.pos, func->d.name);
    }
    return cxx_expr_error(cxx, pos);
}

// Whether it is out for its constraints alone.
static bool is_unsatisfied(const Cand *cand) {
    return cand->bad_arg == BAD_OTHER && cand->fn && cand->fn->inst.constraint_state;
}

static bool is_constructor(const Cand *cand) {
    return cand->fn && cand->fn->kind == FK_CTOR;
}

Expr *xe_report_cands(Parse *parse, Cands *cs, Atom name, Expr *object, Expr **arg, uint32_t narg,
                      Pos pos) {
    Cxx *cxx = parse->x;
    for (uint32_t i = 0; i < narg; i++)
        if (xe_err(arg[i])) return cxx_expr_error(cxx, pos);

    bool ambiguous = cs->best == BEST_AMBIGUOUS;
    const Cand *first = cs->c.n ? &cs->c.at[0] : NULL;
    bool alone = cs->c.n == 1 && !is_unsatisfied(first);
    if (!ambiguous && alone && first->fn && !first->tmpl)
        return report_single(parse, first, arg, narg, pos);

    const char *types = arg_types(parse, object, arg, narg);
    if (ambiguous)
        CXX_DIAG(cxx, x_ambiguous_call, pos, name, types);
    else if (alone)
        CXX_DIAG(cxx, x_no_template_instance, pos, name, types);
    else if (first && is_constructor(first))
        CXX_DIAG(cxx, x_no_constructor, pos, name, types);
    else
        CXX_DIAG(cxx, x_no_instance, pos, name, types);
    xe_explain(parse, cs, object, arg, narg);
    return cxx_expr_error(cxx, pos);
}
