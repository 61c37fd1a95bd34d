// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct Config {
    static int width; // NOTE: "Config::width" is declared here, in host memory
};
int Config::width = 4;
__global__ void k(int *p) { *p = Config::width; } // ERROR: identifier "Config::width" is undefined in device code
