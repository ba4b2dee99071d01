#define _GNU_SOURCE
#include "lab_boot.h"

#include <fcntl.h>
#include <net/if.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

// The code uses system calls instead of a script of mount(8), mkdir(1) and so on, which would start twenty programs for each host,
// and a test has up to eight hosts.

static int put(const char *path, const char *text) {
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (fd < 0) return -1;
    size_t size = strlen(text);
    int result = write(fd, text, size) == (ssize_t)size ? 0 : -1;
    return close(fd) == 0 ? result : -1;
}

// The changes of `/etc` and `/var` are stored in the host's `/run`.
static int overlay(const char *place) {
    char upper[64], work[64], target[16], options[256];
    snprintf(upper, sizeof upper, "/run/.lab/%s", place);
    snprintf(work, sizeof work, "/run/.lab/%s.work", place);
    snprintf(target, sizeof target, "/%s", place);
    snprintf(options, sizeof options, "lowerdir=%s,upperdir=%s,workdir=%s", target, upper, work);
    if (mkdir(upper, 0755) != 0 || mkdir(work, 0755) != 0) return -1;
    return mount("lab", target, "overlay", 0, options);
}

static int set_loopback_up(void) {
    int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return -1;
    struct ifreq request = {.ifr_name = "lo"};
    int result = ioctl(fd, SIOCGIFFLAGS, &request);
    request.ifr_flags |= IFF_UP;
    if (result == 0) result = ioctl(fd, SIOCSIFFLAGS, &request);
    close(fd);
    return result;
}

static const char *mount_all(void) {
    const unsigned long safe = MS_NOSUID | MS_NODEV;
    if (mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) return "making mounts private";
    if (mount("proc", "/proc", "proc", safe | MS_NOEXEC, NULL) != 0) return "mounting /proc";
    if (mount("sysfs", "/sys", "sysfs", safe | MS_NOEXEC, NULL) != 0) return "mounting /sys";
    if (mount("tmpfs", "/run", "tmpfs", safe, "mode=755,size=256m") != 0) return "mounting /run";
    // The shared memory of Squid has a fixed name: if one was killed, here or elsewhere, its shared memory would prevent all others
    // from starting.
    if (mount("tmpfs", "/dev/shm", "tmpfs", safe, "mode=1777,size=64m") != 0) return "mounting /dev/shm";
    if (mkdir("/run/.lab", 0755) != 0) return "mkdir /run/.lab";
    if (overlay("etc") != 0) return "mounting /etc";
    if (overlay("var") != 0) return "mounting /var";
    if (mkdir("/run/lock", 01777) != 0 || chmod("/run/lock", 01777) != 0) return "mkdir /run/lock";
    return NULL;
}

static const char *write_names(const char *name) {
    static const char *const files[] = {"/etc/hostname", "/etc/hosts", "/etc/resolv.conf", "/etc/nsswitch.conf"};
    // The files are removed first, since one may be a symbolic link into a mount of the machine.
    for (size_t index = 0; index < sizeof files / sizeof *files; index++) unlink(files[index]);
    char text[512];
    if (sethostname(name, strlen(name)) != 0) return "sethostname";
    snprintf(text, sizeof text, "%s\n", name);
    if (put("/etc/hostname", text) != 0) return "writing /etc/hostname";
    snprintf(text, sizeof text, "127.0.0.1 localhost\n::1 localhost ip6-localhost\n127.0.1.1 %s\n", name);
    if (put("/etc/hosts", text) != 0) return "writing /etc/hosts";
    if (put("/etc/resolv.conf", "") != 0) return "writing /etc/resolv.conf";
    if (put("/etc/nsswitch.conf", "hosts: files mdns4_minimal [NOTFOUND=return] dns\n") != 0)
        return "writing /etc/nsswitch.conf";
    return NULL;
}

const char *lab_boot(const char *name) {
    static const struct {
        const char *path, *value;
    } settings[] = {
        // Addresses are usable at once.
        {"/proc/sys/net/ipv6/conf/all/accept_dad", "0"},
        {"/proc/sys/net/ipv6/conf/default/accept_dad", "0"},
        {"/proc/sys/net/ipv6/conf/all/disable_ipv6", "0"},
        {"/proc/sys/net/ipv6/conf/default/disable_ipv6", "0"},
        // Unprivileged echo requests are allowed, as systemd's defaults on Debian do.
        {"/proc/sys/net/ipv4/ping_group_range", "0 2147483647"},
        // By default, errors about closed ports are limited to a burst of six, and then one a second.
        {"/proc/sys/net/ipv4/icmp_ratelimit", "0"},
        {"/proc/sys/net/ipv6/icmp/ratelimit", "0"},
    };
    const char *failed = mount_all();
    if (!failed) failed = write_names(name);
    if (failed) return failed;
    for (size_t index = 0; index < sizeof settings / sizeof *settings; index++)
        if (put(settings[index].path, settings[index].value) != 0) return settings[index].path;
    return set_loopback_up() == 0 ? NULL : "setting lo up";
}
