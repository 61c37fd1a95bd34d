// SPDX-License-Identifier: Apache-2.0
// One call with a handle (call.h).
#include "api/call.h"

typedef struct {
    const ApiCalls *calls;
    void *object;
    Ctx *ctx;
    ApiWork *work;
    const void *of;
    int result;
} Call;

// The setjmp must not share locals with what changes.
static void guarded(void *arg) {
    Call *call = arg;
    jmp_buf out;
    call->ctx->unwind = &out;
    call->result = call->calls->internal;
    if (setjmp(out) == 0)
        call->result = call->work(call->object, call->of);
    else if (call->calls->unwound)
        call->calls->unwound(call->object);
    call->ctx->unwind = NULL;
}

int api_call(const ApiCalls *calls, void *handle, ApiWork *work, const void *of) {
    void *object = handle ? api_handle_enter(calls->table, handle) : NULL;
    if (!object) return calls->not_live;

    Ctx *ctx = (Ctx *)(void *)((char *)object + calls->ctx);
    Call call = {.calls = calls, .object = object, .ctx = ctx, .work = work, .of = of};
    cu_on_stack(ctx, guarded, &call);
    api_handle_leave(calls->table, object);
    return call.result;
}
