#include "CSSH.h"
#include <CLibcrypto.h>
#include <dlfcn.h>
#include <errno.h>
#include <libssh/libssh.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define FUNCTIONS(X) \
    X(const char *, ssh_version, (int)) \
    X(ssh_session, ssh_new, (void)) \
    X(void, ssh_free, (ssh_session)) \
    X(int, ssh_options_set, (ssh_session, enum ssh_options_e, const void *)) \
    X(void, ssh_set_blocking, (ssh_session, int)) \
    X(int, ssh_connect, (ssh_session)) \
    X(void, ssh_disconnect, (ssh_session)) \
    X(const char *, ssh_get_error, (void *)) \
    X(int, ssh_get_server_publickey, (ssh_session, ssh_key *)) \
    X(int, ssh_get_publickey_hash, (const ssh_key, enum ssh_publickey_hash_type, unsigned char **, size_t *)) \
    X(void, ssh_clean_pubkey_hash, (unsigned char **)) \
    X(char *, ssh_get_fingerprint_hash, (enum ssh_publickey_hash_type, unsigned char *, size_t)) \
    X(void, ssh_string_free_char, (char *)) \
    X(enum ssh_keytypes_e, ssh_key_type, (const ssh_key)) \
    X(const char *, ssh_key_type_to_char, (enum ssh_keytypes_e)) \
    X(void, ssh_key_free, (ssh_key)) \
    X(const char *, ssh_get_kex_algo, (ssh_session)) \
    X(const char *, ssh_get_cipher_in, (ssh_session))

static struct {
#define MEMBER(result, name, parameters) result (*name##_) parameters;
    FUNCTIONS(MEMBER)
} library;
static const char *missing;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    netdiag_libcrypto_keep_at_exit();
    // Never closed: what it has registered of itself lives as long as the process.
    void *found = dlopen("libssh.so.4", RTLD_LAZY | RTLD_LOCAL);
    if (!found) {
        missing = "libssh.so.4 cannot be loaded";
        return;
    }
#define FIND(result, name, parameters) \
    library.name##_ = (result (*) parameters)dlsym(found, #name); \
    if (!library.name##_) missing = "libssh.so.4 lacks " #name;
    FUNCTIONS(FIND)
    // As in Debian 12, with which this is tested.
    if (!missing && !library.ssh_version_(SSH_VERSION_INT(0, 10, 0))) missing = "libssh.so.4 is older than 0.10";
}

const char *netdiag_ssh_problem(void) {
    pthread_once(&once, load);
    return missing;
}

struct netdiag_ssh {
    ssh_session session;
    // libssh has the first, the caller's bytes go through the second.
    int ends[2];
    // Of the first: libssh closes it with some exchanges and leaves it open with others, by version and by how far they came.
    ino_t inode;
    bool is_done;
};

// All that libssh knows, weak algorithms last: no secret is sent, and a server that has nothing better is to be seen all the same.
static const char host_keys[] =
    "ssh-ed25519,ecdsa-sha2-nistp256,ecdsa-sha2-nistp384,ecdsa-sha2-nistp521,rsa-sha2-512,rsa-sha2-256,ssh-rsa";
static const char key_exchanges[] =
    "curve25519-sha256,curve25519-sha256@libssh.org,ecdh-sha2-nistp256,ecdh-sha2-nistp384,ecdh-sha2-nistp521,"
    "diffie-hellman-group14-sha256,diffie-hellman-group16-sha512,diffie-hellman-group18-sha512,"
    "diffie-hellman-group-exchange-sha256,diffie-hellman-group14-sha1,diffie-hellman-group-exchange-sha1,"
    "diffie-hellman-group1-sha1";
static const char ciphers[] =
    "chacha20-poly1305@openssh.com,aes256-gcm@openssh.com,aes128-gcm@openssh.com,aes256-ctr,aes192-ctr,aes128-ctr,"
    "aes256-cbc,aes192-cbc,aes128-cbc,3des-cbc";
static const char macs[] =
    "hmac-sha2-256-etm@openssh.com,hmac-sha2-512-etm@openssh.com,hmac-sha2-256,hmac-sha2-512,hmac-sha1-etm@openssh.com,"
    "hmac-sha1";

static bool set_up(struct netdiag_ssh *exchange) {
    ssh_session session = exchange->session;
    bool no = false;
    // Neither ssh_config(5) nor known hosts: a check is to be the same whoever asks for it.
    if (library.ssh_options_set_(session, SSH_OPTIONS_PROCESS_CONFIG, &no) < 0) return false;
    if (library.ssh_options_set_(session, SSH_OPTIONS_HOST, "target") < 0) return false;
    if (library.ssh_options_set_(session, SSH_OPTIONS_USER, "nobody") < 0) return false;
    if (library.ssh_options_set_(session, SSH_OPTIONS_SSH_DIR, "/dev/null") < 0) return false;
    if (library.ssh_options_set_(session, SSH_OPTIONS_KNOWNHOSTS, "/dev/null") < 0) return false;
    if (library.ssh_options_set_(session, SSH_OPTIONS_GLOBAL_KNOWNHOSTS, "/dev/null") < 0) return false;
    if (library.ssh_options_set_(session, SSH_OPTIONS_FD, &exchange->ends[0]) < 0) return false;
    // Where a build of libssh leaves one of these out, it keeps to its own list.
    library.ssh_options_set_(session, SSH_OPTIONS_HOSTKEYS, host_keys);
    library.ssh_options_set_(session, SSH_OPTIONS_KEY_EXCHANGE, key_exchanges);
    library.ssh_options_set_(session, SSH_OPTIONS_CIPHERS_C_S, ciphers);
    library.ssh_options_set_(session, SSH_OPTIONS_CIPHERS_S_C, ciphers);
    library.ssh_options_set_(session, SSH_OPTIONS_HMAC_C_S, macs);
    library.ssh_options_set_(session, SSH_OPTIONS_HMAC_S_C, macs);
    library.ssh_options_set_(session, SSH_OPTIONS_COMPRESSION, "no");
    library.ssh_set_blocking_(session, 0);
    return true;
}

struct netdiag_ssh *netdiag_ssh_new(void) {
    if (netdiag_ssh_problem()) {
        errno = ENOSYS;
        return NULL;
    }
    struct netdiag_ssh *exchange = calloc(1, sizeof *exchange);
    if (!exchange) return NULL;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, exchange->ends) != 0) {
        int problem = errno;
        free(exchange);
        errno = problem;
        return NULL;
    }
    struct stat status;
    if (fstat(exchange->ends[0], &status) == 0) exchange->inode = status.st_ino;
    exchange->session = library.ssh_new_();
    if (exchange->session && set_up(exchange)) return exchange;
    netdiag_ssh_free(exchange);
    errno = ENOMEM;
    return NULL;
}

void netdiag_ssh_free(struct netdiag_ssh *exchange) {
    if (!exchange) return;
    if (exchange->session) library.ssh_free_(exchange->session);
    // Where it is closed, the number may be another thread's socket by now; the kernel numbers sockets one after the other.
    struct stat status;
    if (fstat(exchange->ends[0], &status) == 0 && S_ISSOCK(status.st_mode) && status.st_ino == exchange->inode)
        close(exchange->ends[0]);
    close(exchange->ends[1]);
    free(exchange);
}

static int waiting(int fd) {
    int count = 0;
    return ioctl(fd, FIONREAD, &count) == 0 ? count : 0;
}

enum netdiag_ssh_state netdiag_ssh_advance(struct netdiag_ssh *exchange, const void *bytes, size_t count) {
    const char *rest = bytes;
    for (;;) {
        ssize_t sent = count > 0 ? send(exchange->ends[1], rest, count, MSG_NOSIGNAL) : 0;
        if (sent > 0) {
            rest += sent;
            count -= (size_t)sent;
        }
        int before = waiting(exchange->ends[0]);
        int produced = waiting(exchange->ends[1]);
        int result = library.ssh_connect_(exchange->session);
        if (result == SSH_OK) {
            exchange->is_done = true;
            return NETDIAG_SSH_DONE;
        }
        if (result != SSH_AGAIN) return NETDIAG_SSH_FAILED;
        bool has_moved = sent > 0 || waiting(exchange->ends[0]) != before || waiting(exchange->ends[1]) != produced;
        if (!has_moved) return count > 0 ? NETDIAG_SSH_FAILED : NETDIAG_SSH_UNDER_WAY;
    }
}

void netdiag_ssh_leave(struct netdiag_ssh *exchange) {
    if (exchange->is_done) library.ssh_disconnect_(exchange->session);
    exchange->is_done = false;
}

size_t netdiag_ssh_output(struct netdiag_ssh *exchange, void *buffer, size_t size) {
    ssize_t count = recv(exchange->ends[1], buffer, size, 0);
    return count > 0 ? (size_t)count : 0;
}

const char *netdiag_ssh_error(struct netdiag_ssh *exchange) {
    return library.ssh_get_error_(exchange->session);
}

int netdiag_ssh_read_result(struct netdiag_ssh *exchange, struct netdiag_ssh_result *result) {
    memset(result, 0, sizeof *result);
    ssh_key key = NULL;
    unsigned char *hash = NULL;
    size_t length = 0;
    char *text = NULL;
    if (!exchange->is_done || library.ssh_get_server_publickey_(exchange->session, &key) != SSH_OK) return 0;
    if (library.ssh_get_publickey_hash_(key, SSH_PUBLICKEY_HASH_SHA256, &hash, &length) == 0)
        text = library.ssh_get_fingerprint_hash_(SSH_PUBLICKEY_HASH_SHA256, hash, length);
#define COPY(member, value) \
    do { \
        const char *copied = (value); \
        snprintf(result->member, sizeof result->member, "%s", copied ? copied : ""); \
    } while (0)
    COPY(fingerprint, text);
    COPY(key_type, library.ssh_key_type_to_char_(library.ssh_key_type_(key)));
    COPY(key_exchange, library.ssh_get_kex_algo_(exchange->session));
    COPY(cipher, library.ssh_get_cipher_in_(exchange->session));
    if (text) library.ssh_string_free_char_(text);
    if (hash) library.ssh_clean_pubkey_hash_(&hash);
    library.ssh_key_free_(key);
    return result->fingerprint[0] != 0;
}
