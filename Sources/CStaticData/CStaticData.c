#include "CStaticData.h"
#include <errno.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

// Of the program, not of a library: where the variables that begin as zero start, and where its memory ends.
extern char __bss_start[], _end[];

void netdiag_static_data_populate(void) {
    int before = errno;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t start = (uintptr_t)__bss_start & ~(page - 1), end = ((uintptr_t)_end + page - 1) & ~(page - 1);
    madvise((void *)start, end - start, MADV_POPULATE_WRITE);
    errno = before;
}
