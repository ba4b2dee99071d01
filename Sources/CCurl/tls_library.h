// OpenSSL's functions, which are looked up in the library that libcurl has brought, not linked, for the reason that CCurl.c gives.
#pragma once
#include "CTLSFacts.h"
#include <openssl/ocsp.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <time.h>

// What SSL_CTX_set_security_callback(3) takes.
typedef int (*security_callback)(const SSL *, const SSL_CTX *, int, int, int, void *, void *);
// What SSL_CTX_set_cert_verify_callback(3) takes.
typedef int (*verify_callback)(X509_STORE_CTX *, void *);

#define FUNCTIONS(X) \
    X(void, SSL_CTX_set_security_callback, (SSL_CTX *, security_callback)) \
    X(security_callback, SSL_CTX_get_security_callback, (const SSL_CTX *)) \
    X(long, SSL_CTX_ctrl, (SSL_CTX *, int, long, void *)) \
    X(long, SSL_ctrl, (SSL *, int, long, void *)) \
    X(void, SSL_CTX_set_cert_verify_callback, (SSL_CTX *, verify_callback, void *)) \
    X(int, SSL_get_ex_data_X509_STORE_CTX_idx, (void)) \
    X(int, X509_verify_cert, (X509_STORE_CTX *)) \
    X(int, X509_STORE_CTX_get_error, (const X509_STORE_CTX *)) \
    X(void *, X509_STORE_CTX_get_ex_data, (const X509_STORE_CTX *, int)) \
    X(STACK_OF(X509) *, X509_STORE_CTX_get0_untrusted, (const X509_STORE_CTX *)) \
    X(X509_STORE *, X509_STORE_CTX_get0_store, (const X509_STORE_CTX *)) \
    X(int, X509_STORE_up_ref, (X509_STORE *)) \
    X(STACK_OF(X509) *, X509_chain_up_ref, (STACK_OF(X509) *)) \
    X(void, SSL_CTX_set_client_cert_cb, (SSL_CTX *, int (*)(SSL *, X509 **, EVP_PKEY **))) \
    X(int, CRYPTO_get_ex_new_index, (int, long, void *, CRYPTO_EX_new *, CRYPTO_EX_dup *, CRYPTO_EX_free *)) \
    X(int, SSL_CTX_set_ex_data, (SSL_CTX *, int, void *)) \
    X(void *, SSL_CTX_get_ex_data, (const SSL_CTX *, int)) \
    X(SSL_CTX *, SSL_get_SSL_CTX, (const SSL *)) \
    X(const char *, SSL_get_version, (const SSL *)) \
    X(const SSL_CIPHER *, SSL_get_current_cipher, (const SSL *)) \
    X(const char *, SSL_CIPHER_get_name, (const SSL_CIPHER *)) \
    X(void, SSL_get0_alpn_selected, (const SSL *, const unsigned char **, unsigned *)) \
    X(int, SSL_session_reused, (const SSL *)) \
    X(STACK_OF(X509) *, SSL_get_peer_cert_chain, (const SSL *)) \
    X(STACK_OF(X509) *, SSL_get0_verified_chain, (const SSL *)) \
    X(long, SSL_get_verify_result, (const SSL *)) \
    X(const ASN1_INTEGER *, X509_get0_serialNumber, (const X509 *)) \
    X(int, OPENSSL_sk_num, (const OPENSSL_STACK *)) \
    X(void *, OPENSSL_sk_value, (const OPENSSL_STACK *, int)) \
    X(X509_NAME *, X509_get_subject_name, (const X509 *)) \
    X(X509_NAME *, X509_get_issuer_name, (const X509 *)) \
    X(int, X509_NAME_cmp, (const X509_NAME *, const X509_NAME *)) \
    X(int, X509_NAME_print_ex, (BIO *, const X509_NAME *, int, unsigned long)) \
    X(BIO *, BIO_new, (const BIO_METHOD *)) \
    X(const BIO_METHOD *, BIO_s_mem, (void)) \
    X(int, BIO_read, (BIO *, void *, int)) \
    X(int, BIO_free, (BIO *)) \
    X(const ASN1_TIME *, X509_get0_notBefore, (const X509 *)) \
    X(const ASN1_TIME *, X509_get0_notAfter, (const X509 *)) \
    X(int, ASN1_TIME_to_tm, (const ASN1_TIME *, struct tm *)) \
    X(EVP_PKEY *, X509_get0_pubkey, (const X509 *)) \
    X(int, EVP_PKEY_get_bits, (const EVP_PKEY *)) \
    X(const char *, EVP_PKEY_get0_type_name, (const EVP_PKEY *)) \
    X(int, X509_get_signature_nid, (const X509 *)) \
    X(const char *, OBJ_nid2ln, (int)) \
    X(int, OBJ_obj2txt, (char *, int, const ASN1_OBJECT *, int)) \
    X(X509_PUBKEY *, X509_get_X509_PUBKEY, (const X509 *)) \
    X(int, i2d_X509_PUBKEY, (const X509_PUBKEY *, unsigned char **)) \
    X(void, CRYPTO_free, (void *, const char *, int)) \
    X(void, AUTHORITY_KEYID_free, (AUTHORITY_KEYID *)) \
    X(void, AUTHORITY_INFO_ACCESS_free, (AUTHORITY_INFO_ACCESS *)) \
    X(void, CERTIFICATEPOLICIES_free, (CERTIFICATEPOLICIES *)) \
    X(X509_STORE *, X509_STORE_new, (void)) \
    X(void, X509_STORE_free, (X509_STORE *)) \
    X(int, X509_STORE_set_default_paths, (X509_STORE *)) \
    X(X509_STORE_CTX *, X509_STORE_CTX_new, (void)) \
    X(void, X509_STORE_CTX_free, (X509_STORE_CTX *)) \
    X(int, X509_STORE_CTX_init, (X509_STORE_CTX *, X509_STORE *, X509 *, STACK_OF(X509) *)) \
    X(STACK_OF(X509) *, X509_STORE_CTX_get1_certs, (X509_STORE_CTX *, const X509_NAME *)) \
    X(void, X509_free, (X509 *)) \
    X(X509 *, d2i_X509, (X509 **, const unsigned char **, long)) \
    X(void, OPENSSL_sk_pop_free, (OPENSSL_STACK *, OPENSSL_sk_freefunc)) \
    X(int, X509_digest, (const X509 *, const EVP_MD *, unsigned char *, unsigned *)) \
    X(const EVP_MD *, EVP_sha256, (void)) \
    X(const EVP_MD *, EVP_sha1, (void)) \
    X(int, EVP_Digest, (const void *, size_t, unsigned char *, unsigned *, const EVP_MD *, ENGINE *)) \
    X(void *, X509_get_ext_d2i, (const X509 *, int, int *, int *)) \
    X(void, GENERAL_NAMES_free, (GENERAL_NAMES *)) \
    X(int, ASN1_STRING_length, (const ASN1_STRING *)) \
    X(const unsigned char *, ASN1_STRING_get0_data, (const ASN1_STRING *)) \
    X(OCSP_RESPONSE *, d2i_OCSP_RESPONSE, (OCSP_RESPONSE **, const unsigned char **, long)) \
    X(void, OCSP_RESPONSE_free, (OCSP_RESPONSE *)) \
    X(int, OCSP_response_status, (OCSP_RESPONSE *)) \
    X(OCSP_BASICRESP *, OCSP_response_get1_basic, (OCSP_RESPONSE *)) \
    X(void, OCSP_BASICRESP_free, (OCSP_BASICRESP *)) \
    X(int, OCSP_resp_count, (OCSP_BASICRESP *)) \
    X(OCSP_SINGLERESP *, OCSP_resp_get0, (OCSP_BASICRESP *, int)) \
    X(int, OCSP_single_get0_status, \
      (OCSP_SINGLERESP *, int *, ASN1_GENERALIZEDTIME **, ASN1_GENERALIZEDTIME **, ASN1_GENERALIZEDTIME **))

struct netdiag_tls_library {
#define MEMBER(result, name, parameters) result (*name) parameters;
    FUNCTIONS(MEMBER)
#undef MEMBER
    // Where an SSL_CTX has its share in an observation (tls_observation.c).
    int observation_index;
};

extern __attribute__((visibility("hidden"))) struct netdiag_tls_library netdiag_ssl;

// Finds the functions at the first call, and returns whether all of them exist.
__attribute__((visibility("hidden"))) int netdiag_tls_load(void);

// OpenSSL calls it when it frees an SSL_CTX, after its last connection (CRYPTO_get_ex_new_index(3)).
__attribute__((visibility("hidden"))) void netdiag_tls_release_share(
    void *context, void *observation, CRYPTO_EX_DATA *data, int index, long number, void *pointer);

// What the verification of a peer's certificates leaves behind, with references of its own.
struct netdiag_tls_peer {
    // As the peer sent it.
    STACK_OF(X509) *chain;
    // OpenSSL's constants; NULL where there is none.
    const char *version, *cipher;
    // The trusted authorities, if the chain lacks an issuer; NULL otherwise.
    X509_STORE *store;
};

// Reads it. A missing issuer is looked up in the system's authorities, which takes time.
__attribute__((visibility("hidden"))) void netdiag_tls_read_peer(
    const struct netdiag_tls_peer *peer, struct netdiag_tls_facts *facts);
