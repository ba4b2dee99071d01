// The client's side of a key exchange of SSH (RFC 4253), by libssh, which is loaded when it is first used.
//
// libssh is given one end of a pair of sockets, and never the connection: what comes from the network is handed to it, and what
// it sends is taken from it, so that the caller sees all of it first. No user is named to the server, and nothing is read of this
// machine's files of SSH.
#ifndef NETDIAG_CSSH_H
#define NETDIAG_CSSH_H
#include <stddef.h>
#include <sys/types.h>

struct netdiag_ssh;

// How far a key exchange is.
enum netdiag_ssh_state { NETDIAG_SSH_FAILED = -1, NETDIAG_SSH_UNDER_WAY = 0, NETDIAG_SSH_DONE = 1 };

// Why libssh cannot be used; NULL where it can.
const char *netdiag_ssh_problem(void);

// NULL where this machine lacks memory or descriptors, as errno says.
struct netdiag_ssh *netdiag_ssh_new(void);
void netdiag_ssh_free(struct netdiag_ssh *exchange);

// Goes on with bytes of the server, at most 64 KiB; not to be called once it is done or has failed. DONE: the server has signed
// the exchange with its host key, and both sides have changed to the new keys.
enum netdiag_ssh_state netdiag_ssh_advance(struct netdiag_ssh *exchange, const void *bytes, size_t count);

// Says good-bye to the server (RFC 4253 section 11.1).
void netdiag_ssh_leave(struct netdiag_ssh *exchange);

// Takes bytes for the server; 0: there are none for now.
size_t netdiag_ssh_output(struct netdiag_ssh *exchange, void *buffer, size_t size);

// What libssh says went wrong; as long as the exchange is there, or until the next call.
const char *netdiag_ssh_error(struct netdiag_ssh *exchange);

// Of an exchange that is done: the host key's type and SHA-256 fingerprint, as ssh-keygen -lf shows them, and what the two sides
// have agreed upon. Texts with their 0.
struct netdiag_ssh_result {
    char key_type[64];
    char fingerprint[64];
    char key_exchange[64];
    char cipher[64];
};

// Returns 0 where there is no key.
int netdiag_ssh_read_result(struct netdiag_ssh *exchange, struct netdiag_ssh_result *result);

#endif
