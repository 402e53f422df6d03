/* Regretta's C interface (libregretta.so): studies, results, games played round by round, and learners written in any
   language that can call C. The Python package (tools/python) uses it.

   On success, a function returns 0, a count, a handle or a string. On failure, it returns -1 or NULL, and
   regretta_error() returns the reason. Each kind of handle has a function that frees it; NULL and freed handles
   are refused. Only one thread at a time may use a handle. Arrays are contiguous, in C order of the dimensions in the
   comments. Strings are UTF-8. A returned string stays valid until the next call in the same thread. */
#ifndef REGRETTA_H
#define REGRETTA_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Incremented when programs that were compiled with an older header stop working. */
#define REGRETTA_ABI 1
int regretta_abi(void);               /* REGRETTA_ABI of the library */
const char* regretta_version(void);   /* version of the library, such as "0.5.0" */
const char* regretta_error(void);     /* message of the last call that failed in this thread */

/* ---- learners ---------------------------------------------------------------------------------------------------- */

typedef struct regretta_problem {
  int64_t horizon;         /* T >= 1 */
  int32_t num_arms;        /* K >= 1 */
  int32_t num_constraints; /* m >= 1 */
  double delta;            /* in (0, 1) */
} regretta_problem;

/* The feedback that the learners of n trials receive in a round. */
typedef struct regretta_seen {
  const int64_t* arm;      /* arms played, n numbers from 0; NULL with full feedback */
  const double* loss;      /* n numbers; with full feedback n x K */
  const double* violation; /* with bandit feedback n x m numbers, otherwise n x m x K */
} regretta_seen;

/* A learner's random numbers for a round, determined by seed, trial, round and purpose; valid during `choose`. */
typedef struct regretta_draws regretta_draws;
/* Writes random numbers to drawn. law: "uniform", "normal", "exponential", "gamma" (shape a) or "beta" (shapes a, b).
   drawn, a, b: n x columns. purpose: 0 to 2^17 - 1; within a round, the same law and purpose give the same numbers. */
int regretta_draw(const regretta_draws* draws, const char* law, int32_t purpose, int64_t columns, const double* a,
                  const double* b, double* drawn);

typedef struct regretta_parameter {
  const char* name;
  const char* type;          /* "flag", "integer", "number", "text" or "numbers" */
  const char* default_value; /* in JSON */
  const char* help;          /* one line; may be NULL */
} regretta_parameter;

/* The rounds of n trials, valid during `play`. */
typedef struct regretta_rounds regretta_rounds;

/* A learner, whose objects play several trials at once. To fail, a function calls regretta_fail and returns NULL or a
   nonzero number. The trials of the object are then played again, one at a time; those that fail again are recorded as
   failed. The functions are called from several threads, but all calls for one object come from the same thread. Results
   must not depend on which trials share an object. */
typedef struct regretta_learner {
  size_t size;               /* sizeof(regretta_learner) */
  const char* name;          /* `kind` in studies */
  const char* summary;       /* one line; may be NULL */
  const char* feedback;      /* "full", "bandit losses" or "bandit" */
  const char* content;       /* identifies the version of the code; stored with results; NULL: a hash of the program or
                                library that contains `create` */
  const regretta_parameter* parameters;
  size_t num_parameters;
  int32_t trials_at_once;    /* maximum number of trials per object, >= 1; numbers below 8 count as 8 */
  void* user;                /* passed to create */
  /* Returns an object that plays the given number of trials. settings: a JSON object with a value for each parameter. */
  void* (*create)(void* user, const regretta_problem* problem, const char* settings, int32_t trials);
  /* Chooses the strategies of round t (1, ..., T): sets *x to n x K numbers, rows in the simplex, or *arms to n arms, from
     0. The arrays must stay valid until `observe` is called. */
  int (*choose)(void* self, int64_t t, const regretta_draws* draws, const double** x, const int64_t** arms);
  /* Receives the feedback of round t. */
  int (*observe)(void* self, int64_t t, const regretta_seen* seen);
  void (*destroy)(void* self);
  /* If not NULL, called once instead of choose and observe in every round, which saves two calls into the learner's
     language per round. Plays all T rounds by calling regretta_rounds_play, and returns 0. */
  int (*play)(void* self, regretta_rounds* rounds);
  const char* strategy_name; /* name in messages about invalid strategies, such as "MyUCB.strategy"; NULL: name */
  const char* language;      /* language of the code, such as "python"; NULL: unknown */
  int32_t ignores_constraints; /* nonzero: strategies do not depend on violations; tables never recommend the learner */
} regretta_learner;
/* Plays the next round with the strategies x (n x K) or, if x is NULL, with the arms (n). Writes the
   feedback to arm (not with full feedback), loss and violation, whose sizes are those in regretta_seen. If it returns a
   nonzero number, `play` must return that number at once, and need not call regretta_fail. */
int regretta_rounds_play(regretta_rounds* rounds, const double* x, const int64_t* arms, int64_t* arm, double* loss,
                         double* violation);
/* Returns the random numbers of the next round. Every call during `play` returns the same handle. */
const regretta_draws* regretta_rounds_draws(regretta_rounds* rounds);
/* Sets the reason of a failure. A function of a learner or an environment calls it before it returns a failure. */
void regretta_fail(const char* message);

/* An environment whose means are fixed before round 1. */
typedef struct regretta_environment {
  size_t size;               /* sizeof(regretta_environment) */
  const char* name;          /* `kind` in studies; studies may add noise and corruption to it */
  const char* summary;       /* one line; may be NULL */
  int32_t num_arms;          /* K >= 1 */
  int32_t num_constraints;   /* m >= 1 */
  int64_t longest_horizon;   /* number of rounds with means, and the default horizon of studies; 0: any */
  void* user;                /* passed to means */
  /* Writes the means of rounds 1, ..., horizon: loss (horizon x K, in [0, 1]) and violation (horizon x m x K, in [-1, 1]).
     Returns 0, or calls regretta_fail and returns a nonzero number. Called before the first trial. */
  int (*means)(void* user, int64_t horizon, double* loss, double* violation);
  const char* language;      /* language of the code, such as "python"; NULL: unknown */
} regretta_environment;

/* ---- commands ---------------------------------------------------------------------------------------------------- */

/* A catalogue: the learners, environments and measures of Regretta, and those that the caller adds. */
typedef struct regretta_session regretta_session;
regretta_session* regretta_session_new(void);
int regretta_session_free(regretta_session* session);
/* Add a learner or an environment. Strings are copied; user and the functions must outlive the session and its plans. */
int regretta_add_learner(regretta_session* session, const regretta_learner* learner);
int regretta_add_environment(regretta_session* session, const regretta_environment* environment);
/* Compiles and loads a C++ header with learners or environments, as --with does. The library must have been loaded with
   RTLD_GLOBAL. */
int regretta_add_header(regretta_session* session, const char* header);
/* Sets the base folder of relative paths in the text of a study; by default the current folder. */
int regretta_set_folder(regretta_session* session, const char* folder);
/* The catalogue in JSON, as `regretta list --format json` prints it. */
const char* regretta_list(regretta_session* session);
/* Makes processes that the caller has forked share the work of `run`. Process 0 passes its connected stream sockets to
   processes 1, 2, ..., in this order; every other process passes its socket to process 0. All of them
   then call regretta_command with the same arguments. */
int regretta_join(regretta_session* session, int process, int processes, const int* sockets);
/* Runs the program `regretta` with these arguments (argv[0]: its name), and returns its exit status. It handles signals and
   writes to the standard streams as a program does, so call it in a separate process. */
int regretta_command(regretta_session* session, int argc, const char* const* argv);

/* ---- studies ----------------------------------------------------------------------------------------------------- */

typedef struct regretta_plan regretta_plan;
/* A study and its cells, ready to be played. study: the path of a TOML file, or TOML text (a string with a line break).
   overrides: as for --set; NULL if there are none. */
regretta_plan* regretta_plan_new(regretta_session* session, const char* study, const char* const* overrides,
                                 size_t num_overrides);
int regretta_plan_free(regretta_plan* plan);
int64_t regretta_plan_cells(const regretta_plan* plan);
/* A JSON object: learner (its name), kind, environment, horizon, arms, constraints, delta, feedback, content (a hash of
   everything that determines its trials). Unless the environment is adaptive also: feasible (whether some strategy keeps
   the constraints on average), opt (summed over rounds), corruption, rho, rho_pure. */
const char* regretta_plan_cell(const regretta_plan* plan, int64_t cell);
/* Parses a study for `search`, whose values may be ranges, and applies overrides. A JSON object: name; quantities;
   study and search, the values of these sections by path (search with defaults, if there is such a section); environment,
   learner and measure, lists of objects with kind, name and settings (values and ranges by path); where, [line, column]
   of each path such as "environment.1.corruption.arm" (0 for an override). */
const char* regretta_search_settings(regretta_session* session, const char* study, const char* const* overrides,
                                     size_t num_overrides);
/* Plays the trials that are missing in the results file `file`, in this process. threads: 0 for one per processor. anew: if
   nonzero, also accepts a file of another study, or of another version of code or data, and keeps its trials. */
int regretta_run(const regretta_plan* plan, const char* file, int threads, int anew);

typedef struct regretta_results regretta_results;
regretta_results* regretta_results_open(const char* file);
int regretta_results_free(regretta_results* results);
int64_t regretta_results_cells(const regretta_results* results);
/* The number of different trial numbers that have been saved for at least one cell. */
int64_t regretta_results_trials(const regretta_results* results);
/* A JSON object: name, seed, delta, version and shard of the study, digest of the saved trials, trials and planned_trials
   (summed over cells), quantities, and curves (the quantities that are stored at checkpoints). Checks every stored value. */
const char* regretta_results_about(const regretta_results* results);
/* A JSON object: learner (its name), kind, environment, horizon, arms, constraints, swept (values of swept
   parameters as text; "" if the cell lacks the parameter), checkpoints, planned_trials, saved (ranges [first, end) of trials),
   and failures ([trial, round, message]). */
const char* regretta_results_cell(const regretta_results* results, int64_t cell);
/* Writes a value for each trial number that is saved for at least one cell, ascending; NaN if the trial is missing in this
   cell, has failed, or has no such value. quantity: NULL for all, one after the other. */
int regretta_results_values(const regretta_results* results, int64_t cell, const char* quantity, double* values);
/* Writes the values at each checkpoint of the cell: checkpoints x trials. */
int regretta_results_curve_values(const regretta_results* results, int64_t cell, const char* quantity, double* values);
/* The mean of n >= 1 values, none of them NaN, with an interval. lines: the number of means whose intervals together hold
   with probability 1 - alpha. A JSON object: mean, low, high, text (such as "57,900 ± 300"). */
const char* regretta_mean(const double* values, int64_t n, double alpha, double lines);
/* The digest of the results. Fails unless the study is finished. */
const char* regretta_results_digest(const regretta_results* results);

/* ---- games ------------------------------------------------------------------------------------------------------- */

/* Trials first, ..., first + trials - 1 of a cell, in which the caller is the learner. */
typedef struct regretta_game regretta_game;
regretta_game* regretta_game_new(const regretta_plan* plan, int64_t cell, const char* feedback, int64_t first,
                                 int32_t trials);
int regretta_game_free(regretta_game* game);
/* The random numbers of the next round, valid until that round is played. */
const regretta_draws* regretta_game_draws(const regretta_game* game);
/* Plays the next round with the strategies x (n x K) or, if x is NULL, with the arms (n). The arrays in
   seen stay valid until the next round. Fails after round T, for an arm that does not exist, and for a strategy
   that is not in the simplex. After an invalid choice, the same round can be played with another one. */
int regretta_game_play(regretta_game* game, const double* x, const int64_t* arms, regretta_seen* seen);
/* After round T: writes the value of the quantity for each trial; NaN if the trial has failed, or has no such value. */
int regretta_game_values(regretta_game* game, const char* quantity, double* values);

#ifdef __cplusplus
}
#endif

#endif
