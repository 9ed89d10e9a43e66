/*
 * The alpha scheme with an exact active set in plain C, for friction on every coordinate and no damping: what the same runs cost
 * without an engine in between, one after the other. SIZE is the number of coordinates, fixed when compiling.
 *
 * Coordinates are scaled so that a row at its limit moves itself by 1. A step (1.1)-(1.3) with the multipliers l is then
 * dz = z+ - z- = free - G l, free = 2 (z - z-) + g - E z, |l| <= 1, l = 1 where dz > 0, -1 where dz < 0. A tableau, G
 * with the stuck rows pivoted in, gives l of a stuck row and G l of another; it is kept from step to step.
 *
 * usage: scalar input repeats. Input, doubles: steps, runs, G, E, g of every step, then for each run z^0, z^1, l^0 and what its control
 * adds to g. Output: ns per step and run (the sum of each run's least time), then z at the ends.
 */
#include <math.h>
#include <string.h>

#include "program.h"

/* Part of a limit, or of a way that it moves by, below which a violation is round-off. */
#define TIE 1e-13
/* Pivots after which the tableau is built anew, and passes after which rows change one at a time. */
#define FRESH 200
#define PATIENCE 10

typedef double Square[SIZE][SIZE];

/* Columns are kept as rows, so that products run along memory. */
static Square response, elastic;

static __attribute__((noinline)) void pivot(Square tableau, int k) {
  double column[SIZE];
  double by = 1 / tableau[k][k];
  memcpy(column, tableau[k], sizeof column);
  for (int j = 0; j < SIZE; j++) {
    double factor = tableau[j][k] * by;
    for (int i = 0; i < SIZE; i++) tableau[j][i] -= factor * column[i];
    tableau[j][k] = -factor;
  }
  for (int i = 0; i < SIZE; i++) tableau[k][i] = column[i] * by;
  tableau[k][k] = by;
}

static void build(Square tableau, const double *side) {
  memcpy(tableau, response, sizeof response);
  for (int i = 0; i < SIZE; i++)
    if (side[i] == 0) pivot(tableau, i);
}

/* `start`: z^0, z^1, l^0 and the control's part of g; z at the end goes to `end`. The side of a row is l at a limit, or 0. */
static void run(int steps, const double *load, const double *start, double *end) {
  double z[SIZE], way[SIZE], side[SIZE], free[SIZE], given[SIZE], found[SIZE];
  const double *push = start + 3 * SIZE;
  Square tableau;
  int pivots = 0;
  for (int i = 0; i < SIZE; i++) {
    z[i] = start[SIZE + i];
    way[i] = start[SIZE + i] - start[i];
    side[i] = fabs(start[2 * SIZE + i]) < 1 ? 0 : start[2 * SIZE + i];
  }
  build(tableau, side);
  for (int n = 0; n + 1 < steps; n++) {
    const double *g = load + n * SIZE;
    for (int i = 0; i < SIZE; i++) free[i] = 2 * way[i] + (g[i] + push[i]);
    for (int j = 0; j < SIZE; j++)
      for (int i = 0; i < SIZE; i++) free[i] -= elastic[j][i] * z[j];
    for (int pass = 1;; pass++) {
      int wrong = 0;
      for (int i = 0; i < SIZE; i++) given[i] = side[i] == 0 ? free[i] : side[i];
      for (int i = 0; i < SIZE; i++) found[i] = 0;
      for (int j = 0; j < SIZE; j++)
        for (int i = 0; i < SIZE; i++) found[i] += tableau[j][i] * given[j];
      for (int i = 0; i < SIZE; i++)
        wrong |= side[i] == 0 ? fabs(found[i]) > 1 + TIE : side[i] * (free[i] - found[i]) < -TIE;
      if (!wrong) break;
      for (int i = 0; i < SIZE; i++) {
        if (side[i] == 0 ? !(fabs(found[i]) > 1 + TIE) : !(side[i] * (free[i] - found[i]) < -TIE)) continue;
        side[i] = side[i] != 0 ? 0 : found[i] > 0 ? 1 : -1;
        pivot(tableau, i);
        pivots++;
        if (pass > PATIENCE) break;
      }
    }
    for (int i = 0; i < SIZE; i++) {
      double dz = side[i] == 0 ? 0 : free[i] - found[i];
      way[i] = dz - way[i];
      z[i] += way[i];
    }
    if (pivots > FRESH) {
      build(tableau, side);
      pivots = 0;
    }
  }
  memcpy(end, z, sizeof z);
}

static void transpose(Square a) {
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < i; j++) {
      double entry = a[i][j];
      a[i][j] = a[j][i];
      a[j][i] = entry;
    }
}

int main(int count, char **arguments) {
  FILE *file = count == 3 ? fopen(arguments[1], "rb") : NULL;
  double size[2], sum = 0;
  if (!file) {
    fprintf(stderr, "usage: scalar input repeats\n");
    return 2;
  }
  take(file, size, 2);
  int steps = (int)size[0], runs = (int)size[1];
  take(file, response[0], SIZE * SIZE);
  take(file, elastic[0], SIZE * SIZE);
  double *load = malloc(sizeof(double) * (size_t)steps * SIZE);
  double *starts = malloc(sizeof(double) * (size_t)runs * 4 * SIZE);
  double *ends = malloc(sizeof(double) * (size_t)runs * SIZE);
  double *least = malloc(sizeof(double) * (size_t)runs);
  take(file, load, (size_t)steps * SIZE);
  take(file, starts, (size_t)runs * 4 * SIZE);
  transpose(response);
  transpose(elastic);
  for (int r = 0; r < runs; r++) least[r] = INFINITY;
  for (int repeat = atoi(arguments[2]); repeat > 0; repeat--)
    for (int r = 0; r < runs; r++) {
      double start = now();
      run(steps, load, starts + 4 * SIZE * r, ends + SIZE * r);
      least[r] = fmin(least[r], now() - start);
    }
  for (int r = 0; r < runs; r++) sum += least[r];
  printf("%.6g\n", sum / (steps - 1) / runs);
  for (int i = 0; i < runs * SIZE; i++) printf("%.17g\n", ends[i]);
  return 0;
}
