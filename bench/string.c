/*
 * A string with dry friction by the alpha scheme in plain C: what the same steps cost without an engine in between. All nodes alike, lumped mass,
 * no load. With w = x+ - x- and u = x - x-, a step divided by m/dt^2 is
 *     diagonal w_j + beside (w_{j-1} + w_{j+1}) = q_j - limit s_j,   q = 2 (A u) - K x,
 * s_j the sign of w_j, or w_j = 0 with |q_j - beside (w_{j-1} + w_{j+1})| <= limit. A primal-dual active set: elimination over the rows that slip, repaired only
 * where rows changed, forward and backward until its numbers are the old ones.
 *
 * usage: string input repeats. Input, doubles: nodes, steps, diagonal, beside, K's diagonal and neighbor, limit, x^0, x^1, s^0.
 * Output: ns per step (the least of the repeats, of the processor), then x at the end.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define TIE 1e-13

static int n;
static double diagonal, beside, stiff, neighbor, limit;
static double *x, *u, *q, *w, *b, *inverse; /* inverse 0: the row is stuck */
static signed char *s;
static int *wrong, *todo, wrongs;
static int *from, *to;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return 1e9 * t.tv_sec + t.tv_nsec;
}

static double pivot(int i) {
  double before = i > 0 && s[i - 1] != 0 ? inverse[i - 1] : 0;
  return s[i] == 0 ? 0 : 1 / (diagonal - beside * beside * before);
}

static void sweep(void) {
  double last = 0;
  for (int i = 0; i < n; i++) {
    last = (q[i] - limit * s[i] - beside * last) * inverse[i];
    b[i] = last;
  }
  last = 0;
  for (int i = n - 1; i >= 0; i--) {
    last = b[i] - beside * inverse[i] * last;
    w[i] = last;
  }
}

static void judge(int low, int high) {
  double most = limit * (1 + TIE), least = -TIE * limit;
  double before = low > 0 ? w[low - 1] : 0;
  for (int i = low; i <= high; i++) {
    double after = i + 1 < n ? w[i + 1] : 0;
    if (s[i] == 0) {
      double force = q[i] - beside * (before + after);
      if (force > most || force < -most) {
        s[i] = force > 0 ? 1 : -1;
        wrong[wrongs++] = i;
      }
    } else if (s[i] * w[i] < least) {
      s[i] = 0;
      wrong[wrongs++] = i;
    }
    before = w[i];
  }
}

static void repair(void) {
  int count = wrongs, ranges = 0, k = 0;
  memcpy(todo, wrong, count * sizeof *todo);
  wrongs = 0;
  while (k < count) {
    int first = todo[k], last = first, i = first;
    for (; i < n; i++) {
      while (k < count && todo[k] <= i) last = todo[k++];
      double value = pivot(i);
      double right = (q[i] - limit * s[i] - beside * (i > 0 ? b[i - 1] : 0)) * value;
      if (i > last && value == inverse[i] && right == b[i]) break;
      inverse[i] = value;
      b[i] = right;
    }
    int high = i < n ? i : n - 1, j = i - 1;
    double after = i < n ? w[i] : 0;
    for (; j >= 0; j--) {
      double value = b[j] - beside * inverse[j] * after;
      if (j < first && value == w[j]) break;
      w[j] = after = value;
    }
    int low = j > 0 ? j : 0;
    while (ranges > 0 && low <= to[ranges - 1] + 1) {
      ranges--;
      if (from[ranges] < low) low = from[ranges];
      if (to[ranges] > high) high = to[ranges];
    }
    from[ranges] = low;
    to[ranges++] = high;
  }
  for (int r = 0; r < ranges; r++) judge(from[r], to[r]);
}

int main(int argc, char **argv) {
  double head[7];
  FILE *file = fopen(argv[1], "rb");
  int repeats = argc > 2 ? atoi(argv[2]) : 1;
  if (!file || fread(head, 8, 7, file) != 7) return 1;
  n = (int)head[0];
  int steps = (int)head[1];
  diagonal = head[2], beside = head[3], stiff = head[4], neighbor = head[5], limit = head[6];
  double *given = malloc(3 * n * 8);
  if (fread(given, 8, 3 * n, file) != (size_t)(3 * n)) return 1;
  x = calloc(n + 2, 8), u = calloc(n + 2, 8); /* one more on either side: the ends */
  x++, u++;
  q = calloc(n, 8), w = calloc(n, 8), b = calloc(n, 8), inverse = calloc(n, 8), s = calloc(n, 1);
  wrong = calloc(n, sizeof(int)), todo = calloc(n, sizeof(int)), from = calloc(n, sizeof(int)), to = calloc(n, sizeof(int));
  double least = INFINITY;
  for (int r = 0; r < repeats; r++) {
    for (int i = 0; i < n; i++) {
      x[i] = given[n + i];
      u[i] = given[n + i] - given[i];
      s[i] = (signed char)given[2 * n + i];
    }
    for (int i = 0; i < n; i++) inverse[i] = pivot(i);
    double start = now();
    for (int k = 0; k < steps; k++) {
      for (int i = 0; i < n; i++)
        q[i] = 2 * (diagonal * u[i] + beside * (u[i - 1] + u[i + 1])) - (stiff * x[i] + neighbor * (x[i - 1] + x[i + 1]));
      sweep();
      wrongs = 0;
      judge(0, n - 1);
      for (int pass = 0; wrongs > 0; pass++) {
        if (pass > 500) return 2;
        repair();
      }
      for (int i = 0; i < n; i++) {
        u[i] = w[i] - u[i];
        x[i] += u[i];
      }
    }
    double time = now() - start;
    if (time < least) least = time;
  }
  printf("%.17g\n", least / steps);
  for (int i = 0; i < n; i++) printf("%.17g\n", x[i] - u[i]);
  return 0;
}
