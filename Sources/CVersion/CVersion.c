#include "CVersion.h"

const char *netdiag_version(void) { return NETDIAG_VERSION; }
