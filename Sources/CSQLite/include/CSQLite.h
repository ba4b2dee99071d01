// SQLite, loaded when a database is first opened: most runs have none.
#ifndef NETDIAG_CSQLITE_H
#define NETDIAG_CSQLITE_H
#include <sqlite3.h>

// The functions of libsqlite3.so.0 that netdiag calls, under their own names without `sqlite3_`
// (https://www.sqlite.org/c3ref/funclist.html).
#define NETDIAG_SQLITE_FUNCTIONS(X) \
    X(int, open_v2, (const char *, sqlite3 **, int, const char *)) \
    X(int, close_v2, (sqlite3 *)) \
    X(const char *, errmsg, (sqlite3 *)) \
    X(const char *, errstr, (int)) \
    X(int, extended_errcode, (sqlite3 *)) \
    X(int, extended_result_codes, (sqlite3 *, int)) \
    X(int, busy_timeout, (sqlite3 *, int)) \
    X(int, limit, (sqlite3 *, int, int)) \
    X(void, progress_handler, (sqlite3 *, int, int (*)(void *), void *)) \
    X(int, get_autocommit, (sqlite3 *)) \
    X(int, changes, (sqlite3 *)) \
    X(int, total_changes, (sqlite3 *)) \
    X(sqlite3_int64, last_insert_rowid, (sqlite3 *)) \
    X(int, prepare_v3, (sqlite3 *, const char *, int, unsigned int, sqlite3_stmt **, const char **)) \
    X(int, finalize, (sqlite3_stmt *)) \
    X(int, step, (sqlite3_stmt *)) \
    X(int, reset, (sqlite3_stmt *)) \
    X(int, clear_bindings, (sqlite3_stmt *)) \
    X(int, bind_parameter_count, (sqlite3_stmt *)) \
    X(int, bind_null, (sqlite3_stmt *, int)) \
    X(int, bind_int64, (sqlite3_stmt *, int, sqlite3_int64)) \
    X(int, bind_double, (sqlite3_stmt *, int, double)) \
    X(int, bind_text, (sqlite3_stmt *, int, const char *, int, void (*)(void *))) \
    X(int, bind_blob, (sqlite3_stmt *, int, const void *, int, void (*)(void *))) \
    X(int, column_count, (sqlite3_stmt *)) \
    X(int, column_type, (sqlite3_stmt *, int)) \
    X(sqlite3_int64, column_int64, (sqlite3_stmt *, int)) \
    X(double, column_double, (sqlite3_stmt *, int)) \
    X(const unsigned char *, column_text, (sqlite3_stmt *, int)) \
    X(const void *, column_blob, (sqlite3_stmt *, int)) \
    X(int, column_bytes, (sqlite3_stmt *, int)) \
    X(sqlite3_backup *, backup_init, (sqlite3 *, const char *, sqlite3 *, const char *)) \
    X(int, backup_step, (sqlite3_backup *, int)) \
    X(int, backup_finish, (sqlite3_backup *))

struct netdiag_sqlite {
#define NETDIAG_SQLITE_MEMBER(result, name, parameters) result (*name) parameters;
    NETDIAG_SQLITE_FUNCTIONS(NETDIAG_SQLITE_MEMBER)
#undef NETDIAG_SQLITE_MEMBER
};

// NULL where the library cannot be loaded or lacks a function, with the reason in `missing`. Never unloaded.
const struct netdiag_sqlite *netdiag_sqlite(const char **missing);

// SQLITE_TRANSIENT is a cast, which Swift does not import: SQLite copies the bytes before the call returns.
static inline void (*netdiag_sqlite_transient(void))(void *) { return SQLITE_TRANSIENT; }

#endif
