// SPDX-License-Identifier: Apache-2.0
// Linking: the parts of a program built with -rdc=true, and cuLink*. The parts' PTX is joined into
// one text under one head, as nvlink would: a name that several parts define weakly is kept once,
// declarations of variables that a part defines go, and names that are internal to a part get a
// suffix when another part has them too.
#include "cudart/cudart_int.h"

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

// One input: its text stays where the caller has it, and the statements point into it.
typedef struct {
    const char *text;
    size_t n;
    VEC(Stmt) stmt;
} Part;

// What a CUlinkState stands for. The joined text lives as long as the run-time system, since the
// caller loads it after the link is destroyed.
typedef struct {
    RtObj o;
    VEC(Part) part;
} Link;

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
           strncmp(p, ".address_size", 13) == 0;
}

// Cuts a part into statements. One ends with a semicolon, with the brace that closes its body, or,
// for the directives of the head, with its line. Comments before a statement belong to it.
static void read_part(Rt *rt, Part *part) {
    const char *p = part->text, *end = p + part->n, *start = p;
    const char *first = NULL; // of the statement, behind blanks and comments
    int depth = 0;
    part->stmt.n = 0;
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
        classify(&rt->ctx, &s);
        vec_push(&rt->ctx.perm, &part->stmt, s);
        start = p;
        first = NULL;
    }
}

// ---- joining -----------------------------------------------------------------------------------

// A declaration of a variable has the word .extern; that of a function may just lack a body.
static bool defines(const Stmt *s) {
    return s->name && s->linkage != STMT_EXTERN && (s->function ? s->body : true);
}

// The statement with the internal names in `rename` replaced.
static void write_stmt(Rt *rt, Buf *to, const Stmt *stmt, const Map *rename, uint32_t part) {
    const char *p = stmt->at, *end = p + stmt->n, *w;
    size_t n;
    // Only whole words are replaced: strings and comments are copied with what follows them.
    for (; (w = next_word(p, end, &n)); p = w + n) {
        buf_write(to, p, (size_t)(w + n - p));
        if (*w != '.' && map_get(rename, atom_intern(&rt->ctx, w, n)))
            buf_printf(to, "$part%u", part);
    }
    buf_write(to, p, (size_t)(end - p));
    buf_putc(to, '\n');
}

// Weak definitions are kept where they come first. Of declarations of functions all stay, since PTX
// allows any number; one of a variable must not follow its definition. Only the first part keeps
// its head.
static const char *join(Rt *rt, Part *part, uint32_t n, size_t *size) {
    Arena *arena = &rt->ctx.perm;
    Map before, internal, written; // names: variables that have been defined, ...
    Buf to;
    buf_init(&to, arena);
    map_init(&before, arena);
    map_init(&internal, arena);
    map_init(&written, arena);
    for (uint32_t i = 0; i < n; i++) read_part(rt, &part[i]);
    // Internal names belong to the part that has them first; every later part gets its own.
    for (uint32_t i = 0; i < n; i++) {
        Map rename;
        map_init(&rename, arena);
        VEC_FOREACH (Stmt, s, &part[i].stmt) {
            if (s->linkage != STMT_INTERNAL) continue;
            void *owner = map_get(&internal, s->name), *me = &part[i];
            if (owner && owner != me) map_put(&rename, s->name, me);
            if (!owner) map_put(&internal, s->name, me);
        }
        VEC_FOREACH (Stmt, s, &part[i].stmt) {
            bool again = defines(s) && s->linkage == STMT_WEAK && map_get(&written, s->name);
            bool known = s->linkage == STMT_EXTERN && !s->function && map_get(&before, s->name);
            bool head = i && s->linkage == STMT_OTHER;
            if (again || known || head) continue;
            if (defines(s) && s->linkage == STMT_WEAK) map_put(&written, s->name, s);
            if (defines(s) && !s->function) map_put(&before, s->name, s);
            write_stmt(rt, &to, s, &rename, i);
        }
    }
    *size = to.n;
    return buf_cstr(&to);
}

// The parts of a program come as several registered fat binaries that share one library [abi.h].
int rt_link_parts(Rt *rt, RtLibrary *lib) {
    VEC(Part) parts = {0};
    for (uint32_t i = 0; lib->prelinked[i]; i++) {
        RtFatHeader fat_header;
        Part p = {0};
        memcpy(&fat_header, lib->prelinked[i], sizeof fat_header);
        if (fat_header.magic != RT_FAT_MAGIC) return RTE_InvalidKernelImage;
        // NVIDIA's library for launches from kernels has no PTX: what needs it is reported as
        // missing
        bool part = parts.n || lib->prelinked[i + 1];
        int e = rt_fat_ptx(rt, &rt->ctx.perm, lib->prelinked[i],
                           fat_header.header_size + fat_header.size, part, &p.text, &p.n);
        if (e && e != RTE_NoKernelImageForDevice) return e;
        if (!e) vec_push(&rt->ctx.perm, &parts, p);
    }
    if (!parts.n) return RTE_NoKernelImageForDevice;
    lib->text = join(rt, parts.at, parts.n, &lib->ntext);
    return 0;
}

// ---- cuLink ------------------------------------------------------------------------------------

// Options set limits of NVIDIA's compiler and buffers for its log: nothing here has use for them.
int rt_cuLinkCreate_v2(Rt *rt, unsigned n, int *options, void **values, void **state) {
    if (!state) return RTE_InvalidValue;
    *state = rt_new(rt, OBJ_LINK, sizeof(Link));
    return 0;
}

int rt_cuLinkAddData_v2(Rt *rt, void *state, int type, void *data, size_t size, const char *name,
                        unsigned n, int *options, void **values) {
    enum { PTX = 1, FATBINARY = 2 };
    // The caller may free the data right after this call, so PTX is copied; what is unpacked from a
    // fat binary is a copy already.
    Part part = {.text = data};
    if (!rt_is(rt, state, OBJ_LINK) || !data) return RTE_InvalidValue;
    if (type == FATBINARY) {
        RT_TRY(rt_fat_ptx(rt, &rt->ctx.perm, data, size, false, &part.text, &part.n));
    } else if (type == PTX) {
        part.n = strnlen(data, size);
        part.text = arena_strndup(&rt->ctx.perm, data, part.n);
    } else {
        rt_message(rt, "cuLinkAddData: only PTX and fat binaries can be linked");
        return RTE_NotSupported;
    }
    vec_push(&rt->ctx.perm, &((Link *)state)->part, part);
    return 0;
}

int rt_cuLinkAddFile_v2(Rt *rt, void *state, int type, const char *path, unsigned n, int *options,
                        void **values) {
    Buf b;
    if (!rt_read_file(rt, path, &b)) return RTE_FileNotFound;
    return rt_cuLinkAddData_v2(rt, state, type, b.at, b.n, path, n, options, values);
}

// What comes out is the joined text: cuModuleLoadData takes it.
int rt_cuLinkComplete(Rt *rt, void *state, void **cubin, size_t *size) {
    size_t n;
    if (!rt_is(rt, state, OBJ_LINK) || !cubin) return RTE_InvalidValue;
    Link *l = state;
    *cubin = (void *)join(rt, l->part.at, l->part.n, &n);
    if (size) *size = n + 1;
    return 0;
}

int rt_cuLinkDestroy(Rt *rt, void *state) {
    if (!rt_is(rt, state, OBJ_LINK)) return RTE_InvalidValue;
    rt_delete(rt, state);
    return 0;
}
