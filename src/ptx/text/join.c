// SPDX-License-Identifier: Apache-2.0
// Linking of texts: the parts of a program are joined into one text under one head, as nvlink would
// join their code, in a form that ptxas takes:
//  - The head has the newest version and target of all parts.
//  - A name that several parts define weakly is kept once, or not at all where one defines it
//    visibly. A name that is internal to a part gets a suffix when another part has it too.
//  - Functions that a part declares and another one has stand in front as prototypes, and no other
//    declaration of them stays. A declaration of a variable may precede its definition.
//  - Files of .loc are numbered anew. Of debugging entries only the first part's stay.
#include "ptx/text/statement.h"

#include <ctype.h>

typedef struct {
    JoinStmts stmt;
} Part;

// Who defines a name that parts share.
typedef struct {
    uint32_t part;
    bool visible;
} Owner;

typedef struct {
    Ctx *ctx;
    Part *part;
    uint32_t n;
    Map internal;   // name -> the part that has it to itself
    Map owner;      // name -> Owner
    Map declared;   // functions that a part declares
    Map settled;    // names of weak definitions and of prototypes that are written: name or ~name
    Map variable;   // those that have been defined so far
    uint32_t files; // of the parts that are written
    Buf to;
    PtxJoined out;
} Join;

// ---- what statements are ------------------------------------------------------------------------

// A declaration of a variable has the word .extern; that of a function just lacks a body. An alias
// is as good as a body.
static bool is_definition(const JoinStmt *stmt) {
    if (stmt->kind == JOIN_FUNCTION) return stmt->has_body && stmt->linkage != JOIN_EXTERN;
    return stmt->kind == JOIN_ALIAS ||
           (stmt->kind == JOIN_VARIABLE && stmt->linkage != JOIN_EXTERN);
}

// Of a function that other parts may have, too.
static bool is_prototype(const JoinStmt *stmt) {
    return stmt->kind == JOIN_FUNCTION && !stmt->has_body && stmt->linkage != JOIN_INTERNAL;
}

static uint32_t read_number(const char **at, const char *end) {
    uint32_t number = 0;
    for (; *at < end && isdigit((unsigned char)**at); ++*at)
        number = number * 10 + (uint32_t)(**at - '0');
    return number;
}

// How new a directive of the head is: ".version 8.7" by 87, ".target sm_90a" by 90 and what is only
// for it. The number of a .file.
static uint32_t rank_of(const JoinStmt *stmt) {
    const char *end = stmt->at + stmt->n, *at = stmt->word;
    while (at < end && !isdigit((unsigned char)*at)) at++;
    uint32_t number = read_number(&at, end);
    if (stmt->kind == JOIN_FILE) return number;
    if (at < end && *at == '.' && ++at < end) number = number * 10 + read_number(&at, end);
    char suffix = at < end ? *at : 0;
    return number * 4 + (suffix == 'a' ? 2 : suffix == 'f');
}

// ---- who has what -------------------------------------------------------------------------------

// Functions that the system has [PTX ISA, "System Calls"; the device run-time library].
static bool is_system(const char *name) {
    static const char *const names[] = {"vprintf", "malloc", "free", "__assertfail"};
    static const char *const prefixes[] = {"__cuda_syscall", "cuda", "__cuda", "__nv_"};
    for (uint32_t i = 0; i < CU_COUNT(names); i++) {
        if (strcmp(name, names[i]) == 0) return true;
    }
    for (uint32_t i = 0; i < CU_COUNT(prefixes); i++) {
        if (strncmp(name, prefixes[i], strlen(prefixes[i])) == 0) return true;
    }
    return false;
}

static void note_fault(Join *join, PtxJoinKind kind, Atom name, uint32_t part, uint32_t first) {
    PtxJoinFault fault = {kind, atom_str(join->ctx, name), part, first};
    vec_push(&join->ctx->perm, &join->out.fault, fault);
}

// A name that two parts define is a fault unless one is weak; a visible definition counts for more
// than weak ones.
static void note_owner(Join *join, const JoinStmt *defining, uint32_t part) {
    void **slot = map_slot(&join->owner, defining->name);
    Owner *owner = *slot;
    bool visible = defining->linkage == JOIN_VISIBLE;
    if (owner && owner->visible && visible)
        note_fault(join, PTX_DEFINED_TWICE, defining->name, part, owner->part);
    if (!owner)
        *slot = owner = arena_new(&join->ctx->perm, Owner);
    else if (owner->visible || !visible)
        return;
    *owner = (Owner){part, visible};
}

static void note_owners(Join *join) {
    for (uint32_t i = 0; i < join->n; i++) {
        VEC_FOREACH (JoinStmt, stmt, &join->part[i].stmt) {
            if (is_prototype(stmt)) map_put(&join->declared, stmt->name, stmt);
            bool shared = stmt->linkage != JOIN_INTERNAL || stmt->kind == JOIN_ALIAS;
            if (shared && is_definition(stmt)) note_owner(join, stmt, i);
        }
    }
}

// What nobody defines, each name once. (The size of .extern .shared memory is the launch's: nobody
// defines it.)
static void note_undefined(Join *join) {
    Map said;
    map_init(&said, &join->ctx->perm);
    for (uint32_t i = 0; i < join->n; i++) {
        VEC_FOREACH (JoinStmt, stmt, &join->part[i].stmt) {
            bool wanted = stmt->linkage == JOIN_EXTERN && !stmt->is_shared;
            if (!stmt->name || !wanted || map_get(&join->owner, stmt->name)) continue;
            if (is_system(atom_str(join->ctx, stmt->name)) || map_get(&said, stmt->name)) continue;
            map_put(&said, stmt->name, stmt);
            note_fault(join, PTX_UNDEFINED, stmt->name, i, i);
        }
    }
}

// ---- writing a statement ------------------------------------------------------------------------

// What a part changes in its statements.
typedef struct {
    Map rename;           // its internal names that other parts have
    uint32_t part, files; // added to its numbers of files
} Changes;

// Writes the number behind `.file` or `.loc`. Where a line goes on with the name of an inlined
// function, which lies in a section that the part loses, that is left away. Gives what is to be
// read next.
static const char *write_file_number(Buf *to, const char *at, const char *end, uint32_t files) {
    while (at < end && is_any_of(*at, ' ', '\t')) at++;
    buf_printf(to, " %u", read_number(&at, end) + files);
    const char *line = at;
    while (line < end && !is_any_of(*line, '\n', '"')) line++;
    const char *inlined = memchr(at, ',', (size_t)(line - at));
    if (!inlined) return at;
    buf_write(to, at, (size_t)(inlined - at));
    return line;
}

// Only whole words are changed: strings and comments are copied with what follows them.
static void write_text(Join *join, const char *at, const char *end, const Changes *changes) {
    const char *word;
    size_t n;
    while ((word = ptx_join_word(at, end, &n))) {
        buf_write(&join->to, at, (size_t)(word + n - at));
        at = word + n;
        if (!changes->part) continue; // the first part is as it was
        if (ptx_join_is(word, n, ".loc") || ptx_join_is(word, n, ".file"))
            at = write_file_number(&join->to, at, end, changes->files);
        if (*word != '.' && map_get(&changes->rename, atom_intern(join->ctx, word, n)))
            buf_printf(&join->to, "$part%u", changes->part);
    }
    buf_write(&join->to, at, (size_t)(end - at));
}

static void write_stmt(Join *join, const JoinStmt *kept, const Changes *changes) {
    write_text(join, kept->at, kept->at + kept->n, changes);
    buf_putc(&join->to, '\n');
}

// ---- the whole ----------------------------------------------------------------------------------

static const Changes none;

// The newest directive of a kind in all parts; the first of equal ones.
static void write_newest(Join *join, const char *directive) {
    const JoinStmt *newest = NULL;
    for (uint32_t i = 0; i < join->n; i++) {
        VEC_FOREACH (const JoinStmt, stmt, &join->part[i].stmt) {
            size_t n = strlen(directive);
            if (stmt->kind != JOIN_HEAD || strncmp(stmt->word, directive, n) != 0) continue;
            if (!newest || rank_of(stmt) > rank_of(newest)) newest = stmt;
        }
    }
    if (newest) write_stmt(join, newest, &none);
}

// The prototype of a function of the part that parts declare: what stands before its body, so that
// the linkage is that of the definition. Of an alias the declaration that its part has.
static void write_prototypes(Join *join, uint32_t part) {
    VEC_FOREACH (const JoinStmt, stmt, &join->part[part].stmt) {
        if (stmt->kind != JOIN_FUNCTION || is_any_of(stmt->linkage, JOIN_INTERNAL, JOIN_EXTERN))
            continue;
        const Owner *owner = map_get(&join->owner, stmt->name);
        bool wanted = owner && owner->part == part && map_get(&join->declared, stmt->name);
        if (!wanted || map_get(&join->settled, ~(uint64_t)stmt->name)) continue;
        map_put(&join->settled, ~(uint64_t)stmt->name, join);

        const char *at = stmt->at, *end = at + stmt->n;
        while (at < end && !is_any_of(*at, '{', ';')) {
            const char *behind = ptx_join_skip(at);
            at = behind == at ? at + 1 : behind;
        }
        write_text(join, stmt->at, at, &none);
        buf_puts(&join->to, ";\n");
    }
}

// Whether a statement has no place in the whole, or stands there already.
static bool is_dropped(const Join *join, const JoinStmt *candidate, uint32_t part) {
    switch ((JoinKind)candidate->kind) {
    case JOIN_HEAD: return true;
    case JOIN_SECTION: return part != 0;
    case JOIN_FUNCTION:
    case JOIN_VARIABLE: break;
    default: return false;
    }
    const Owner *owner = map_get(&join->owner, candidate->name);
    if (is_prototype(candidate)) return owner != NULL;
    if (is_definition(candidate) && candidate->linkage == JOIN_WEAK)
        return owner->visible || map_get(&join->settled, candidate->name);
    return candidate->linkage == JOIN_EXTERN && map_get(&join->variable, candidate->name);
}

// Internal names belong to the part that has them first; every later part gets its own.
static void find_renames(Join *join, Part *part, Changes *changes) {
    map_init(&changes->rename, &join->ctx->perm);
    VEC_FOREACH (const JoinStmt, stmt, &part->stmt) {
        if (!stmt->name || stmt->linkage != JOIN_INTERNAL || stmt->kind == JOIN_ALIAS) continue;
        void **owner = map_slot(&join->internal, stmt->name);
        if (!*owner) *owner = part;
        if (*owner != part) map_put(&changes->rename, stmt->name, part);
    }
}

static void write_part(Join *join, uint32_t i) {
    Part *part = &join->part[i];
    Changes changes = {.part = i, .files = join->files};
    find_renames(join, part, &changes);
    VEC_FOREACH (JoinStmt, stmt, &part->stmt) {
        if (stmt->kind == JOIN_FILE)
            join->files = CU_MAX(join->files, changes.files + rank_of(stmt));
        if (is_dropped(join, stmt, i)) continue;
        if (is_definition(stmt) && stmt->linkage == JOIN_WEAK)
            map_put(&join->settled, stmt->name, stmt);
        if (is_definition(stmt) && stmt->kind == JOIN_VARIABLE)
            map_put(&join->variable, stmt->name, stmt);
        write_stmt(join, stmt, &changes);
    }
}

PtxJoined ptx_join(Ctx *ctx, const PtxPart *parts, uint32_t n) {
    Join *join = arena_new(&ctx->perm, Join);
    *join = (Join){.ctx = ctx, .part = arena_array(&ctx->perm, Part, n), .n = n};
    buf_init(&join->to, &ctx->perm);
    Map *const maps[] = {&join->internal, &join->owner, &join->declared, &join->settled,
                         &join->variable};
    for (uint32_t i = 0; i < CU_COUNT(maps); i++) map_init(maps[i], &ctx->perm);
    for (uint32_t i = 0; i < n; i++) ptx_join_read(ctx, &parts[i], &join->part[i].stmt);

    note_owners(join);
    note_undefined(join);
    write_newest(join, ".version");
    write_newest(join, ".target");
    write_newest(join, ".address_size");
    for (uint32_t i = 0; i < n; i++) write_prototypes(join, i);
    for (uint32_t i = 0; i < n; i++) write_part(join, i);
    join->out.n = join->to.n;
    join->out.text = buf_cstr(&join->to);
    return join->out;
}
