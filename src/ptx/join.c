// SPDX-License-Identifier: Apache-2.0
// Linking of texts: the parts of a program are joined into one text under one head, as nvlink would
// join their code. A name that several parts define weakly is kept once, declarations of variables
// that a part defines go, and names that are internal to a part get a suffix when another part has
// them too. The head has the newest version and target of all.
#include "ptx/ptx.h"

#include <ctype.h>

// How a statement takes part in linking. OTHER is the head of a text (.version, .target) and what
// has no name.
typedef enum { STMT_OTHER, STMT_EXTERN, STMT_WEAK, STMT_INTERNAL, STMT_VISIBLE } StmtLinkage;

typedef struct { // a directive outside of functions, with its body
    const char *at;
    size_t n;
    Atom name; // 0: none
    uint8_t linkage;
    bool function, body;
} Stmt;

// One input, cut up: the statements point into the caller's text.
typedef struct {
    const PtxPart *from;
    VEC(Stmt) stmt;
} Part;

// ---- reading -----------------------------------------------------------------------------------

// Behind a comment or a string that begins at p; p itself when none does. The text ends with NUL,
// and what is not closed ends there.
static const char *skip_quoted(const char *p) {
    const char *close = p[0] == '/' && p[1] == '/'   ? "\n"
                        : p[0] == '/' && p[1] == '*' ? "*/"
                        : p[0] == '"'                ? "\""
                                                     : NULL;
    if (!close) return p;
    const char *begin = p + (p[0] == '/' ? 2 : 1), *end = strstr(begin, close);
    return end ? end + strlen(close) : begin + strlen(begin);
}

// Characters of PTX identifiers; % begins those of registers [PTX ISA 4.4].
static bool word_char(char c) {
    return isalnum((unsigned char)c) || is_any_of(c, '_', '$', '%');
}

// The next word (a directive with its dot, a name) in [p, end), or NULL.
static const char *next_word(const char *p, const char *end, size_t *n) {
    while (p < end) {
        const char *q = skip_quoted(p);
        if (q != p) {
            p = q;
            continue;
        }
        if (word_char(*p) || (*p == '.' && word_char(p[1]))) {
            *n = 1;
            while (p + *n < end && word_char(p[*n])) ++*n;
            return p;
        }
        p++;
    }
    return NULL;
}

static bool word_is(const char *w, size_t n, const char *s) {
    return strlen(s) == n && memcmp(w, s, n) == 0;
}

// Behind the parentheses that open at p.
static const char *skip_parens(const char *p, const char *end) {
    int depth = 0;
    for (; p < end; p++) {
        if (*p == '(') depth++;
        if (*p == ')' && --depth == 0) return p + 1;
    }
    return end;
}

// Linkage and name: of a function the word behind its results, of a variable the first word that is
// no directive.
static void classify(Ctx *ctx, Stmt *stmt) {
    static const char *const spaces[] = {".global", ".const", ".shared", ".func", ".entry"};
    const char *end = stmt->at + stmt->n, *w;
    size_t n;
    bool known = false;
    // Until a linkage is named, as in C's static.
    stmt->linkage = STMT_INTERNAL;
    for (const char *p = stmt->at; (w = next_word(p, end, &n)); p = w + n) {
        if (word_is(w, n, ".extern")) stmt->linkage = STMT_EXTERN;
        if (word_is(w, n, ".weak") || word_is(w, n, ".common")) stmt->linkage = STMT_WEAK;
        if (word_is(w, n, ".visible")) stmt->linkage = STMT_VISIBLE;
        for (size_t i = 0; i < CU_COUNT(spaces); i++) known |= word_is(w, n, spaces[i]);
        if (word_is(w, n, ".func") || word_is(w, n, ".entry")) {
            stmt->function = true;
            const char *q = w + n;
            while (q < end && isspace((unsigned char)*q)) q++;
            // A function's results stand before its name.
            if (q < end && *q == '(') w = skip_parens(q, end), n = 0;
            continue;
        }
        if (word_is(w, n, ".attribute")) w = skip_parens(w, end), n = 0;
        // a number is an alignment
        if (n && known && *w != '.' && !isdigit((unsigned char)*w)) {
            stmt->name = atom_intern(ctx, w, n);
            return;
        }
    }
    stmt->linkage = STMT_OTHER;
}

// The directives that no semicolon ends.
static bool is_head(const char *p) {
    return strncmp(p, ".version", 8) == 0 || strncmp(p, ".target", 7) == 0 ||
           strncmp(p, ".address_size", 13) == 0 || strncmp(p, ".file", 5) == 0;
}

// Cuts a part into statements. One ends with a semicolon, with the brace that closes its body, or,
// for the directives of the head, with its line. Comments before a statement belong to it.
static void read_part(Ctx *ctx, Part *part) {
    const char *p = part->from->text, *end = p + part->from->n, *start = p;
    const char *first = NULL; // of the statement, behind blanks and comments
    int depth = 0;
    while (p < end) {
        const char *q = skip_quoted(p);
        if (q != p) {
            if (*p == '"' && !first) first = p;
            p = q;
            continue;
        }
        depth += *p == '{';
        depth -= *p == '}';
        if (!first && !isspace((unsigned char)*p)) first = p;
        // Only outside of braces does anything end a statement.
        bool head = depth == 0 && *p == '\n' && first && is_head(first);
        bool closes = depth == 0 && (*p == ';' || head || *p == '}');
        // an initialiser's brace is followed by its semicolon
        if (closes && *p == '}') {
            const char *r = p + 1;
            while (r < end && isspace((unsigned char)*r)) r++;
            if (r < end && *r == ';') closes = false;
        }
        p++;
        if (!closes) {
            // Nothing but blanks so far: they are left away.
            if (!first) start = p;
            continue;
        }
        Stmt s = {.at = start, .n = (size_t)(p - start), .body = p[-1] == '}'};
        classify(ctx, &s);
        vec_push(&ctx->perm, &part->stmt, s);
        start = p;
        first = NULL;
    }
}

// ---- joining -----------------------------------------------------------------------------------

// A declaration of a variable has the word .extern; that of a function may just lack a body.
static bool defines(const Stmt *s) {
    return s->name && s->linkage != STMT_EXTERN && (s->function ? s->body : true);
}

// Shared memory whose size the launch gives: every part declares it, none defines it.
static bool is_unsized_shared(const Stmt *stmt) {
    const char *end = stmt->at + stmt->n, *w;
    size_t n;
    for (const char *p = stmt->at; (w = next_word(p, end, &n)); p = w + n) {
        if (word_is(w, n, ".shared")) return true;
    }
    return false;
}

// Writes the number behind `.file` or `.loc`, counted on by those of the parts before. Where a line
// goes on with the name of an inlined function, which lies in a section that the part loses, that
// is left away. Gives what is to be read next.
static const char *write_file_number(Buf *to, const char *p, const char *end, uint32_t files) {
    uint32_t number = 0;
    while (p < end && is_any_of(*p, ' ', '\t')) p++;
    for (; p < end && isdigit((unsigned char)*p); p++) number = number * 10 + (uint32_t)(*p - '0');
    buf_printf(to, " %u", number + files);
    const char *line = p;
    while (line < end && !is_any_of(*line, '\n', '"')) line++;
    const char *inlined = memchr(p, ',', (size_t)(line - p));
    if (!inlined) return p;
    buf_write(to, p, (size_t)(inlined - p));
    return line;
}

// Of a function that other parts may have, too.
static bool is_declaration(const Stmt *stmt) {
    return stmt->function && !stmt->body && stmt->linkage != STMT_INTERNAL;
}

// The statement with the internal names in `rename` replaced.
static void write_stmt(Ctx *ctx, Buf *to, const Stmt *stmt, const Map *rename, uint32_t part,
                       uint32_t files) {
    const char *p = stmt->at, *end = p + stmt->n, *w;
    size_t n;
    // Only whole words are replaced: strings and comments are copied with what follows them.
    while ((w = next_word(p, end, &n))) {
        buf_write(to, p, (size_t)(w + n - p));
        p = w + n;
        bool line = part && (word_is(w, n, ".loc") || word_is(w, n, ".file"));
        if (line) p = write_file_number(to, p, end, files);
        if (*w != '.' && map_get(rename, atom_intern(ctx, w, n))) buf_printf(to, "$part%u", part);
    }
    buf_write(to, p, (size_t)(end - p));
    buf_putc(to, '\n');
}

// ---- heads --------------------------------------------------------------------------------------

// The number behind a directive of the head, without its point: ".version 8.7" is 87, ".target
// sm_90a" 90. 0: the statement is another.
static uint32_t head_number(const Stmt *stmt, const char *directive) {
    const char *p = stmt->at, *end = stmt->at + stmt->n;
    while (p < end && (isspace((unsigned char)*p) || skip_quoted(p) != p)) {
        const char *behind = skip_quoted(p);
        p = behind == p ? p + 1 : behind;
    }
    size_t n = strlen(directive);
    if (p + n >= end || memcmp(p, directive, n) != 0) return 0;
    uint32_t number = 0;
    for (p += n; p < end && *p != '\n' && *p != ','; p++) {
        if (isdigit((unsigned char)*p)) number = number * 10 + (uint32_t)(*p - '0');
    }
    return number;
}

// The part with the highest number of the directive, whose words the whole gets; the first of equal
// ones.
static const Stmt *newest(const Part *part, uint32_t n, const char *directive) {
    const Stmt *best = NULL;
    uint32_t number = 0;
    for (uint32_t i = 0; i < n; i++) {
        VEC_FOREACH (const Stmt, s, &part[i].stmt) {
            uint32_t here = s->linkage == STMT_OTHER ? head_number(s, directive) : 0;
            if (here > number) number = here, best = s;
        }
    }
    return best;
}

// ---- names --------------------------------------------------------------------------------------

typedef struct {
    Ctx *ctx;
    Part *part;
    uint32_t n;
    Map internal; // name -> the part that has it to itself
    Map written;  // weak names that have been defined
    Map before;   // variables that have been defined
    Map owner;    // visible name -> the part that defines it
    Map called;   // functions that a part declares without a body
    Map declared; // those of them whose prototypes are written
    const Stmt *version, *target, *address_size;
    uint32_t files; // of the parts that are written
    Buf to;
    PtxJoined out;
} Join;

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

// Notes who defines what; a name that two parts define is a fault unless one is weak.
static void collect(Join *join) {
    for (uint32_t i = 0; i < join->n; i++) {
        VEC_FOREACH (Stmt, s, &join->part[i].stmt) {
            if (is_declaration(s)) map_put(&join->called, s->name, s);
            if (!defines(s) || s->linkage == STMT_INTERNAL) continue;
            void **owner = map_slot(&join->owner, s->name);
            bool visible = s->linkage == STMT_VISIBLE;
            uint32_t first = (uint32_t)(uintptr_t)*owner >> 1;
            if (first && visible && (uintptr_t)*owner & 1)
                note_fault(join, PTX_DEFINED_TWICE, s->name, i, first - 1);
            if (!first || visible) *owner = (void *)(((uintptr_t)i + 1) << 1 | visible);
        }
    }
    Map said;
    map_init(&said, &join->ctx->perm);
    for (uint32_t i = 0; i < join->n; i++) {
        VEC_FOREACH (Stmt, s, &join->part[i].stmt) {
            if (!s->name || defines(s) || map_get(&join->owner, s->name)) continue;
            if (s->linkage != STMT_EXTERN || is_unsized_shared(s)) continue;
            if (is_system(atom_str(join->ctx, s->name)) || map_get(&said, s->name)) continue;
            map_put(&said, s->name, s);
            note_fault(join, PTX_UNDEFINED, s->name, i, i);
        }
    }
}

// Whether the statement is left away. Weak definitions are kept where they come first. A
// declaration of a variable must not follow its definition, one of a function neither, nor call it
// another's: prototypes in front stand for them. The whole has one head.
static bool is_dropped(const Join *join, const Stmt *stmt, uint32_t part) {
    if (head_number(stmt, ".file")) return false;
    bool head = head_number(stmt, ".version") || head_number(stmt, ".target") ||
                head_number(stmt, ".address_size");
    if (stmt->linkage == STMT_OTHER) return part || head; // the head is written already
    if (defines(stmt)) return stmt->linkage == STMT_WEAK && map_get(&join->written, stmt->name);
    if (is_declaration(stmt)) return map_get(&join->owner, stmt->name) != NULL;
    return stmt->linkage == STMT_EXTERN && map_get(&join->before, stmt->name);
}

// What stands before the body of a function that other parts call, as a declaration: its linkage
// must be that of the definition.
static void write_prototype(Join *join, const Stmt *stmt) {
    const char *p = stmt->at, *end = p + stmt->n;
    while (p < end && *p != '{') {
        const char *behind = skip_quoted(p);
        p = behind == p ? p + 1 : behind;
    }
    Map none;
    map_init(&none, &join->ctx->perm);
    const Stmt head = {.at = stmt->at, .n = (size_t)(p - stmt->at)};
    write_stmt(join->ctx, &join->to, &head, &none, 0, 0);
    buf_puts(&join->to, ";\n");
}

static void write_prototypes(Join *join, const Part *part) {
    VEC_FOREACH (const Stmt, s, &part->stmt) {
        bool called = s->function && s->body && map_get(&join->called, s->name);
        if (!called || s->linkage == STMT_INTERNAL || map_get(&join->declared, s->name)) continue;
        map_put(&join->declared, s->name, join);
        write_prototype(join, s);
    }
}

static void write_part(Join *join, uint32_t i) {
    Part *part = &join->part[i];
    uint32_t files = 0;
    Map rename;
    map_init(&rename, &join->ctx->perm);
    // Internal names belong to the part that has them first; every later part gets its own.
    VEC_FOREACH (Stmt, s, &part->stmt) {
        if (s->linkage != STMT_INTERNAL) continue;
        void *owner = map_get(&join->internal, s->name);
        if (owner && owner != part) map_put(&rename, s->name, part);
        if (!owner) map_put(&join->internal, s->name, part);
    }
    VEC_FOREACH (Stmt, s, &part->stmt) {
        if (is_dropped(join, s, i)) continue;
        if (defines(s) && s->linkage == STMT_WEAK) map_put(&join->written, s->name, s);
        if (defines(s) && !s->function) map_put(&join->before, s->name, s);
        write_stmt(join->ctx, &join->to, s, &rename, i, join->files);
    }
    VEC_FOREACH (const Stmt, s, &part->stmt) {
        files += s->linkage == STMT_OTHER && head_number(s, ".file");
    }
    join->files += files;
}

PtxJoined ptx_join(Ctx *ctx, const PtxPart *part, uint32_t n) {
    Join *join = arena_new(&ctx->perm, Join);
    *join = (Join){.ctx = ctx, .part = arena_array(&ctx->perm, Part, n), .n = n};
    buf_init(&join->to, &ctx->perm);
    Map *const maps[] = {&join->internal, &join->written, &join->before,
                         &join->owner,    &join->called,  &join->declared};
    for (uint32_t i = 0; i < CU_COUNT(maps); i++) map_init(maps[i], &ctx->perm);
    for (uint32_t i = 0; i < n; i++) {
        join->part[i] = (Part){.from = &part[i]};
        read_part(ctx, &join->part[i]);
    }

    collect(join);
    join->version = newest(join->part, n, ".version");
    join->target = newest(join->part, n, ".target");
    join->address_size = newest(join->part, n, ".address_size");
    const Stmt *const head[] = {join->version, join->target, join->address_size};
    for (uint32_t i = 0; i < CU_COUNT(head); i++) {
        Map none;
        map_init(&none, &ctx->perm);
        if (head[i]) write_stmt(ctx, &join->to, head[i], &none, 0, 0);
    }
    for (uint32_t i = 0; i < n; i++) write_prototypes(join, &join->part[i]);
    for (uint32_t i = 0; i < n; i++) write_part(join, i);
    join->out.n = join->to.n;
    join->out.text = buf_cstr(&join->to);
    return join->out;
}
