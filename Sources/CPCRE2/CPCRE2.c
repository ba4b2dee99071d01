#define PCRE2_CODE_UNIT_WIDTH 8
#include "CPCRE2.h"
#include <dlfcn.h>
#include <pcre2.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

// What a hostile text may cost: a quarter of a second, and memory that is freed at once.
enum { MOST_STEPS = 1000000, MOST_DEPTH = 10000, MOST_KIBIBYTES = 16384, MOST_MILLISECONDS = 250 };
// How many places the match is tried at before the clock is looked at again, and how long that may take for more of them.
enum { FIRST_PLACES = 16, QUICK_MILLISECONDS = 20 };

#define FUNCTIONS(X) \
    X(pcre2_code *, pcre2_compile_8, (PCRE2_SPTR, PCRE2_SIZE, uint32_t, int *, PCRE2_SIZE *, pcre2_compile_context *)) \
    X(void, pcre2_code_free_8, (pcre2_code *)) \
    X(int, pcre2_get_error_message_8, (int, PCRE2_UCHAR *, PCRE2_SIZE)) \
    X(pcre2_match_context *, pcre2_match_context_create_8, (pcre2_general_context *)) \
    X(void, pcre2_match_context_free_8, (pcre2_match_context *)) \
    X(int, pcre2_set_match_limit_8, (pcre2_match_context *, uint32_t)) \
    X(int, pcre2_set_depth_limit_8, (pcre2_match_context *, uint32_t)) \
    X(int, pcre2_set_heap_limit_8, (pcre2_match_context *, uint32_t)) \
    X(int, pcre2_set_offset_limit_8, (pcre2_match_context *, PCRE2_SIZE)) \
    X(PCRE2_SIZE *, pcre2_get_ovector_pointer_8, (pcre2_match_data *)) \
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
        (PCRE2_SPTR)text, length,
        PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | PCRE2_NEVER_BACKSLASH_C | PCRE2_USE_OFFSET_LIMIT, &code, &at, NULL);
    if (!compiled) {
        *offset = (long)at;
        library.pcre2_get_error_message_8_(code, (PCRE2_UCHAR *)problem, size);
    }
    return (struct netdiag_pattern *)compiled;
}

// The thread's own time: a busy machine makes no pattern costly.
static long milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// PCRE2 counts its steps anew at each place where a match could begin, and some cost none: a long text makes many places,
// so that their time together is what has to be bounded.
static int match(
    const pcre2_code *code, const unsigned char *text, size_t length, pcre2_match_data *data, pcre2_match_context *limits) {
    long begun = milliseconds(), before = begun;
    size_t start = 0, places = FIRST_PLACES;
    for (;;) {
        size_t last = length - start > places ? start + places : length;
        library.pcre2_set_offset_limit_8_(limits, last);
        int result = library.pcre2_match_8_(code, text, length, start, 0, data, limits);
        if (result >= 0) return 1;
        if (result != PCRE2_ERROR_NOMATCH) return -1;
        start = last + 1;
        // A match begins with no continuation byte (RFC 3629 section 3).
        while (start < length && (text[start] & 0xc0) == 0x80) start++;
        if (start > length) return 0;
        long now = milliseconds();
        if (now - begun > MOST_MILLISECONDS) return -1;
        if (now - before < QUICK_MILLISECONDS) places *= 4;
        before = now;
    }
}

int netdiag_pattern_match(
    const struct netdiag_pattern *pattern, const unsigned char *text, size_t length, size_t *end) {
    pcre2_match_context *limits = library.pcre2_match_context_create_8_(NULL);
    pcre2_match_data *data = library.pcre2_match_data_create_8_(1, NULL);
    int result = -1;
    if (limits && data) {
        library.pcre2_set_match_limit_8_(limits, MOST_STEPS);
        library.pcre2_set_depth_limit_8_(limits, MOST_DEPTH);
        library.pcre2_set_heap_limit_8_(limits, MOST_KIBIBYTES);
        result = match((const pcre2_code *)pattern, text, length, data, limits);
        if (result == 1) *end = library.pcre2_get_ovector_pointer_8_(data)[1];
    }
    if (data) library.pcre2_match_data_free_8_(data);
    if (limits) library.pcre2_match_context_free_8_(limits);
    return result;
}

int netdiag_pattern_groups(
    const struct netdiag_pattern *pattern, const unsigned char *text, size_t length, long *pairs, int room) {
    pcre2_match_context *limits = library.pcre2_match_context_create_8_(NULL);
    pcre2_match_data *data = library.pcre2_match_data_create_8_((uint32_t)room, NULL);
    int result = -1;
    if (limits && data) {
        library.pcre2_set_match_limit_8_(limits, MOST_STEPS);
        library.pcre2_set_depth_limit_8_(limits, MOST_DEPTH);
        library.pcre2_set_heap_limit_8_(limits, MOST_KIBIBYTES);
        for (int index = 0; index < 2 * room; index++) pairs[index] = -1;
        result = match((const pcre2_code *)pattern, text, length, data, limits);
        // What took no part is PCRE2_UNSET, which is -1 here.
        for (int index = 0; result == 1 && index < 2 * room; index++) {
            pairs[index] = (long)library.pcre2_get_ovector_pointer_8_(data)[index];
        }
    }
    if (data) library.pcre2_match_data_free_8_(data);
    if (limits) library.pcre2_match_context_free_8_(limits);
    return result == 1 ? room : result;
}

void netdiag_pattern_free(struct netdiag_pattern *pattern) {
    if (pattern) library.pcre2_code_free_8_((pcre2_code *)pattern);
}
