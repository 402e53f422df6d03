/* Regretta's C interface (libregretta.so): studies, results, games played round by round, and learners written in any
   language that can call C. The Python package (tools/python) uses it.

   A function that succeeds returns 0, a handle or a string. One that fails returns -1 or NULL, and regretta_error() says
   why. Each kind of handle has a function that frees it; NULL and freed handles are refused. A handle is used by one thread
   at a time. Arrays are contiguous, in C order of the dimensions that comments give. Strings are UTF-8. A string that a
   function returns stays valid until the next call in the same thread. */
#ifndef REGRETTA_H
#define REGRETTA_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Incremented when programs that were compiled with an older header no longer work. */
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

/* What the learners of n trials see of a round (the feedback). */
typedef struct regretta_seen {
  const int64_t* arm;      /* n, from 0; NULL with full feedback */
  const double* loss;      /* n; n x K with full feedback */
  const double* violation; /* n x m with bandit feedback; otherwise n x m x K */
} regretta_seen;

/* The random numbers of a learner for a round, a function of seed, trial, round and purpose; valid during `choose`. */
typedef struct regretta_draws regretta_draws;
/* Writes random numbers to drawn. law: "uniform", "normal", "exponential", "gamma" (shape a) or "beta" (shapes a, b).
   drawn, a, b: n x columns. purpose: 0 to 2^17 - 1; the same law and purpose in one round give the same numbers. */
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

/* A learner, whose objects play several trials at once. A function that fails calls regretta_fail and returns NULL, or a
   number other than 0. The trials of the object are then played one by one, and those that fail again are recorded as
   failed. Functions are called from several threads, but those of one object from a single thread. Results must not
   depend on which trials share an object. */
typedef struct regretta_learner {
  size_t size;               /* sizeof(regretta_learner) */
  const char* name;          /* `kind` in studies */
  const char* summary;       /* one line; may be NULL */
  const char* feedback;      /* "full", "bandit losses" or "bandit" */
  const char* content;       /* identifies the version of the code, and is stored with results; NULL: a hash of the program
                                or library that contains `create` */
  const regretta_parameter* parameters;
  size_t num_parameters;
  int32_t trials_at_once;    /* most trials per object, >= 1; less than 8 counts as 8 */
  void* user;                /* passed to create */
  /* Returns an object that plays the given number of trials. settings: a JSON object with a value for each parameter. */
  void* (*create)(void* user, const regretta_problem* problem, const char* settings, int32_t trials);
  /* Chooses the strategies of round t (1, ..., T): sets *x to n x K numbers, rows in the simplex, or *arms to n arms, from
     0. The arrays must stay valid until `observe` is called. */
  int (*choose)(void* self, int64_t t, const regretta_draws* draws, const double** x, const int64_t** arms);
  /* Receives the feedback of round t. */
  int (*observe)(void* self, int64_t t, const regretta_seen* seen);
  void (*destroy)(void* self);
  /* If not NULL, used instead of choose and observe: plays all T rounds by calling regretta_rounds_play, and returns 0. It
     saves two calls into the learner's language per round. */
  int (*play)(void* self, regretta_rounds* rounds);
  const char* strategy_name; /* name in messages about invalid strategies, such as "MyUCB.strategy"; NULL: name */
  const char* language;      /* language of the code, such as "python"; NULL: unknown */
  int32_t ignores_constraints; /* not 0: strategies depend on no violation, and tables never recommend the learner */
} regretta_learner;
/* Plays the next round with strategies x, n x K, or, if x is NULL, with arms, n. Writes the feedback to arm (not with full
   feedback), loss and violation, whose sizes are those in regretta_seen. If it returns a number other than 0, `play` must
   return that number at once, and need not call regretta_fail. */
int regretta_rounds_play(regretta_rounds* rounds, const double* x, const int64_t* arms, int64_t* arm, double* loss,
                         double* violation);
/* The random numbers of the next round; the same handle until `play` returns. */
const regretta_draws* regretta_rounds_draws(regretta_rounds* rounds);
/* Called by a function of a learner or an environment that fails, with the reason. */
void regretta_fail(const char* message);

/* An environment whose means are fixed before round 1. */
typedef struct regretta_environment {
  size_t size;               /* sizeof(regretta_environment) */
  const char* name;          /* `kind` in studies, which may add noise and corruption as to other kinds */
  const char* summary;       /* one line; may be NULL */
  int32_t num_arms;          /* K >= 1 */
  int32_t num_constraints;   /* m >= 1 */
  int64_t longest_horizon;   /* number of rounds with means, and the default horizon of studies; 0: any */
  void* user;                /* passed to means */
  /* Writes the means of rounds 1, ..., horizon: loss, horizon x K, in [0, 1]; violation, horizon x m x K, in [-1, 1]. Returns
     0, or calls regretta_fail and returns a number other than 0. Called before the first trial. */
  int (*means)(void* user, int64_t horizon, double* loss, double* violation);
  const char* language;      /* as for a learner */
} regretta_environment;

/* ---- commands ---------------------------------------------------------------------------------------------------- */

/* A catalogue of the learners, environments and measures that ship, to which the caller's are added. */
typedef struct regretta_session regretta_session;
regretta_session* regretta_session_new(void);
int regretta_session_free(regretta_session* session);
/* Add a learner or an environment. Strings are copied; user and the functions must outlive the session and its plans. */
int regretta_add_learner(regretta_session* session, const regretta_learner* learner);
int regretta_add_environment(regretta_session* session, const regretta_environment* environment);
/* Compiles and loads a C++ header with learners or environments, as --with does. The library must have been loaded with
   RTLD_GLOBAL. */
int regretta_add_header(regretta_session* session, const char* header);
/* Sets the folder where relative paths in the text of a study start; by default the current one. */
int regretta_set_folder(regretta_session* session, const char* folder);
/* The catalogue in JSON, as `regretta list --format json` prints it. */
const char* regretta_list(regretta_session* session);
/* Makes processes that the caller has forked share the work of `run`. Process 0 passes a connected stream socket to each of
   the others, in their order; every other process passes its socket to process 0. All of them then call regretta_command with
   the same arguments. */
int regretta_join(regretta_session* session, int process, int processes, const int* sockets);
/* Does what the program `regretta` does with these arguments (argv[0]: its name), and returns its exit status. Handles signals
   and writes to the standard streams as a program does, so call it in a separate process. */
int regretta_command(regretta_session* session, int argc, const char* const* argv);

/* ---- studies ----------------------------------------------------------------------------------------------------- */

typedef struct regretta_plan regretta_plan;
/* A study and its cells, ready to be played. study: the path of a TOML file, or TOML text, recognised by a line break.
   overrides: as for --set; NULL if there are none. */
regretta_plan* regretta_plan_new(regretta_session* session, const char* study, const char* const* overrides,
                                 size_t num_overrides);
int regretta_plan_free(regretta_plan* plan);
int64_t regretta_plan_cells(const regretta_plan* plan);
/* A JSON object: learner (its name), kind, environment, horizon, arms, constraints, delta, feedback, content (a hash of all
   that decides its trials). Unless the environment is adaptive also: feasible (whether a strategy keeps the constraints on
   average), opt, corruption, rho, rho_pure. */
const char* regretta_plan_cell(const regretta_plan* plan, int64_t cell);
/* A study for `search`, whose values may be ranges, with overrides applied. A JSON object: name; quantities; study and search,
   the values of these sections by path (search with defaults, if there is such a section); environment, learner and measure,
   lists of objects with kind, name and settings (values and ranges by path); where, [line, column] of each path such as
   "environment.1.corruption.arm" (0 for an override). */
const char* regretta_search_settings(regretta_session* session, const char* study, const char* const* overrides,
                                     size_t num_overrides);
/* Plays the trials that are missing in the results file `file`, in this process. threads: 0 for one per processor. anew: if not
   0, accepts a file of another study or of other versions of code or data, which is refused otherwise; its trials are kept. */
int regretta_run(const regretta_plan* plan, const char* file, int threads, int anew);

typedef struct regretta_results regretta_results;
regretta_results* regretta_results_open(const char* file);
int regretta_results_free(regretta_results* results);
int64_t regretta_results_cells(const regretta_results* results);
/* How many trial numbers have been saved for at least one cell. */
int64_t regretta_results_trials(const regretta_results* results);
/* A JSON object: name, seed, delta, version and shard of the study, digest of the saved trials, trials and planned_trials
   (summed over cells), quantities, and curves (the quantities that are stored at checkpoints). Checks every stored value. */
const char* regretta_results_about(const regretta_results* results);
/* A JSON object: learner (its name), kind, environment, horizon, arms, constraints, swept (values of swept
   parameters as text; "" if the cell lacks the parameter), checkpoints, planned_trials, saved (ranges of trials, [first, end)),
   and failures ([trial, round, message]). */
const char* regretta_results_cell(const regretta_results* results, int64_t cell);
/* Writes a value for each trial number that is saved for at least one cell, ascending; NaN if the trial is missing in this
   cell, has failed, or has no such value. quantity: NULL for all, one after the other. */
int regretta_results_values(const regretta_results* results, int64_t cell, const char* quantity, double* values);
/* Writes the values at each checkpoint of the cell: checkpoints x trials. */
int regretta_results_curve_values(const regretta_results* results, int64_t cell, const char* quantity, double* values);
/* The mean of n >= 1 values, none of them NaN, with an interval. The intervals of `lines` such means hold together with
   probability 1 - alpha. A JSON object: mean, low, high, text (such as "57,900 ± 300"). */
const char* regretta_mean(const double* values, int64_t n, double alpha, double lines);
/* The digest; fails unless the study is finished. */
const char* regretta_results_digest(const regretta_results* results);

/* ---- games ------------------------------------------------------------------------------------------------------- */

/* Trials first, ..., first + trials - 1 of a cell, in which the caller is the learner. */
typedef struct regretta_game regretta_game;
regretta_game* regretta_game_new(const regretta_plan* plan, int64_t cell, const char* feedback, int64_t first,
                                 int32_t trials);
int regretta_game_free(regretta_game* game);
/* The random numbers of the next round; valid until it is played. */
const regretta_draws* regretta_game_draws(const regretta_game* game);
/* Plays the next round with strategies x, n x K, or, if x is NULL, with arms, n. The arrays in seen stay valid until the next
   round. Fails after round T, for an arm that does not exist, and for a strategy that is not in the simplex. The round can then
   be played with another choice. */
int regretta_game_play(regretta_game* game, const double* x, const int64_t* arms, regretta_seen* seen);
/* After round T: writes the quantity of each trial, n values; NaN if the trial has failed, or has no such value. */
int regretta_game_values(regretta_game* game, const char* quantity, double* values);

#ifdef __cplusplus
}
#endif

#endif
