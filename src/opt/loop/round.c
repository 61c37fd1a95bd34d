// SPDX-License-Identifier: Apache-2.0
// What loop passes may ask of the round of visits that they belong to (runner/loops.c).
#include "opt/loop/loop.h"

// Few passes get as far as to ask, and it costs as much as all visits of many a round: it is made
// when the first of them does. It needs the edges, the trees and the loops to be those of the
// function: they are what the round began with, which holds until a loop is reshaped. What passes
// have done before to instructions alone it sees, and the levels are right for them. After a
// reshaping it is too late for this round; the next one makes it at once, so that a loop waits for
// one round at most.
const AnUniformity *opt_loop_uniformity(const OptLoop *loop) {
    OptLoopRound *round = loop->round;
    if (!round->uniformity && !round->reshaped) {
        round->uniformity = an_uniformity_make(round->an, round->arena);
    }
    if (!round->uniformity) round->refused = true;
    return round->uniformity;
}
