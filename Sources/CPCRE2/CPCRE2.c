#define _GNU_SOURCE
#define PCRE2_CODE_UNIT_WIDTH 8
#include "CPCRE2.h"
#include <dlfcn.h>
#include <pcre2.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

// What a hostile text may cost beside its time: steps at each place where a match could begin, and memory that is freed at once.
enum { MOST_STEPS = 1000000, MOST_DEPTH = 10000, MOST_KIBIBYTES = 16384 };
// How many items of a pattern are tried between two looks at the clock, and how many bytes they may pass over together: one
// item, as in .*, passes over the whole text.
enum { MOST_ITEMS = 256, BYTES_BETWEEN_LOOKS = 1 << 24 };

#define FUNCTIONS(X) \
    X(pcre2_code *, pcre2_compile_8, (PCRE2_SPTR, PCRE2_SIZE, uint32_t, int *, PCRE2_SIZE *, pcre2_compile_context *)) \
    X(void, pcre2_code_free_8, (pcre2_code *)) \
    X(int, pcre2_get_error_message_8, (int, PCRE2_UCHAR *, PCRE2_SIZE)) \
    X(pcre2_match_context *, pcre2_match_context_create_8, (pcre2_general_context *)) \
    X(void, pcre2_match_context_free_8, (pcre2_match_context *)) \
    X(int, pcre2_set_match_limit_8, (pcre2_match_context *, uint32_t)) \
    X(int, pcre2_set_depth_limit_8, (pcre2_match_context *, uint32_t)) \
    X(int, pcre2_set_heap_limit_8, (pcre2_match_context *, uint32_t)) \
    X(int, pcre2_set_callout_8, (pcre2_match_context *, int (*)(pcre2_callout_block *, void *), void *)) \
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
    // Answers are bytes of any kind: PCRE2_MATCH_INVALID_UTF lets UTF-8 count as such and the rest be skipped. Callouts before
    // each item look at the clock.
    pcre2_code *compiled = library.pcre2_compile_8_(
        (PCRE2_SPTR)text, length,
        PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | PCRE2_NEVER_BACKSLASH_C | PCRE2_AUTO_CALLOUT, &code, &at, NULL);
    if (!compiled) {
        *offset = (long)at;
        library.pcre2_get_error_message_8_(code, (PCRE2_UCHAR *)problem, size);
    }
    return (struct netdiag_pattern *)compiled;
}

// The thread's own time: a busy machine makes no pattern costly.
static long microseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

struct watch {
    long end;
    int items, between;
};

// PCRE2 counts its steps anew at each place where a match could begin, and some cost none: only the time bounds them all.
static int look(pcre2_callout_block *block, void *data) {
    (void)block;
    struct watch *watch = data;
    if (++watch->items < watch->between) return 0;
    watch->items = 0;
    return microseconds() > watch->end ? PCRE2_ERROR_CALLOUT : 0;
}

static int match(
    const struct netdiag_pattern *pattern, const unsigned char *text, size_t length, long most_microseconds,
    uint32_t groups, pcre2_match_data **data) {
    pcre2_match_context *limits = library.pcre2_match_context_create_8_(NULL);
    *data = library.pcre2_match_data_create_8_(groups, NULL);
    int result = -1;
    if (limits && *data) {
        size_t between = BYTES_BETWEEN_LOOKS / (length + 1);
        struct watch watch = {microseconds() + most_microseconds, 0, between < 1 ? 1 : between > MOST_ITEMS ? MOST_ITEMS : (int)between};
        library.pcre2_set_match_limit_8_(limits, MOST_STEPS);
        library.pcre2_set_depth_limit_8_(limits, MOST_DEPTH);
        library.pcre2_set_heap_limit_8_(limits, MOST_KIBIBYTES);
        library.pcre2_set_callout_8_(limits, look, &watch);
        int code = library.pcre2_match_8_((const pcre2_code *)pattern, text, length, 0, 0, *data, limits);
        result = code >= 0 ? 1 : code == PCRE2_ERROR_NOMATCH ? 0 : -1;
    }
    if (limits) library.pcre2_match_context_free_8_(limits);
    return result;
}

int netdiag_pattern_match(
    const struct netdiag_pattern *pattern, const unsigned char *text, size_t length, long most_microseconds,
    size_t *end) {
    pcre2_match_data *data;
    int result = match(pattern, text, length, most_microseconds, 1, &data);
    if (result == 1) *end = library.pcre2_get_ovector_pointer_8_(data)[1];
    if (data) library.pcre2_match_data_free_8_(data);
    return result;
}

int netdiag_pattern_groups(
    const struct netdiag_pattern *pattern, const unsigned char *text, size_t length, long most_microseconds, long *pairs,
    int room) {
    pcre2_match_data *data;
    for (int index = 0; index < 2 * room; index++) pairs[index] = -1;
    int result = match(pattern, text, length, most_microseconds, (uint32_t)room, &data);
    // What took no part is PCRE2_UNSET, which is -1 here.
    for (int index = 0; result == 1 && index < 2 * room; index++) {
        pairs[index] = (long)library.pcre2_get_ovector_pointer_8_(data)[index];
    }
    if (data) library.pcre2_match_data_free_8_(data);
    return result == 1 ? room : result;
}

// The length of the character that begins there, 0 for none (RFC 3629 section 4).
static size_t character(const unsigned char *text, size_t length) {
    unsigned char first = text[0], low = 0x80, high = 0xbf;
    size_t count;
    if (first < 0x80) return 1;
    if (first >= 0xc2 && first <= 0xdf) {
        count = 2;
    } else if (first >= 0xe0 && first <= 0xef) {
        count = 3;
        if (first == 0xe0) low = 0xa0;
        if (first == 0xed) high = 0x9f;
    } else if (first >= 0xf0 && first <= 0xf4) {
        count = 4;
        if (first == 0xf0) low = 0x90;
        if (first == 0xf4) high = 0x8f;
    } else {
        return 0;
    }
    if (length < count || text[1] < low || text[1] > high) return 0;
    for (size_t index = 2; index < count; index++) {
        if ((text[index] & 0xc0) != 0x80) return 0;
    }
    return count;
}

void netdiag_text_make_readable(unsigned char *text, size_t length) {
    for (size_t index = 0; index < length;) {
        size_t count = character(text + index, length - index);
        if (count == 0) text[index] = '?';
        index += count == 0 ? 1 : count;
    }
}

int netdiag_text_holds(const unsigned char *text, size_t length, const unsigned char *part, size_t part_length) {
    return part_length == 0 || memmem(text, length, part, part_length) != NULL;
}

void netdiag_pattern_free(struct netdiag_pattern *pattern) {
    if (pattern) library.pcre2_code_free_8_((pcre2_code *)pattern);
}
