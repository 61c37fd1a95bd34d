// Eigen's fixed-size types in a kernel: scaling (operators that are declared in parentheses),
// products, arrays, blocks, maps.
// REQUIRES: /usr/include/eigen3/Eigen/Dense, <sstream>
// RUN: cuprum -std=c++17 --expt-relaxed-constexpr -I/usr/include/eigen3 %s -o %t.ptx && cuprum run %t.ptx --kernel=k --print=0:16 buf:f32:16:zero
// CHECK: 2 4 1.5 32 53 128 16 17 3 9 -3 4 10 18 4.5 16
#include <Eigen/Dense>
using namespace Eigen;
extern "C" __global__ void k(float *o) {
    Vector3f v(1, 2, 3), w(4, 5, 6);
    Matrix3f m;
    m << 1, 2, 3, 4, 5, 6, 7, 8, 10;
    o[0] = (v * 2.f)[0];
    o[1] = (2.f * v)[1];
    o[2] = (v / 2.f)[2];
    o[3] = v.dot(w);
    o[4] = (m * v)[2];
    Matrix3f square = m * m.transpose();
    o[5] = square(1, 2);
    o[6] = m.diagonal().sum();
    o[7] = (v.array() * w.array() - 1.f).maxCoeff();
    o[8] = v.cross(w).cwiseAbs().minCoeff();
    Map<Vector3f> mapped(o + 9);
    mapped = m.row(1).transpose() - v;
    o[9] = 9;
    o[10] = m.determinant();
    o[11] = m.block<2, 2>(0, 1).trace() - 4;
    Map<Array3f> product(o + 11);
    product = v.array() * w.array();
    o[14] = (v.array() * 1.5f).maxCoeff();
    o[15] = v.squaredNorm() + 2;
}
