// Adds to the SSL_CTX of a connection what shows that the server requests a certificate, or offers a Diffie-Hellman group that
// takes too long to compute with.
#include "CTLSFacts.h"
#include "tls_library.h"
#include <stdatomic.h>
#include <stdlib.h>

struct netdiag_tls_demand {
    // Shares, one for each SSL_CTX and one for the caller.
    atomic_int owners;
    atomic_int is_made;
    // The size of the Diffie-Hellman group for which a handshake was ended; 0 for none.
    atomic_int refused_bits;
};

static struct netdiag_tls_demand *demand_of(const SSL *connection) {
    return netdiag_ssl.SSL_CTX_get_ex_data(netdiag_ssl.SSL_get_SSL_CTX(connection), netdiag_ssl.demand_index);
}

// OpenSSL calls it only if a certificate is requested and none has been set (SSL_CTX_set_client_cert_cb(3)).
static int record_demand(SSL *connection, X509 **certificate, EVP_PKEY **key) {
    (void)certificate, (void)key;
    struct netdiag_tls_demand *demand = demand_of(connection);
    if (demand) atomic_store(&demand->is_made, 1);
    return 0;
}

// The largest Diffie-Hellman group that is used. The computation blocks the loop of all checks: 0.6 s for 10,000 bits, the largest
// group that OpenSSL accepts.
enum { MOST_GROUP_BITS = 4096 };
// OpenSSL's own callback. It is the same function for every SSL_CTX, and reads the level from it.
static _Atomic(security_callback) usual_security;

// OpenSSL calls it with the server's key before it computes its own of the same size.
static int examine_security(const SSL *connection, const SSL_CTX *context, int operation, int bits, int nid, void *other,
                            void *extra) {
    int size = operation == SSL_SECOP_TMP_DH && connection && other ? netdiag_ssl.EVP_PKEY_get_bits(other) : 0;
    if (size > MOST_GROUP_BITS) {
        struct netdiag_tls_demand *demand = demand_of(connection);
        if (demand) atomic_store(&demand->refused_bits, size);
        return 0;
    }
    security_callback usual = atomic_load(&usual_security);
    return usual ? usual(connection, context, operation, bits, nid, other, extra) : 1;
}

struct netdiag_tls_demand *netdiag_tls_demand_new(void) {
    struct netdiag_tls_demand *demand = malloc(sizeof *demand);
    if (!demand) return NULL;
    atomic_init(&demand->owners, 1);
    atomic_init(&demand->is_made, 0);
    atomic_init(&demand->refused_bits, 0);
    return demand;
}

void netdiag_tls_demand_release(struct netdiag_tls_demand *demand) {
    if (demand && atomic_fetch_sub(&demand->owners, 1) == 1) free(demand);
}

int netdiag_tls_demand_is_made(const struct netdiag_tls_demand *demand) {
    return atomic_load(&demand->is_made);
}

int netdiag_tls_demand_refused_bits(const struct netdiag_tls_demand *demand) {
    return atomic_load(&demand->refused_bits);
}

void netdiag_tls_watch_demand(void *context, struct netdiag_tls_demand *demand) {
    if (!netdiag_tls_load() || netdiag_ssl.demand_index < 0 || !demand) return;
    // Once for a context: an existing share would be lost.
    if (netdiag_ssl.SSL_CTX_get_ex_data(context, netdiag_ssl.demand_index)) return;
    atomic_fetch_add(&demand->owners, 1);
    if (netdiag_ssl.SSL_CTX_set_ex_data(context, netdiag_ssl.demand_index, demand)) {
        netdiag_ssl.SSL_CTX_set_client_cert_cb(context, record_demand);
        security_callback usual = netdiag_ssl.SSL_CTX_get_security_callback(context);
        if (usual && usual != examine_security) {
            atomic_store(&usual_security, usual);
            netdiag_ssl.SSL_CTX_set_security_callback(context, examine_security);
        }
    } else {
        netdiag_tls_demand_release(demand);
    }
}

void netdiag_tls_release_share(void *context, void *demand, CRYPTO_EX_DATA *data, int index, long number, void *pointer) {
    (void)context, (void)data, (void)index, (void)number, (void)pointer;
    netdiag_tls_demand_release(demand);
}
