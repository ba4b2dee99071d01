#include "CLibcrypto.h"
#include <dlfcn.h>
#include <openssl/crypto.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void set_up(void) {
    // Never closed: what it has registered of itself lives as long as the process.
    void *library = dlopen("libcrypto.so.3", RTLD_LAZY | RTLD_LOCAL);
    if (!library) return;
    int (*initialize)(uint64_t, const OPENSSL_INIT_SETTINGS *) =
        (int (*)(uint64_t, const OPENSSL_INIT_SETTINGS *))dlsym(library, "OPENSSL_init_crypto");
    if (initialize) initialize(OPENSSL_INIT_NO_ATEXIT, NULL);
}

void netdiag_libcrypto_keep_at_exit(void) {
    pthread_once(&once, set_up);
}
