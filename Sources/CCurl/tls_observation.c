// Adds to the SSL_CTX of a connection what shows that the server requests a certificate, offers a Diffie-Hellman group that
// takes too long to compute with, or has a certificate that is refused.
#include "CTLSFacts.h"
#include "tls_library.h"
#include <stdatomic.h>
#include <stdlib.h>

struct netdiag_tls_observation {
    // Shares, one for each SSL_CTX and one for the caller.
    atomic_int owners;
    atomic_int is_certificate_demanded;
    // The size of the Diffie-Hellman group for which a handshake was ended; 0 for none.
    atomic_int refused_bits;
    // The certificates that were verified last; NULL for none, or once they were taken.
    struct netdiag_tls_peer *_Atomic peer;
};

static struct netdiag_tls_observation *observation_of(const SSL *connection) {
    return netdiag_ssl.SSL_CTX_get_ex_data(netdiag_ssl.SSL_get_SSL_CTX(connection), netdiag_ssl.observation_index);
}

// OpenSSL calls it only if a certificate is requested and none has been set (SSL_CTX_set_client_cert_cb(3)).
static int record_demand(SSL *connection, X509 **certificate, EVP_PKEY **key) {
    (void)certificate, (void)key;
    struct netdiag_tls_observation *observation = observation_of(connection);
    if (observation) atomic_store(&observation->is_certificate_demanded, 1);
    return 0;
}

static void free_peer(struct netdiag_tls_peer *peer) {
    if (!peer) return;
    if (peer->chain) {
        netdiag_ssl.OPENSSL_sk_pop_free((OPENSSL_STACK *)peer->chain, (OPENSSL_sk_freefunc)netdiag_ssl.X509_free);
    }
    if (peer->store) netdiag_ssl.X509_STORE_free(peer->store);
    free(peer);
}

static int lacks_issuer(X509_STORE_CTX *verification) {
    switch (netdiag_ssl.X509_STORE_CTX_get_error(verification)) {
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE: return 1;
    default: return 0;
    }
}

// Keeps references only, since nearly all certificates are accepted. Nothing here may leave an error in OpenSSL's queue: libcurl
// takes the first one for the reason of a failed handshake.
static void keep_peer(struct netdiag_tls_observation *observation, X509_STORE_CTX *verification, int is_valid) {
    SSL *connection = netdiag_ssl.X509_STORE_CTX_get_ex_data(
        verification, netdiag_ssl.SSL_get_ex_data_X509_STORE_CTX_idx());
    STACK_OF(X509) *sent = netdiag_ssl.X509_STORE_CTX_get0_untrusted(verification);
    struct netdiag_tls_peer *peer = connection && sent ? calloc(1, sizeof *peer) : NULL;
    if (peer) {
        const SSL_CIPHER *cipher = netdiag_ssl.SSL_get_current_cipher(connection);
        peer->chain = netdiag_ssl.X509_chain_up_ref(sent);
        peer->version = netdiag_ssl.SSL_get_version(connection);
        peer->cipher = cipher ? netdiag_ssl.SSL_CIPHER_get_name(cipher) : NULL;
        X509_STORE *store = is_valid || !lacks_issuer(verification) ? NULL : netdiag_ssl.X509_STORE_CTX_get0_store(verification);
        if (store && netdiag_ssl.X509_STORE_up_ref(store)) peer->store = store;
    }
    free_peer(atomic_exchange(&observation->peer, peer));
}

// Verifies as OpenSSL does without a callback (SSL_CTX_set_cert_verify_callback(3)). libcurl compares the name of the host later,
// when it has closed the connection before its caller learns of the result: therefore accepted certificates are kept, too.
static int verify(X509_STORE_CTX *verification, void *observation) {
    int is_valid = netdiag_ssl.X509_verify_cert(verification) > 0;
    keep_peer(observation, verification, is_valid);
    return is_valid;
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
        struct netdiag_tls_observation *observation = observation_of(connection);
        if (observation) atomic_store(&observation->refused_bits, size);
        return 0;
    }
    security_callback usual = atomic_load(&usual_security);
    return usual ? usual(connection, context, operation, bits, nid, other, extra) : 1;
}

struct netdiag_tls_observation *netdiag_tls_observation_new(void) {
    struct netdiag_tls_observation *observation = malloc(sizeof *observation);
    if (!observation) return NULL;
    atomic_init(&observation->owners, 1);
    atomic_init(&observation->is_certificate_demanded, 0);
    atomic_init(&observation->refused_bits, 0);
    atomic_init(&observation->peer, NULL);
    return observation;
}

void netdiag_tls_observation_release(struct netdiag_tls_observation *observation) {
    if (!observation || atomic_fetch_sub(&observation->owners, 1) != 1) return;
    free_peer(atomic_load(&observation->peer));
    free(observation);
}

int netdiag_tls_is_certificate_demanded(const struct netdiag_tls_observation *observation) {
    return atomic_load(&observation->is_certificate_demanded);
}

int netdiag_tls_refused_bits(const struct netdiag_tls_observation *observation) {
    return atomic_load(&observation->refused_bits);
}

int netdiag_tls_read_refused(struct netdiag_tls_observation *observation, struct netdiag_tls_facts *facts) {
    struct netdiag_tls_peer *peer = atomic_exchange(&observation->peer, NULL);
    if (!peer) return 0;
    netdiag_tls_read_peer(peer, facts);
    free_peer(peer);
    return 1;
}

void netdiag_tls_observe(void *context, struct netdiag_tls_observation *observation, int verifies) {
    if (!netdiag_tls_load() || netdiag_ssl.observation_index < 0 || !observation) return;
    // Once for a context: an existing share would be lost.
    if (netdiag_ssl.SSL_CTX_get_ex_data(context, netdiag_ssl.observation_index)) return;
    atomic_fetch_add(&observation->owners, 1);
    if (netdiag_ssl.SSL_CTX_set_ex_data(context, netdiag_ssl.observation_index, observation)) {
        netdiag_ssl.SSL_CTX_set_client_cert_cb(context, record_demand);
        // The context's own share keeps the argument as long as the callback can be called.
        if (verifies) netdiag_ssl.SSL_CTX_set_cert_verify_callback(context, verify, observation);
        security_callback usual = netdiag_ssl.SSL_CTX_get_security_callback(context);
        if (usual && usual != examine_security) {
            atomic_store(&usual_security, usual);
            netdiag_ssl.SSL_CTX_set_security_callback(context, examine_security);
        }
    } else {
        netdiag_tls_observation_release(observation);
    }
}

void netdiag_tls_release_share(
    void *context, void *observation, CRYPTO_EX_DATA *data, int index, long number, void *pointer) {
    (void)context, (void)data, (void)index, (void)number, (void)pointer;
    netdiag_tls_observation_release(observation);
}
