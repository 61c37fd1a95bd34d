// SPDX-License-Identifier: Apache-2.0
// How functions round that take it as an argument.
#ifndef CUPRUM_DEVICE_TYPES_H
#define CUPRUM_DEVICE_TYPES_H

enum cudaRoundMode { cudaRoundNearest, cudaRoundZero, cudaRoundPosInf, cudaRoundMinInf };

#endif
