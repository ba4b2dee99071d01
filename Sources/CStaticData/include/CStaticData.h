// What C knows of the memory of a program and Swift cannot say: symbols that the linker defines.
#ifndef NETDIAG_CSTATICDATA_H
#define NETDIAG_CSTATICDATA_H

// Maps all pages of the program's variables that begin as zero, writable, in one call (MADV_POPULATE_WRITE of Linux 5.14; an older
// kernel ignores it).
void netdiag_static_data_populate(void);

#endif
