/* Regretta's C interface (libregretta.so): studies, results, games played round by round, and learners written in any
   language that can call C. For Python see tools/python, which stands on it.

   Functions return 0, or a handle, if all went well, and -1, or NULL, if not; regretta_error() then says why. A handle
   is freed once by its function; NULL and handles that have been freed are refused. A handle is used by one thread at a
   time. Arrays are rows of doubles, one after the other, in the order of their dimensions. Strings are UTF-8. Those that
   functions return stay valid until the next call in the same thread. */
#ifndef REGRETTA_H
#define REGRETTA_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Raised when a program compiled with an older header would no longer work. */
#define REGRETTA_ABI 1
int regretta_abi(void);               /* REGRETTA_ABI of the library */
const char* regretta_version(void);   /* of the library, such as "0.5.0" */
const char* regretta_error(void);     /* of this thread's last call that failed */

/* ---- learners ---------------------------------------------------------------------------------------------------- */

typedef struct regretta_problem {
  int64_t horizon;         /* T >= 1 */
  int32_t num_arms;        /* K >= 1 */
  int32_t num_constraints; /* m >= 1 */
  double delta;            /* in (0, 1) */
} regretta_problem;

/* What the learners of n trials see of a round. */
typedef struct regretta_seen {
  const int64_t* arm;      /* n, from 0; NULL with full feedback */
  const double* loss;      /* n; n x K with full feedback */
  const double* violation; /* n x m with bandit feedback; otherwise n x m x K */
} regretta_seen;

/* The learner's own draws, addressed by trial and round; valid during `choose`. */
typedef struct regretta_draws regretta_draws;
/* law: "uniform", "normal", "exponential", "gamma" (shape a) or "beta" (shapes a, b). drawn, a, b: n x columns. Draws of
   the same law and purpose (0 to 2^17 - 1) in one round are the same. */
int regretta_draw(const regretta_draws* draws, const char* law, int32_t purpose, int64_t columns, const double* a,
                  const double* b, double* drawn);

typedef struct regretta_parameter {
  const char* name;
  const char* type;          /* "flag", "integer", "number", "text" or "numbers" */
  const char* default_value; /* as JSON */
  const char* help;          /* may be NULL */
} regretta_parameter;

/* The rounds of n trials, valid during `play`. */
typedef struct regretta_rounds regretta_rounds;

/* A learner of many trials at once. A function that fails calls regretta_fail and returns NULL, or another number than 0;
   the trials are then played one by one, and those that fail again are recorded as failed. Functions are called from
   several threads, those of one object from one thread. Results must not depend on which trials share an object. */
typedef struct regretta_learner {
  size_t size;               /* sizeof(regretta_learner) */
  const char* name;          /* `kind` in studies */
  const char* summary;       /* one line; may be NULL */
  const char* feedback;      /* "full", "bandit losses" or "bandit" */
  const char* content;       /* names the version of the code, under which results are stored; NULL: a hash of the program or
                                library that holds `create` */
  const regretta_parameter* parameters;
  size_t num_parameters;
  int32_t trials_at_once;    /* at most; 1 or more */
  void* user;                /* passed to create */
  /* settings: a JSON object with a value for each parameter. */
  void* (*create)(void* user, const regretta_problem* problem, const char* settings, int32_t trials);
  /* The strategies of round t (1, ..., T): sets *x to n x K numbers, rows in the simplex, or *arms to n arms. They are
     read before `observe`. */
  int (*choose)(void* self, int64_t t, const regretta_draws* draws, const double** x, const int64_t** arms);
  int (*observe)(void* self, int64_t t, const regretta_seen* seen);
  void (*destroy)(void* self);
  /* If not NULL, used instead of choose and observe, which need one call into the learner's language for each round: it
     plays all T rounds itself with regretta_rounds_play, and returns 0. */
  int (*play)(void* self, regretta_rounds* rounds);
  const char* strategy_name; /* in messages about its strategies, such as "MyUCB.strategy"; NULL: name */
  const char* language;      /* that it is written in, such as "python"; NULL: none is named */
  int32_t ignores_constraints; /* not 0: its strategies depend on no violation, so tables never recommend it */
} regretta_learner;
/* Plays the next round with strategies x, n x K, or, if x is NULL, with arms, n; what is seen is written to arm (not with full
   feedback), loss and violation, of the sizes that regretta_seen names. Another number than 0: `play` is to return it at once, and
   need not call regretta_fail. */
int regretta_rounds_play(regretta_rounds* rounds, const double* x, const int64_t* arms, int64_t* arm, double* loss,
                         double* violation);
/* The draws of the round to come; the same handle until `play` returns. */
const regretta_draws* regretta_rounds_draws(regretta_rounds* rounds);
/* For functions of a learner or an environment: why it fails. */
void regretta_fail(const char* message);

/* An environment whose means are fixed before round 1. */
typedef struct regretta_environment {
  size_t size;               /* sizeof(regretta_environment) */
  const char* name;          /* `kind` in studies, which may add noise and corruption */
  const char* summary;       /* one line; may be NULL */
  int32_t num_arms;          /* K >= 1 */
  int32_t num_constraints;   /* m >= 1 */
  int64_t longest_horizon;   /* that it has means for, and the horizon of studies that name none; 0: any */
  void* user;                /* passed to means */
  /* Writes the means of rounds 1, ..., horizon: loss, horizon x K, in [0, 1]; violation, horizon x m x K, in [-1, 1]. Returns
     0, or calls regretta_fail and returns another number. Called before the first trial. */
  int (*means)(void* user, int64_t horizon, double* loss, double* violation);
  const char* language;      /* as that of a learner */
} regretta_environment;

/* ---- commands ---------------------------------------------------------------------------------------------------- */

/* The learners, environments and measures that ship, and what is added. */
typedef struct regretta_session regretta_session;
regretta_session* regretta_session_new(void);
int regretta_session_free(regretta_session* session);
/* The strings are copied; user and the functions must outlive the session and its plans. */
int regretta_add_learner(regretta_session* session, const regretta_learner* learner);
int regretta_add_environment(regretta_session* session, const regretta_environment* environment);
/* Compiles and loads a C++ header with learners or environments, as --with does. The library's symbols must be those of the
   whole process (RTLD_GLOBAL). */
int regretta_add_header(regretta_session* session, const char* header);
/* Relative paths in the text of a study start in this folder, not in the current one. */
int regretta_set_folder(regretta_session* session, const char* folder);
/* What there is, with parameters, as `list --format json` prints it. */
const char* regretta_list(regretta_session* session);
/* Processes that a caller has forked share the blocks of `run`: process 0 of `processes` has a connected stream socket to
   each of the others, in their order; each of those has one, to process 0. Every process then calls regretta_command
   with the same arguments. */
int regretta_join(regretta_session* session, int process, int processes, const int* sockets);
/* Does what the program does with these arguments, argv[0] its name, and returns its exit status. It takes over the
   process's signals and standard streams, as a program does: call it in a process of its own. */
int regretta_command(regretta_session* session, int argc, const char* const* argv);

/* ---- studies ----------------------------------------------------------------------------------------------------- */

typedef struct regretta_plan regretta_plan;
/* study: the path of a TOML file, or the text itself if it contains a line break. overrides: as for --set, may be NULL. */
regretta_plan* regretta_plan_new(regretta_session* session, const char* study, const char* const* overrides,
                                 size_t num_overrides);
int regretta_plan_free(regretta_plan* plan);
int64_t regretta_plan_cells(const regretta_plan* plan);
/* A JSON object: learner (its name), kind, environment, horizon, arms, constraints, delta, feedback, content (a hash of
   all that decides its trials); unless the environment is adaptive, its facts: feasible (whether a strategy keeps the constraints on average), opt, corruption, rho, rho_pure. */
const char* regretta_plan_cell(const regretta_plan* plan, int64_t cell);
/* A study whose values may be ranges (for `search`), overrides applied, as a JSON object: its name; its quantities; study, the
   values of this section by path; search, the same with defaults, if there is such a section; environment, learner and measure,
   lists of objects with kind, name and settings (values and ranges by path); where: line and column of each path such as
   "environment.1.corruption.arm", 0 for an override. */
const char* regretta_search_settings(regretta_session* session, const char* study, const char* const* overrides,
                                     size_t num_overrides);
/* Runs the study, or what the results file `file` lacks of it, in this process. threads: 0 for one per processor. */
/* anew: not 0 goes on where it is refused otherwise: in the file of another study, or after code or data have changed; the file
   keeps all trials. */
int regretta_run(const regretta_plan* plan, const char* file, int threads, int anew);

typedef struct regretta_results regretta_results;
regretta_results* regretta_results_open(const char* file);
int regretta_results_free(regretta_results* results);
int64_t regretta_results_cells(const regretta_results* results);
int64_t regretta_results_trials(const regretta_results* results); /* that are saved of any cell */
/* A JSON object: name, seed, delta, version and shard of the study, digest of the trials that are saved, trials and
   planned_trials of all cells, quantities, and curves (those that are known at checkpoints). Checks every stored value. */
const char* regretta_results_about(const regretta_results* results);
/* A JSON object: learner (its name), kind, environment, horizon, arms, constraints, swept (parameters, as text; "" if the
   cell has no such parameter), checkpoints, planned_trials, saved (stretches of trials, [first, end]) and failures (trial,
   round, message). */
const char* regretta_results_cell(const regretta_results* results, int64_t cell);
/* values: one for each trial that is saved of any cell, ascending; NaN if it is missing, has failed, or has no such value.
   quantity: NULL for all, one after the other. */
int regretta_results_values(const regretta_results* results, int64_t cell, const char* quantity, double* values);
/* The same at each of the cell's checkpoints: checkpoints x trials. */
int regretta_results_curve_values(const regretta_results* results, int64_t cell, const char* quantity, double* values);
/* The mean of n >= 1 values, none of them NaN, with an interval: those of `lines` means hold together with probability
   1 - alpha. A JSON object: mean, low, high, text (such as "57,900 ± 300"). */
const char* regretta_mean(const double* values, int64_t n, double alpha, double lines);
/* The digest of a study that is finished. */
const char* regretta_results_digest(const regretta_results* results);

/* ---- games ------------------------------------------------------------------------------------------------------- */

/* Trials first, ..., first + trials - 1 of a cell, whose learner is the caller. */
typedef struct regretta_game regretta_game;
regretta_game* regretta_game_new(const regretta_plan* plan, int64_t cell, const char* feedback, int64_t first,
                                 int32_t trials);
int regretta_game_free(regretta_game* game);
/* The draws of the round to come; valid until it is played. */
const regretta_draws* regretta_game_draws(const regretta_game* game);
/* Plays the next round with strategies x, n x K, or, if x is NULL, with arms, n. What is seen stays valid until the next
   round. Fails after round T, for an arm that there is not, and for a strategy off the simplex; the round can then be played with
   others. */
int regretta_game_play(regretta_game* game, const double* x, const int64_t* arms, regretta_seen* seen);
/* After round T: the quantity in each trial, n; NaN if it has failed, or has no such value. */
int regretta_game_values(regretta_game* game, const char* quantity, double* values);

#ifdef __cplusplus
}
#endif

#endif
