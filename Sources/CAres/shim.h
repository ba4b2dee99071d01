// c-ares, the state of glibc's stub resolver, and the message parser of its libresolv, whose accessors are macros over a struct
// with a kilobyte of name.
#include <ares.h>
#include <arpa/nameser.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <resolv.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>

// c-ares 1.31 and later keeps answers, a channel's own: what is asked here has to be asked. The mask of what was set.
static inline int netdiag_ares_keep_nothing(struct ares_options *options) {
#ifdef ARES_OPT_QUERY_CACHE
    options->qcache_max_ttl = 0;
    return ARES_OPT_QUERY_CACHE;
#else
    (void)options;
    return 0;
#endif
}

struct netdiag_record {
    uint16_t type;
    uint16_t record_class;
    uint32_t ttl;
    const uint8_t *data; // points into the message
    uint16_t size;
    char name[NS_MAXDNAME]; // presentation format without the final dot, ended by NUL
};

static inline int netdiag_message_rcode(const ns_msg *message) {
    return message->_flags & 0x0f;
}

static inline int netdiag_message_is_authoritative(const ns_msg *message) {
    return (message->_flags & 0x0400) != 0;
}

static inline int netdiag_message_offers_recursion(const ns_msg *message) {
    return (message->_flags & 0x0080) != 0;
}

static inline int netdiag_message_count(const ns_msg *message, ns_sect section) {
    return message->_counts[section];
}

// Records are read fastest in order: the parser keeps its place. 0 when read, -1 when malformed.
static inline int netdiag_message_record(ns_msg *message, ns_sect section, int index, struct netdiag_record *record) {
    ns_rr parsed;
    if (ns_parserr(message, section, index, &parsed) < 0) return -1;
    record->type = parsed.type;
    record->record_class = parsed.rr_class;
    record->ttl = parsed.ttl;
    record->data = parsed.rdata;
    record->size = parsed.rdlength;
    memcpy(record->name, parsed.name, sizeof record->name);
    return 0;
}

static inline const char *netdiag_record_name(const struct netdiag_record *record) {
    return record->name;
}

// Bytes of a message up to the end of its last record, which is where the parser wants it to end; -1 where it is none.
static inline int netdiag_message_extent(const uint8_t *bytes, int size) {
    if (size < NS_HFIXEDSZ) return -1;
    const uint8_t *place = bytes + NS_HFIXEDSZ, *end = bytes + size;
    for (int section = 0; section < ns_s_max; section++) {
        int count = bytes[4 + 2 * section] << 8 | bytes[5 + 2 * section];
        int length = count == 0 ? 0 : ns_skiprr(place, end, (ns_sect)section, count);
        if (length < 0) return -1;
        place += length;
    }
    return (int)(place - bytes);
}

static inline int netdiag_message_is_response(const ns_msg *message) {
    return (message->_flags & 0x8000) != 0;
}

static inline int netdiag_message_opcode(const ns_msg *message) {
    return (message->_flags >> 11) & 0x0f;
}

// The state of the calling thread's stub resolver (resolver(3)).
static inline void *netdiag_resolver_state(void) {
    return &_res;
}

// Shuts down the connection of a stub resolver to a server, if it has one: the thread that reads from it gets the end of the
// stream. The thread may just have closed the descriptor, and another one reused its number: connections of other code do not
// block, or lead to another port.
static inline void netdiag_shut_down_connection(void *resolver) {
    struct __res_state *state = (struct __res_state *)resolver;
    // Before the first call has read the configuration, the descriptor is 0.
    if (!(__atomic_load_n(&state->options, __ATOMIC_RELAXED) & RES_INIT)) return;
    int fd = __atomic_load_n(&state->_vcsock, __ATOMIC_RELAXED);
    struct sockaddr_in6 peer; // The port has the same place in both families.
    memset(&peer, 0, sizeof peer);
    socklen_t size = sizeof peer;
    int type;
    socklen_t type_size = sizeof type;
    if (fd < 0 || getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &type_size) < 0 || type != SOCK_STREAM) return;
    if (fcntl(fd, F_GETFL) & O_NONBLOCK) return;
    // A connection that is not established yet has no peer.
    if (getpeername(fd, (struct sockaddr *)&peer, &size) == 0 && peer.sin6_port != htons(NS_DEFAULTPORT)) return;
    shutdown(fd, SHUT_RDWR);
}
