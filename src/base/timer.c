// SPDX-License-Identifier: Apache-2.0
// Timers. Sums form a tree: a node is (parent, name). Every context has its own current node; a
// worker of a parallel loop begins under the node that was current where the loop was started.
// All changes happen under one lock: timers bracket passes, not instructions.
//
// The memory is malloc's: timers outlive failures of arenas, and are shared by contexts. When it
// runs out, intervals are dropped, nothing fails.
#include "base/timer.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

typedef struct {
    const char *name;
    uint32_t parent, first, last, next; // the tree, in order of first use; 0: none
    uint64_t ns;
    uint64_t count;
} Node;

typedef struct {
    const char *name;
    char *detail;
    uint64_t start, ns;
    uint32_t thread;
} Event;

typedef struct TimerSet {
    pthread_mutex_t lock;
    Ctx *owner;
    uint64_t start;
    bool trace;
    Node *node; // node[0] is unused, node[1] the root
    Event *event;
    uint32_t nnode, capnode, nevent, capevent;
} TimerSet;

uint64_t timer_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

// Makes room for one more; false when there is none.
static bool room(void **at, uint32_t n, uint32_t *cap, size_t size) {
    if (n < *cap) return true;
    uint32_t want = *cap ? *cap * 2 : 64;
    void *p = realloc(*at, want * size);
    if (!p) return false;
    *at = p;
    *cap = want;
    return true;
}

static uint32_t add_node(TimerSet *s, uint32_t parent, const char *name) {
    if (!room((void **)&s->node, s->nnode, &s->capnode, sizeof(Node))) return 0;
    uint32_t id = s->nnode++;
    s->node[id] = (Node){.name = name, .parent = parent};
    if (parent) {
        Node *p = &s->node[parent];
        if (p->last)
            s->node[p->last].next = id;
        else
            p->first = id;
        p->last = id;
    }
    return id;
}

void timer_enable(Ctx *ctx, bool trace) {
    if (ctx->timers) {
        ctx->timers->trace |= trace;
        return;
    }
    TimerSet *s = calloc(1, sizeof *s);
    if (!s) return;
    s->owner = ctx;
    s->trace = trace;
    s->start = timer_now();
    pthread_mutex_init(&s->lock, NULL);
    add_node(s, 0, "");
    if (add_node(s, 0, "total") != 1) {
        free(s->node);
        free(s);
        return;
    }
    ctx->timer_node = 1;
    ctx->timers = s;
}

void timer_free(Ctx *ctx) {
    TimerSet *s = ctx->timers;
    ctx->timers = NULL;
    if (!s || s->owner != ctx) return;
    for (uint32_t i = 0; i < s->nevent; i++) free(s->event[i].detail);
    pthread_mutex_destroy(&s->lock);
    free(s->event);
    free(s->node);
    free(s);
}

TimerMark timer_begin_(Ctx *ctx, const char *name, const char *detail) {
    TimerSet *s = ctx->timers;
    pthread_mutex_lock(&s->lock);
    uint32_t id = s->node[ctx->timer_node].first;
    while (id && strcmp(s->node[id].name, name) != 0) id = s->node[id].next;
    if (!id) id = add_node(s, ctx->timer_node, name);
    uint64_t now = timer_now();
    if (id) ctx->timer_node = id;
    if (id && s->trace && room((void **)&s->event, s->nevent, &s->capevent, sizeof(Event))) {
        s->event[s->nevent++] =
            (Event){name, detail ? strdup(detail) : NULL, now, 0, ctx->timer_thread};
    }
    pthread_mutex_unlock(&s->lock);
    return (TimerMark){id, now};
}

void timer_end_(Ctx *ctx, TimerMark m) {
    TimerSet *s = ctx->timers;
    uint64_t ns = timer_now() - m.start;
    pthread_mutex_lock(&s->lock);
    s->node[m.node].ns += ns;
    s->node[m.node].count++;
    ctx->timer_node = s->node[m.node].parent;
    if (s->trace) { // the newest interval of this worker that began then
        for (uint32_t i = s->nevent; i-- > 0;) {
            Event *e = &s->event[i];
            if (e->start != m.start || e->thread != ctx->timer_thread) continue;
            e->ns = ns;
            break;
        }
    }
    pthread_mutex_unlock(&s->lock);
}

// ---- output ------------------------------------------------------------------------------------

void timer_report(Ctx *ctx, Buf *out) {
    TimerSet *s = ctx->timers;
    if (!s) return;
    double total = (double)(timer_now() - s->start);
    buf_printf(out, "%10s %6s %8s  %s\n", "ms", "%", "count", "phase");
    uint32_t depth = 0;
    // Walks the tree by its links; depth is what the parents say.
    for (uint32_t id = s->node[1].first; id;) {
        const Node *n = &s->node[id];
        buf_printf(out, "%10.3f %6.1f %8llu  %*s%s\n", (double)n->ns / 1e6,
                   100.0 * (double)n->ns / total, (unsigned long long)n->count, (int)(2 * depth),
                   "", n->name);
        if (n->first) {
            depth++;
            id = n->first;
            continue;
        }
        while (id != 1 && !s->node[id].next) {
            id = s->node[id].parent;
            if (id != 1) depth--;
        }
        if (id == 1) break;
        id = s->node[id].next;
    }
    buf_printf(out, "%10.3f %6.1f %8s  total\n", total / 1e6, 100.0, "");
}

static void json_text(Buf *o, const char *s) {
    for (; *s; s++) {
        if (*s == '"' || *s == '\\') buf_putc(o, '\\');
        buf_putc(o, (unsigned char)*s < 0x20 ? ' ' : *s);
    }
}

// How timer_trace and timer_trace_part write an interval.
static void trace_event(Buf *o, const Event *e, uint32_t pid, double ts, int digits) {
    buf_puts(o, "{");
    if (e->detail) {
        buf_puts(o, "\"args\":{\"detail\":\"");
        json_text(o, e->detail);
        buf_puts(o, "\"},");
    }
    buf_printf(o, "\"dur\":%.*f,\"name\":\"", digits, (double)e->ns / 1e3);
    json_text(o, e->name);
    buf_printf(o, "\",\"ph\":\"X\",\"pid\":%u,\"tid\":%u,\"ts\":%.*f}", pid, e->thread, digits, ts);
}

void timer_trace_part(Ctx *ctx, Buf *out, uint32_t pid, uint64_t start_us) {
    const TimerSet *s = ctx->timers;
    buf_puts(out, "{\"traceEvents\":[");
    for (uint32_t i = 0; s && i < s->nevent; i++) {
        const Event *e = &s->event[i];
        if (i) buf_putc(out, ',');
        trace_event(out, e, pid, (double)start_us + (double)(e->start - s->start) / 1e3, 0);
    }
    buf_puts(out, "]}");
}

void timer_trace(Ctx *ctx, Buf *out, const char *program) {
    TimerSet *s = ctx->timers;
    buf_puts(out, "{\"traceEvents\":[\n");
    buf_puts(out,
             "{\"ph\":\"M\",\"pid\":1,\"tid\":0,\"name\":\"process_name\",\"args\":{\"name\":\"");
    json_text(out, program);
    buf_puts(out, "\"}}");
    for (uint32_t i = 0; s && i < s->nevent; i++) {
        const Event *e = &s->event[i];
        buf_puts(out, ",\n");
        trace_event(out, e, 1, (double)(e->start - s->start) / 1e3, 3);
    }
    buf_puts(out, "\n],\"displayTimeUnit\":\"ms\"}\n");
}
