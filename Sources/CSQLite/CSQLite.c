#include "CSQLite.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

static struct netdiag_sqlite library;
static const char *missing_part;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    // Never closed: it is needed again, and small.
    void *found = dlopen("libsqlite3.so.0", RTLD_LAZY | RTLD_LOCAL);
    if (!found) {
        missing_part = "libsqlite3.so.0 cannot be loaded";
        return;
    }
#define FIND(result, name, parameters) \
    library.name = (result (*) parameters)dlsym(found, "sqlite3_" #name); \
    if (!library.name) missing_part = "libsqlite3.so.0 lacks sqlite3_" #name;
    NETDIAG_SQLITE_FUNCTIONS(FIND)
}

const struct netdiag_sqlite *netdiag_sqlite(const char **missing) {
    pthread_once(&once, load);
    *missing = missing_part;
    return missing_part ? NULL : &library;
}
