// Certificates by the system's OpenSSL, loaded at first use as CServerTLS.c does it: for servers that show clients what is
// wrong with a certificate. Nothing that is meant to be safe uses it.
#include "CCertificates.h"
#include <CLibcrypto.h>
#include <dlfcn.h>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/ocsp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define FUNCTIONS(X) \
    X(EVP_PKEY *, EVP_PKEY_Q_keygen, (OSSL_LIB_CTX *, const char *, const char *, ...)) \
    X(void, EVP_PKEY_free, (EVP_PKEY *)) \
    X(const EVP_MD *, EVP_sha1, (void)) \
    X(const EVP_MD *, EVP_sha256, (void)) \
    X(X509 *, X509_new, (void)) \
    X(void, X509_free, (X509 *)) \
    X(int, X509_set_version, (X509 *, long)) \
    X(ASN1_INTEGER *, X509_get_serialNumber, (X509 *)) \
    X(ASN1_TIME *, X509_getm_notBefore, (const X509 *)) \
    X(ASN1_TIME *, X509_getm_notAfter, (const X509 *)) \
    X(X509_NAME *, X509_get_subject_name, (const X509 *)) \
    X(int, X509_set_issuer_name, (X509 *, const X509_NAME *)) \
    X(int, X509_set_pubkey, (X509 *, EVP_PKEY *)) \
    X(int, X509_add_ext, (X509 *, X509_EXTENSION *, int)) \
    X(int, X509_sign, (X509 *, EVP_PKEY *, const EVP_MD *)) \
    X(int, X509_NAME_add_entry_by_txt, (X509_NAME *, const char *, int, const unsigned char *, int, int, int)) \
    X(X509_EXTENSION *, X509V3_EXT_nconf_nid, (CONF *, X509V3_CTX *, int, const char *)) \
    X(void, X509V3_set_ctx, (X509V3_CTX *, X509 *, X509 *, X509_REQ *, X509_CRL *, int)) \
    X(void, X509_EXTENSION_free, (X509_EXTENSION *)) \
    X(int, ASN1_INTEGER_set_uint64, (ASN1_INTEGER *, uint64_t)) \
    X(ASN1_TIME *, ASN1_TIME_set, (ASN1_TIME *, time_t)) \
    X(ASN1_TIME *, X509_gmtime_adj, (ASN1_TIME *, long)) \
    X(ASN1_TIME *, ASN1_TIME_new, (void)) \
    X(void, ASN1_TIME_free, (ASN1_TIME *)) \
    X(int, RAND_bytes, (unsigned char *, int)) \
    X(BIO *, BIO_new, (const BIO_METHOD *)) \
    X(const BIO_METHOD *, BIO_s_mem, (void)) \
    X(BIO *, BIO_new_mem_buf, (const void *, int)) \
    X(long, BIO_ctrl, (BIO *, int, long, void *)) \
    X(int, BIO_free, (BIO *)) \
    X(X509 *, PEM_read_bio_X509, (BIO *, X509 **, pem_password_cb *, void *)) \
    X(EVP_PKEY *, PEM_read_bio_PrivateKey, (BIO *, EVP_PKEY **, pem_password_cb *, void *)) \
    X(int, PEM_write_bio_X509, (BIO *, const X509 *)) \
    X(int, PEM_write_bio_PKCS8PrivateKey, (BIO *, const EVP_PKEY *, const EVP_CIPHER *, const char *, int, pem_password_cb *, void *)) \
    X(OCSP_BASICRESP *, OCSP_BASICRESP_new, (void)) \
    X(void, OCSP_BASICRESP_free, (OCSP_BASICRESP *)) \
    X(OCSP_CERTID *, OCSP_cert_to_id, (const EVP_MD *, const X509 *, const X509 *)) \
    X(void, OCSP_CERTID_free, (OCSP_CERTID *)) \
    X(OCSP_SINGLERESP *, OCSP_basic_add1_status, (OCSP_BASICRESP *, OCSP_CERTID *, int, int, ASN1_TIME *, ASN1_TIME *, ASN1_TIME *)) \
    X(int, OCSP_basic_sign, (OCSP_BASICRESP *, X509 *, EVP_PKEY *, const EVP_MD *, STACK_OF(X509) *, unsigned long)) \
    X(OCSP_RESPONSE *, OCSP_response_create, (int, OCSP_BASICRESP *)) \
    X(void, OCSP_RESPONSE_free, (OCSP_RESPONSE *)) \
    X(int, i2d_OCSP_RESPONSE, (const OCSP_RESPONSE *, unsigned char **)) \
    X(void, ERR_clear_error, (void))

static struct {
#define MEMBER(result, name, parameters) result (*name) parameters;
    FUNCTIONS(MEMBER)
} ssl;
static int is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    netdiag_libcrypto_keep_at_exit();
    void *library = dlopen("libcrypto.so.3", RTLD_LAZY | RTLD_LOCAL);
    if (!library) return;
    is_loaded = 1;
#define FIND(result, name, parameters) \
    if (!(ssl.name = (result (*) parameters)dlsym(library, #name))) is_loaded = 0;
    FUNCTIONS(FIND)
}

// Without one, OpenSSL asks on the terminal.
static int no_passphrase(char *text, int size, int is_writing, void *unused) {
    (void)text, (void)size, (void)is_writing, (void)unused;
    return -1;
}

static EVP_PKEY *make_key(enum netdiag_certificate_key key) {
    switch (key) {
    case NETDIAG_CERTIFICATE_RSA_2048: return ssl.EVP_PKEY_Q_keygen(NULL, NULL, "RSA", (size_t)2048);
    case NETDIAG_CERTIFICATE_RSA_1024: return ssl.EVP_PKEY_Q_keygen(NULL, NULL, "RSA", (size_t)1024);
    default: return ssl.EVP_PKEY_Q_keygen(NULL, NULL, "EC", "P-256");
    }
}

static int extend(X509 *certificate, X509 *issuer, int identifier, const char *value) {
    X509V3_CTX context;
    memset(&context, 0, sizeof context);
    ssl.X509V3_set_ctx(&context, issuer, certificate, NULL, NULL, 0);
    X509_EXTENSION *extension = ssl.X509V3_EXT_nconf_nid(NULL, &context, identifier, value);
    if (!extension) return 0;
    int is_added = ssl.X509_add_ext(certificate, extension, -1);
    ssl.X509_EXTENSION_free(extension);
    return is_added;
}

static int extend_all(X509 *certificate, X509 *issuer, const struct netdiag_certificate_request *request) {
    int is_good = extend(certificate, issuer, NID_subject_key_identifier, "hash");
    // Not in one that is signed by itself, and has none yet to name (RFC 5280 section 4.2.1.1).
    if (issuer != certificate) is_good = is_good && extend(certificate, issuer, NID_authority_key_identifier, "keyid");
    switch (request->purpose) {
    case NETDIAG_CERTIFICATE_AUTHORITY:
        is_good = is_good && extend(certificate, issuer, NID_basic_constraints, "critical,CA:TRUE") &&
                  extend(certificate, issuer, NID_key_usage, "critical,keyCertSign,cRLSign,digitalSignature");
        break;
    case NETDIAG_CERTIFICATE_CLIENT: is_good = is_good && extend(certificate, issuer, NID_ext_key_usage, "clientAuth"); break;
    default: is_good = is_good && extend(certificate, issuer, NID_ext_key_usage, "serverAuth"); break;
    }
    if (request->names) is_good = is_good && extend(certificate, issuer, NID_subject_alt_name, request->names);
    if (request->issuer_url) {
        char value[300] = "caIssuers;URI:";
        if (strlen(request->issuer_url) + strlen(value) >= sizeof value) return 0;
        strcat(value, request->issuer_url);
        is_good = is_good && extend(certificate, issuer, NID_info_access, value);
    }
    return is_good;
}

static X509 *make_certificate(
    const struct netdiag_certificate_request *request, EVP_PKEY *key, X509 *issuer, EVP_PKEY *issuer_key) {
    X509 *made = ssl.X509_new();
    if (!made) return NULL;
    if (!issuer) issuer = made, issuer_key = key;
    uint64_t serial = 0;
    X509_NAME *subject = ssl.X509_get_subject_name(made);
    if (ssl.RAND_bytes((unsigned char *)&serial, sizeof serial) == 1 && ssl.X509_set_version(made, 2) &&
        ssl.ASN1_INTEGER_set_uint64(ssl.X509_get_serialNumber(made), (serial >> 1) | 1) &&
        ssl.ASN1_TIME_set(ssl.X509_getm_notBefore(made), (time_t)request->not_before) &&
        ssl.ASN1_TIME_set(ssl.X509_getm_notAfter(made), (time_t)request->not_after) &&
        ssl.X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_UTF8, (const unsigned char *)request->common_name, -1, -1, 0) &&
        ssl.X509_set_issuer_name(made, ssl.X509_get_subject_name(issuer)) && ssl.X509_set_pubkey(made, key) &&
        extend_all(made, issuer, request) && ssl.X509_sign(made, issuer_key, ssl.EVP_sha256()) > 0)
        return made;
    ssl.X509_free(made);
    return NULL;
}

static int copy(struct netdiag_bytes *to, const void *bytes, size_t length) {
    to->bytes = malloc(length ? length : 1);
    if (!to->bytes) return 0;
    memcpy(to->bytes, bytes, length);
    to->length = length;
    return 1;
}

// Of a certificate or of a key; the other is NULL.
static int write_pem(struct netdiag_bytes *to, X509 *certificate, EVP_PKEY *key) {
    BIO *text = ssl.BIO_new(ssl.BIO_s_mem());
    if (!text) return 0;
    int is_written = certificate ? ssl.PEM_write_bio_X509(text, certificate)
                                 : ssl.PEM_write_bio_PKCS8PrivateKey(text, key, NULL, NULL, 0, no_passphrase, NULL);
    char *bytes = NULL;
    long length = is_written == 1 ? ssl.BIO_ctrl(text, BIO_CTRL_INFO, 0, &bytes) : 0;
    int is_copied = length > 0 && copy(to, bytes, (size_t)length);
    ssl.BIO_free(text);
    return is_copied;
}

static X509 *read_certificate(const void *bytes, size_t length) {
    BIO *text = ssl.BIO_new_mem_buf(bytes, (int)length);
    X509 *certificate = text ? ssl.PEM_read_bio_X509(text, NULL, no_passphrase, NULL) : NULL;
    if (text) ssl.BIO_free(text);
    return certificate;
}

static EVP_PKEY *read_key(const void *bytes, size_t length) {
    BIO *text = ssl.BIO_new_mem_buf(bytes, (int)length);
    EVP_PKEY *key = text ? ssl.PEM_read_bio_PrivateKey(text, NULL, no_passphrase, NULL) : NULL;
    if (text) ssl.BIO_free(text);
    return key;
}

int netdiag_certificate_issue(
    const struct netdiag_certificate_request *request, const void *issuer, size_t issuer_length, const void *issuer_key,
    size_t issuer_key_length, struct netdiag_bytes *certificate, struct netdiag_bytes *key) {
    memset(certificate, 0, sizeof *certificate);
    memset(key, 0, sizeof *key);
    pthread_once(&once, load);
    if (!is_loaded) return 0;
    X509 *above = issuer ? read_certificate(issuer, issuer_length) : NULL;
    EVP_PKEY *above_key = issuer_key ? read_key(issuer_key, issuer_key_length) : NULL;
    EVP_PKEY *made_key = !issuer || (above && above_key) ? make_key(request->key) : NULL;
    X509 *made = made_key ? make_certificate(request, made_key, above, above_key) : NULL;
    int is_good = made && write_pem(certificate, made, NULL) && write_pem(key, NULL, made_key);
    if (!is_good) {
        free(certificate->bytes), free(key->bytes);
        memset(certificate, 0, sizeof *certificate);
        memset(key, 0, sizeof *key);
    }
    if (made) ssl.X509_free(made);
    if (above) ssl.X509_free(above);
    if (made_key) ssl.EVP_PKEY_free(made_key);
    if (above_key) ssl.EVP_PKEY_free(above_key);
    ssl.ERR_clear_error();
    return is_good;
}

static int write_revocation(X509 *leaf, X509 *above, EVP_PKEY *key, struct netdiag_bytes *response) {
    OCSP_BASICRESP *basic = ssl.OCSP_BASICRESP_new();
    OCSP_CERTID *identity = ssl.OCSP_cert_to_id(ssl.EVP_sha1(), leaf, above);
    ASN1_TIME *since = ssl.ASN1_TIME_new(), *next = ssl.ASN1_TIME_new();
    OCSP_RESPONSE *whole = NULL;
    if (basic && identity && since && next && ssl.X509_gmtime_adj(since, -3600) && ssl.X509_gmtime_adj(next, 86400) &&
        ssl.OCSP_basic_add1_status(
            basic, identity, V_OCSP_CERTSTATUS_REVOKED, OCSP_REVOKED_STATUS_KEYCOMPROMISE, since, since, next) &&
        ssl.OCSP_basic_sign(basic, above, key, ssl.EVP_sha256(), NULL, 0))
        whole = ssl.OCSP_response_create(OCSP_RESPONSE_STATUS_SUCCESSFUL, basic);
    int length = whole ? ssl.i2d_OCSP_RESPONSE(whole, NULL) : 0;
    int is_good = 0;
    if (length > 0 && (response->bytes = malloc((size_t)length))) {
        unsigned char *place = response->bytes;
        response->length = (size_t)ssl.i2d_OCSP_RESPONSE(whole, &place);
        is_good = 1;
    }
    if (whole) ssl.OCSP_RESPONSE_free(whole);
    if (since) ssl.ASN1_TIME_free(since);
    if (next) ssl.ASN1_TIME_free(next);
    if (identity) ssl.OCSP_CERTID_free(identity);
    if (basic) ssl.OCSP_BASICRESP_free(basic);
    return is_good;
}

int netdiag_certificate_revocation(
    const void *certificate, size_t certificate_length, const void *issuer, size_t issuer_length, const void *issuer_key,
    size_t issuer_key_length, struct netdiag_bytes *response) {
    memset(response, 0, sizeof *response);
    pthread_once(&once, load);
    if (!is_loaded) return 0;
    X509 *leaf = read_certificate(certificate, certificate_length), *above = read_certificate(issuer, issuer_length);
    EVP_PKEY *key = read_key(issuer_key, issuer_key_length);
    int is_good = leaf && above && key && write_revocation(leaf, above, key, response);
    if (leaf) ssl.X509_free(leaf);
    if (above) ssl.X509_free(above);
    if (key) ssl.EVP_PKEY_free(key);
    ssl.ERR_clear_error();
    return is_good;
}
