// Issues certificates at run time with the system's OpenSSL, which is loaded at first use.
#pragma once
#include <stddef.h>
#include <stdint.h>

enum netdiag_certificate_key {
    NETDIAG_CERTIFICATE_P256 = 0,
    NETDIAG_CERTIFICATE_RSA_2048,
    NETDIAG_CERTIFICATE_RSA_1024,
};

enum netdiag_certificate_purpose {
    NETDIAG_CERTIFICATE_SERVER = 0,
    NETDIAG_CERTIFICATE_CLIENT,
    NETDIAG_CERTIFICATE_AUTHORITY,
};

struct netdiag_certificate_request {
    const char *_Nonnull common_name;
    const char *_Nullable names;      // subjectAltName in the syntax of x509v3_config(5): "DNS:a.example,IP:127.0.0.1"
    const char *_Nullable issuer_url; // caIssuers of the authority information access extension
    int64_t not_before, not_after;    // seconds since 1970
    enum netdiag_certificate_key key;
    enum netdiag_certificate_purpose purpose;
};

// Memory allocated with malloc(3); `bytes` is NULL if there is none.
struct netdiag_bytes {
    void *_Nullable bytes;
    size_t length;
};

// Generates a key and issues its certificate, both in PEM. Without an issuer, the certificate is self-signed. Returns 1, or 0
// if the library cannot be loaded or fails; nothing is stored in that case.
int netdiag_certificate_issue(
    const struct netdiag_certificate_request *_Nonnull request, const void *_Nullable issuer, size_t issuer_length,
    const void *_Nullable issuer_key, size_t issuer_key_length, struct netdiag_bytes *_Nonnull certificate,
    struct netdiag_bytes *_Nonnull key);

// Creates an OCSP response in DER (RFC 6960), signed by the issuer, that the certificate was revoked an hour ago. Returns 1
// or 0.
int netdiag_certificate_revocation(
    const void *_Nonnull certificate, size_t certificate_length, const void *_Nonnull issuer, size_t issuer_length,
    const void *_Nonnull issuer_key, size_t issuer_key_length, struct netdiag_bytes *_Nonnull response);
