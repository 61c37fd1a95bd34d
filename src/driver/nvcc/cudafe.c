// SPDX-License-Identifier: Apache-2.0
// --host-pass=cudafe: the host's half by NVIDIA's cudafe++ and the stub that our device's compiler
// writes for it, as nvcc does it with cicc (nvcc --dryrun). For code that our own way does not
// take, and to compare.
#include "driver/nvcc/nvcc.h"

bool nvcc_plan_cudafe(Nvcc *n, NvccUnit *u, const char *text) {
    if (n->own_headers || !nvcc_on_path(n, "cudafe++")) return nvcc_say(NM_no_cudafe);
    Arena *a = &n->ctx->perm;
    NvccWords w = {0};
    const char *id = nvcc_between(n, u->stem, ".module_id");
    vec_push(a, &w, "cudafe++");
    nvcc_language_words(n, &w, u);
    nvcc_words(n, &w, "--m64", "--parse_templates", "--gen_c_file_name", u->host,
               "--stub_file_name", arena_printf(a, "%s.cudafe1.stub.c", u->stem),
               "--gen_module_id_file", "--module_id_file_name", id, text, NULL);
    nvcc_step(n, STEP_PROGRAM)->words = w;
    return true;
}

void nvcc_cudafe_cicc_words(Nvcc *n, NvccWords *w, const NvccUnit *u, uint32_t arch) {
    nvcc_words(n, w, "--include_file_name", arena_printf(&n->ctx->perm, "%s.fatbin.c", u->stem),
               "--module_id_file_name", nvcc_between(n, u->stem, ".module_id"), NULL);
    // the host registers the same for all architectures; nvcc takes the last one's stub
    bool last = arch + 1 == n->archs.n;
    if (last)
        nvcc_words(n, w, "--stub_file_name", nvcc_between(n, u->stem, ".cudafe1.stub.c"), NULL);
}

void nvcc_plan_cudafe_object(Nvcc *n, const NvccUnit *u, const char *object) {
    NvccWords w = {0};
    nvcc_words(n, &w, n->cxx, "-c", "-x", "c++", NULL);
    nvcc_device_macros(n, n->archs.at[n->archs.n - 1].target, &w);
    nvcc_code_words(n, &w);
    nvcc_folder_words(n, &w);
    nvcc_words(n, &w, u->host, "-o", object, NULL);
    nvcc_step(n, STEP_PROGRAM)->words = w;
}
