#include <time.h>
#include "CClock.h"
#include <string.h>
#include <sys/timex.h>

const char *netdiag_build_date(void) {
    return __DATE__;
}

int netdiag_clock_is_synchronized(void) {
    struct timex state;
    // Without modes it only reads, which everybody may.
    memset(&state, 0, sizeof state);
    return adjtimex(&state) < 0 ? -1 : !(state.status & STA_UNSYNC);
}

long long netdiag_thread_time(void) {
    struct timespec time;
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) != 0) return 0;
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}
