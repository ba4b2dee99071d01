#define PCRE2_CODE_UNIT_WIDTH 8
#include "CPCRE2.h"
#include <dlfcn.h>
#include <pcre2.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

// What a hostile text may cost: some hundredths of a second, and memory that is freed at once.
enum { MOST_STEPS = 1000000, MOST_DEPTH = 10000, MOST_KIBIBYTES = 16384 };

#define FUNCTIONS(X) \
    X(pcre2_code *, pcre2_compile_8, (PCRE2_SPTR, PCRE2_SIZE, uint32_t, int *, PCRE2_SIZE *, pcre2_compile_context *)) \
    X(void, pcre2_code_free_8, (pcre2_code *)) \
    X(int, pcre2_get_error_message_8, (int, PCRE2_UCHAR *, PCRE2_SIZE)) \
    X(pcre2_match_context *, pcre2_match_context_create_8, (pcre2_general_context *)) \
    X(void, pcre2_match_context_free_8, (pcre2_match_context *)) \
    X(int, pcre2_set_match_limit_8, (pcre2_match_context *, uint32_t)) \
    X(int, pcre2_set_depth_limit_8, (pcre2_match_context *, uint32_t)) \
    X(int, pcre2_set_heap_limit_8, (pcre2_match_context *, uint32_t)) \
    X(pcre2_match_data *, pcre2_match_data_create_8, (uint32_t, pcre2_general_context *)) \
    X(void, pcre2_match_data_free_8, (pcre2_match_data *)) \
    X(int, pcre2_match_8, \
      (const pcre2_code *, PCRE2_SPTR, PCRE2_SIZE, PCRE2_SIZE, uint32_t, pcre2_match_data *, pcre2_match_context *))

static struct {
#define MEMBER(result, name, parameters) result (*name##_) parameters;
    FUNCTIONS(MEMBER)
} library;
static const char *missing;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    // Never closed: it is needed again, and small.
    void *found = dlopen("libpcre2-8.so.0", RTLD_LAZY | RTLD_LOCAL);
    if (!found) {
        missing = "libpcre2-8.so.0 cannot be loaded";
        return;
    }
#define FIND(result, name, parameters) \
    library.name##_ = (result (*) parameters)dlsym(found, #name); \
    if (!library.name##_) missing = "libpcre2-8.so.0 lacks " #name;
    FUNCTIONS(FIND)
}

struct netdiag_pattern *netdiag_pattern_compile(const char *text, size_t length, char *problem, size_t size, long *offset) {
    int code = 0;
    PCRE2_SIZE at = 0;
    pthread_once(&once, load);
    *offset = -1;
    if (missing) {
        snprintf(problem, size, "%s", missing);
        return NULL;
    }
    // Answers are bytes of any kind: PCRE2_MATCH_INVALID_UTF lets UTF-8 count as such and the rest be skipped.
    pcre2_code *compiled = library.pcre2_compile_8_(
        (PCRE2_SPTR)text, length, PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | PCRE2_NEVER_BACKSLASH_C, &code, &at, NULL);
    if (!compiled) {
        *offset = (long)at;
        library.pcre2_get_error_message_8_(code, (PCRE2_UCHAR *)problem, size);
    }
    return (struct netdiag_pattern *)compiled;
}

int netdiag_pattern_match(const struct netdiag_pattern *pattern, const unsigned char *text, size_t length) {
    pcre2_match_context *limits = library.pcre2_match_context_create_8_(NULL);
    pcre2_match_data *data = library.pcre2_match_data_create_8_(1, NULL);
    int result = -1;
    if (limits && data) {
        library.pcre2_set_match_limit_8_(limits, MOST_STEPS);
        library.pcre2_set_depth_limit_8_(limits, MOST_DEPTH);
        library.pcre2_set_heap_limit_8_(limits, MOST_KIBIBYTES);
        int code = library.pcre2_match_8_((const pcre2_code *)pattern, text, length, 0, 0, data, limits);
        result = code >= 0 ? 1 : code == PCRE2_ERROR_NOMATCH ? 0 : -1;
    }
    if (data) library.pcre2_match_data_free_8_(data);
    if (limits) library.pcre2_match_context_free_8_(limits);
    return result;
}

void netdiag_pattern_free(struct netdiag_pattern *pattern) {
    if (pattern) library.pcre2_code_free_8_((pcre2_code *)pattern);
}
