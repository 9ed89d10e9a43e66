/*
 * Event-driven runs in plain C, for friction with constant limits on every coordinate: what they cost without an engine in between.
 * SIZE is the number of coordinates, fixed when compiling.
 *
 * Between events M x'' = a exp(r t) - K x - D x' + F, F the friction: a Taylor series of order 24, over steps as long as its last terms allow. A
 * slipping row ends its mode where its slip is zero, a stuck one where its force is at its limit; the first zero is isolated in the
 * Bernstein basis and found by Newton's method. The next mode is found by trying sets of stuck rows. Operators of each set of
 * stuck rows are made once. Instants at which two things happen at once are not looked at closely: this is no reference.
 *
 * usage: event-driven input repeats. Input, doubles: runs, start, end, r, the time between looks (0: the end only is wanted), growing
 * directions; M, K, D, limits, a; for each direction its real and imaginary parts on (x, v) and its bound; for each run x and v.
 * A run with looks ends when all rows are stuck for good (1), or |direction.(x, v)| exceeds its bound at two looks (2).
 * Output: ns a run (the mean of each run's least time), then for each run x, how it ended and when.
 */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "program.h"

#define ORDER 24
/* The last terms, relative to the motion, and to the forces. */
#define MOTION 1e-17
#define FORCE 1e-13
#define MOST 8
#define DEPTH 44

typedef double Vector[SIZE];
typedef double Square[SIZE][SIZE];

static Square mass, stiffness, damping;
static Vector limit, amplitude, weight;
static double rate, start, end, spacing;
static int growing;
static double (*direction)[4 * SIZE + 1];
static int damped, loaded;

/* accelerations = P r for the forces r on the coordinates that do not stick; 0 on the others. And P K, P D. */
static Square operators[1 << SIZE], springs[1 << SIZE], dampers[1 << SIZE];
static char made[1 << SIZE];
static double ratios[ORDER + 1][ORDER + 1][ORDER + 1]; /* of degree, k, i */
static double inverse[ORDER + 1];

static void make_operator(int set) {
  int list[SIZE], n = 0;
  double a[SIZE][2 * SIZE];
  for (int i = 0; i < SIZE; i++)
    if (!(set >> i & 1)) list[n++] = i;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      a[i][j] = mass[list[i]][list[j]];
      a[i][n + j] = i == j;
    }
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++) {
      double factor = i == k ? 1 - 1 / a[k][k] : a[i][k] / a[k][k];
      for (int j = 2 * n - 1; j >= k; j--) a[i][j] -= factor * a[k][j];
    }
  memset(operators[set], 0, sizeof(Square));
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) operators[set][list[i]][list[j]] = a[i][n + j];
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++) {
      springs[set][i][j] = dampers[set][i][j] = 0;
      for (int k = 0; k < SIZE; k++) {
        springs[set][i][j] += operators[set][i][k] * stiffness[k][j];
        dampers[set][i][j] += operators[set][i][k] * damping[k][j];
      }
    }
  made[set] = 1;
}

static inline void accelerate(int set, const Vector r, Vector a) {
  for (int i = 0; i < SIZE; i++) a[i] = 0;
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++) a[i] += operators[set][i][j] * r[j];
}

/* What is missing on a stuck coordinate for its acceleration to be zero. */
static inline double holding(int i, const Vector r, const Vector a) {
  double f = -r[i];
  for (int j = 0; j < SIZE; j++) f += mass[i][j] * a[j];
  return f;
}

typedef struct {
  double time, length, powers[ORDER + 1], loaded; /* and when the load was expanded */
  Vector x, v;
  int mode[SIZE], lead[SIZE], set, event;
  double c[ORDER + 1][SIZE];     /* the motion */
  double f[SIZE][ORDER + 1];     /* forces of stuck rows */
  double load[ORDER + 1][SIZE];
} Run;

static void resistance(int k, const Run *run, Vector r) {
  for (int i = 0; i < SIZE; i++) r[i] = run->load[k][i];
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++) r[i] -= stiffness[i][j] * run->c[k][j];
  if (!damped) return;
  Vector v;
  for (int i = 0; i < SIZE; i++) v[i] = (k + 1) * run->c[k + 1][i];
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++) r[i] -= damping[i][j] * v[j];
}

static void expand_load(Run *run) {
  if (!loaded || run->loaded == run->time) return;
  run->loaded = run->time;
  double e = rate == 0 ? 1 : exp(rate * run->time);
  for (int i = 0; i < SIZE; i++) run->load[0][i] = e * amplitude[i];
  for (int k = 1; k <= ORDER; k++)
    for (int i = 0; i < SIZE; i++) run->load[k][i] = run->load[k - 1][i] * (rate * inverse[k]);
}

static double rough_log(double of) {
  int64_t bits;
  memcpy(&bits, &of, 8);
  return (double)(bits >> 32) / 1048576 - 1023;
}

/* The logarithm of h with c_k h^k <= tolerance c_b h^b for some low b. */
static double trusted(const double *low, double last, int k, double tolerance) {
  double best = -INFINITY;
  if (last == 0) return INFINITY;
  double by = tolerance / last;
  for (int b = 0; b <= MOST; b++) {
    double root = rough_log(by * low[b]) * inverse[k - b];
    if (root > best) best = root;
  }
  return best;
}

static double natural_length(const Run *run) {
  double low[MOST + 1], last[2], h = INFINITY;
  for (int k = 0; k <= MOST + 2; k++) {
    int at = k <= MOST ? k : ORDER - 10 + k;
    double size = 0;
    for (int i = 0; i < SIZE && k > 0; i++) size = fmax(size, weight[i] * fabs(run->c[at][i]));
    if (k <= MOST) low[k] = size;
    else last[k - MOST - 1] = size;
  }
  h = fmin(trusted(low, last[1], ORDER, MOTION), trusted(low, last[0], ORDER - 1, MOTION));
  for (int i = 0; i < SIZE && loaded; i++) {
    if (i > 0 && amplitude[i] == amplitude[i - 1] && limit[i] == limit[i - 1]) continue;
    for (int k = 0; k <= MOST; k++) low[k] = fabs(run->load[k][i]);
    low[0] = fmax(low[0], limit[i]);
    h = fmin(h, trusted(low, fabs(run->load[ORDER - 2][i]), ORDER - 2, FORCE));
    h = fmin(h, trusted(low, fabs(run->load[ORDER - 3][i]), ORDER - 3, FORCE));
  }
  return exp2(h);
}

/* First zero of p, p[0] > 0, on (0, 1]; 2 when there is none. */
static double first_zero(const double *p, int degree) {
  static double stack[DEPTH + 2][ORDER + 1];
  double low[DEPTH + 2], size[DEPTH + 2];
  double (*table)[ORDER + 1] = ratios[degree];
  for (int i = 0; i <= ORDER; i++) stack[0][i] = 0;
  for (int k = 0; k <= degree; k++)
    for (int i = 0; i <= ORDER; i++) stack[0][i] += table[k][i] * p[k];
  low[0] = 0;
  size[0] = 1;
  for (int top = 0; top >= 0;) {
    double *b = stack[top];
    int changes = b[0] < 0 ? 2 : 0;
    for (int i = 1; i <= degree; i++) changes += (b[i] < 0) != (b[i - 1] < 0);
    if (changes == 0) {
      top--;
      continue;
    }
    if ((changes == 1 && b[degree] < 0) || top >= DEPTH) {
      int i = 1;
      while (!(b[i] < 0)) i++;
      double from = low[top], to = low[top] + size[top];
      double x = from + size[top] * (i - 1 + b[i - 1] / (b[i - 1] - b[i])) / degree; /* where they change their sign */
      double before = 0;
      for (int k = 0; k < 100; k++) {
        double value = p[degree], slope = 0;
        for (int i = degree - 1; i >= 0; i--) {
          slope = slope * x + value;
          value = value * x + p[i];
        }
        if (value > 0) from = x;
        else to = x;
        double newton = x - value / slope;
        int inside = newton > from && newton < to;
        double next = inside ? newton : (from + to) / 2, moved = inside ? fabs(next - x) : 1;
        if (next == from || next == to) break;
        x = next;
        /* it converges quadratically: this is what the next step would be */
        if (moved <= 2.3e-16 * x || moved * moved * moved <= before * before * 2.3e-16 * x) break;
        before = moved;
      }
      return x;
    }
    for (int i = 0; i <= degree; i++) {
      stack[top + 1][i] = b[0];
      for (int k = 0; k < degree - i; k++) b[k] = (b[k] + b[k + 1]) / 2;
    }
    size[top] /= 2;
    size[top + 1] = size[top];
    low[top + 1] = low[top];
    low[top] += size[top];
    top++;
  }
  return 2;
}

static void shorten(Run *run, double length) {
  run->length = length;
  run->powers[0] = 1;
  for (int k = 1; k <= ORDER; k++) run->powers[k] = run->powers[k - 1] * length;
}

/* Shortens the expansion to a zero of the guard, if there is one. */
static int test(Run *run, const double *c, double factor, double shift, int lead, int degree) {
  double p[ORDER + 1], rest = 0, x;
  for (int k = 0; k <= degree - lead; k++) p[k] = factor * c[k + lead] * run->powers[k];
  for (int k = 1; k <= degree - lead; k++) rest += fabs(p[k]);
  p[0] += shift;
  if (p[0] > rest) return 0;
  x = first_zero(p, degree - lead);
  if (x > 1) return 0;
  shorten(run, run->length * x);
  return 1;
}

static void expand(Run *run) {
  Vector r, a;
  if (!made[run->set]) make_operator(run->set);
  expand_load(run);
  memcpy(run->c[0], run->x, sizeof(Vector));
  memcpy(run->c[1], run->v, sizeof(Vector));
  for (int k = 0; k <= ORDER - 2; k++) {
    for (int i = 0; i < SIZE; i++) r[i] = run->load[k][i] - (k == 0 ? run->mode[i] * limit[i] : 0);
    accelerate(run->set, r, a);
    for (int i = 0; i < SIZE; i++)
      for (int j = 0; j < SIZE; j++) {
        double drag = damped ? dampers[run->set][i][j] * ((k + 1) * run->c[k + 1][j]) : 0;
        a[i] -= springs[run->set][i][j] * run->c[k][j] + drag;
      }
    for (int i = 0; i < SIZE; i++) run->c[k + 2][i] = a[i] * (inverse[k + 1] * inverse[k + 2]);
    if (!run->set) continue;
    resistance(k, run, r);
    for (int i = 0; i < SIZE; i++) run->f[i][k] = run->mode[i] ? 0 : holding(i, r, a);
  }
  shorten(run, fmin(natural_length(run), end - run->time));
  run->event = -1;
  for (int i = 0; i < SIZE; i++) {
    if (run->mode[i]) {
      double slip[ORDER + 1];
      for (int k = 0; k < ORDER; k++) slip[k] = (k + 1) * run->c[k + 1][i];
      if (test(run, slip, run->mode[i], 0, run->lead[i], ORDER - 1)) run->event = i;
    } else {
      if (test(run, run->f[i], 1, limit[i], 0, ORDER - 2)) run->event = i;
      if (test(run, run->f[i], -1, limit[i], 0, ORDER - 2)) run->event = i;
    }
  }
}

/* Modes of the rows in `resting`, by trying. */
static void decide(Run *run, int resting) {
  Vector r, a;
  expand_load(run);
  memcpy(run->c[0], run->x, sizeof(Vector));
  memcpy(run->c[1], run->v, sizeof(Vector));
  run->set = resting;
  for (int pass = 0; pass < 4 * SIZE; pass++) {
    int changed = 0;
    if (!made[run->set]) make_operator(run->set);
    resistance(0, run, r);
    for (int i = 0; i < SIZE; i++)
      if (!(run->set >> i & 1)) r[i] -= run->mode[i] * limit[i];
    accelerate(run->set, r, a);
    for (int i = 0; i < SIZE; i++) {
      if (!(resting >> i & 1)) continue;
      if (run->set >> i & 1) {
        double f = holding(i, r, a);
        if (fabs(f) <= limit[i]) continue;
        run->mode[i] = f > 0 ? -1 : 1;
      } else if (run->mode[i] * a[i] > 0) continue;
      run->set ^= 1 << i;
      changed = 1;
    }
    if (!changed) break;
  }
  for (int i = 0; i < SIZE; i++) {
    if (run->set >> i & 1) run->mode[i] = 0;
    run->lead[i] = resting >> i & 1;
  }
}

static void evaluate(const Run *run, double tau, Vector x, Vector v) {
  for (int i = 0; i < SIZE; i++) x[i] = run->c[ORDER][i], v[i] = 0;
  for (int k = ORDER - 1; k >= 0; k--)
    for (int i = 0; i < SIZE; i++) {
      v[i] = v[i] * tau + x[i];
      x[i] = x[i] * tau + run->c[k][i];
    }
}

/* To the end of the expansion, and what happens there. */
static int arrive(Run *run) {
  int happened = run->event;
  evaluate(run, run->length, run->x, run->v);
  run->time += run->length;
  memset(run->lead, 0, sizeof run->lead);
  if (happened < 0) return 0;
  if (run->mode[happened]) {
    run->v[happened] = 0;
    decide(run, run->set | 1 << happened);
  } else {
    double f = 0;
    for (int k = ORDER - 2; k >= 0; k--) f = f * run->length + run->f[happened][k];
    run->mode[happened] = f > 0 ? -1 : 1;
    run->lead[happened] = 2;
    run->set ^= 1 << happened;
  }
  return 1;
}

/* `from`: x and v; `out`: x, how it ended and when. */
static void follow(const double *from, double *out) {
  Run run;
  int resting = 0, beyond = 0, looks = 1;
  double last = start, seen = start, how = 0;
  run.time = start;
  run.loaded = NAN;
  memset(run.load, 0, sizeof run.load);
  for (int i = 0; i < SIZE; i++) {
    run.x[i] = from[i];
    run.v[i] = from[SIZE + i];
    run.mode[i] = (run.v[i] > 0) - (run.v[i] < 0);
    resting |= (run.mode[i] == 0) << i;
  }
  decide(&run, resting);
  expand(&run);
  for (;;) {
    double stop = spacing > 0 ? start + looks++ * spacing : end;
    Vector x, v;
    while (run.time + run.length < stop && run.time + run.length < end) {
      if (arrive(&run)) last = run.time;
      expand(&run);
    }
    evaluate(&run, fmin(stop - run.time, run.length), x, v);
    memcpy(out, x, sizeof(Vector));
    if (spacing == 0) last = end;
    else if (run.set + 1 == 1 << SIZE) how = 1;
    else {
      int more = 0;
      for (int d = 0; d < growing; d++) {
        const double *l = direction[d];
        double re = 0, im = 0;
        for (int i = 0; i < SIZE; i++) {
          re += l[i] * x[i] + l[SIZE + i] * v[i];
          im += l[2 * SIZE + i] * x[i] + l[3 * SIZE + i] * v[i];
        }
        if (sqrt(re * re + im * im) > l[4 * SIZE]) more |= 1 << d;
      }
      if (more & beyond) {
        how = 2;
        last = seen;
      }
      seen = stop;
      beyond = more;
    }
    if (how > 0 || stop >= end) break;
  }
  out[SIZE] = how;
  out[SIZE + 1] = last - start;
}

int main(int count, char **arguments) {
  FILE *file = count == 3 ? fopen(arguments[1], "rb") : NULL;
  double size[6], sum = 0;
  if (!file) {
    fprintf(stderr, "usage: event-driven input repeats\n");
    return 2;
  }
  take(file, size, 6);
  int runs = (int)size[0];
  start = size[1];
  end = size[2];
  rate = size[3];
  spacing = size[4];
  growing = (int)size[5];
  take(file, mass[0], SIZE * SIZE);
  take(file, stiffness[0], SIZE * SIZE);
  take(file, damping[0], SIZE * SIZE);
  take(file, limit, SIZE);
  take(file, amplitude, SIZE);
  direction = malloc(sizeof(*direction) * (size_t)(growing + 1));
  take(file, direction[0], (size_t)growing * (4 * SIZE + 1));
  double *starts = malloc(sizeof(double) * (size_t)runs * 2 * SIZE);
  double *ends = malloc(sizeof(double) * (size_t)runs * (SIZE + 2));
  double *least = malloc(sizeof(double) * (size_t)runs);
  take(file, starts, (size_t)runs * 2 * SIZE);
  for (int i = 0; i < SIZE; i++) {
    weight[i] = sqrt(mass[i][i]);
    loaded |= amplitude[i] != 0;
    for (int j = 0; j < SIZE; j++) damped |= damping[i][j] != 0;
  }
  for (int n = 1; n <= ORDER; n++) inverse[n] = 1.0 / n;
  for (int n = 1; n <= ORDER; n++)
    for (int i = 0; i <= n; i++) {
      double ratio = 1;
      for (int k = 0; k <= i; k++) {
        ratios[n][k][i] = ratio;
        ratio *= (double)(i - k) / (n - k);
      }
    }
  for (int r = 0; r < runs; r++) least[r] = INFINITY;
  for (int repeat = atoi(arguments[2]); repeat > 0; repeat--)
    for (int r = 0; r < runs; r++) {
      double begun = now();
      follow(starts + 2 * SIZE * r, ends + (SIZE + 2) * r);
      least[r] = fmin(least[r], now() - begun);
    }
  for (int r = 0; r < runs; r++) sum += least[r];
  printf("%.6g\n", sum / runs);
  for (int i = 0; i < runs * (SIZE + 2); i++) printf("%.17g\n", ends[i]);
  return 0;
}
