// SPDX-License-Identifier: Apache-2.0
// The test runner: finds test files, runs each in a process of its own (several at a time) and
// prints results in the order of the files' names. What a test file may say: doc/testing.md.
//
// One worker process runs all RUN lines of one test and writes its report to a temporary file that
// it shares with the parent; its exit status is the verdict. So a crash of the runner's own
// matching code spoils one test, and memory needs no care.
#include "run.h"

#include "lex/lex.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PASS, FAIL, SKIP, UNSTARTED };
// What the sanitizers cost: a limit is of a build without them.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { SANITIZERS_COST = 3 };
#else
enum { SANITIZERS_COST = 1 };
#endif
enum {
    MAX_JOBS = 64,
    UNIT_TIMEOUT = 120,
    WAITING =
        10 // times the limit in processor time may pass on a clock: others use the machine too
};

typedef struct {
    const char *path;
    bool unit;
    int report; // file descriptor
    pid_t pid;
    int verdict;
    double seconds; // of processor time, with all processes of it
} Job;

typedef struct {
    Ctx *ctx;
    VEC(Job) jobs;
    VEC(const char *) paths;
    const char *build, *filter, *unit_dir;
    uint32_t part, parts;          // --part; parts is 0 without it
    uint32_t njobs, timeout, cost; // cost: how many times longer all takes
    bool bless, verbose;
} Runner;

// ---- running one command ------------------------------------------------------------------------

static volatile sig_atomic_t timed_out;

static void on_alarm(int sig) {
    timed_out = 1;
}

// Whether the limit in processor time ended the command, or what it was a shell's last one.
static bool took_too_long(int status) {
    if (WIFSIGNALED(status)) return WTERMSIG(status) == SIGXCPU;
    return WIFEXITED(status) && WEXITSTATUS(status) == 128 + SIGXCPU;
}

// Runs a command with its output in two files. No process of it may take more than so many seconds
// of processor time; the wait status, or -1 after that, or when nothing came to an end for long.
static int run_command(const char *const argv[], const char *out, const char *err,
                       uint32_t seconds) {
    timed_out = 0;
    pid_t pid = fork();
    if (pid == 0) {
        setpgid(0, 0);
        int in = open("/dev/null", O_RDONLY), o = open(out, O_CREAT | O_TRUNC | O_WRONLY, 0644);
        int e = open(err, O_CREAT | O_TRUNC | O_WRONLY, 0644);
        struct rlimit size = {1u << 28, RLIM_INFINITY}, core = {0, 0};
        struct rlimit processor = {seconds, seconds + 2};
        setrlimit(RLIMIT_FSIZE, &size);
        setrlimit(RLIMIT_CORE, &core);
        setrlimit(RLIMIT_CPU, &processor);
        dup2(in, 0);
        dup2(o, 1);
        dup2(e, 2);
        execv(argv[0], (char *const *)argv);
        _exit(127);
    }
    if (pid < 0) return -1;
    alarm(WAITING * seconds);
    int status = 0;
    while (waitpid(pid, &status, 0) < 0) {
        if (timed_out || errno != EINTR) {
            kill(-pid, SIGKILL);
            waitpid(pid, &status, 0);
            status = -1;
            break;
        }
    }
    alarm(0);
    kill(-pid, SIGKILL); // what it left behind
    return took_too_long(status) ? -1 : status;
}

static void read_file(Buf *b, const char *path) {
    FILE *f = fopen(path, "rb");
    if (!f) return;
    for (size_t n = 1; n;) {
        buf_reserve(b, 65536);
        n = fread(b->at + b->n, 1, b->cap - b->n, f);
        b->n += n;
    }
    fclose(f);
}

// ---- running one test ---------------------------------------------------------------------------

typedef struct {
    Runner *rn;
    Test t;
    char *stem; // %t
} Worker;

static const char *const tool_dirs[] = {"/usr/local/cuda/bin", "/usr/lib/llvm-19/bin",
                                        "/opt/cuda/bin", "/usr/local/bin"};

static bool executable(Ctx *ctx, const char *dir, size_t n, const char *name) {
    return access(arena_printf(&ctx->scratch, "%.*s/%s", (int)n, dir, name), X_OK) == 0;
}

// A header that the compiler finds on this machine, `<vector>`.
static bool have_header(Ctx *ctx, const char *need) {
    LexDirs dirs = {0};
    lex_host_dirs(ctx, "", &dirs);
    size_t n = strcspn(need + 1, ">");
    for (uint32_t i = 0; i < dirs.n; i++) {
        const char *path = arena_printf(&ctx->perm, "%s/%.*s", dirs.at[i].path, (int)n, need + 1);
        if (access(path, R_OK) == 0) return true;
    }
    return false;
}

static bool have_tool(Ctx *ctx, const char *name) {
    if (*name == '/') return access(name, R_OK) == 0;
    if (*name == '<') return have_header(ctx, name);
    const char *path = getenv("PATH");
    for (const char *p = path ? path : ""; *p;) {
        size_t n = strcspn(p, ":");
        if (executable(ctx, p, n, name)) return true;
        p += n + (p[n] == ':');
    }
    return false;
}

static char *dir_of(Ctx *ctx, const char *path) {
    const char *slash = strrchr(path, '/');
    if (!slash) return arena_strndup(&ctx->perm, ".", 1);
    return arena_strndup(&ctx->perm, path, (size_t)(slash - path));
}

// Replaces %s %t %S %B %E %%.
static char *expand(Worker *w, const char *s, const char *each) {
    Ctx *ctx = w->t.ctx;
    Buf b;
    buf_init(&b, &ctx->perm);
    for (; *s; s++) {
        if (*s != '%' || !s[1]) {
            buf_putc(&b, *s);
            continue;
        }
        switch (*++s) {
        case 's': buf_puts(&b, w->t.path); break;
        case 't': buf_puts(&b, w->stem); break;
        case 'S': buf_puts(&b, dir_of(ctx, w->t.path)); break;
        case 'B': buf_puts(&b, w->rn->build); break;
        case 'E': buf_puts(&b, each ? each : "%E"); break;
        case '%': buf_putc(&b, '%'); break;
        default: buf_putc(&b, '%'); buf_putc(&b, *s);
        }
    }
    return arena_strndup(&ctx->perm, b.at ? b.at : "", b.n);
}

static void show_output(Test *t, const Run *r, const char *cmd, const Buf *out) {
    buf_printf(&t->report, "%s:%u: ran: %s\n", t->path, r->line, cmd);
    uint32_t lines = 0;
    for (size_t i = 0; i < out->n && lines < 30 && i < 4000;) {
        const char *e = memchr(out->at + i, '\n', out->n - i);
        size_t n = e ? (size_t)(e - out->at) - i : out->n - i;
        buf_printf(&t->report, "  > %.*s\n", (int)CU_MIN(n, (size_t)300), out->at + i);
        i += n + 1;
        lines++;
    }
}

// Runs one RUN line for one element of EACH; what it wrote goes to `out`.
static bool run_line(Worker *w, const Run *r, const char *each, Buf *out) {
    Test *t = &w->t;
    const char *cmd = expand(w, r->command, each);
    const char *argv[] = {"/bin/sh", "-c", cmd, NULL};
    const char *o = arena_printf(&t->ctx->perm, "%s.stdout", w->stem);
    const char *e = arena_printf(&t->ctx->perm, "%s.stderr", w->stem);
    int status = run_command(argv, o, e, t->timeout);
    read_file(out, o);
    read_file(out, e);
    buf_cstr(out);
    unlink(o);
    unlink(e);
    int want = test_exit_code(t, r), code = status < 0 ? -1 : WEXITSTATUS(status);
    // the shell reports a program's signal as 128 + its number
    int sig = status >= 0 && WIFSIGNALED(status) ? WTERMSIG(status)
              : code > 128 && code <= 128 + 64   ? code - 128
                                                 : 0;
    if (status < 0)
        test_fail(t, r->line, "time limit of %u s exceeded", t->timeout);
    else if (sig)
        test_fail(t, r->line, "killed by signal %d (%s)", sig, strsignal(sig));
    else if (code != want)
        test_fail(t, r->line, "exit status %d, expected %d", code, want);
    bool ran = !t->bad;
    if (ran) {
        match_expected(t, r, out->at, out->n);
        match_checks(t, r, out->at, out->n);
    }
    if (t->bad) show_output(t, r, cmd, out);
    return ran;
}

// Writes the file anew with the lines of block b replaced by `text`.
static void bless(Worker *w, const Block *b, const char *text) {
    Test *t = &w->t;
    Buf f;
    buf_init(&f, &t->ctx->perm);
    for (uint32_t i = 0; i <= t->lines.n; i++) {
        if (i == b->first) {
            for (const char *p = text; *p;) {
                size_t n = strcspn(p, "\n");
                buf_printf(&f, "%s%s%.*s\n", t->leader, n ? " " : "", (int)n, p);
                p += n + (p[n] == '\n');
            }
        }
        if (i == t->lines.n || (i >= b->first && i < b->last)) continue;
        buf_write(&f, t->lines.at[i].s, t->lines.at[i].n);
        buf_putc(&f, '\n');
    }
    const char *tmp = arena_printf(&t->ctx->perm, "%s.bless", t->path);
    FILE *o = fopen(tmp, "wb");
    if (!o || fwrite(f.at, 1, f.n, o) != f.n || fclose(o) != 0 || rename(tmp, t->path) != 0) {
        test_fail(t, 0, "cannot write %s", t->path);
    }
}

static bool run_blocks(Worker *w, const Run *r, const Buf *out) {
    Test *t = &w->t;
    for (uint32_t i = 0; i < t->blocks.n; i++) {
        const Block *b = &t->blocks.at[i];
        if (b->prefix ? !run_has_prefix(r, b->prefix) : r != t->runs.at) continue;
        const char *text = match_block(t, b, out->at, out->n, w->rn->bless);
        if (text && w->rn->bless) {
            bless(w, b, text);
            return false; // line numbers have moved: the rest of the file is for the next --bless
        }
    }
    return true;
}

// Runs a line for each element of EACH when it mentions %E: all outputs must be the same.
static bool run_each(Worker *w, const Run *r) {
    Test *t = &w->t;
    Buf first;
    buf_init(&first, &t->ctx->perm);
    uint32_t n = t->each.n && strstr(r->command, "%E") ? t->each.n : 1;
    for (uint32_t i = 0; i < n; i++) {
        Buf out;
        buf_init(&out, &t->ctx->perm);
        const char *each = n > 1 || t->each.n ? t->each.at[i] : NULL;
        if (!run_line(w, r, each, &out)) return false;
        if (i == 0) {
            first = out;
        } else if (out.n != first.n || memcmp(out.at, first.at, out.n) != 0) {
            test_fail(t, r->line,
                      "output with %s (+) differs from that with %s (-):", t->each.at[i],
                      t->each.at[0]);
            print_diff(t, first.at, out.at);
        }
    }
    return run_blocks(w, r, &first);
}

static int verdict(Test *t) {
    if (!t->xfail) return t->bad ? FAIL : PASS;
    if (t->bad) {
        t->report.n = 0;
        return PASS;
    }
    test_fail(t, 0, "passes but says XFAIL: %s", t->xfail);
    return FAIL;
}

static void remove_outputs(Worker *w) {
    char *dir = dir_of(w->t.ctx, w->stem);
    const char *name = w->stem + strlen(dir) + 1;
    DIR *d = opendir(dir);
    if (!d) return;
    for (struct dirent *e; (e = readdir(d));) {
        if (strncmp(e->d_name, name, strlen(name)) == 0) unlinkat(dirfd(d), e->d_name, 0);
    }
    closedir(d);
}

static int run_test(Runner *rn, const char *path, Buf *report) {
    Worker w = {.rn = rn};
    Test *t = &w.t;
    t->ctx = rn->ctx;
    t->path = path;
    t->timeout = rn->timeout;
    buf_init(&t->report, &rn->ctx->perm);
    test_parse(t);
    t->timeout *= rn->cost;
    char *flat = arena_strndup(&rn->ctx->perm, path, strlen(path));
    for (char *p = flat; *p; p++) *p = *p == '/' ? '-' : *p;
    // the file's whole name and a dot: no stem is the beginning of another
    w.stem = arena_printf(&rn->ctx->perm, "%s/test-tmp/%s.", rn->build, flat);
    for (uint32_t i = 0; i < t->needs.n; i++) {
        const char *need = t->needs.at[i];
        bool built = strncmp(need, "%B/", 3) == 0; // a part of the build
        if (built && access(expand(&w, need, NULL), R_OK) == 0) continue;
        if (!built && have_tool(t->ctx, need)) continue;
        buf_printf(report, "needs %s\n", t->needs.at[i]);
        return SKIP;
    }
    for (uint32_t i = 0; i < t->runs.n && !t->bad; i++) {
        if (!run_each(&w, &t->runs.at[i])) break;
    }
    int v = verdict(t);
    if (v == PASS) remove_outputs(&w);
    *report = t->report;
    return v;
}

// What a unit test that passed leaves to be shown: the parts that it left out, its lines `SKIP
// ...`.
static void skipped_parts(Buf *report) {
    size_t kept = 0;
    for (size_t i = 0; i < report->n;) {
        const char *end = memchr(report->at + i, '\n', report->n - i);
        size_t n = end ? (size_t)(end - report->at) - i + 1 : report->n - i;
        if (strncmp(report->at + i, "SKIP ", CU_MIN(n, (size_t)5)) == 0) {
            memmove(report->at + kept, report->at + i, n);
            kept += n;
        }
        i += n;
    }
    report->n = kept;
}

static int run_unit(Runner *rn, const char *path, Buf *report) {
    const char *argv[] = {path, NULL};
    const char *base = strrchr(path, '/');
    const char *o =
        arena_printf(&rn->ctx->perm, "%s/test-tmp/%s.out", rn->build, base ? base + 1 : path);
    uint32_t limit = UNIT_TIMEOUT * rn->cost;
    int status = run_command(argv, o, o, limit);
    read_file(report, o);
    unlink(o);
    if (status == 0) skipped_parts(report);
    if (status < 0)
        buf_printf(report, "time limit of %u s exceeded\n", limit);
    else if (WIFSIGNALED(status))
        buf_printf(report, "killed by signal %d\n", WTERMSIG(status));
    return status == 0 ? PASS : FAIL;
}

// ---- scheduling ---------------------------------------------------------------------------------

static void start(Runner *rn, Job *j) {
    fflush(stdout);
    char tmp[] = "/tmp/cuprum-test-XXXXXX";
    j->report = mkstemp(tmp);
    if (j->report >= 0) unlink(tmp);
    j->pid = fork();
    if (j->pid != 0) return;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    struct sigaction sa = {.sa_handler = on_alarm};
    sigaction(SIGALRM, &sa, NULL);
    Buf report;
    buf_init(&report, &rn->ctx->perm);
    int v = j->unit ? run_unit(rn, j->path, &report) : run_test(rn, j->path, &report);
    for (size_t i = 0; i < report.n;) {
        ssize_t n = write(j->report, report.at + i, report.n - i);
        if (n <= 0) break;
        i += (size_t)n;
    }
    _exit(v);
}

static double seconds_of(const struct timeval *time) {
    return (double)time->tv_sec + (double)time->tv_usec / 1e6;
}

static void finish_one(Runner *rn) {
    int status;
    struct rusage used;
    pid_t pid = wait4(-1, &status, 0, &used);
    for (uint32_t i = 0; i < rn->jobs.n; i++) {
        Job *j = &rn->jobs.at[i];
        if (j->pid != pid || j->verdict != UNSTARTED) continue;
        bool sane = WIFEXITED(status) && WEXITSTATUS(status) <= SKIP;
        j->verdict = sane ? WEXITSTATUS(status) : FAIL;
        j->seconds = seconds_of(&used.ru_utime) + seconds_of(&used.ru_stime);
        if (!sane) dprintf(j->report, "the runner itself failed (wait status %d)\n", status);
        return;
    }
}

// Prints what a test left; the number of parts that a unit test skipped.
static uint32_t show(Runner *rn, Job *j) {
    static const char *const word[] = {"PASS", "FAIL", "SKIP"};
    Buf b;
    buf_init(&b, &rn->ctx->perm);
    lseek(j->report, 0, SEEK_SET);
    for (ssize_t n = 1; n > 0;) {
        buf_reserve(&b, 4096);
        n = read(j->report, b.at + b.n, b.cap - b.n);
        if (n > 0) b.n += (size_t)n;
    }
    close(j->report);
    if (j->verdict == SKIP) {
        printf("SKIP %s: %s", j->path, buf_cstr(&b));
        return 0;
    }
    if (rn->verbose)
        printf("%s %s (%.1f s)\n", word[j->verdict], j->path, j->seconds);
    else if (j->verdict == FAIL || b.n)
        printf("%s %s\n", word[j->verdict], j->path);
    fwrite(b.at, 1, b.n, stdout);
    uint32_t parts = 0;
    if (j->unit && j->verdict == PASS)
        for (size_t i = 0; i < b.n; i++) parts += b.at[i] == '\n';
    return parts;
}

static int run_all(Runner *rn) {
    uint32_t count[3] = {0}, running = 0, next = 0, shown = 0;
    while (shown < rn->jobs.n) {
        while (running < rn->njobs && next < rn->jobs.n) {
            start(rn, &rn->jobs.at[next++]);
            running++;
        }
        finish_one(rn);
        running--;
        while (shown < rn->jobs.n && rn->jobs.at[shown].verdict != UNSTARTED) {
            Job *j = &rn->jobs.at[shown++];
            count[j->verdict]++;
            count[SKIP] += show(rn, j);
        }
    }
    printf("%u passed, %u failed, %u skipped\n", count[PASS], count[FAIL], count[SKIP]);
    return count[FAIL] != 0;
}

// ---- finding tests ------------------------------------------------------------------------------

static void add_job(Runner *rn, const char *path, bool unit) {
    if (rn->filter && !strstr(path, rn->filter)) return;
    if (!unit && rn->parts && hash_bytes(path, strlen(path), 0) % rn->parts != rn->part) return;
    Job j = {.path = arena_strndup(&rn->ctx->perm, path, strlen(path)),
             .unit = unit,
             .report = -1,
             .verdict = UNSTARTED};
    vec_push(&rn->ctx->perm, &rn->jobs, j);
}

// A test is a file with a RUN directive; unit tests, fuzz seeds and `inputs` are not looked at.
static bool is_test(Runner *rn, const char *path) {
    const char *ext = strrchr(path, '.');
    if (!ext || strcmp(ext, ".md") == 0 || strcmp(ext, ".bless") == 0) return false;
    Ctx ctx;
    ctx_init(&ctx);
    Test t = {.ctx = &ctx, .path = path};
    buf_init(&t.report, &ctx.perm);
    bool yes = test_parse(&t);
    ctx_free(&ctx);
    return yes;
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void find_tests(Runner *rn, const char *path, int depth) {
    struct stat st;
    if (stat(path, &st) != 0) {
        fprintf(stderr, "test-run: cannot find %s\n", path);
        exit(2);
    }
    if (!S_ISDIR(st.st_mode)) {
        if (is_test(rn, path)) add_job(rn, path, false);
        return;
    }
    DIR *d = opendir(path);
    if (!d || depth > 20) return;
    VEC(char *) names = {0};
    for (struct dirent *e; (e = readdir(d));) {
        static const char *const not_tests[] = {"unit", "fuzz", "inputs"};
        bool skip = e->d_name[0] == '.';
        for (size_t i = 0; i < CU_COUNT(not_tests); i++) {
            skip |= strcmp(e->d_name, not_tests[i]) == 0;
        }
        // the runner's own sources
        skip |= strcmp(path, "test") == 0 && strncmp(e->d_name, "run", 3) == 0 &&
                strchr(e->d_name, '.');
        if (!skip)
            vec_push(&rn->ctx->perm, &names,
                     arena_printf(&rn->ctx->perm, "%s/%s", path, e->d_name));
    }
    closedir(d);
    if (names.n) qsort(names.at, names.n, sizeof *names.at, by_name);
    for (uint32_t i = 0; i < names.n; i++) find_tests(rn, names.at[i], depth + 1);
}

static void find_units(Runner *rn) {
    DIR *d = rn->unit_dir ? opendir(rn->unit_dir) : NULL;
    if (!d) return;
    VEC(char *) names = {0};
    for (struct dirent *e; (e = readdir(d));) {
        if (strncmp(e->d_name, "test_", 5) != 0 || strchr(e->d_name, '.')) continue;
        vec_push(&rn->ctx->perm, &names,
                 arena_printf(&rn->ctx->perm, "%s/%s", rn->unit_dir, e->d_name));
    }
    closedir(d);
    if (names.n) qsort(names.at, names.n, sizeof *names.at, by_name);
    for (uint32_t i = 0; i < names.n; i++) add_job(rn, names.at[i], true);
}

// ---- command line -------------------------------------------------------------------------------

static const char usage[] =
    "usage: test-run [options] [FILE|DIR]...   (default: test)\n"
    "  -j N             run N tests at a time (default: number of processors)\n"
    "  --filter=SUBSTR  only tests whose path contains SUBSTR\n"
    "  --part=K/N       only the K-th of N parts of the test files (K from 0)\n"
    "  --unit DIR       run the programs DIR/test_* too\n"
    "  --bless          rewrite EXPECT blocks to what was printed, and show the difference\n"
    "  --timeout=S      seconds of processor time per command unless the test says (default 20)\n"
    "  --cost=N         limits are N times as long: for a program that another one emulates\n"
    "  -v               print passing tests too, and each one's seconds of processor time\n";

static const char *value_of(const char *arg, const char *name) {
    size_t n = strlen(name);
    return strncmp(arg, name, n) == 0 ? arg + n : NULL;
}

// "K/N", K below N.
static bool is_part(Runner *rn, const char *text) {
    char rest;
    return sscanf(text, "%u/%u%c", &rn->part, &rn->parts, &rest) == 2 && rn->part < rn->parts;
}

static void options(Runner *rn, int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        const char *a = argv[i], *v;
        if ((v = value_of(a, "--filter=")))
            rn->filter = v;
        else if ((v = value_of(a, "--part=")) && is_part(rn, v))
            continue;
        else if ((v = value_of(a, "--timeout=")))
            rn->timeout = (uint32_t)atoi(v);
        else if ((v = value_of(a, "--cost=")))
            rn->cost = (uint32_t)CU_MAX(1, atoi(v));
        else if (strcmp(a, "--unit") == 0 && i + 1 < argc)
            rn->unit_dir = argv[++i];
        else if ((v = value_of(a, "--unit=")))
            rn->unit_dir = v;
        else if (strcmp(a, "--bless") == 0)
            rn->bless = true;
        else if (strcmp(a, "-v") == 0)
            rn->verbose = true;
        else if (strcmp(a, "-j") == 0 && i + 1 < argc)
            rn->njobs = (uint32_t)atoi(argv[++i]);
        else if ((v = value_of(a, "-j")))
            rn->njobs = (uint32_t)atoi(v);
        else if (*a == '-') {
            fputs(usage, stderr);
            exit(2);
        } else
            vec_push(&rn->ctx->perm, &rn->paths, a);
    }
    rn->njobs = CU_MAX(1u, CU_MIN(rn->njobs, (uint32_t)MAX_JOBS));
}

// Programs of the build come first on PATH, the usual places of oracles last.
static void set_environment(Runner *rn, const char *argv0) {
    Ctx *ctx = rn->ctx;
    char exe[4096];
    ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);
    exe[n > 0 ? n : 0] = 0;
    rn->build = dir_of(ctx, dir_of(ctx, n > 0 ? exe : argv0));
    Buf b;
    buf_init(&b, &ctx->perm);
    const char *old = getenv("PATH");
    buf_printf(&b, "%s/bin:%s", rn->build, old ? old : "/usr/bin:/bin");
    for (size_t i = 0; i < CU_COUNT(tool_dirs); i++) buf_printf(&b, ":%s", tool_dirs[i]);
    setenv("PATH", buf_cstr(&b), 1);
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) { // reports wait open for their turn
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    setenv("LC_ALL", "C", 1);
    setenv("CUPRUM_HOST_CACHE", "", 1); // nothing in the user's folders
    setenv("ASAN_OPTIONS", "abort_on_error=1:detect_leaks=1", 0);
    setenv("UBSAN_OPTIONS", "abort_on_error=1:print_stacktrace=1", 0);
    mkdir(arena_printf(&ctx->perm, "%s/test-tmp", rn->build), 0777);
}

int main(int argc, char **argv) {
    Ctx ctx;
    ctx_init(&ctx);
    long cpus = sysconf(_SC_NPROCESSORS_ONLN);
    Runner rn = {.ctx = &ctx,
                 .timeout = 20,
                 .cost = SANITIZERS_COST,
                 .njobs = cpus > 0 ? (uint32_t)cpus : 1};
    options(&rn, argc, argv);
    set_environment(&rn, argv[0]);
    find_units(&rn);
    if (!rn.paths.n) find_tests(&rn, "test", 0);
    for (uint32_t i = 0; i < rn.paths.n; i++) find_tests(&rn, rn.paths.at[i], 0);
    int bad = run_all(&rn);
    ctx_free(&ctx);
    return bad;
}
