// gk95-tp1 by Siconos: a linear machine with constant matrices, friction as a relay between -limit and limit on each coordinate, Moreau and
// Jean's time stepping with theta = 1/2, Lemke's method. Prints the least time of a run (us), with the objects that it needs, and x at its end.
#include <SiconosKernel.hpp>
#include <NonSmoothDrivers.h>
#include <SolverOptions.h>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>

static const double MASS[3] = {4, 5, 6}, START[3] = {1, 2, 3}, LIMIT = 10, END = 5;

/** The force -100 exp(-10 t) on each coordinate. */
class Machine : public LagrangianLinearTIDS {
public:
  Machine(SP::SiconosVector q, SP::SiconosVector v, SP::SiconosMatrix m, SP::SiconosMatrix k, SP::SiconosMatrix c)
      : LagrangianLinearTIDS(q, v, m, k, c) {
    _fExt.reset(new SiconosVector(3));
    computeFExt(0);
  }
  void computeFExt(double t) override {
    for (int i = 0; i < 3; i++) (*_fExt)(i) = -100 * std::exp(-10 * t);
  }
  void computeForces(double t, SP::SiconosVector q, SP::SiconosVector v) override {
    computeFExt(t);
    LagrangianLinearTIDS::computeForces(t, q, v);
  }
};

int main(int count, char **given) {
  const int repeats = count > 1 ? std::atoi(given[1]) : 3;
  const int steps = count > 2 ? std::atoi(given[2]) : 400;
  const double h = END / steps;
  double least = INFINITY, x[3];
  for (int k = 0; k < repeats; k++) {
    const auto start = std::chrono::steady_clock::now();
    SP::SiconosVector q(new SiconosVector(3)), v(new SiconosVector(3));
    SP::SiconosMatrix mass(new SimpleMatrix(3, 3)), stiffness(new SimpleMatrix(3, 3)), damping(new SimpleMatrix(3, 3));
    SP::SimpleMatrix rows(new SimpleMatrix(3, 3));
    mass->zero();
    damping->zero();
    rows->zero();
    for (int i = 0; i < 3; i++) {
      (*q)(i) = START[i];
      (*v)(i) = 1;
      (*mass)(i, i) = MASS[i];
      (*rows)(i, i) = LIMIT;
      for (int j = 0; j < 3; j++) (*stiffness)(i, j) = 1.0 / (i + j + 1);
    }
    SP::LagrangianLinearTIDS machine(new Machine(q, v, mass, stiffness, damping));
    SP::NonSmoothLaw law(new RelayNSL(3, -h, h)); // impulses of a step
    SP::Relation relation(new LagrangianLinearTIR(rows));
    SP::Interaction friction(new Interaction(law, relation));
    SP::NonSmoothDynamicalSystem system(new NonSmoothDynamicalSystem(0, END));
    system->insertDynamicalSystem(machine);
    system->link(friction, machine);
    SP::MoreauJeanOSI scheme(new MoreauJeanOSI(0.5));
    scheme->setConstraintActivationThreshold(1e20);
    SP::TimeDiscretisation grid(new TimeDiscretisation(0, h));
    SP::Relay solver(new Relay(SICONOS_RELAY_LEMKE));
    solver->numericsSolverOptions()->dparam[SICONOS_DPARAM_TOL] = 1e-12;
    SP::TimeStepping run(new TimeStepping(system, grid, scheme, solver));
    for (int n = 0; n < steps && run->hasNextEvent(); n++) {
      run->computeOneStep();
      run->nextStep();
    }
    const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - start;
    least = std::min(least, time.count());
    for (int i = 0; i < 3; i++) x[i] = (*machine->q())(i);
  }
  std::printf("%.17g %.17g %.17g %.17g\n", least, x[0], x[1], x[2]);
}
