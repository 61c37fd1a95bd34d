// SPDX-License-Identifier: Apache-2.0
// The tables of ptx.h, made from type.def, mod.def, sreg.def and insn.def. All constant,
// and without pointers: nothing to relocate.
#include "ptx/form/form.h"

#include "ids/insn_count.h"
#include "ids/sem_count.h"
#include "ids/sreg_count.h"
#include "ids/mod_class_count.h"
#include "ptx/form/op.h"
#include "ptx/form/sem.h"

const PtxTypeRow ptx_types[PTX_NTYPES] = {
#define PTX_TYPE(id, t, b, k) [PTX_##id] = {.text = t, .bits = b, .kind = k},
#include "ptx/type.def"
#undef PTX_TYPE
};

// Position of each modifier's text in ptx_mod_text: an enumeration of all of them in file order,
// in which a class's own name stands for the position of its first value (so the values of a class
// must follow it directly in mod.def).
enum {
#define PTX_CLASS(id, shift, width) AT_##id, AFTER_##id = AT_##id - 1,
#define PTX_MOD(cls, id, t)         AT_##cls##_##id,
#include "ptx/mod.def"
#undef PTX_CLASS
#undef PTX_MOD
    AT_END
};

const char ptx_mod_text[][32] = {
#define PTX_CLASS(id, shift, width)
#define PTX_MOD(cls, id, t) t,
#include "ptx/mod.def"
#undef PTX_CLASS
#undef PTX_MOD
};
_Static_assert(CU_COUNT(ptx_mod_text) == AT_END, "positions and texts agree");

const PtxClassRow ptx_classes[PTXC_COUNT] = {
#define PTX_CLASS(id, s, w) [PTXC_##id] = {.name = #id, .shift = s, .width = w, .first = AT_##id},
#define PTX_MOD(cls, id, t)
#include "ptx/mod.def"
#undef PTX_CLASS
#undef PTX_MOD
};

const struct PtxSregRow ptx_sregs[PTXR_COUNT] = {
#define PTX_SREG(id, t, ty) [PTXR_##id] = {.text = t, .type = ty},
#include "ptx/sreg.def"
#undef PTX_SREG
};

_Static_assert(PTX_SEM_COUNT <= 256, "the virtual machine keeps a meaning in a byte");
const uint8_t ptx_sem_fidelity[PTX_SEM_COUNT] = {
#define PTX_SEM(id, fidelity) [PTX_SEM_##id] = PTX_FID_##fidelity,
#include "ptx/sem.def"
#undef PTX_SEM
};

uint32_t ptx_class_count(PtxClass c) {
    return (c + 1 < PTXC_COUNT ? ptx_classes[c + 1].first : AT_END) - ptx_classes[c].first;
}

#define O(c)                                                                                       \
    { PTX_SLOT_OPT, PTXC_##c, 0 }
#define R(c)                                                                                       \
    { PTX_SLOT_REQ, PTXC_##c, 0 }
#define OV(c, m)                                                                                   \
    { PTX_SLOT_OPT, PTXC_##c, (m) }
#define RV(c, m)                                                                                   \
    { PTX_SLOT_REQ, PTXC_##c, (m) }
#define T0                                                                                         \
    { PTX_SLOT_TYPE, 0, 0 }
#define T1                                                                                         \
    { PTX_SLOT_TYPE, 1, 0 }
#define T2                                                                                         \
    { PTX_SLOT_TYPE, 2, 0 }
#define T3                                                                                         \
    { PTX_SLOT_TYPE, 3, 0 }
#define S(...)                                                                                     \
    { __VA_ARGS__ }
#define S0                                                                                         \
    {                                                                                              \
        { 0, 0 }                                                                                   \
    }
#define INSN(i, n, s, t0, t1, t2, t3, o, minsm, minptx, vmsem)                                     \
    _Static_assert(sizeof(n) <= 78 && sizeof #i <= 28 && sizeof(o) <= 30, "the texts fit");
#include "ptx/insn.def"
#undef INSN
const PtxRow ptx_rows[PTXI_COUNT] = {
#define INSN(i, n, s, t0, t1, t2, t3, o, minsm, minptx, vmsem)                                     \
    [PTXI_##i] = {.name = n,                                                                       \
                  .id = #i,                                                                        \
                  .slot = s,                                                                       \
                  .types = {t0, t1, t2, t3},                                                       \
                  .ops = o,                                                                        \
                  .sm = minsm,                                                                     \
                  .ptx = minptx,                                                                   \
                  .sem = PTX_SEM_##vmsem},
#include "ptx/insn.def"
#undef INSN
};
