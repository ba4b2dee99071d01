// What OpenSSL knows of a TLS connection that libcurl made, as plain values: libcurl tells little of it, and as text.
#ifndef NETDIAG_CTLSFACTS_H
#define NETDIAG_CTLSFACTS_H
#include <stddef.h>
#include <stdint.h>

enum { NETDIAG_MOST_CERTIFICATES = 10, NETDIAG_OCSP_NOT_READ = -2 };

struct netdiag_certificate {
    char subject[512];
    char issuer[512];
    // The names of subjectAltName, a zero byte behind each, and one more behind the last.
    char names[4096];
    // Seconds since 1970; INT64_MIN where the date cannot be read.
    int64_t not_before, not_after;
    char key[64];
    int key_bits;
    char signature[64];
    unsigned char sha256[32];
    // Of the serial number, most significant byte first.
    int serial_length;
    unsigned char serial[32];
    // Of its SubjectPublicKeyInfo (RFC 7469 section 2.4).
    unsigned char key_sha256[32];
    // Who issued its issuer's certificate, where its authority key identifier says so (RFC 5280 section 4.2.1.1).
    char authority_issuer[512];
    // Whether its policies are those of publicly trusted authorities (CA/Browser Forum, 2.23.140.1).
    int is_public;
    // Whether it says where its issuer's certificate is to be had (caIssuers, RFC 5280 section 4.2.2.1).
    int has_issuer_url;
    int is_self_issued;
};

struct netdiag_tls_facts {
    char version[16];
    char cipher[64];
    char alpn[64];
    // -1: no response was stapled; else OpenSSL's OCSP_RESPONSE_STATUS_… plus 16 where it was not successful, or
    // V_OCSP_CERTSTATUS_… of the leaf: 0 good, 1 revoked, 2 unknown; 3: it cannot be read. NETDIAG_OCSP_NOT_READ if the
    // handshake did not get that far.
    int ocsp;
    int is_resumed;
    // When the first certificate ends of the chain that was verified, the authority's included; INT64_MIN where there is none.
    int64_t verified_until;
    // Whether this machine has an authority by the name of the one that the chain leads to, trusted here or not, with whatever
    // key. -1: it was not looked up, which is only done if the chain lacks an issuer.
    int is_issuer_known;
    int count;
    struct netdiag_certificate chain[NETDIAG_MOST_CERTIFICATES];
};

// Requests a stapled OCSP response from the server (RFC 6066 section 8), on connections of libcurl's SSL_CTX.
void netdiag_tls_request_status(void *context);
// What OpenSSL's callbacks observe of connections. The caller that creates it and each SSL_CTX that it is set on have a share; it
// is freed with the last share. A server may request a certificate until the connection ends (RFC 8446 section 4.6.2), and OpenSSL
// frees the SSL_CTX later than that. Any thread may use it.
struct netdiag_tls_observation;
struct netdiag_tls_observation *netdiag_tls_observation_new(void);
// Releases the caller's share; nothing happens for NULL.
void netdiag_tls_observation_release(struct netdiag_tls_observation *observation);
// Whether a server has requested a certificate from a client that has none.
int netdiag_tls_is_certificate_demanded(const struct netdiag_tls_observation *observation);
// The size in bits of a Diffie-Hellman group that is too large, because of which a handshake was ended; 0 for none.
int netdiag_tls_refused_bits(const struct netdiag_tls_observation *observation);
// Reads the certificates that were verified last, whose verification or name made the handshake fail: libcurl closes such a
// connection before its caller learns of it. Returns 0 if there are none. They can be read once.
int netdiag_tls_read_refused(struct netdiag_tls_observation *observation, struct netdiag_tls_facts *facts);
// Observes connections of libcurl's SSL_CTX, and ends handshakes with too large groups. The certificates are only kept if the
// connection verifies them.
void netdiag_tls_observe(void *context, struct netdiag_tls_observation *observation, int verifies);
// Reads libcurl's SSL. Returns 0 if OpenSSL is not found. The chain is the one that the peer sent.
int netdiag_tls_read(void *connection, struct netdiag_tls_facts *facts);
// Reads a certificate in DER. Returns 0 if it is not one, or if OpenSSL is not found.
int netdiag_tls_read_certificate(const void *bytes, size_t count, struct netdiag_certificate *certificate);
// For the key of a WebSocket (RFC 6455 section 4.2.2). Returns 0 where OpenSSL is not to be found.
int netdiag_sha1(const void *bytes, size_t count, unsigned char digest[20]);

#endif
