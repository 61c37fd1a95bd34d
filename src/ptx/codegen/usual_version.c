// SPDX-License-Identifier: Apache-2.0
// The version of PTX that is written where nobody asked for one: the default, or a later one that
// the target, intrinsics or asm statements need. Of these opcodes and special registers are looked
// up, operands are not read; what is not known here needs nothing.
#include "ptx/codegen/codegen.h"
#include "ptx/read/opcode.h"
#include "ptx/form/op.h"

typedef struct {
    Reader reader;
    PtxNeed need;
    Map seen; // of texts, as atoms
} AsmVersion;

// The version of the row that needs least, and what the opcode's words need.
static void need_opcode(AsmVersion *state, const char *at, size_t n) {
    Reader *reader = &state->reader;
    Opcode *opcode = rd_find_opcode(reader, atom_intern(reader->ctx, at, n));
    if (!opcode || opcode->reading[0].op == PTXI_foreign) return;
    const char *text = arena_strndup(reader->arena, at, n);
    uint32_t least = UINT32_MAX;
    for (uint32_t i = 0; i < opcode->n; i++)
        least = CU_MIN(least, (uint32_t)ptx_rows[opcode->reading[i].op].ptx);
    rd_need_version(reader, least, text);
    rd_check_needs(reader, text);
}

static bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           is_any_of(c, '_', '.', ':', '%', '$');
}

// Behind a comment that begins here, else where it was.
static const char *past_comment(const char *at) {
    bool line = at[0] == '/' && at[1] == '/', block = at[0] == '/' && at[1] == '*';
    if (!line && !block) return at;
    const char *end = strstr(at, line ? "\n" : "*/");
    return end ? end + (line ? 1 : 2) : at + strlen(at);
}

static const char *word_end(const char *at) {
    while (is_word(*at)) at++;
    return at;
}

// The first word of a statement that is no guard, brace, label or directive is its opcode; others
// may be special registers.
static void need_text(AsmVersion *state, const char *at) {
    bool begins = true; // a statement
    while (*(at = past_comment(at))) {
        const char *end = word_end(at);
        bool label = end > at && end[-1] == ':', guard = *at == '@';
        if (end > at && *at == '%')
            rd_need_word(&state->reader,
                         arena_strndup(state->reader.arena, at, (size_t)(end - at)));
        else if (end > at && begins && *at != '.' && !label)
            need_opcode(state, at, (size_t)(end - at));
        if (end > at && !label) begins = false;
        if (guard) end = word_end(at + 1 + (at[1] == '!'));
        if (end == at && is_any_of(*end, ';', '{', '}')) begins = true;
        at = end > at ? end : end + 1;
    }
}

static AsmVersion *begin(Ctx *ctx, const Target *target) {
    AsmVersion *state = arena_new(&ctx->perm, AsmVersion);
    rd_init(&state->reader, ctx, &ctx->perm, "inline asm", "", 0, true);
    PtxModule *module = state->reader.module = ptx_module_new(ctx, &ctx->perm);
    module->sm = target->number;
    module->sm_suffix = target->suffix;
    state->reader.need = &state->need;
    state->reader.strict = true;
    map_init(&state->seen, &ctx->perm);
    return state;
}

// Each text once.
static void need_block(AsmVersion **state, Ctx *ctx, const Target *target, IrBlock *bb) {
    IR_FOREACH_INST(inst, bb) {
        if (!ir_is_call_like(inst) || ir_callee(inst)->kind != IR_V_ASM) continue;
        Atom text = ((IrAsm *)ir_callee(inst))->text;
        if (!*state) *state = begin(ctx, target);
        if (map_get(&(*state)->seen, text)) continue;
        map_put(&(*state)->seen, text, *state);
        need_text(*state, atom_str(ctx, text));
    }
}

// What the intrinsics need that the module declares.
static uint32_t need_of_intrinsics(Ctx *ctx, IrModule *source) {
    static const char prefix[] = "llvm.nvvm.";
    uint32_t version = 0;
    IR_FOREACH_FUNC(fn, source) {
        const char *name = atom_str(ctx, fn->g.v.name);
        IrFamily family;
        if (strncmp(name, prefix, sizeof prefix - 1) != 0) continue;
        if (ir_family_match(name, strlen(name), &family))
            version = CU_MAX(version, (uint32_t)family.version);
    }
    return version;
}

uint32_t ptx_usual_version(Ctx *ctx, IrModule *source, const Target *target) {
    AsmVersion *state = NULL;
    DiagTrap trap;
    diag_trap_push(ctx, &trap); // what cannot be read is left to ptxas
    IR_FOREACH_FUNC(fn, source) {
        IR_FOREACH_BLOCK(bb, fn) need_block(&state, ctx, target, bb);
    }
    diag_trap_pop(ctx, &trap);
    uint32_t version = CU_MAX(TARGET_PTX_DEFAULT, (uint32_t)target->ptx);
    version = CU_MAX(version, need_of_intrinsics(ctx, source));
    return state ? CU_MAX(version, state->need.version) : version;
}
