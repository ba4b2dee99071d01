#ifndef NETDIAG_CTHREADSANITIZER_H
#define NETDIAG_CTHREADSANITIZER_H
// There are no functions to call; see mutex.c.
#endif
