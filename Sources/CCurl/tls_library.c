// Finds OpenSSL's functions.
#define _GNU_SOURCE
#include "tls_library.h"
#include <dlfcn.h>
#include <pthread.h>

struct netdiag_tls_library netdiag_ssl;
static int is_complete;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    // libssl depends on libcrypto, so that its symbols are found as well. It is never closed: libcurl has both open for good.
    void *library = dlopen("libssl.so.3", RTLD_LAZY | RTLD_NOLOAD);
    if (!library) return;
    is_complete = 1;
#define FIND(result, name, parameters) \
    netdiag_ssl.name = (result (*) parameters)dlsym(library, #name); \
    if (!netdiag_ssl.name) is_complete = 0;
    FUNCTIONS(FIND)
    if (!is_complete) return;
    netdiag_ssl.observation_index =
        netdiag_ssl.CRYPTO_get_ex_new_index(CRYPTO_EX_INDEX_SSL_CTX, 0, NULL, NULL, NULL, netdiag_tls_release_share);
}

int netdiag_tls_load(void) {
    pthread_once(&once, load);
    return is_complete;
}
