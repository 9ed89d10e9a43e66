/*
 * The alpha scheme with an exact active set in plain C, for friction on every coordinate and no damping: what the same
 * steps cost without an engine in between. SIZE is the number of coordinates, fixed when compiling.
 *
 * With A = M/dt^2 + alpha K a step (1.1)-(1.3) is dz = x+ - x- = free + A^-1 F, free = 2 (x - x-) + A^-1 (f - K x),
 * |F| <= limit, F at the limit against dz, dz = 0 below it. Given are F of the rows that slip and dz of those that stick;
 * a tableau, A^-1 with the stuck rows pivoted in, gives the rest, and is kept from step to step.
 *
 * usage: scalar input repeats. Input, doubles: steps, A^-1, A^-1 K, limits, x^0, x^1, F^0, A^-1 f of every step.
 * Output: ns per step (the least of the repeats), then x at the end.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Part of its terms below which a violation is round-off. */
#define TIE 1e-13
/* Pivots after which the tableau is built anew, and passes after which rows change one at a time. */
#define FRESH 100
#define PATIENCE 20

typedef double Square[SIZE][SIZE];

static Square inverse, elastic;
static double limit[SIZE], first[SIZE], second[SIZE], startForce[SIZE];

/* Columns are kept as rows, so that products run along memory. */
static Square tableau;
static int side[SIZE]; /* 0 stuck, otherwise the sign of the force */
static int pivots;

static void pivotIn(int k) {
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
  pivots++;
}

static void build(void) {
  memcpy(tableau, inverse, sizeof tableau);
  for (int i = 0; i < SIZE; i++)
    if (side[i] == 0) pivotIn(i);
  pivots = 0;
}

static void multiply(Square columns, const double *x, double *out) {
  for (int i = 0; i < SIZE; i++) out[i] = 0;
  for (int j = 0; j < SIZE; j++)
    for (int i = 0; i < SIZE; i++) out[i] += columns[j][i] * x[j];
}

/* The side on which a row belongs by what was found for it: its force when stuck, else its A^-1 F. */
static int belongs(int i, const double *free, const double *found) {
  if (side[i] == 0) return fabs(found[i]) <= limit[i] * (1 + TIE) ? 0 : found[i] > 0 ? 1 : -1;
  return side[i] * (free[i] + found[i]) > TIE * (fabs(free[i]) + fabs(found[i])) ? 0 : side[i];
}

static void solve(const double *free, double *dz) {
  double given[SIZE], found[SIZE];
  for (int pass = 0;; pass++) {
    int changed = 0;
    for (int i = 0; i < SIZE; i++) given[i] = side[i] == 0 ? -free[i] : side[i] * limit[i];
    multiply(tableau, given, found);
    for (int i = 0; i < SIZE && !(changed && pass > PATIENCE); i++) {
      int right = belongs(i, free, found);
      if (right == side[i]) continue;
      side[i] = right;
      pivotIn(i);
      changed = 1;
    }
    if (!changed) break;
  }
  for (int i = 0; i < SIZE; i++) dz[i] = side[i] == 0 ? 0 : free[i] + found[i];
  if (pivots > FRESH) build();
}

static void run(int steps, const double *load, double *x) {
  double ahead[SIZE], before[SIZE], free[SIZE], dz[SIZE];
  memcpy(x, first, sizeof first);
  memcpy(ahead, second, sizeof second);
  for (int i = 0; i < SIZE; i++) side[i] = fabs(startForce[i]) < limit[i] ? 0 : startForce[i] > 0 ? 1 : -1;
  build();
  for (int n = 0; n < steps; n++) {
    memcpy(before, x, sizeof before);
    memcpy(x, ahead, sizeof ahead);
    multiply(elastic, x, free);
    for (int i = 0; i < SIZE; i++) free[i] = 2 * (x[i] - before[i]) + load[n * SIZE + i] - free[i];
    solve(free, dz);
    for (int i = 0; i < SIZE; i++) ahead[i] = before[i] + dz[i];
  }
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return 1e9 * (double)time.tv_sec + (double)time.tv_nsec;
}

static void take(FILE *file, double *into, size_t count) {
  if (fread(into, sizeof(double), count, file) == count) return;
  fprintf(stderr, "input too short; not %zu numbers more\n", count);
  exit(1);
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
  double steps, least = INFINITY, x[SIZE];
  if (!file) {
    fprintf(stderr, "usage: scalar input repeats\n");
    return 2;
  }
  take(file, &steps, 1);
  take(file, inverse[0], SIZE * SIZE);
  take(file, elastic[0], SIZE * SIZE);
  take(file, limit, SIZE);
  take(file, first, SIZE);
  take(file, second, SIZE);
  take(file, startForce, SIZE);
  double *load = malloc(sizeof(double) * (size_t)steps * SIZE);
  take(file, load, (size_t)steps * SIZE);
  transpose(inverse);
  transpose(elastic);
  for (int repeat = atoi(arguments[2]); repeat > 0; repeat--) {
    double start = now();
    run((int)steps, load, x);
    least = fmin(least, now() - start);
  }
  printf("%.6g\n", least / steps);
  for (int i = 0; i < SIZE; i++) printf("%.17g\n", x[i]);
  return 0;
}
