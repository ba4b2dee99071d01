// What C knows of clocks and Swift cannot say: the day of the build, and a structure of adjtimex(2) with a union in it.
#ifndef NETDIAG_CCLOCK_H
#define NETDIAG_CCLOCK_H

// The day on which this program was built, as in `Nov 21 2026`; SOURCE_DATE_EPOCH sets it.
const char *netdiag_build_date(void);
// 1: the kernel counts the clock as kept in step with others; 0: it does not; -1: it does not say. Setting the clock by hand
// ends that.
int netdiag_clock_is_synchronized(void);
// The time of the processor that the calling thread has used (CLOCK_THREAD_CPUTIME_ID), in nanoseconds. In Swift, which module
// `timespec` belongs to differs with what else is imported.
long long netdiag_thread_time(void);

#endif
