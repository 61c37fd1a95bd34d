// SPDX-License-Identifier: Apache-2.0
// cuprum-gpu: `cuprum run --on=gpu` and `--on=both`, in a program that can load the GPU's driver.
#include "driver/driver.h"
#include "driver/gpu.h"

int main(int argc, char **argv) {
    return driver_run_kernel(argc, argv, driver_gpu_find);
}
