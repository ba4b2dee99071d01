#ifndef NETDIAG_CAVAHI_H
#define NETDIAG_CAVAHI_H
// libavahi-client, loaded when it is first used (see CAvahi.c); and what Swift's Glibc module lacks of inotify(7) and if_indextoname(3).
#include <avahi-client/client.h>
#include <avahi-client/lookup.h>
#include <avahi-client/publish.h>
#include <avahi-common/alternative.h>
#include <avahi-common/defs.h>
#include <avahi-common/error.h>
#include <avahi-common/malloc.h>
#include <avahi-common/strlst.h>
#include <avahi-common/watch.h>
#include <net/if.h>
#include <sys/inotify.h>
#include <sys/time.h>

// Why libavahi-client cannot be used; NULL where it can.
const char *netdiag_avahi_problem(void);

#endif
