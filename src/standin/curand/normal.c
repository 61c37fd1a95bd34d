// SPDX-License-Identifier: Apache-2.0
// The inverse of the normal distribution function: a rational approximation by its logarithm
// (Abramowitz, Stegun, 26.2.23), made exact to rounding by Halley's method on erfc.
#include "standin/curand/curand.h"

#include <math.h>

// The smaller tail is worked on, where erfc keeps its digits; 0 and 1 give the infinities.
double curand_inverse_normal(double uniform) {
    const double root_two_pi = 2.5066282746310002, root_two = 1.4142135623730951;
    double tail = uniform < 0.5 ? uniform : 1 - uniform;
    if (tail <= 0) return uniform < 0.5 ? -INFINITY : INFINITY;
    double t = sqrt(-2 * log(tail));
    double x = t - (2.515517 + t * (0.802853 + t * 0.010328)) /
                       (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
    // x is the distance from the middle; the tail beyond it should be `tail`
    for (int i = 0; i < 3; i++) {
        double error = (tail - 0.5 * erfc(x / root_two)) * root_two_pi * exp(x * x / 2);
        x -= error / (1 + x * error / 2);
    }
    return uniform < 0.5 ? -x : x;
}
