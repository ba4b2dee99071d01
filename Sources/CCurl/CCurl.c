// Stands in for libcurl until it is needed: the functions that netdiag calls, under their own names, which load the library
// and hand the call on. Linked in the usual way, libcurl and the some forty libraries that it brings would be loaded and
// relocated before main() in every run, also where no request is ever made: several milliseconds of each.
#include "CCurl.h"
#include <CLibcrypto.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

typedef CURLcode (*easy_setopt)(CURL *, CURLoption, ...);
typedef CURLcode (*easy_getinfo)(CURL *, CURLINFO, ...);
typedef CURLMcode (*multi_setopt)(CURLM *, CURLMoption, ...);

#define FUNCTIONS(X) \
    X(CURL *, curl_easy_init, (void), (), NULL) \
    X(void, curl_easy_cleanup, (CURL *handle), (handle), ) \
    X(CURLcode, curl_easy_pause, (CURL *handle, int what), (handle, what), CURLE_FAILED_INIT) \
    X(CURLcode, curl_easy_send, (CURL *handle, const void *bytes, size_t count, size_t *sent), (handle, bytes, count, sent), \
      CURLE_FAILED_INIT) \
    X(CURLcode, curl_easy_recv, (CURL *handle, void *bytes, size_t count, size_t *received), \
      (handle, bytes, count, received), CURLE_FAILED_INIT) \
    X(const char *, curl_easy_strerror, (CURLcode code), (code), "libcurl is missing") \
    X(CURLM *, curl_multi_init, (void), (), NULL) \
    X(CURLMcode, curl_multi_cleanup, (CURLM *multi), (multi), CURLM_BAD_HANDLE) \
    X(CURLMcode, curl_multi_add_handle, (CURLM *multi, CURL *handle), (multi, handle), CURLM_BAD_HANDLE) \
    X(CURLMcode, curl_multi_remove_handle, (CURLM *multi, CURL *handle), (multi, handle), CURLM_BAD_HANDLE) \
    X(CURLMsg *, curl_multi_info_read, (CURLM *multi, int *left), (multi, left), NULL) \
    X(CURLMcode, curl_multi_socket_action, (CURLM *multi, curl_socket_t socket, int events, int *running), \
      (multi, socket, events, running), CURLM_BAD_HANDLE) \
    X(const char *, curl_multi_strerror, (CURLMcode code), (code), "libcurl is missing") \
    X(struct curl_slist *, curl_slist_append, (struct curl_slist *list, const char *text), (list, text), NULL) \
    X(void, curl_slist_free_all, (struct curl_slist *list), (list), )

static struct {
#define MEMBER(result, name, parameters, arguments, failure) result (*name) parameters;
    FUNCTIONS(MEMBER)
    easy_setopt set;
    easy_getinfo get;
    multi_setopt set_multi;
    CURLMcode (*drive_all)(CURLM *, int *);
} curl;
static const char *problem;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void *find(void *library, const char *name) {
    void *found = dlsym(library, name);
    if (!found && !problem) problem = dlerror();
    return found;
}

static void load(void) {
    netdiag_libcrypto_keep_at_exit();
    // Never closed: what it has registered of itself lives as long as the process.
    void *library = dlopen("libcurl.so.4", RTLD_LAZY | RTLD_LOCAL);
    if (!library) {
        problem = dlerror();
        if (!problem) problem = "libcurl.so.4 cannot be loaded";
        return;
    }
#define FIND(result, name, parameters, arguments, failure) curl.name = (result (*) parameters)find(library, #name);
    FUNCTIONS(FIND)
    curl.set = (easy_setopt)find(library, "curl_easy_setopt");
    curl.get = (easy_getinfo)find(library, "curl_easy_getinfo");
    curl.set_multi = (multi_setopt)find(library, "curl_multi_setopt");
    curl.drive_all = (CURLMcode (*)(CURLM *, int *))find(library, "curl_multi_socket_all");
    CURLcode (*set_up)(long) = (CURLcode (*)(long))find(library, "curl_global_init");
    // Once for the process; undoing it is for programs that unload the library.
    if (!problem && set_up(CURL_GLOBAL_DEFAULT) != CURLE_OK) problem = "libcurl could not set itself up";
}

static int is_there(void) {
    pthread_once(&once, load);
    return problem == NULL;
}

const char *netdiag_curl_problem(void) {
    return is_there() ? NULL : problem;
}

static void *prepare(void *unused) {
    is_there();
    return unused;
}

void netdiag_curl_prepare(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, prepare, NULL) == 0) pthread_detach(thread);
}

#define FORWARD(result, name, parameters, arguments, failure) \
    result name parameters { \
        if (!is_there()) return failure; \
        return curl.name arguments; \
    }
FUNCTIONS(FORWARD)

CURLcode netdiag_curl_set_long(CURL *handle, CURLoption option, long value) {
    if (!is_there()) return CURLE_FAILED_INIT;
    return curl.set(handle, option, value);
}

CURLcode netdiag_curl_set_offset(CURL *handle, CURLoption option, curl_off_t value) {
    if (!is_there()) return CURLE_FAILED_INIT;
    return curl.set(handle, option, value);
}

CURLcode netdiag_curl_set_string(CURL *handle, CURLoption option, const char *value) {
    if (!is_there()) return CURLE_FAILED_INIT;
    return curl.set(handle, option, value);
}

CURLcode netdiag_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
    if (!is_there()) return CURLE_FAILED_INIT;
    return curl.set(handle, option, value);
}

CURLcode netdiag_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    if (!is_there()) return CURLE_FAILED_INIT;
    return curl.set(handle, option, value);
}

CURLcode netdiag_curl_set_write(CURL *handle, CURLoption option, size_t (*callback)(char *, size_t, size_t, void *)) {
    if (!is_there()) return CURLE_FAILED_INIT;
    return curl.set(handle, option, callback);
}

CURLcode netdiag_curl_set_open_socket(CURL *handle, curl_opensocket_callback callback) {
    if (!is_there()) return CURLE_FAILED_INIT;
    return curl.set(handle, CURLOPT_OPENSOCKETFUNCTION, callback);
}

CURLcode netdiag_curl_set_socket_option(CURL *handle, curl_sockopt_callback callback) {
    if (!is_there()) return CURLE_FAILED_INIT;
    return curl.set(handle, CURLOPT_SOCKOPTFUNCTION, callback);
}

CURLcode netdiag_curl_set_seek(CURL *handle, curl_seek_callback callback) {
    if (!is_there()) return CURLE_FAILED_INIT;
    return curl.set(handle, CURLOPT_SEEKFUNCTION, callback);
}

CURLcode netdiag_curl_set_debug(CURL *handle, curl_debug_callback callback) {
    if (!is_there()) return CURLE_FAILED_INIT;
    return curl.set(handle, CURLOPT_DEBUGFUNCTION, callback);
}

CURLcode netdiag_curl_set_request_begins(CURL *handle, curl_prereq_callback callback) {
    if (!is_there()) return CURLE_FAILED_INIT;
    return curl.set(handle, CURLOPT_PREREQFUNCTION, callback);
}

CURLcode netdiag_curl_set_tls_context(CURL *handle, curl_ssl_ctx_callback callback) {
    if (!is_there()) return CURLE_FAILED_INIT;
    return curl.set(handle, CURLOPT_SSL_CTX_FUNCTION, callback);
}

CURLcode netdiag_curl_set_chunk_begins(CURL *handle, curl_chunk_bgn_callback callback) {
    if (!is_there()) return CURLE_FAILED_INIT;
    return curl.set(handle, CURLOPT_CHUNK_BGN_FUNCTION, callback);
}

CURLcode netdiag_curl_set_progress(CURL *handle, curl_xferinfo_callback callback) {
    if (!is_there()) return CURLE_FAILED_INIT;
    return curl.set(handle, CURLOPT_XFERINFOFUNCTION, callback);
}

CURLcode netdiag_curl_get_string(CURL *handle, CURLINFO info, const char **value) {
    if (!is_there()) return CURLE_FAILED_INIT;
    return curl.get(handle, info, value);
}

CURLcode netdiag_curl_get_list(CURL *handle, CURLINFO info, struct curl_slist **value) {
    if (!is_there()) return CURLE_FAILED_INIT;
    return curl.get(handle, info, value);
}

CURLcode netdiag_curl_get_pointer(CURL *handle, CURLINFO info, void **value) {
    if (!is_there()) return CURLE_FAILED_INIT;
    return curl.get(handle, info, value);
}

CURLcode netdiag_curl_get_long(CURL *handle, CURLINFO info, long *value) {
    if (!is_there()) return CURLE_FAILED_INIT;
    return curl.get(handle, info, value);
}

CURLcode netdiag_curl_get_offset(CURL *handle, CURLINFO info, curl_off_t *value) {
    if (!is_there()) return CURLE_FAILED_INIT;
    return curl.get(handle, info, value);
}

void *netdiag_curl_get_tls(CURL *handle) {
    struct curl_tlssessioninfo *info = NULL;
    if (!is_there() || curl.get(handle, CURLINFO_TLS_SSL_PTR, &info) != CURLE_OK || !info) return NULL;
    return info->backend == CURLSSLBACKEND_OPENSSL ? info->internals : NULL;
}

CURLMcode netdiag_curl_multi_drive_all(CURLM *multi, int *running) {
    if (!is_there()) return CURLM_BAD_HANDLE;
    return curl.drive_all(multi, running);
}

CURLMcode netdiag_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    if (!is_there()) return CURLM_BAD_HANDLE;
    return curl.set_multi(multi, option, value);
}

CURLMcode netdiag_curl_multi_set_pointer(CURLM *multi, CURLMoption option, void *value) {
    if (!is_there()) return CURLM_BAD_HANDLE;
    return curl.set_multi(multi, option, value);
}

CURLMcode netdiag_curl_multi_set_socket(CURLM *multi, curl_socket_callback callback) {
    if (!is_there()) return CURLM_BAD_HANDLE;
    return curl.set_multi(multi, CURLMOPT_SOCKETFUNCTION, callback);
}

CURLMcode netdiag_curl_multi_set_timer(CURLM *multi, curl_multi_timer_callback callback) {
    if (!is_there()) return CURLM_BAD_HANDLE;
    return curl.set_multi(multi, CURLMOPT_TIMERFUNCTION, callback);
}
