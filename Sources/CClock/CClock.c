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
