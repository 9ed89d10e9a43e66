/*
 * The runs of scalar.c by AVX-512, which WebAssembly does not have: what vectors of eight doubles make of them. Input, output and scaling are
 * those of scalar.c; SIZE is the number of coordinates. With PAIRS, for up to six coordinates, by what WebAssembly has: vectors of two doubles, and
 * no fused operations.
 *
 * Up to six coordinates, eight runs stand side by side in a vector, and GROUPS vectors take turns: multipliers by projected sweeps until none
 * of them changes. Of more, the coordinates of a run stand side by side, with the tableau of scalar.c; GROUPS runs take turns.
 */
#ifdef PAIRS
#if SIZE > 6
#error "scalar.c has more coordinates in pairs"
#endif
#elif !defined(__AVX512F__)
#error "no AVX-512 here"
#endif
#include <immintrin.h>
#include <math.h>
#include <string.h>

#include "program.h"

/* Part of a limit, or of a way that it moves by, below which a violation is round-off; change of multipliers that ends the sweeps. */
#define TIE 1e-13
#define SAME 1e-12
#ifdef PAIRS
#define LANES 2
#define GROUPS 8
#else
#define LANES 8
#define GROUPS (SMALL ? 4 : 2)
#endif
#define SMALL (SIZE <= 6)
/* Runs at once. */
#define BATCH (SMALL ? GROUPS * LANES : GROUPS)
#define EACH(index, count) _Pragma("GCC unroll 8") for (int index = 0; index < (count); index++)

#ifdef PAIRS
typedef __m128d Vector;
#define VECTOR(name) _mm_##name##_pd
static inline Vector lessProduct(Vector a, Vector b, Vector sum) { return sum - a * b; }
static inline Vector sizeOf(Vector x) { return _mm_andnot_pd(_mm_set1_pd(-0.0), x); }
static inline int isAbove(Vector x, Vector y) { return _mm_movemask_pd(_mm_cmpgt_pd(x, y)) != 0; }
#else
typedef __m512d Vector;
#define VECTOR(name) _mm512_##name##_pd
static inline Vector lessProduct(Vector a, Vector b, Vector sum) { return _mm512_fnmadd_pd(a, b, sum); }
static inline Vector sizeOf(Vector x) { return _mm512_abs_pd(x); }
static inline int isAbove(Vector x, Vector y) { return _mm512_cmp_pd_mask(x, y, _CMP_GT_OQ) != 0; }
#endif

static double response[SIZE][SIZE], elastic[SIZE][SIZE];
static double *load;
static int steps;

static inline Vector all(double x) { return VECTOR(set1)(x); }

#if SIZE <= 6

/* Of the scaled response the diagonal is 1. */
static void runBatch(const double *starts, double *ends) {
  Vector z[SIZE][GROUPS], way[SIZE][GROUPS], force[SIZE][GROUPS], push[SIZE][GROUPS];
  Vector free[SIZE][GROUPS], found[SIZE][GROUPS];
  for (int i = 0; i < SIZE; i++)
    for (int r = 0; r < BATCH; r++) {
      const double *start = starts + 4 * SIZE * r;
      ((double *)&z[i][r / LANES])[r % LANES] = start[SIZE + i];
      ((double *)&way[i][r / LANES])[r % LANES] = start[SIZE + i] - start[i];
      ((double *)&force[i][r / LANES])[r % LANES] = start[2 * SIZE + i];
      ((double *)&push[i][r / LANES])[r % LANES] = start[3 * SIZE + i];
    }
  for (int n = 0; n + 1 < steps; n++) {
    const double *g = load + n * SIZE;
    EACH(i, SIZE) EACH(k, GROUPS) {
      Vector sum = way[i][k] + way[i][k] + (all(g[i]) + push[i][k]);
      EACH(j, SIZE) sum = lessProduct(all(elastic[i][j]), z[j][k], sum);
      free[i][k] = sum;
    }
    for (;;) {
      Vector moved = VECTOR(setzero)();
      EACH(i, SIZE) EACH(k, GROUPS) {
        Vector sum = free[i][k];
        EACH(j, SIZE) if (j != i) sum = lessProduct(all(response[i][j]), force[j][k], sum);
        Vector next = VECTOR(min)(VECTOR(max)(sum, all(-1)), all(1));
        moved = VECTOR(max)(moved, sizeOf(next - force[i][k]));
        force[i][k] = next;
        found[i][k] = sum - next;
      }
      if (!isAbove(moved, all(SAME))) break;
    }
    EACH(i, SIZE) EACH(k, GROUPS) {
      way[i][k] = found[i][k] - way[i][k]; /* of the last sweep, which changed nothing; 0 of a row inside its limits */
      z[i][k] += way[i][k];
    }
  }
  for (int r = 0; r < BATCH; r++)
    for (int i = 0; i < SIZE; i++) ends[r * SIZE + i] = ((double *)&z[i][r / LANES])[r % LANES];
}

#else

#define FRESH 200
#define PATIENCE 10
#define PARTS ((SIZE + LANES - 1) / LANES)
#define WIDTH (PARTS * LANES)
#define ALL ((1u << SIZE) - 1)

/* Columns in the rows of an array, filled up with zeros. */
static Vector responses[SIZE][PARTS], elastics[SIZE][PARTS];
static Vector *loads;

typedef struct {
  Vector tableau[SIZE][PARTS], z[PARTS], way[PARTS], side[PARTS], push[PARTS], free[PARTS], found[PARTS];
  int pivots;
} Run;

static void pivot(Run *run, int k) {
  double by = 1 / ((double *)run->tableau[k])[k];
  Vector column[PARTS];
  memcpy(column, run->tableau[k], sizeof column);
  for (int j = 0; j < SIZE; j++) {
    double factor = ((double *)run->tableau[j])[k] * by;
    EACH(q, PARTS) run->tableau[j][q] = _mm512_fnmadd_pd(all(factor), column[q], run->tableau[j][q]);
    ((double *)run->tableau[j])[k] = -factor;
  }
  EACH(q, PARTS) run->tableau[k][q] = column[q] * all(by);
  ((double *)run->tableau[k])[k] = by;
  run->pivots++;
}

static void build(Run *run) {
  memcpy(run->tableau, responses, sizeof responses);
  for (int i = 0; i < SIZE; i++)
    if (((double *)run->side)[i] == 0) pivot(run, i);
  run->pivots = 0;
}

static inline void findFree(Run *run, const Vector *g) {
  Vector even[PARTS], odd[PARTS];
  const double *z = (const double *)run->z;
  EACH(q, PARTS) {
    even[q] = run->way[q] + run->way[q] + (g[q] + run->push[q]);
    odd[q] = _mm512_setzero_pd();
  }
#pragma GCC unroll 16
  for (int j = 0; j + 1 < SIZE; j += 2) {
    EACH(q, PARTS) even[q] = _mm512_fnmadd_pd(all(z[j]), elastics[j][q], even[q]);
    EACH(q, PARTS) odd[q] = _mm512_fnmadd_pd(all(z[j + 1]), elastics[j + 1][q], odd[q]);
  }
  if (SIZE % 2) EACH(q, PARTS) even[q] = _mm512_fnmadd_pd(all(z[SIZE - 1]), elastics[SIZE - 1][q], even[q]);
  EACH(q, PARTS) run->free[q] = even[q] + odd[q];
}

/* What the tableau makes of the sides; the rows whose sides are wrong. */
static inline unsigned findForces(Run *run) {
  Vector even[PARTS], odd[PARTS], kept[PARTS];
  __mmask8 stuck[PARTS];
  unsigned wrong = 0;
  EACH(q, PARTS) {
    stuck[q] = _mm512_cmp_pd_mask(run->side[q], _mm512_setzero_pd(), _CMP_EQ_OQ);
    kept[q] = _mm512_mask_blend_pd(stuck[q], run->side[q], run->free[q]);
    even[q] = odd[q] = _mm512_setzero_pd();
  }
  const double *given = (const double *)kept;
#pragma GCC unroll 16
  for (int j = 0; j + 1 < SIZE; j += 2) {
    EACH(q, PARTS) even[q] = _mm512_fmadd_pd(all(given[j]), run->tableau[j][q], even[q]);
    EACH(q, PARTS) odd[q] = _mm512_fmadd_pd(all(given[j + 1]), run->tableau[j + 1][q], odd[q]);
  }
  if (SIZE % 2) EACH(q, PARTS) even[q] = _mm512_fmadd_pd(all(given[SIZE - 1]), run->tableau[SIZE - 1][q], even[q]);
  EACH(q, PARTS) {
    Vector found = even[q] + odd[q];
    __mmask8 beyond = _mm512_cmp_pd_mask(_mm512_abs_pd(found), all(1 + TIE), _CMP_GT_OQ);
    __mmask8 back = _mm512_cmp_pd_mask(run->side[q] * (run->free[q] - found), all(-TIE), _CMP_LT_OQ);
    run->found[q] = found;
    wrong |= (unsigned)((stuck[q] & beyond) | (~stuck[q] & back)) << (LANES * q);
  }
  return wrong & ALL;
}

static __attribute__((noinline)) void settle(Run *run, unsigned wrong) {
  double *side = (double *)run->side, *found = (double *)run->found;
  for (int pass = 1; wrong; pass++) {
    for (unsigned left = pass > PATIENCE ? wrong & -wrong : wrong; left; left &= left - 1) {
      int i = __builtin_ctz(left);
      side[i] = side[i] != 0 ? 0 : found[i] > 0 ? 1 : -1;
      pivot(run, i);
    }
    wrong = findForces(run);
  }
  if (run->pivots > FRESH) build(run);
}

static inline void move(Run *run) {
  EACH(q, PARTS) {
    __mmask8 slips = _mm512_cmp_pd_mask(run->side[q], _mm512_setzero_pd(), _CMP_NEQ_OQ);
    run->way[q] = _mm512_maskz_mov_pd(slips, run->free[q] - run->found[q]) - run->way[q];
    run->z[q] += run->way[q];
  }
}

static void runBatch(const double *starts, double *ends) {
  static Run runs[GROUPS];
  memset(runs, 0, sizeof runs);
  for (int k = 0; k < GROUPS; k++) {
    const double *start = starts + 4 * SIZE * k;
    for (int i = 0; i < SIZE; i++) {
      double force = start[2 * SIZE + i];
      ((double *)runs[k].z)[i] = start[SIZE + i];
      ((double *)runs[k].way)[i] = start[SIZE + i] - start[i];
      ((double *)runs[k].side)[i] = fabs(force) < 1 ? 0 : force;
      ((double *)runs[k].push)[i] = start[3 * SIZE + i];
    }
    build(runs + k);
  }
  for (int n = 0; n + 1 < steps; n++) {
    unsigned wrong[GROUPS];
    EACH(k, GROUPS) findFree(runs + k, loads + n * PARTS);
    EACH(k, GROUPS) wrong[k] = findForces(runs + k);
    EACH(k, GROUPS) if (__builtin_expect(wrong[k], 0)) settle(runs + k, wrong[k]);
    EACH(k, GROUPS) move(runs + k);
  }
  for (int k = 0; k < GROUPS; k++) memcpy(ends + k * SIZE, runs[k].z, SIZE * sizeof(double));
}

static void fill(Vector to[SIZE][PARTS], double from[SIZE][SIZE]) {
  for (int j = 0; j < SIZE; j++)
    for (int i = 0; i < SIZE; i++) ((double *)to[j])[i] = from[i][j];
}

#endif

int main(int count, char **arguments) {
  FILE *file = count == 3 ? fopen(arguments[1], "rb") : NULL;
  double size[2], sum = 0;
  if (!file) {
    fprintf(stderr, "usage: wide input repeats\n");
    return 2;
  }
  take(file, size, 2);
  steps = (int)size[0];
  int runs = (int)size[1], batches = runs / BATCH;
  if (batches * BATCH != runs) {
    fprintf(stderr, "not a multiple of %d runs; %d\n", BATCH, runs);
    return 2;
  }
  take(file, response[0], SIZE * SIZE);
  take(file, elastic[0], SIZE * SIZE);
  load = malloc(sizeof(double) * (size_t)steps * SIZE);
  double *starts = malloc(sizeof(double) * (size_t)runs * 4 * SIZE);
  double *ends = malloc(sizeof(double) * (size_t)runs * SIZE);
  double *least = malloc(sizeof(double) * (size_t)batches);
  take(file, load, (size_t)steps * SIZE);
  take(file, starts, (size_t)runs * 4 * SIZE);
#if SIZE > 6
  fill(responses, response);
  fill(elastics, elastic);
  loads = aligned_alloc(64, sizeof(Vector) * (size_t)steps * PARTS);
  memset(loads, 0, sizeof(Vector) * (size_t)steps * PARTS);
  for (int n = 0; n < steps; n++)
    for (int i = 0; i < SIZE; i++) ((double *)(loads + n * PARTS))[i] = load[n * SIZE + i];
#endif
  for (int b = 0; b < batches; b++) least[b] = INFINITY;
  for (int repeat = atoi(arguments[2]); repeat > 0; repeat--)
    for (int b = 0; b < batches; b++) {
      double start = now();
      runBatch(starts + 4 * SIZE * BATCH * b, ends + SIZE * BATCH * b);
      least[b] = fmin(least[b], now() - start);
    }
  for (int b = 0; b < batches; b++) sum += least[b];
  printf("%.6g\n", sum / (steps - 1) / runs);
  for (int i = 0; i < runs * SIZE; i++) printf("%.17g\n", ends[i]);
  return 0;
}
