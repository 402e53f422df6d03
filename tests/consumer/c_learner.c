/* Runs a learner in C beside a shipped one, reads the results, and plays a trial again round by round. */
#include <regretta.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Plays each arm once, then the arm with the lowest mean of loss + weight * violation. */
typedef struct leader {
  int32_t trials, arms;
  double weight;   /* weight of the violation */
  double* total;   /* sum of an arm's loss + weight * violation: trials x arms */
  int64_t* pulls;  /* number of an arm's plays: trials x arms */
  int64_t* chosen; /* the arm for the next round: trials */
} leader;

static void* create(void* user, const regretta_problem* problem, const char* settings, int32_t trials) {
  (void)user;
  leader* self = calloc(1, sizeof *self);
  const size_t size = (size_t)trials * (size_t)problem->num_arms;
  const char* weight = strstr(settings, "\"weight\":");
  if (self == NULL || weight == NULL) {
    regretta_fail("no memory, or no weight");
    free(self);
    return NULL;
  }
  self->trials = trials;
  self->arms = problem->num_arms;
  self->weight = atof(weight + strlen("\"weight\":"));
  self->total = calloc(size, sizeof *self->total);
  self->pulls = calloc(size, sizeof *self->pulls);
  self->chosen = calloc((size_t)trials, sizeof *self->chosen);
  return self;
}

static int choose(void* object, int64_t t, const regretta_draws* draws, const double** x, const int64_t** arms) {
  (void)t, (void)draws, (void)x;
  leader* self = object;
  for (int32_t k = 0; k < self->trials; ++k) {
    const double* total = self->total + (size_t)k * (size_t)self->arms;
    const int64_t* pulls = self->pulls + (size_t)k * (size_t)self->arms;
    int64_t best = 0;
    for (int32_t a = 0; a < self->arms; ++a) {
      if (pulls[a] == 0) {
        best = a;
        break;
      }
      if (total[a] / (double)pulls[a] < total[best] / (double)pulls[best]) best = a;
    }
    self->chosen[k] = best;
  }
  *arms = self->chosen;
  return 0;
}

static int observe(void* object, int64_t t, const regretta_seen* seen) {
  (void)t;
  leader* self = object;
  for (int32_t k = 0; k < self->trials; ++k) {
    const size_t index = (size_t)k * (size_t)self->arms + (size_t)seen->arm[k];
    self->total[index] += seen->loss[k] + self->weight * seen->violation[k]; /* there is one constraint */
    ++self->pulls[index];
  }
  return 0;
}

static void destroy(void* object) {
  leader* self = object;
  free(self->total);
  free(self->pulls);
  free(self->chosen);
  free(self);
}

static void* checked(void* handle) { /* if the handle is null, prints the error and exits */
  if (handle == NULL) {
    fprintf(stderr, "%s\n", regretta_error());
    exit(1);
  }
  return handle;
}

int main(int argc, char** argv) {
  if (argc != 3 || regretta_abi() != REGRETTA_ABI) return 2;
  const regretta_parameter weight = {"weight", "number", "0.5", "weight of the violation in the minimised loss"};
  const regretta_learner entry = {sizeof entry, "c-leader", "follow the leader, in C", "bandit", "c 1", &weight, 1, 256,
                                  NULL, create, choose, observe, destroy, NULL, NULL, NULL, 0};
  regretta_session* session = checked(regretta_session_new());
  if (regretta_add_learner(session, &entry) != 0) return 1;
  regretta_plan* plan = checked(regretta_plan_new(session, argv[1], NULL, 0));
  if (regretta_run(plan, argv[2], 0, 0) != 0) {
    fprintf(stderr, "%s\n", regretta_error());
    return 1;
  }
  regretta_results* results = checked(regretta_results_open(argv[2]));
  const int64_t trials = regretta_results_trials(results);
  double* values = calloc((size_t)trials, sizeof *values);
  for (int64_t cell = 0; cell < regretta_results_cells(results); ++cell) {
    double sum = 0;
    if (regretta_results_values(results, cell, "expected_regret", values) != 0) return 1;
    for (int64_t k = 0; k < trials; ++k) sum += values[k];
    printf("%s %.17g\n", regretta_plan_cell(plan, cell), sum / (double)trials);
  }
  printf("digest %s\n", regretta_results_digest(results));

  /* Plays the first trial of the first cell again, round by round. It must give the same regret. */
  regretta_game* game = checked(regretta_game_new(plan, 0, "bandit", 0, 1));
  const regretta_problem problem = {200, 3, 1, 0.05}; /* T, arms, constraints, delta */
  leader* stepped = create(NULL, &problem, "{\"weight\":0.5}", 1);
  const double* x = NULL;
  const int64_t* arms = NULL;
  regretta_seen seen;
  double regret = 0;
  for (int64_t t = 1; t <= problem.horizon; ++t)
    if (choose(stepped, t, regretta_game_draws(game), &x, &arms) != 0 || regretta_game_play(game, NULL, arms, &seen) != 0 ||
        observe(stepped, t, &seen) != 0)
      return 1;
  if (regretta_game_values(game, "expected_regret", &regret) != 0) return 1;
  regretta_results_values(results, 0, "expected_regret", values);
  printf("by hand %s\n", regret == values[0] ? "the same" : "another");

  /* A round after the last, and a null or freed game, must be refused. */
  if (regretta_game_play(game, NULL, arms, &seen) == 0 || regretta_game_free(NULL) == 0) return 1;
  destroy(stepped);
  free(values);
  regretta_game_free(game);
  if (regretta_game_free(game) == 0) return 1;
  printf("stale: %s\n", regretta_error());
  regretta_results_free(results);
  regretta_plan_free(plan);
  regretta_session_free(session);
  return 0;
}
