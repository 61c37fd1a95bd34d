// SPDX-License-Identifier: Apache-2.0
// --host-pass=cudafe: the host's half by NVIDIA's cudafe++ and the stub that our device's compiler
// writes for it, as nvcc does it with cicc (nvcc --dryrun). For code that our own way does not
// take, and to compare.
#include "driver/nvcc/nvcc.h"

// It needs NVIDIA's headers and program: its output calls what their headers declare. False after
// a message.
bool nvcc_plan_cudafe(Nvcc *nvcc, NvccUnit *planned, const char *text) {
    if (nvcc->own_headers || !nvcc_on_path(nvcc, "cudafe++")) return nvcc_say(NM_no_cudafe);
    Arena *a = &nvcc->ctx->perm;
    NvccWords w = {0};
    const char *id = nvcc_between(nvcc, planned->stem, ".module_id");
    vec_push(a, &w, "cudafe++");
    nvcc_language_words(nvcc, &w, planned);
    nvcc_words(nvcc, &w, "--m64", "--parse_templates", "--gen_c_file_name", planned->host,
               "--stub_file_name", arena_printf(a, "%s.cudafe1.stub.c", planned->stem),
               "--gen_module_id_file", "--module_id_file_name", id, text, NULL);
    nvcc_step(nvcc, STEP_PROGRAM)->words = w;
    return true;
}

// The stub includes the fat binary by this name, and registers it by the identifier of cudafe++.
void nvcc_cudafe_cicc_words(Nvcc *nvcc, NvccWords *w, const NvccUnit *u, uint32_t arch) {
    nvcc_words(nvcc, w, "--include_file_name",
               arena_printf(&nvcc->ctx->perm, "%s.fatbin.c", u->stem), "--module_id_file_name",
               nvcc_between(nvcc, u->stem, ".module_id"), NULL);
    // the host registers the same for all architectures; nvcc takes the last one's stub
    bool last = arch + 1 == nvcc->archs.n;
    if (last)
        nvcc_words(nvcc, w, "--stub_file_name", nvcc_between(nvcc, u->stem, ".cudafe1.stub.c"),
                   NULL);
}

// cudafe++'s output is not preprocessed yet: it has directives, and includes the stub.
void nvcc_plan_cudafe_object(Nvcc *nvcc, const NvccUnit *planned, const char *object) {
    NvccWords w = {0};
    nvcc_words(nvcc, &w, nvcc->cxx, "-c", "-x", "c++", NULL);
    nvcc_device_macros(nvcc, nvcc->archs.at[nvcc->archs.n - 1].target, &w);
    nvcc_code_words(nvcc, &w);
    nvcc_folder_words(nvcc, &w);
    nvcc_words(nvcc, &w, planned->host, "-o", object, NULL);
    nvcc_step(nvcc, STEP_PROGRAM)->words = w;
}
