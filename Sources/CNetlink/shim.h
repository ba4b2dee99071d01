// rtnetlink(7), nl80211 over generic netlink, and the one ioctl that tells a driver's speed; Swift's Glibc module has none of them.
#include <linux/ethtool.h>
#include <linux/genetlink.h>
#include <linux/inet_diag.h>
#include <linux/netconf.h>
#include <linux/netlink.h>
#include <linux/nl80211.h>
#include <linux/fib_rules.h>
#include <linux/rtnetlink.h>
#include <linux/sock_diag.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

// The speed of an interface in Mbit/s by ETHTOOL_GLINKSETTINGS, or -1 where the driver does not say.
//
// In C, because ioctl(2) is variadic and the members of struct ifreq are macros. Asked through a socket, and not
// read from /sys/class/net, since /sys may show another network namespace than the one that the process is in.
static inline long netlink_link_speed(int socket, const char *name) {
    struct {
        struct ethtool_link_settings settings;
        // Three bitmaps of at most 127 words each: link_mode_masks_nwords is a signed byte.
        __u32 masks[3 * 127];
    } request;
    struct ifreq interface;
    if (strlen(name) >= IFNAMSIZ) return -1;
    memset(&request, 0, sizeof request);
    memset(&interface, 0, sizeof interface);
    strcpy(interface.ifr_name, name);
    interface.ifr_data = (char *)&request;
    request.settings.cmd = ETHTOOL_GLINKSETTINGS;
    // The first call only tells how many words the kernel's bitmaps have, as a negative number.
    if (ioctl(socket, SIOCETHTOOL, &interface) < 0 || request.settings.link_mode_masks_nwords >= 0) return -1;
    request.settings.link_mode_masks_nwords = (__s8)-request.settings.link_mode_masks_nwords;
    request.settings.cmd = ETHTOOL_GLINKSETTINGS;
    if (ioctl(socket, SIOCETHTOOL, &interface) < 0) return -1;
    __u32 speed = request.settings.speed;
    return speed == 0 || speed == (__u32)SPEED_UNKNOWN ? -1 : (long)speed;
}
