// The server's side of TLS over memory, by the system's OpenSSL, which is loaded at first use (docs/decisions/0018).
#pragma once
#include "CCertificates.h"
#include <stddef.h>

typedef struct netdiag_server_tls_context netdiag_server_tls_context;
typedef struct netdiag_server_tls_session netdiag_server_tls_session;

enum netdiag_server_tls_failure {
    NETDIAG_SERVER_TLS_NO_LIBRARY = 1, // libssl cannot be loaded
    NETDIAG_SERVER_TLS_NO_CERTIFICATE, // the text holds no certificate, or one that the library refuses
    NETDIAG_SERVER_TLS_NO_KEY,         // the text holds no key that can be read without a passphrase
    NETDIAG_SERVER_TLS_NO_MATCH,       // the key is not that of the first certificate
    NETDIAG_SERVER_TLS_FAILED,         // the library refuses for a reason of its own
};

// What sessions are made with: PEM text of a chain, the server's own certificate first, and of its key. NULL with the
// reason in *failure. TLS 1.2 or later, no renegotiation, no resumption.
netdiag_server_tls_context *_Nullable netdiag_server_tls_context_make(
    const void *_Nonnull chain, size_t chain_length, const void *_Nonnull key, size_t key_length,
    enum netdiag_server_tls_failure *_Nonnull failure);

// In what sessions differ from what is safe: for servers that show clients what is wrong.
struct netdiag_server_tls_options {
    int min_version, max_version;    // as in the record, 0x0301 for TLS 1.0; 0: the library's
    int security_level;              // SSL_CTX_set_security_level(3); negative: the library's
    int demands_client_certificate;  // of the authority below
    const void *_Nullable authority; // PEM text of whom clients' certificates have to be from
    size_t authority_length;
    const void *_Nullable stapled; // an OCSP response in DER (RFC 6066 section 8), which is copied
    size_t stapled_length;
};
netdiag_server_tls_context *_Nullable netdiag_server_tls_context_make_with(
    const void *_Nonnull chain, size_t chain_length, const void *_Nonnull key, size_t key_length,
    const struct netdiag_server_tls_options *_Nullable options, enum netdiag_server_tls_failure *_Nonnull failure);
// Of sessions that read a ClientHello of any version, and can answer none: they have no certificate.
netdiag_server_tls_context *_Nullable netdiag_server_tls_context_make_reader(void);
void netdiag_server_tls_context_free(netdiag_server_tls_context *_Nonnull context);

// One connection; it holds the context by itself. NULL where there is no memory.
netdiag_server_tls_session *_Nullable netdiag_server_tls_session_make(netdiag_server_tls_context *_Nonnull context);
void netdiag_server_tls_session_free(netdiag_server_tls_session *_Nonnull session);

// The client's side: the same sessions, for servers that are asked on behalf of somebody.
enum netdiag_client_tls_trust {
    NETDIAG_CLIENT_TLS_SYSTEM = 0, // the system's store of authorities
    NETDIAG_CLIENT_TLS_FILE,       // a PEM file of authorities
    NETDIAG_CLIENT_TLS_ANYBODY,    // nothing is verified
};
// TLS 1.2 or later. NULL with the reason in *failure; NETDIAG_SERVER_TLS_NO_CERTIFICATE is about the file.
netdiag_server_tls_context *_Nullable netdiag_client_tls_context_make(
    enum netdiag_client_tls_trust trust, const char *_Nullable authorities,
    enum netdiag_server_tls_failure *_Nonnull failure);
// The certificate has to be for the name, or for the address, which is not sent (RFC 6066 section 3).
netdiag_server_tls_session *_Nullable netdiag_client_tls_session_make(
    netdiag_server_tls_context *_Nonnull context, const char *_Nonnull name, int is_address);
// Why the server's certificate was refused; NULL where it was not.
const char *_Nullable netdiag_client_tls_refusal(netdiag_server_tls_session *_Nonnull session);

enum netdiag_server_tls_progress {
    NETDIAG_SERVER_TLS_WAITS = 0,   // for more from the peer
    NETDIAG_SERVER_TLS_ENDED = -1,  // the peer has ended its side
    NETDIAG_SERVER_TLS_BROKEN = -2, // the session is over
};

// Takes what came from the network; 1, or NETDIAG_SERVER_TLS_BROKEN where there is no memory.
int netdiag_server_tls_feed(netdiag_server_tls_session *_Nonnull session, const void *_Nonnull bytes, size_t count);
// What is to be sent now: how many bytes were stored, 0 for none.
int netdiag_server_tls_take(netdiag_server_tls_session *_Nonnull session, void *_Nonnull bytes, size_t count);
// 1 when it is complete, or an enum netdiag_server_tls_progress.
int netdiag_server_tls_handshake(netdiag_server_tls_session *_Nonnull session);
// The server name that the ClientHello asks for (RFC 6066 section 3), which lives as long as the session; NULL for none.
const char *_Nullable netdiag_server_tls_name(netdiag_server_tls_session *_Nonnull session);
// The version and the cipher suite that were negotiated, as OpenSSL names them.
const char *_Nonnull netdiag_server_tls_version(netdiag_server_tls_session *_Nonnull session);
const char *_Nonnull netdiag_server_tls_cipher(netdiag_server_tls_session *_Nonnull session);
// How many bytes were decrypted, or an enum netdiag_server_tls_progress.
int netdiag_server_tls_read(netdiag_server_tls_session *_Nonnull session, void *_Nonnull bytes, size_t count);
// Encrypts all; 1, or NETDIAG_SERVER_TLS_BROKEN.
int netdiag_server_tls_write(netdiag_server_tls_session *_Nonnull session, const void *_Nonnull bytes, size_t count);
// Tells the peer that no more is sent.
void netdiag_server_tls_end(netdiag_server_tls_session *_Nonnull session);
