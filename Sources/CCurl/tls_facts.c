// Reads OpenSSL's objects through the library that libcurl has brought: its functions are looked up, not linked, for the
// reason that CCurl.c gives.
#define _GNU_SOURCE
#include "CTLSFacts.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <openssl/ocsp.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

// What SSL_CTX_set_security_callback(3) takes.
typedef int (*security_callback)(const SSL *, const SSL_CTX *, int, int, int, void *, void *);

#define FUNCTIONS(X) \
    X(void, SSL_CTX_set_security_callback, (SSL_CTX *, security_callback)) \
    X(security_callback, SSL_CTX_get_security_callback, (const SSL_CTX *)) \
    X(long, SSL_CTX_ctrl, (SSL_CTX *, int, long, void *)) \
    X(long, SSL_ctrl, (SSL *, int, long, void *)) \
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
    X(X509_STORE *, SSL_CTX_get_cert_store, (const SSL_CTX *)) \
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

static struct {
#define MEMBER(result, name, parameters) result (*name) parameters;
    FUNCTIONS(MEMBER)
} ssl;
static int is_complete;
// Where an SSL_CTX has its share in a demand.
static int demand_index = -1;
static pthread_once_t once = PTHREAD_ONCE_INIT;

struct netdiag_tls_demand {
    // Shares, one for each SSL_CTX and one for the caller.
    atomic_int owners;
    atomic_int is_made;
    // The size of the Diffie-Hellman group for which a handshake was ended; 0 for none.
    atomic_int refused_bits;
};

// OpenSSL calls it as it frees an SSL_CTX, behind the last connection of it (CRYPTO_get_ex_new_index(3)).
static void release_demand(void *context, void *demand, CRYPTO_EX_DATA *data, int index, long number, void *pointer) {
    (void)context, (void)data, (void)index, (void)number, (void)pointer;
    netdiag_tls_demand_release(demand);
}

static void load(void) {
    // libssl brings libcrypto, in whose name its symbols are looked up too. Never closed: libcurl has both for good.
    void *library = dlopen("libssl.so.3", RTLD_LAZY | RTLD_NOLOAD);
    if (!library) return;
    is_complete = 1;
#define FIND(result, name, parameters) \
    ssl.name = (result (*) parameters)dlsym(library, #name); \
    if (!ssl.name) is_complete = 0;
    FUNCTIONS(FIND)
    if (!is_complete) return;
    demand_index = ssl.CRYPTO_get_ex_new_index(CRYPTO_EX_INDEX_SSL_CTX, 0, NULL, NULL, NULL, release_demand);
}

void netdiag_tls_ask_for_status(void *context) {
    pthread_once(&once, load);
    if (is_complete) ssl.SSL_CTX_ctrl(context, SSL_CTRL_SET_TLSEXT_STATUS_REQ_TYPE, TLSEXT_STATUSTYPE_ocsp, NULL);
}

// OpenSSL calls it only where a certificate is asked for and none has been set (SSL_CTX_set_client_cert_cb(3)).
static int note_demand(SSL *connection, X509 **certificate, EVP_PKEY **key) {
    (void)certificate, (void)key;
    struct netdiag_tls_demand *demand = ssl.SSL_CTX_get_ex_data(ssl.SSL_get_SSL_CTX(connection), demand_index);
    if (demand) atomic_store(&demand->is_made, 1);
    return 0;
}

// The largest Diffie-Hellman group that is computed with. The loop of all checks stands still meanwhile: 0.6 s for 10,000 bits, the
// most that OpenSSL accepts.
enum { MOST_GROUP_BITS = 4096 };
// OpenSSL's own, which is the same function for every SSL_CTX and reads the level from it.
static _Atomic(security_callback) usual_security;

// OpenSSL calls it with the server's key, before it computes its own of that size.
static int examine_security(const SSL *connection, const SSL_CTX *context, int operation, int bits, int nid, void *other,
                            void *extra) {
    int size = operation == SSL_SECOP_TMP_DH && connection && other ? ssl.EVP_PKEY_get_bits(other) : 0;
    if (size > MOST_GROUP_BITS) {
        struct netdiag_tls_demand *demand = ssl.SSL_CTX_get_ex_data(ssl.SSL_get_SSL_CTX(connection), demand_index);
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

void netdiag_tls_note_demand(void *context, struct netdiag_tls_demand *demand) {
    pthread_once(&once, load);
    // Once for a context: a share that is there already would be lost.
    if (!is_complete || demand_index < 0 || !demand || ssl.SSL_CTX_get_ex_data(context, demand_index)) return;
    atomic_fetch_add(&demand->owners, 1);
    if (ssl.SSL_CTX_set_ex_data(context, demand_index, demand)) {
        ssl.SSL_CTX_set_client_cert_cb(context, note_demand);
        security_callback usual = ssl.SSL_CTX_get_security_callback(context);
        if (usual && usual != examine_security) {
            atomic_store(&usual_security, usual);
            ssl.SSL_CTX_set_security_callback(context, examine_security);
        }
    } else {
        netdiag_tls_demand_release(demand);
    }
}

static void copy(char *to, size_t size, const char *from) {
    size_t length = from ? strnlen(from, size - 1) : 0;
    memcpy(to, from, length);
    to[length] = 0;
}

static void print_name(BIO *bio, X509_NAME *name, char *to, size_t size) {
    // RFC 2253 with UTF-8 as it is; control characters are escaped.
    unsigned long flags = (XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB) | XN_FLAG_SEP_CPLUS_SPC;
    int length = 0;
    to[0] = 0;
    if (!name || ssl.X509_NAME_print_ex(bio, name, 0, flags) < 0) return;
    length = ssl.BIO_read(bio, to, (int)size - 1);
    to[length > 0 ? length : 0] = 0;
    // What did not fit must not become the start of the next name.
    char rest[256];
    while (ssl.BIO_read(bio, rest, sizeof rest) > 0) {}
}

static int64_t seconds(const ASN1_TIME *time) {
    struct tm moment;
    memset(&moment, 0, sizeof moment);
    if (!time || !ssl.ASN1_TIME_to_tm(time, &moment)) return INT64_MIN;
    return timegm(&moment);
}

static size_t add_name(char *names, size_t size, size_t used, const char *text, size_t length) {
    if (length == 0 || used + length + 2 > size) return used;
    for (size_t index = 0; index < length; index++) names[used + index] = text[index] ? text[index] : '?';
    names[used + length] = 0;
    return used + length + 1;
}

static size_t add_address(char *names, size_t size, size_t used, const unsigned char *bytes, int length) {
    char text[64];
    if (length == 4) {
        snprintf(text, sizeof text, "%d.%d.%d.%d", bytes[0], bytes[1], bytes[2], bytes[3]);
    } else if (length == 16) {
        int at = 0;
        for (int index = 0; index < 16; index += 2) {
            at += snprintf(text + at, sizeof text - (size_t)at, index ? ":%x" : "%x", bytes[index] << 8 | bytes[index + 1]);
        }
    } else {
        return used;
    }
    return add_name(names, size, used, text, strlen(text));
}

static void read_names(X509 *certificate, char *names, size_t size) {
    GENERAL_NAMES *list = ssl.X509_get_ext_d2i(certificate, NID_subject_alt_name, NULL, NULL);
    size_t used = 0;
    int count = list ? ssl.OPENSSL_sk_num((const OPENSSL_STACK *)list) : 0;
    for (int index = 0; index < count; index++) {
        const GENERAL_NAME *name = ssl.OPENSSL_sk_value((const OPENSSL_STACK *)list, index);
        if (name->type == GEN_DNS) {
            const char *text = (const char *)ssl.ASN1_STRING_get0_data(name->d.dNSName);
            used = add_name(names, size - 1, used, text, (size_t)ssl.ASN1_STRING_length(name->d.dNSName));
        } else if (name->type == GEN_IPADD) {
            used = add_address(
                names, size - 1, used, ssl.ASN1_STRING_get0_data(name->d.iPAddress),
                ssl.ASN1_STRING_length(name->d.iPAddress));
        }
    }
    names[used] = 0;
    if (list) ssl.GENERAL_NAMES_free(list);
}

static void read_key_digest(X509 *from, struct netdiag_certificate *to) {
    unsigned char *bytes = NULL;
    X509_PUBKEY *key = ssl.X509_get_X509_PUBKEY(from);
    int length = key ? ssl.i2d_X509_PUBKEY(key, &bytes) : 0;
    if (length > 0) ssl.EVP_Digest(bytes, (size_t)length, to->key_sha256, NULL, ssl.EVP_sha256(), NULL);
    if (bytes) ssl.CRYPTO_free(bytes, __FILE__, __LINE__);
}

static void read_authority(X509 *from, struct netdiag_certificate *to) {
    AUTHORITY_KEYID *key = ssl.X509_get_ext_d2i(from, NID_authority_key_identifier, NULL, NULL);
    if (!key) return;
    const OPENSSL_STACK *names = (const OPENSSL_STACK *)key->issuer;
    int count = names ? ssl.OPENSSL_sk_num(names) : 0;
    for (int index = 0; index < count; index++) {
        const GENERAL_NAME *name = ssl.OPENSSL_sk_value(names, index);
        BIO *bio = name->type == GEN_DIRNAME ? ssl.BIO_new(ssl.BIO_s_mem()) : NULL;
        if (!bio) continue;
        print_name(bio, name->d.directoryName, to->authority_issuer, sizeof to->authority_issuer);
        ssl.BIO_free(bio);
        break;
    }
    ssl.AUTHORITY_KEYID_free(key);
}

static int is_public(X509 *from) {
    CERTIFICATEPOLICIES *policies = ssl.X509_get_ext_d2i(from, NID_certificate_policies, NULL, NULL);
    int count = policies ? ssl.OPENSSL_sk_num((const OPENSSL_STACK *)policies) : 0, found = 0;
    for (int index = 0; index < count && !found; index++) {
        const POLICYINFO *policy = ssl.OPENSSL_sk_value((const OPENSSL_STACK *)policies, index);
        char text[64];
        if (ssl.OBJ_obj2txt(text, sizeof text, policy->policyid, 1) <= 0) continue;
        found = strcmp(text, "2.23.140.1.1") == 0 || strncmp(text, "2.23.140.1.2.", 13) == 0;
    }
    if (policies) ssl.CERTIFICATEPOLICIES_free(policies);
    return found;
}

static int has_issuer_url(X509 *from) {
    AUTHORITY_INFO_ACCESS *access = ssl.X509_get_ext_d2i(from, NID_info_access, NULL, NULL);
    int count = access ? ssl.OPENSSL_sk_num((const OPENSSL_STACK *)access) : 0, found = 0;
    for (int index = 0; index < count && !found; index++) {
        const ACCESS_DESCRIPTION *description = ssl.OPENSSL_sk_value((const OPENSSL_STACK *)access, index);
        char text[64];
        if (ssl.OBJ_obj2txt(text, sizeof text, description->method, 1) <= 0) continue;
        found = strcmp(text, "1.3.6.1.5.5.7.48.2") == 0 && description->location->type == GEN_URI;
    }
    if (access) ssl.AUTHORITY_INFO_ACCESS_free(access);
    return found;
}

static void read_certificate(X509 *from, struct netdiag_certificate *to) {
    BIO *bio = ssl.BIO_new(ssl.BIO_s_mem());
    X509_NAME *subject = ssl.X509_get_subject_name(from), *issuer = ssl.X509_get_issuer_name(from);
    if (bio) {
        print_name(bio, subject, to->subject, sizeof to->subject);
        print_name(bio, issuer, to->issuer, sizeof to->issuer);
        ssl.BIO_free(bio);
    }
    to->is_self_issued = subject && issuer && ssl.X509_NAME_cmp(subject, issuer) == 0;
    read_names(from, to->names, sizeof to->names);
    to->not_before = seconds(ssl.X509_get0_notBefore(from));
    to->not_after = seconds(ssl.X509_get0_notAfter(from));
    EVP_PKEY *key = ssl.X509_get0_pubkey(from);
    if (key) {
        copy(to->key, sizeof to->key, ssl.EVP_PKEY_get0_type_name(key));
        to->key_bits = ssl.EVP_PKEY_get_bits(key);
    }
    copy(to->signature, sizeof to->signature, ssl.OBJ_nid2ln(ssl.X509_get_signature_nid(from)));
    ssl.X509_digest(from, ssl.EVP_sha256(), to->sha256, NULL);
    read_key_digest(from, to);
    read_authority(from, to);
    const ASN1_INTEGER *serial = ssl.X509_get0_serialNumber(from);
    int length = serial ? ssl.ASN1_STRING_length(serial) : 0;
    if (length > (int)sizeof to->serial) length = sizeof to->serial;
    if (length > 0) memcpy(to->serial, ssl.ASN1_STRING_get0_data(serial), (size_t)length);
    to->serial_length = length;
    to->is_public = is_public(from);
    to->has_issuer_url = has_issuer_url(from);
}

static int read_status(SSL *connection) {
    const unsigned char *bytes = NULL;
    long length = ssl.SSL_ctrl(connection, SSL_CTRL_GET_TLSEXT_STATUS_REQ_OCSP_RESP, 0, &bytes);
    if (length <= 0 || !bytes) return -1;
    OCSP_RESPONSE *response = ssl.d2i_OCSP_RESPONSE(NULL, &bytes, length);
    if (!response) return 3;
    int result = ssl.OCSP_response_status(response);
    if (result != OCSP_RESPONSE_STATUS_SUCCESSFUL) {
        ssl.OCSP_RESPONSE_free(response);
        return result + 16;
    }
    OCSP_BASICRESP *basic = ssl.OCSP_response_get1_basic(response);
    result = 3;
    if (basic && ssl.OCSP_resp_count(basic) > 0) {
        result = ssl.OCSP_single_get0_status(ssl.OCSP_resp_get0(basic, 0), NULL, NULL, NULL, NULL);
    }
    if (basic) ssl.OCSP_BASICRESP_free(basic);
    ssl.OCSP_RESPONSE_free(response);
    return result;
}

int netdiag_tls_read(void *from, struct netdiag_tls_facts *facts) {
    SSL *connection = from;
    pthread_once(&once, load);
    facts->count = 0;
    if (!is_complete || !connection) return 0;
    copy(facts->version, sizeof facts->version, ssl.SSL_get_version(connection));
    const SSL_CIPHER *cipher = ssl.SSL_get_current_cipher(connection);
    copy(facts->cipher, sizeof facts->cipher, cipher ? ssl.SSL_CIPHER_get_name(cipher) : NULL);
    const unsigned char *protocol = NULL;
    unsigned length = 0;
    ssl.SSL_get0_alpn_selected(connection, &protocol, &length);
    if (length >= sizeof facts->alpn) length = sizeof facts->alpn - 1;
    memcpy(facts->alpn, protocol ? protocol : (const unsigned char *)"", length);
    facts->alpn[length] = 0;
    facts->is_resumed = ssl.SSL_session_reused(connection);
    facts->ocsp = read_status(connection);
    const OPENSSL_STACK *chain = (const OPENSSL_STACK *)ssl.SSL_get_peer_cert_chain(connection);
    int count = chain ? ssl.OPENSSL_sk_num(chain) : 0;
    if (count > NETDIAG_MOST_CERTIFICATES) count = NETDIAG_MOST_CERTIFICATES;
    for (int index = 0; index < count; index++) {
        memset(&facts->chain[index], 0, sizeof facts->chain[index]);
        read_certificate(ssl.OPENSSL_sk_value(chain, index), &facts->chain[index]);
    }
    facts->count = count;
    const OPENSSL_STACK *verified = (const OPENSSL_STACK *)ssl.SSL_get0_verified_chain(connection);
    facts->verified_until = INT64_MIN;
    for (int index = 0; verified && index < ssl.OPENSSL_sk_num(verified); index++) {
        int64_t end = seconds(ssl.X509_get0_notAfter(ssl.OPENSSL_sk_value(verified, index)));
        if (index == 0 || end < facts->verified_until) facts->verified_until = end;
    }
    return 1;
}

int netdiag_tls_read_certificate(const void *bytes, size_t count, struct netdiag_certificate *certificate) {
    pthread_once(&once, load);
    const unsigned char *at = bytes;
    X509 *found = is_complete && count <= 1 << 20 ? ssl.d2i_X509(NULL, &at, (long)count) : NULL;
    if (!found) return 0;
    memset(certificate, 0, sizeof *certificate);
    read_certificate(found, certificate);
    ssl.X509_free(found);
    return 1;
}

static int knows(X509_STORE *store, const X509_NAME *name) {
    X509_STORE_CTX *context = ssl.X509_STORE_CTX_new();
    int found = 0;
    if (context && ssl.X509_STORE_CTX_init(context, store, NULL, NULL)) {
        STACK_OF(X509) *certificates = ssl.X509_STORE_CTX_get1_certs(context, name);
        found = certificates && ssl.OPENSSL_sk_num((const OPENSSL_STACK *)certificates) > 0;
        if (certificates) {
            ssl.OPENSSL_sk_pop_free((OPENSSL_STACK *)certificates, (OPENSSL_sk_freefunc)ssl.X509_free);
        }
    }
    if (context) ssl.X509_STORE_CTX_free(context);
    return found;
}

int netdiag_tls_knows_issuer(void *from) {
    SSL *connection = from;
    pthread_once(&once, load);
    if (!is_complete || !connection) return 0;
    const OPENSSL_STACK *chain = (const OPENSSL_STACK *)ssl.SSL_get_peer_cert_chain(connection);
    int count = chain ? ssl.OPENSSL_sk_num(chain) : 0;
    if (count <= 0) return 0;
    if (count > NETDIAG_MOST_CERTIFICATES) count = NETDIAG_MOST_CERTIFICATES;
    const X509_NAME *issuer = ssl.X509_get_issuer_name(ssl.OPENSSL_sk_value(chain, 0));
    // No longer than the chain, which may lead in a circle.
    for (int step = 0; step < count; step++) {
        for (int index = 1; index < count; index++) {
            X509 *next = ssl.OPENSSL_sk_value(chain, index);
            if (ssl.X509_NAME_cmp(ssl.X509_get_subject_name(next), issuer) != 0) continue;
            issuer = ssl.X509_get_issuer_name(next);
            break;
        }
    }
    if (knows(ssl.SSL_CTX_get_cert_store(ssl.SSL_get_SSL_CTX(connection)), issuer)) return 1;
    X509_STORE *store = ssl.X509_STORE_new();
    int found = store && ssl.X509_STORE_set_default_paths(store) && knows(store, issuer);
    if (store) ssl.X509_STORE_free(store);
    return found;
}

int netdiag_sha1(const void *bytes, size_t count, unsigned char digest[20]) {
    pthread_once(&once, load);
    return is_complete && ssl.EVP_Digest(bytes, count, digest, NULL, ssl.EVP_sha1(), NULL);
}
