// SPDX-License-Identifier: Apache-2.0
#pragma once
struct float2 {
    float x, y;
};
