// SPDX-License-Identifier: Apache-2.0
static inline int in_a_header() {
    return 1;
}
static int also_unused() {
    return 2;
}
