#ifndef NETDIAG_CTHREADSANITIZER_H
#define NETDIAG_CTHREADSANITIZER_H
// Nothing to call: see mutex.c.
#endif
