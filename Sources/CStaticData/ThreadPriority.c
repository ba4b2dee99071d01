#include <sys/resource.h>

// Replaces the function of the C library for this program, and does nothing: libdispatch sets the nice value of each of its threads, and
// writes a line to syslog(3) when that fails, as a negative value does for ordinary users, and all values under the unit's filter of
// system calls. All threads are equal here. The linker exports the symbol, since a library refers to it.
int setpriority(__priority_which_t which, id_t who, int value) {
    (void)which;
    (void)who;
    (void)value;
    return 0;
}
