// Reads OpenSSL's objects.
#define _GNU_SOURCE
#include "CTLSFacts.h"
#include "tls_library.h"
#include <stdio.h>
#include <string.h>

void netdiag_tls_request_status(void *context) {
    if (!netdiag_tls_load()) return;
    netdiag_ssl.SSL_CTX_ctrl(context, SSL_CTRL_SET_TLSEXT_STATUS_REQ_TYPE, TLSEXT_STATUSTYPE_ocsp, NULL);
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
    if (!name || netdiag_ssl.X509_NAME_print_ex(bio, name, 0, flags) < 0) return;
    length = netdiag_ssl.BIO_read(bio, to, (int)size - 1);
    to[length > 0 ? length : 0] = 0;
    // What did not fit must not become the start of the next name.
    char rest[256];
    while (netdiag_ssl.BIO_read(bio, rest, sizeof rest) > 0) {}
}

static int64_t seconds(const ASN1_TIME *time) {
    struct tm moment;
    memset(&moment, 0, sizeof moment);
    if (!time || !netdiag_ssl.ASN1_TIME_to_tm(time, &moment)) return INT64_MIN;
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
    GENERAL_NAMES *list = netdiag_ssl.X509_get_ext_d2i(certificate, NID_subject_alt_name, NULL, NULL);
    size_t used = 0;
    int count = list ? netdiag_ssl.OPENSSL_sk_num((const OPENSSL_STACK *)list) : 0;
    for (int index = 0; index < count; index++) {
        const GENERAL_NAME *name = netdiag_ssl.OPENSSL_sk_value((const OPENSSL_STACK *)list, index);
        if (name->type == GEN_DNS) {
            const char *text = (const char *)netdiag_ssl.ASN1_STRING_get0_data(name->d.dNSName);
            used = add_name(names, size - 1, used, text, (size_t)netdiag_ssl.ASN1_STRING_length(name->d.dNSName));
        } else if (name->type == GEN_IPADD) {
            used = add_address(
                names, size - 1, used, netdiag_ssl.ASN1_STRING_get0_data(name->d.iPAddress),
                netdiag_ssl.ASN1_STRING_length(name->d.iPAddress));
        }
    }
    names[used] = 0;
    if (list) netdiag_ssl.GENERAL_NAMES_free(list);
}

static void read_key_digest(X509 *from, struct netdiag_certificate *to) {
    unsigned char *bytes = NULL;
    X509_PUBKEY *key = netdiag_ssl.X509_get_X509_PUBKEY(from);
    int length = key ? netdiag_ssl.i2d_X509_PUBKEY(key, &bytes) : 0;
    if (length > 0) netdiag_ssl.EVP_Digest(bytes, (size_t)length, to->key_sha256, NULL, netdiag_ssl.EVP_sha256(), NULL);
    if (bytes) netdiag_ssl.CRYPTO_free(bytes, __FILE__, __LINE__);
}

static void read_authority(X509 *from, struct netdiag_certificate *to) {
    AUTHORITY_KEYID *key = netdiag_ssl.X509_get_ext_d2i(from, NID_authority_key_identifier, NULL, NULL);
    if (!key) return;
    const OPENSSL_STACK *names = (const OPENSSL_STACK *)key->issuer;
    int count = names ? netdiag_ssl.OPENSSL_sk_num(names) : 0;
    for (int index = 0; index < count; index++) {
        const GENERAL_NAME *name = netdiag_ssl.OPENSSL_sk_value(names, index);
        BIO *bio = name->type == GEN_DIRNAME ? netdiag_ssl.BIO_new(netdiag_ssl.BIO_s_mem()) : NULL;
        if (!bio) continue;
        print_name(bio, name->d.directoryName, to->authority_issuer, sizeof to->authority_issuer);
        netdiag_ssl.BIO_free(bio);
        break;
    }
    netdiag_ssl.AUTHORITY_KEYID_free(key);
}

static int is_public(X509 *from) {
    CERTIFICATEPOLICIES *policies = netdiag_ssl.X509_get_ext_d2i(from, NID_certificate_policies, NULL, NULL);
    int count = policies ? netdiag_ssl.OPENSSL_sk_num((const OPENSSL_STACK *)policies) : 0, found = 0;
    for (int index = 0; index < count && !found; index++) {
        const POLICYINFO *policy = netdiag_ssl.OPENSSL_sk_value((const OPENSSL_STACK *)policies, index);
        char text[64];
        if (netdiag_ssl.OBJ_obj2txt(text, sizeof text, policy->policyid, 1) <= 0) continue;
        found = strcmp(text, "2.23.140.1.1") == 0 || strncmp(text, "2.23.140.1.2.", 13) == 0;
    }
    if (policies) netdiag_ssl.CERTIFICATEPOLICIES_free(policies);
    return found;
}

static int has_issuer_url(X509 *from) {
    AUTHORITY_INFO_ACCESS *access = netdiag_ssl.X509_get_ext_d2i(from, NID_info_access, NULL, NULL);
    int count = access ? netdiag_ssl.OPENSSL_sk_num((const OPENSSL_STACK *)access) : 0, found = 0;
    for (int index = 0; index < count && !found; index++) {
        const ACCESS_DESCRIPTION *description = netdiag_ssl.OPENSSL_sk_value((const OPENSSL_STACK *)access, index);
        char text[64];
        if (netdiag_ssl.OBJ_obj2txt(text, sizeof text, description->method, 1) <= 0) continue;
        found = strcmp(text, "1.3.6.1.5.5.7.48.2") == 0 && description->location->type == GEN_URI;
    }
    if (access) netdiag_ssl.AUTHORITY_INFO_ACCESS_free(access);
    return found;
}

static void read_certificate(X509 *from, struct netdiag_certificate *to) {
    BIO *bio = netdiag_ssl.BIO_new(netdiag_ssl.BIO_s_mem());
    X509_NAME *subject = netdiag_ssl.X509_get_subject_name(from), *issuer = netdiag_ssl.X509_get_issuer_name(from);
    if (bio) {
        print_name(bio, subject, to->subject, sizeof to->subject);
        print_name(bio, issuer, to->issuer, sizeof to->issuer);
        netdiag_ssl.BIO_free(bio);
    }
    to->is_self_issued = subject && issuer && netdiag_ssl.X509_NAME_cmp(subject, issuer) == 0;
    read_names(from, to->names, sizeof to->names);
    to->not_before = seconds(netdiag_ssl.X509_get0_notBefore(from));
    to->not_after = seconds(netdiag_ssl.X509_get0_notAfter(from));
    EVP_PKEY *key = netdiag_ssl.X509_get0_pubkey(from);
    if (key) {
        copy(to->key, sizeof to->key, netdiag_ssl.EVP_PKEY_get0_type_name(key));
        to->key_bits = netdiag_ssl.EVP_PKEY_get_bits(key);
    }
    copy(to->signature, sizeof to->signature, netdiag_ssl.OBJ_nid2ln(netdiag_ssl.X509_get_signature_nid(from)));
    netdiag_ssl.X509_digest(from, netdiag_ssl.EVP_sha256(), to->sha256, NULL);
    read_key_digest(from, to);
    read_authority(from, to);
    const ASN1_INTEGER *serial = netdiag_ssl.X509_get0_serialNumber(from);
    int length = serial ? netdiag_ssl.ASN1_STRING_length(serial) : 0;
    if (length > (int)sizeof to->serial) length = sizeof to->serial;
    if (length > 0) memcpy(to->serial, netdiag_ssl.ASN1_STRING_get0_data(serial), (size_t)length);
    to->serial_length = length;
    to->is_public = is_public(from);
    to->has_issuer_url = has_issuer_url(from);
}

static int read_status(SSL *connection) {
    const unsigned char *bytes = NULL;
    long length = netdiag_ssl.SSL_ctrl(connection, SSL_CTRL_GET_TLSEXT_STATUS_REQ_OCSP_RESP, 0, &bytes);
    if (length <= 0 || !bytes) return -1;
    OCSP_RESPONSE *response = netdiag_ssl.d2i_OCSP_RESPONSE(NULL, &bytes, length);
    if (!response) return 3;
    int result = netdiag_ssl.OCSP_response_status(response);
    if (result != OCSP_RESPONSE_STATUS_SUCCESSFUL) {
        netdiag_ssl.OCSP_RESPONSE_free(response);
        return result + 16;
    }
    OCSP_BASICRESP *basic = netdiag_ssl.OCSP_response_get1_basic(response);
    result = 3;
    if (basic && netdiag_ssl.OCSP_resp_count(basic) > 0) {
        result = netdiag_ssl.OCSP_single_get0_status(netdiag_ssl.OCSP_resp_get0(basic, 0), NULL, NULL, NULL, NULL);
    }
    if (basic) netdiag_ssl.OCSP_BASICRESP_free(basic);
    netdiag_ssl.OCSP_RESPONSE_free(response);
    return result;
}

static void read_chain(const STACK_OF(X509) *from, struct netdiag_tls_facts *facts) {
    const OPENSSL_STACK *chain = (const OPENSSL_STACK *)from;
    int count = chain ? netdiag_ssl.OPENSSL_sk_num(chain) : 0;
    if (count > NETDIAG_MOST_CERTIFICATES) count = NETDIAG_MOST_CERTIFICATES;
    for (int index = 0; index < count; index++) {
        memset(&facts->chain[index], 0, sizeof facts->chain[index]);
        read_certificate(netdiag_ssl.OPENSSL_sk_value(chain, index), &facts->chain[index]);
    }
    facts->count = count < 0 ? 0 : count;
}

int netdiag_tls_read(void *from, struct netdiag_tls_facts *facts) {
    SSL *connection = from;
    facts->count = 0;
    if (!netdiag_tls_load() || !connection) return 0;
    copy(facts->version, sizeof facts->version, netdiag_ssl.SSL_get_version(connection));
    const SSL_CIPHER *cipher = netdiag_ssl.SSL_get_current_cipher(connection);
    copy(facts->cipher, sizeof facts->cipher, cipher ? netdiag_ssl.SSL_CIPHER_get_name(cipher) : NULL);
    const unsigned char *protocol = NULL;
    unsigned length = 0;
    netdiag_ssl.SSL_get0_alpn_selected(connection, &protocol, &length);
    if (length >= sizeof facts->alpn) length = sizeof facts->alpn - 1;
    memcpy(facts->alpn, protocol ? protocol : (const unsigned char *)"", length);
    facts->alpn[length] = 0;
    facts->is_resumed = netdiag_ssl.SSL_session_reused(connection);
    facts->ocsp = read_status(connection);
    facts->is_issuer_known = -1;
    read_chain(netdiag_ssl.SSL_get_peer_cert_chain(connection), facts);
    const OPENSSL_STACK *verified = (const OPENSSL_STACK *)netdiag_ssl.SSL_get0_verified_chain(connection);
    facts->verified_until = INT64_MIN;
    for (int index = 0; verified && index < netdiag_ssl.OPENSSL_sk_num(verified); index++) {
        int64_t end = seconds(netdiag_ssl.X509_get0_notAfter(netdiag_ssl.OPENSSL_sk_value(verified, index)));
        if (index == 0 || end < facts->verified_until) facts->verified_until = end;
    }
    return 1;
}

int netdiag_tls_read_certificate(const void *bytes, size_t count, struct netdiag_certificate *certificate) {
    const unsigned char *at = bytes;
    X509 *found = netdiag_tls_load() && count <= 1 << 20 ? netdiag_ssl.d2i_X509(NULL, &at, (long)count) : NULL;
    if (!found) return 0;
    memset(certificate, 0, sizeof *certificate);
    read_certificate(found, certificate);
    netdiag_ssl.X509_free(found);
    return 1;
}

static int knows(X509_STORE *store, const X509_NAME *name) {
    X509_STORE_CTX *context = netdiag_ssl.X509_STORE_CTX_new();
    int found = 0;
    if (context && netdiag_ssl.X509_STORE_CTX_init(context, store, NULL, NULL)) {
        STACK_OF(X509) *certificates = netdiag_ssl.X509_STORE_CTX_get1_certs(context, name);
        found = certificates && netdiag_ssl.OPENSSL_sk_num((const OPENSSL_STACK *)certificates) > 0;
        if (certificates) {
            netdiag_ssl.OPENSSL_sk_pop_free((OPENSSL_STACK *)certificates, (OPENSSL_sk_freefunc)netdiag_ssl.X509_free);
        }
    }
    if (context) netdiag_ssl.X509_STORE_CTX_free(context);
    return found;
}

// Whether this machine has an authority by the name of the one that the chain leads to, trusted here or not, with whatever key.
static int knows_issuer(const STACK_OF(X509) *from, X509_STORE *trusted) {
    const OPENSSL_STACK *chain = (const OPENSSL_STACK *)from;
    int count = chain ? netdiag_ssl.OPENSSL_sk_num(chain) : 0;
    if (count <= 0) return 0;
    if (count > NETDIAG_MOST_CERTIFICATES) count = NETDIAG_MOST_CERTIFICATES;
    const X509_NAME *issuer = netdiag_ssl.X509_get_issuer_name(netdiag_ssl.OPENSSL_sk_value(chain, 0));
    // No longer than the chain, which may lead in a circle.
    for (int step = 0; step < count; step++) {
        for (int index = 1; index < count; index++) {
            X509 *next = netdiag_ssl.OPENSSL_sk_value(chain, index);
            if (netdiag_ssl.X509_NAME_cmp(netdiag_ssl.X509_get_subject_name(next), issuer) != 0) continue;
            issuer = netdiag_ssl.X509_get_issuer_name(next);
            break;
        }
    }
    if (knows(trusted, issuer)) return 1;
    X509_STORE *store = netdiag_ssl.X509_STORE_new();
    int found = store && netdiag_ssl.X509_STORE_set_default_paths(store) && knows(store, issuer);
    if (store) netdiag_ssl.X509_STORE_free(store);
    return found;
}

void netdiag_tls_read_peer(const struct netdiag_tls_peer *peer, struct netdiag_tls_facts *facts) {
    copy(facts->version, sizeof facts->version, peer->version);
    copy(facts->cipher, sizeof facts->cipher, peer->cipher);
    facts->alpn[0] = 0;
    facts->is_resumed = 0;
    facts->ocsp = NETDIAG_OCSP_NOT_READ;
    facts->verified_until = INT64_MIN;
    facts->is_issuer_known = peer->store ? knows_issuer(peer->chain, peer->store) : -1;
    read_chain(peer->chain, facts);
}

int netdiag_sha1(const void *bytes, size_t count, unsigned char digest[20]) {
    return netdiag_tls_load() && netdiag_ssl.EVP_Digest(bytes, count, digest, NULL, netdiag_ssl.EVP_sha1(), NULL);
}
