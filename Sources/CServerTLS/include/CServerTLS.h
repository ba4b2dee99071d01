// TLS sessions over memory buffers with the system's OpenSSL, which is loaded at first use (docs/decisions/0018).
#pragma once
#include "CCertificates.h"
#include <stddef.h>

typedef struct netdiag_server_tls_context netdiag_server_tls_context;
typedef struct netdiag_server_tls_session netdiag_server_tls_session;

enum netdiag_server_tls_failure {
    NETDIAG_SERVER_TLS_NO_LIBRARY = 1, // libssl cannot be loaded
    NETDIAG_SERVER_TLS_NO_CERTIFICATE, // the text contains no certificate, or one that the library rejects
    NETDIAG_SERVER_TLS_NO_KEY,         // the text contains no key that can be read without a passphrase
    NETDIAG_SERVER_TLS_NO_MATCH,       // the key does not match the first certificate
    NETDIAG_SERVER_TLS_FAILED,         // the library failed for another reason
};

// Creates the configuration of server-side sessions from a certificate chain in PEM, beginning with the server's own
// certificate, and its key. Returns NULL on error, with the reason in *failure. TLS 1.2 or later, without renegotiation and
// resumption.
netdiag_server_tls_context *_Nullable netdiag_server_tls_context_make(
    const void *_Nonnull chain, size_t chain_length, const void *_Nonnull key, size_t key_length,
    enum netdiag_server_tls_failure *_Nonnull failure);

// Deliberate deviations from secure settings, for servers that simulate faults.
struct netdiag_server_tls_options {
    int min_version, max_version;    // values of the record layer, 0x0301 for TLS 1.0; 0: the default
    int security_level;              // SSL_CTX_set_security_level(3); negative: the default
    int demands_client_certificate;  // issued by the CA below
    const void *_Nullable authority; // the CA certificate in PEM
    size_t authority_length;
    const void *_Nullable stapled; // an OCSP response in DER (RFC 6066 section 8), which is copied
    size_t stapled_length;
};
netdiag_server_tls_context *_Nullable netdiag_server_tls_context_make_with(
    const void *_Nonnull chain, size_t chain_length, const void *_Nonnull key, size_t key_length,
    const struct netdiag_server_tls_options *_Nullable options, enum netdiag_server_tls_failure *_Nonnull failure);
// Creates the configuration of sessions that parse a ClientHello of any version, but cannot respond without a certificate.
netdiag_server_tls_context *_Nullable netdiag_server_tls_context_make_reader(void);
void netdiag_server_tls_context_free(netdiag_server_tls_context *_Nonnull context);

// Creates a session for one connection, which retains the context. Returns NULL if memory is exhausted.
netdiag_server_tls_session *_Nullable netdiag_server_tls_session_make(netdiag_server_tls_context *_Nonnull context);
void netdiag_server_tls_session_free(netdiag_server_tls_session *_Nonnull session);

// Client-side sessions, for servers that forward requests to other servers.
enum netdiag_client_tls_trust {
    NETDIAG_CLIENT_TLS_SYSTEM = 0, // the system's trust store
    NETDIAG_CLIENT_TLS_FILE,       // a PEM file of CA certificates
    NETDIAG_CLIENT_TLS_ANYBODY,    // certificates are not verified
};
// Creates the configuration of client-side sessions with TLS 1.2 or later. Returns NULL on error, with the reason in *failure;
// NETDIAG_SERVER_TLS_NO_CERTIFICATE refers to the file.
netdiag_server_tls_context *_Nullable netdiag_client_tls_context_make(
    enum netdiag_client_tls_trust trust, const char *_Nullable authorities,
    enum netdiag_server_tls_failure *_Nonnull failure);
// The certificate must be valid for the name or address. An address is not sent as server name (RFC 6066 section 3).
netdiag_server_tls_session *_Nullable netdiag_client_tls_session_make(
    netdiag_server_tls_context *_Nonnull context, const char *_Nonnull name, int is_address);
// Returns the reason why the server's certificate was rejected; NULL if it was not.
const char *_Nullable netdiag_client_tls_refusal(netdiag_server_tls_session *_Nonnull session);

enum netdiag_server_tls_progress {
    NETDIAG_SERVER_TLS_WAITS = 0,   // more data from the peer is needed
    NETDIAG_SERVER_TLS_ENDED = -1,  // the peer has closed its side
    NETDIAG_SERVER_TLS_BROKEN = -2, // the session has failed
};

// Processes received bytes. Returns 1, or NETDIAG_SERVER_TLS_BROKEN if memory is exhausted.
int netdiag_server_tls_feed(netdiag_server_tls_session *_Nonnull session, const void *_Nonnull bytes, size_t count);
// Stores bytes that are to be sent. Returns their number, or 0.
int netdiag_server_tls_take(netdiag_server_tls_session *_Nonnull session, void *_Nonnull bytes, size_t count);
// Continues the handshake. Returns 1 when it is complete, or an enum netdiag_server_tls_progress.
int netdiag_server_tls_handshake(netdiag_server_tls_session *_Nonnull session);
// Returns the server name of the ClientHello (RFC 6066 section 3), which lives as long as the session; NULL for none.
const char *_Nullable netdiag_server_tls_name(netdiag_server_tls_session *_Nonnull session);
// Return the negotiated version and cipher suite, by their OpenSSL names.
const char *_Nonnull netdiag_server_tls_version(netdiag_server_tls_session *_Nonnull session);
const char *_Nonnull netdiag_server_tls_cipher(netdiag_server_tls_session *_Nonnull session);
// Decrypts application data. Returns the number of bytes, or an enum netdiag_server_tls_progress.
int netdiag_server_tls_read(netdiag_server_tls_session *_Nonnull session, void *_Nonnull bytes, size_t count);
// Encrypts all bytes. Returns 1, or NETDIAG_SERVER_TLS_BROKEN.
int netdiag_server_tls_write(netdiag_server_tls_session *_Nonnull session, const void *_Nonnull bytes, size_t count);
// Queues a close_notify alert for the peer.
void netdiag_server_tls_end(netdiag_server_tls_session *_Nonnull session);
