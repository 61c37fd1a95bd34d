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
    bool dropped; // too short to be shown
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

// Adds a child to `parent`, behind its others; 0 when there is no memory.
static uint32_t add_node(TimerSet *set, uint32_t parent, const char *name) {
    if (!room((void **)&set->node, set->nnode, &set->capnode, sizeof(Node))) return 0;
    uint32_t id = set->nnode++;
    set->node[id] = (Node){.name = name, .parent = parent};
    if (parent) {
        Node *p = &set->node[parent];
        if (p->last)
            set->node[p->last].next = id;
        else
            p->first = id;
        p->last = id;
    }
    return id;
}

// A second call may add the trace. Without memory timing stays off.
void timer_enable(Ctx *ctx, bool trace) {
    if (ctx->timers) {
        ctx->timers->trace |= trace;
        return;
    }
    TimerSet *set = calloc(1, sizeof *set);
    if (!set) return;
    set->owner = ctx;
    set->trace = trace;
    set->start = timer_now();
    pthread_mutex_init(&set->lock, NULL);
    add_node(set, 0, "");
    if (add_node(set, 0, "total") != 1) {
        free(set->node);
        free(set);
        return;
    }
    ctx->timer_node = 1;
    ctx->timers = set;
}

// Workers share the set and do not own it.
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

// The same name below the same timer is one node, counted anew.
TimerMark timer_begin_(Ctx *ctx, const char *name, const char *detail) {
    TimerSet *set = ctx->timers;
    pthread_mutex_lock(&set->lock);
    uint32_t id = set->node[ctx->timer_node].first;
    while (id && strcmp(set->node[id].name, name) != 0) id = set->node[id].next;
    if (!id) id = add_node(set, ctx->timer_node, name);
    uint64_t now = timer_now();
    if (id) ctx->timer_node = id;
    if (id && set->trace &&
        room((void **)&set->event, set->nevent, &set->capevent, sizeof(Event))) {
        set->event[set->nevent++] =
            (Event){name, detail ? strdup(detail) : NULL, now, 0, ctx->timer_thread, false};
    }
    pthread_mutex_unlock(&set->lock);
    return (TimerMark){id, now};
}

// Makes the parent the current timer again. An interval of the trace gets its length now.
void timer_end_(Ctx *ctx, TimerMark mark) {
    TimerSet *set = ctx->timers;
    uint64_t ns = timer_now() - mark.start;
    pthread_mutex_lock(&set->lock);
    set->node[mark.node].ns += ns;
    set->node[mark.node].count++;
    ctx->timer_node = set->node[mark.node].parent;
    if (set->trace) { // the newest interval of this worker that began then
        for (uint32_t i = set->nevent; i-- > 0;) {
            Event *e = &set->event[i];
            if (e->start != mark.start || e->thread != ctx->timer_thread) continue;
            e->ns = ns;
            break;
        }
    }
    pthread_mutex_unlock(&set->lock);
}

// ---- intervals of the trace alone --------------------------------------------------------------

bool timer_traces_(const Ctx *ctx) {
    return ctx->timers->trace;
}

// The mark's node is the interval's place among the events, + 1; 0: there was no memory.
TimerMark timer_span_begin(Ctx *ctx, const char *name, const char *detail) {
    TimerSet *set = ctx->timers;
    TimerMark mark = {0, timer_now()};
    pthread_mutex_lock(&set->lock);
    if (room((void **)&set->event, set->nevent, &set->capevent, sizeof(Event))) {
        set->event[set->nevent++] =
            (Event){name, detail ? strdup(detail) : NULL, mark.start, 0, ctx->timer_thread, false};
        mark.node = set->nevent;
    }
    pthread_mutex_unlock(&set->lock);
    return mark;
}

// A short one is taken back if nothing came behind it, else its length stays 0 and it is not
// written: what began within it was shorter still.
void timer_span_end_(Ctx *ctx, TimerMark mark) {
    TimerSet *set = ctx->timers;
    uint64_t ns = timer_now() - mark.start;
    pthread_mutex_lock(&set->lock);
    Event *event = &set->event[mark.node - 1];
    if (ns >= TIMER_SPAN_MIN) {
        event->ns = ns;
    } else {
        free(event->detail);
        event->detail = NULL;
        event->dropped = true;
        while (set->nevent && set->event[set->nevent - 1].dropped) set->nevent--;
    }
    pthread_mutex_unlock(&set->lock);
}

// ---- output ------------------------------------------------------------------------------------

// Percentages are of the time since timing began.
void timer_report(Ctx *ctx, Buf *out) {
    TimerSet *set = ctx->timers;
    if (!set) return;
    double total = (double)(timer_now() - set->start);
    buf_printf(out, "%10s %6s %8s  %s\n", "ms", "%", "count", "phase");
    uint32_t depth = 0;
    // Walks the tree by its links; depth is what the parents say.
    for (uint32_t id = set->node[1].first; id;) {
        const Node *node = &set->node[id];
        buf_printf(out, "%10.3f %6.1f %8llu  %*s%s\n", (double)node->ns / 1e6,
                   100.0 * (double)node->ns / total, (unsigned long long)node->count,
                   (int)(2 * depth), "", node->name);
        if (node->first) {
            depth++;
            id = node->first;
            continue;
        }
        while (id != 1 && !set->node[id].next) {
            id = set->node[id].parent;
            if (id != 1) depth--;
        }
        if (id == 1) break;
        id = set->node[id].next;
    }
    buf_printf(out, "%10.3f %6.1f %8s  total\n", total / 1e6, 100.0, "");
}

// A string's contents; control characters become blanks.
static void json_text(Buf *out, const char *s) {
    for (; *s; s++) {
        if (*s == '"' || *s == '\\') buf_putc(out, '\\');
        buf_putc(out, (unsigned char)*s < 0x20 ? ' ' : *s);
    }
}

// What timer_trace and timer_trace_part write of an interval in front of its times.
static void trace_head(Buf *out, const Event *event) {
    buf_puts(out, "{");
    if (event->detail) {
        buf_puts(out, "\"args\":{\"detail\":\"");
        json_text(out, event->detail);
        buf_puts(out, "\"},");
    }
    buf_puts(out, "\"name\":\"");
    json_text(out, event->name);
    buf_puts(out, "\",\"ph\":\"X\",");
}

// Whole microseconds, since the moment that start_us counts from. The ends are rounded, not the
// length: an interval that lay within another still does.
void timer_trace_part(Ctx *ctx, Buf *out, uint32_t pid, uint64_t start_us) {
    const TimerSet *set = ctx->timers;
    buf_puts(out, "{\"traceEvents\":[");
    for (uint32_t i = 0, written = 0; set && i < set->nevent; i++) {
        const Event *event = &set->event[i];
        if (event->dropped) continue;
        if (written++) buf_putc(out, ',');
        uint64_t begin = event->start - set->start, end = begin + event->ns;
        trace_head(out, event);
        buf_printf(out, "\"dur\":%llu,\"pid\":%u,\"tid\":%u,\"ts\":%llu}",
                   (unsigned long long)(end / 1000 - begin / 1000), pid, event->thread,
                   (unsigned long long)(start_us + begin / 1000));
    }
    buf_puts(out, "]}");
}

// One process, one row per worker.
void timer_trace(Ctx *ctx, Buf *out, const char *program) {
    TimerSet *set = ctx->timers;
    buf_puts(out, "{\"traceEvents\":[\n");
    buf_puts(out,
             "{\"ph\":\"M\",\"pid\":1,\"tid\":0,\"name\":\"process_name\",\"args\":{\"name\":\"");
    json_text(out, program);
    buf_puts(out, "\"}}");
    for (uint32_t i = 0; set && i < set->nevent; i++) {
        const Event *event = &set->event[i];
        if (event->dropped) continue;
        buf_puts(out, ",\n");
        trace_head(out, event);
        buf_printf(out, "\"dur\":%.3f,\"pid\":1,\"tid\":%u,\"ts\":%.3f}", (double)event->ns / 1e3,
                   event->thread, (double)(event->start - set->start) / 1e3);
    }
    buf_puts(out, "\n],\"displayTimeUnit\":\"ms\"}\n");
}
