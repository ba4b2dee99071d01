// PCRE2, loaded when a pattern is first used: most runs have none.
#ifndef NETDIAG_CPCRE2_H
#define NETDIAG_CPCRE2_H
#include <stddef.h>

struct netdiag_pattern;

// NULL where the pattern is not valid, with the reason in `problem` and the offset of the mistake in bytes; also where
// PCRE2 is missing (offset -1).
struct netdiag_pattern *netdiag_pattern_compile(const char *text, size_t length, char *problem, size_t size, long *offset);
// 1: it matches, and ends before `end`; 0: it does not; -1: to find out would take more than the limits allow, among them
// the time of this thread.
int netdiag_pattern_match(
    const struct netdiag_pattern *pattern, const unsigned char *text, size_t length, long most_microseconds, size_t *end);
// As netdiag_pattern_match, with where the match and its groups begin and end: pairs, -1 for groups that took no part.
// Returns how many pairs there are, at most `room`.
int netdiag_pattern_groups(
    const struct netdiag_pattern *pattern, const unsigned char *text, size_t length, long most_microseconds, long *pairs,
    int room);
void netdiag_pattern_free(struct netdiag_pattern *pattern);

// Replaces each byte that is not part of UTF-8 with a question mark.
void netdiag_text_make_readable(unsigned char *text, size_t length);
// Whether a part occurs in a text, in linear time.
int netdiag_text_holds(const unsigned char *text, size_t length, const unsigned char *part, size_t part_length);

#endif
