// SPDX-License-Identifier: Apache-2.0
// What ptxas checks beyond what reading needs: ptx_read_checked's rules. The reader calls these
// where it has read the thing in question, so that messages stand there.
#include "ptx/ptx_int.h"

static const uint16_t versions[] = {
#define PTX_VERSION(v) v,
#define PTX_TARGET(...)
#include "ptx/version.def"
#undef PTX_VERSION
#undef PTX_TARGET
};
static const struct {
    uint16_t number;
    char suffix;
    uint16_t version;
} targets[] = {
#define PTX_VERSION(v)
#define PTX_TARGET(number, suffix, version) {number, suffix, version},
#include "ptx/version.def"
#undef PTX_VERSION
#undef PTX_TARGET
};

void ptx_list_versions(Buf *out) {
    for (uint32_t i = 0; i < CU_COUNT(versions); i++)
        buf_printf(out, "%u.%u\n", versions[i] / 10u, versions[i] % 10u);
}

uint32_t ptx_version_count(void) {
    return CU_COUNT(versions);
}

uint32_t ptx_version_at(uint32_t i) {
    return versions[i];
}

// ---- the head of the module ---------------------------------------------------------------------

void rd_check_version(Reader *reader) {
    uint32_t v = reader->m->version;
    for (uint32_t i = 0; i < CU_COUNT(versions); i++) {
        if (versions[i] == v) return;
    }
    if (v) rd_error(reader, DIAG_OF(ptx, bad_version), (int)v / 10, (int)v % 10);
}

void rd_check_target(Reader *reader) {
    const PtxModule *module = reader->m;
    for (uint32_t i = 0; i < CU_COUNT(targets); i++) {
        if (targets[i].number != module->sm || targets[i].suffix != module->sm_suffix) continue;
        if (module->version < targets[i].version)
            rd_error(reader, DIAG_OF(ptx, target_version), (int)module->version / 10,
                     (int)module->version % 10, rd_tok_text(reader));
        return;
    }
    rd_error(reader, DIAG_OF(ptx, bad_target), rd_tok_text(reader));
}
