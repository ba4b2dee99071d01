// The server's side of TLS by the system's OpenSSL. Loaded at first use, as libcurl is (docs/decisions/0005): a daemon that
// does not listen for HTTPS never loads it, and a security update of the distribution is all that it takes.
#include "CServerTLS.h"
#include <CLibcrypto.h>
#include <dlfcn.h>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>

#define FUNCTIONS(X) \
    X(const SSL_METHOD *, TLS_server_method, (void)) \
    X(const SSL_METHOD *, TLS_client_method, (void)) \
    X(SSL_CTX *, SSL_CTX_new, (const SSL_METHOD *)) \
    X(void, SSL_CTX_free, (SSL_CTX *)) \
    X(long, SSL_CTX_ctrl, (SSL_CTX *, int, long, void *)) \
    X(uint64_t, SSL_CTX_set_options, (SSL_CTX *, uint64_t)) \
    X(int, SSL_CTX_set_num_tickets, (SSL_CTX *, size_t)) \
    X(int, SSL_CTX_use_certificate, (SSL_CTX *, X509 *)) \
    X(int, SSL_CTX_use_PrivateKey, (SSL_CTX *, EVP_PKEY *)) \
    X(int, X509_check_private_key, (const X509 *, const EVP_PKEY *)) \
    X(SSL *, SSL_new, (SSL_CTX *)) \
    X(void, SSL_free, (SSL *)) \
    X(void, SSL_set_accept_state, (SSL *)) \
    X(void, SSL_set_connect_state, (SSL *)) \
    X(int, SSL_CTX_set_default_verify_paths, (SSL_CTX *)) \
    X(int, SSL_CTX_load_verify_locations, (SSL_CTX *, const char *, const char *)) \
    X(int, SSL_set1_host, (SSL *, const char *)) \
    X(X509_VERIFY_PARAM *, SSL_get0_param, (SSL *)) \
    X(int, X509_VERIFY_PARAM_set1_ip_asc, (X509_VERIFY_PARAM *, const char *)) \
    X(long, SSL_get_verify_result, (const SSL *)) \
    X(const char *, X509_verify_cert_error_string, (long)) \
    X(void, SSL_set_bio, (SSL *, BIO *, BIO *)) \
    X(BIO *, SSL_get_rbio, (const SSL *)) \
    X(BIO *, SSL_get_wbio, (const SSL *)) \
    X(int, SSL_do_handshake, (SSL *)) \
    X(int, SSL_read, (SSL *, void *, int)) \
    X(int, SSL_write, (SSL *, const void *, int)) \
    X(int, SSL_shutdown, (SSL *)) \
    X(int, SSL_get_error, (const SSL *, int)) \
    X(BIO *, BIO_new, (const BIO_METHOD *)) \
    X(const BIO_METHOD *, BIO_s_mem, (void)) \
    X(BIO *, BIO_new_mem_buf, (const void *, int)) \
    X(int, BIO_free, (BIO *)) \
    X(int, BIO_read, (BIO *, void *, int)) \
    X(int, BIO_write, (BIO *, const void *, int)) \
    X(X509 *, PEM_read_bio_X509, (BIO *, X509 **, pem_password_cb *, void *)) \
    X(EVP_PKEY *, PEM_read_bio_PrivateKey, (BIO *, EVP_PKEY **, pem_password_cb *, void *)) \
    X(int, SSL_CTX_set_cipher_list, (SSL_CTX *, const char *)) \
    X(void, SSL_CTX_set_security_level, (SSL_CTX *, int)) \
    X(void, SSL_CTX_set_verify, (SSL_CTX *, int, SSL_verify_cb)) \
    X(X509_STORE *, SSL_CTX_get_cert_store, (const SSL_CTX *)) \
    X(int, SSL_CTX_add_client_CA, (SSL_CTX *, X509 *)) \
    X(long, SSL_CTX_callback_ctrl, (SSL_CTX *, int, void (*)(void))) \
    X(int, SSL_CTX_set_ex_data, (SSL_CTX *, int, void *)) \
    X(void *, SSL_CTX_get_ex_data, (const SSL_CTX *, int)) \
    X(SSL_CTX *, SSL_get_SSL_CTX, (const SSL *)) \
    X(long, SSL_ctrl, (SSL *, int, long, void *)) \
    X(const char *, SSL_get_servername, (const SSL *, int)) \
    X(const char *, SSL_get_version, (const SSL *)) \
    X(const SSL_CIPHER *, SSL_get_current_cipher, (const SSL *)) \
    X(const char *, SSL_CIPHER_get_name, (const SSL_CIPHER *)) \
    X(int, X509_STORE_add_cert, (X509_STORE *, X509 *)) \
    X(int, CRYPTO_get_ex_new_index, (int, long, void *, CRYPTO_EX_new *, CRYPTO_EX_dup *, CRYPTO_EX_free *)) \
    X(void *, CRYPTO_malloc, (size_t, const char *, int)) \
    X(void, CRYPTO_free, (void *, const char *, int)) \
    X(void, X509_free, (X509 *)) \
    X(void, EVP_PKEY_free, (EVP_PKEY *)) \
    X(void, ERR_clear_error, (void))

static struct {
#define MEMBER(result, name, parameters) result (*name) parameters;
    FUNCTIONS(MEMBER)
} ssl;
static int is_loaded;
// Where a context has the response that it staples.
static int stapled_index = -1;
static pthread_once_t once = PTHREAD_ONCE_INIT;

struct stapled {
    size_t length;
    unsigned char bytes[];
};

static void free_stapled(void *parent, void *data, CRYPTO_EX_DATA *all, int index, long number, void *pointer) {
    (void)parent, (void)all, (void)index, (void)number, (void)pointer;
    if (data) ssl.CRYPTO_free(data, __FILE__, __LINE__);
}

static void load(void) {
    netdiag_libcrypto_keep_at_exit();
    // Never closed: what it has registered of itself lives as long as the process. It brings libcrypto, whose symbols are
    // found through it.
    void *library = dlopen("libssl.so.3", RTLD_LAZY | RTLD_LOCAL);
    if (!library) return;
    is_loaded = 1;
#define FIND(result, name, parameters) \
    if (!(ssl.name = (result (*) parameters)dlsym(library, #name))) is_loaded = 0;
    FUNCTIONS(FIND)
    if (is_loaded) stapled_index = ssl.CRYPTO_get_ex_new_index(CRYPTO_EX_INDEX_SSL_CTX, 0, NULL, NULL, NULL, free_stapled);
}

// Without one, OpenSSL asks on the terminal.
static int no_passphrase(char *text, int size, int is_writing, void *unused) {
    (void)text, (void)size, (void)is_writing, (void)unused;
    return -1;
}

static enum netdiag_server_tls_failure take_chain(SSL_CTX *context, BIO *text, X509 **first) {
    X509 *own = ssl.PEM_read_bio_X509(text, NULL, no_passphrase, NULL);
    if (!own) return NETDIAG_SERVER_TLS_NO_CERTIFICATE;
    *first = own;
    if (ssl.SSL_CTX_use_certificate(context, own) != 1) return NETDIAG_SERVER_TLS_NO_CERTIFICATE;
    X509 *next;
    while ((next = ssl.PEM_read_bio_X509(text, NULL, no_passphrase, NULL))) {
        // Takes the certificate over where it succeeds (SSL_CTX_add0_chain_cert).
        if (ssl.SSL_CTX_ctrl(context, SSL_CTRL_CHAIN_CERT, 0, next) != 1) {
            ssl.X509_free(next);
            return NETDIAG_SERVER_TLS_NO_CERTIFICATE;
        }
    }
    return 0;
}

static enum netdiag_server_tls_failure take_key(SSL_CTX *context, BIO *text, X509 *certificate) {
    EVP_PKEY *key = ssl.PEM_read_bio_PrivateKey(text, NULL, no_passphrase, NULL);
    if (!key) return NETDIAG_SERVER_TLS_NO_KEY;
    enum netdiag_server_tls_failure failure = 0;
    if (ssl.X509_check_private_key(certificate, key) != 1) failure = NETDIAG_SERVER_TLS_NO_MATCH;
    else if (ssl.SSL_CTX_use_PrivateKey(context, key) != 1) failure = NETDIAG_SERVER_TLS_FAILED;
    ssl.EVP_PKEY_free(key);
    return failure;
}

// A session takes over what it is given to staple, and frees it with OPENSSL_free.
static int staple(SSL *session, void *unused) {
    (void)unused;
    struct stapled *stapled = ssl.SSL_CTX_get_ex_data(ssl.SSL_get_SSL_CTX(session), stapled_index);
    if (!stapled) return SSL_TLSEXT_ERR_NOACK;
    unsigned char *copy = ssl.CRYPTO_malloc(stapled->length, __FILE__, __LINE__);
    if (!copy) return SSL_TLSEXT_ERR_NOACK;
    memcpy(copy, stapled->bytes, stapled->length);
    ssl.SSL_ctrl(session, SSL_CTRL_SET_TLSEXT_STATUS_REQ_OCSP_RESP, (long)stapled->length, copy);
    return SSL_TLSEXT_ERR_OK;
}

static int set_stapled(SSL_CTX *context, const void *bytes, size_t length) {
    if (length > 1 << 16) return 0;
    struct stapled *stapled = ssl.CRYPTO_malloc(sizeof *stapled + length, __FILE__, __LINE__);
    if (!stapled) return 0;
    stapled->length = length;
    memcpy(stapled->bytes, bytes, length);
    if (ssl.SSL_CTX_set_ex_data(context, stapled_index, stapled) != 1) {
        ssl.CRYPTO_free(stapled, __FILE__, __LINE__);
        return 0;
    }
    return ssl.SSL_CTX_callback_ctrl(context, SSL_CTRL_SET_TLSEXT_STATUS_REQ_CB, (void (*)(void))staple) == 1;
}

static int demand_client_certificate(SSL_CTX *context, const struct netdiag_server_tls_options *options) {
    ssl.SSL_CTX_set_verify(context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, NULL);
    if (!options->authority) return 1;
    BIO *text = ssl.BIO_new_mem_buf(options->authority, (int)options->authority_length);
    X509 *authority = text ? ssl.PEM_read_bio_X509(text, NULL, no_passphrase, NULL) : NULL;
    // Both keep a reference of their own.
    int is_set = authority && ssl.SSL_CTX_add_client_CA(context, authority) == 1 &&
                 ssl.X509_STORE_add_cert(ssl.SSL_CTX_get_cert_store(context), authority) == 1;
    if (authority) ssl.X509_free(authority);
    if (text) ssl.BIO_free(text);
    return is_set;
}

// Before the certificate, which has to suit the security level.
static int set_options(SSL_CTX *context, const struct netdiag_server_tls_options *options) {
    if (options->security_level >= 0) {
        if (ssl.SSL_CTX_set_cipher_list(context, "ALL:!aNULL:!eNULL") != 1) return 0;
        ssl.SSL_CTX_set_security_level(context, options->security_level);
    }
    if (options->stapled && !set_stapled(context, options->stapled, options->stapled_length)) return 0;
    return !options->demands_client_certificate || demand_client_certificate(context, options);
}

static int set_versions(SSL_CTX *context, const struct netdiag_server_tls_options *options) {
    int minimum = options && options->min_version ? options->min_version : TLS1_2_VERSION;
    if (ssl.SSL_CTX_ctrl(context, SSL_CTRL_SET_MIN_PROTO_VERSION, minimum, NULL) != 1) return 0;
    if (!options || !options->max_version) return 1;
    return ssl.SSL_CTX_ctrl(context, SSL_CTRL_SET_MAX_PROTO_VERSION, options->max_version, NULL) == 1;
}

netdiag_server_tls_context *netdiag_server_tls_context_make(
    const void *chain, size_t chain_length, const void *key, size_t key_length, enum netdiag_server_tls_failure *failure) {
    return netdiag_server_tls_context_make_with(chain, chain_length, key, key_length, NULL, failure);
}

netdiag_server_tls_context *netdiag_server_tls_context_make_reader(void) {
    pthread_once(&once, load);
    if (!is_loaded) return NULL;
    SSL_CTX *context = ssl.SSL_CTX_new(ssl.TLS_server_method());
    struct netdiag_server_tls_options any = {.min_version = TLS1_VERSION};
    if (context && (!set_options(context, &any) || !set_versions(context, &any))) {
        ssl.SSL_CTX_free(context);
        context = NULL;
    }
    ssl.ERR_clear_error();
    return (netdiag_server_tls_context *)context;
}

netdiag_server_tls_context *netdiag_server_tls_context_make_with(
    const void *chain, size_t chain_length, const void *key, size_t key_length,
    const struct netdiag_server_tls_options *options, enum netdiag_server_tls_failure *failure) {
    pthread_once(&once, load);
    *failure = NETDIAG_SERVER_TLS_NO_LIBRARY;
    if (!is_loaded) return NULL;
    *failure = NETDIAG_SERVER_TLS_FAILED;
    SSL_CTX *context = ssl.SSL_CTX_new(ssl.TLS_server_method());
    BIO *chain_text = ssl.BIO_new_mem_buf(chain, (int)chain_length), *key_text = ssl.BIO_new_mem_buf(key, (int)key_length);
    X509 *first = NULL;
    if (context && chain_text && key_text && (!options || set_options(context, options))) {
        *failure = take_chain(context, chain_text, &first);
        if (!*failure) *failure = take_key(context, key_text, first);
    }
    if (!*failure) {
        ssl.SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_NO_TICKET |
                                             SSL_OP_IGNORE_UNEXPECTED_EOF | SSL_OP_CIPHER_SERVER_PREFERENCE);
        if (!set_versions(context, options)) *failure = NETDIAG_SERVER_TLS_FAILED;
        ssl.SSL_CTX_ctrl(context, SSL_CTRL_SET_SESS_CACHE_MODE, SSL_SESS_CACHE_OFF, NULL);
        ssl.SSL_CTX_set_num_tickets(context, 0);
        // An idle connection gives back its buffers, some 34 KiB.
        ssl.SSL_CTX_ctrl(context, SSL_CTRL_MODE, SSL_MODE_RELEASE_BUFFERS, NULL);
    }
    if (first) ssl.X509_free(first);
    if (chain_text) ssl.BIO_free(chain_text);
    if (key_text) ssl.BIO_free(key_text);
    // The end of the text is an error to PEM_read_bio.
    ssl.ERR_clear_error();
    if (*failure && context) {
        ssl.SSL_CTX_free(context);
        context = NULL;
    }
    return (netdiag_server_tls_context *)context;
}

void netdiag_server_tls_context_free(netdiag_server_tls_context *context) { ssl.SSL_CTX_free((SSL_CTX *)context); }

netdiag_server_tls_context *netdiag_client_tls_context_make(
    enum netdiag_client_tls_trust trust, const char *authorities, enum netdiag_server_tls_failure *failure) {
    pthread_once(&once, load);
    *failure = NETDIAG_SERVER_TLS_NO_LIBRARY;
    if (!is_loaded) return NULL;
    *failure = NETDIAG_SERVER_TLS_FAILED;
    SSL_CTX *context = ssl.SSL_CTX_new(ssl.TLS_client_method());
    if (!context) return NULL;
    int is_trusted = 1;
    switch (trust) {
    case NETDIAG_CLIENT_TLS_SYSTEM: is_trusted = ssl.SSL_CTX_set_default_verify_paths(context); break;
    case NETDIAG_CLIENT_TLS_FILE:
        is_trusted = ssl.SSL_CTX_load_verify_locations(context, authorities, NULL);
        if (is_trusted != 1) *failure = NETDIAG_SERVER_TLS_NO_CERTIFICATE;
        break;
    case NETDIAG_CLIENT_TLS_ANYBODY: break;
    }
    ssl.SSL_CTX_set_verify(context, trust == NETDIAG_CLIENT_TLS_ANYBODY ? SSL_VERIFY_NONE : SSL_VERIFY_PEER, NULL);
    ssl.SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
    ssl.SSL_CTX_ctrl(context, SSL_CTRL_MODE, SSL_MODE_RELEASE_BUFFERS, NULL);
    if (ssl.SSL_CTX_ctrl(context, SSL_CTRL_SET_MIN_PROTO_VERSION, TLS1_2_VERSION, NULL) != 1) is_trusted = 0;
    ssl.ERR_clear_error();
    if (is_trusted == 1) {
        *failure = 0;
        return (netdiag_server_tls_context *)context;
    }
    ssl.SSL_CTX_free(context);
    return NULL;
}

static SSL *make_session(SSL_CTX *context);

netdiag_server_tls_session *netdiag_client_tls_session_make(
    netdiag_server_tls_context *context, const char *name, int is_address) {
    SSL *session = make_session((SSL_CTX *)context);
    if (!session) return NULL;
    ssl.SSL_set_connect_state(session);
    int is_set = is_address ? ssl.X509_VERIFY_PARAM_set1_ip_asc(ssl.SSL_get0_param(session), name)
                            : ssl.SSL_set1_host(session, name) == 1 &&
                                  ssl.SSL_ctrl(session, SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name,
                                               (void *)(uintptr_t)name) == 1;
    ssl.ERR_clear_error();
    if (is_set == 1) return (netdiag_server_tls_session *)session;
    ssl.SSL_free(session);
    return NULL;
}

const char *netdiag_client_tls_refusal(netdiag_server_tls_session *session) {
    long result = ssl.SSL_get_verify_result((SSL *)session);
    return result == X509_V_OK ? NULL : ssl.X509_verify_cert_error_string(result);
}

netdiag_server_tls_session *netdiag_server_tls_session_make(netdiag_server_tls_context *context) {
    SSL *session = make_session((SSL_CTX *)context);
    if (session) ssl.SSL_set_accept_state(session);
    return (netdiag_server_tls_session *)session;
}

static SSL *make_session(SSL_CTX *context) {
    SSL *session = ssl.SSL_new(context);
    BIO *in = ssl.BIO_new(ssl.BIO_s_mem()), *out = ssl.BIO_new(ssl.BIO_s_mem());
    if (!session || !in || !out) {
        if (session) ssl.SSL_free(session);
        if (in) ssl.BIO_free(in);
        if (out) ssl.BIO_free(out);
        return NULL;
    }
    // Freed with the session.
    ssl.SSL_set_bio(session, in, out);
    return session;
}

void netdiag_server_tls_session_free(netdiag_server_tls_session *session) { ssl.SSL_free((SSL *)session); }

int netdiag_server_tls_feed(netdiag_server_tls_session *session, const void *bytes, size_t count) {
    // A memory BIO takes all, or there is no memory.
    return ssl.BIO_write(ssl.SSL_get_rbio((SSL *)session), bytes, (int)count) == (int)count ? 1 : NETDIAG_SERVER_TLS_BROKEN;
}

int netdiag_server_tls_take(netdiag_server_tls_session *session, void *bytes, size_t count) {
    int taken = ssl.BIO_read(ssl.SSL_get_wbio((SSL *)session), bytes, (int)count);
    return taken > 0 ? taken : 0;
}

static int progress(SSL *session, int result) {
    if (result > 0) return result;
    int reason = ssl.SSL_get_error(session, result);
    ssl.ERR_clear_error();
    switch (reason) {
    case SSL_ERROR_WANT_READ: return NETDIAG_SERVER_TLS_WAITS;
    case SSL_ERROR_ZERO_RETURN: return NETDIAG_SERVER_TLS_ENDED;
    default: return NETDIAG_SERVER_TLS_BROKEN;
    }
}

int netdiag_server_tls_handshake(netdiag_server_tls_session *session) {
    ssl.ERR_clear_error();
    return progress((SSL *)session, ssl.SSL_do_handshake((SSL *)session));
}

const char *netdiag_server_tls_name(netdiag_server_tls_session *session) {
    return ssl.SSL_get_servername((SSL *)session, TLSEXT_NAMETYPE_host_name);
}

const char *netdiag_server_tls_version(netdiag_server_tls_session *session) {
    return ssl.SSL_get_version((SSL *)session);
}

const char *netdiag_server_tls_cipher(netdiag_server_tls_session *session) {
    return ssl.SSL_CIPHER_get_name(ssl.SSL_get_current_cipher((SSL *)session));
}

int netdiag_server_tls_read(netdiag_server_tls_session *session, void *bytes, size_t count) {
    ssl.ERR_clear_error();
    return progress((SSL *)session, ssl.SSL_read((SSL *)session, bytes, (int)count));
}

int netdiag_server_tls_write(netdiag_server_tls_session *session, const void *bytes, size_t count) {
    if (count == 0) return 1;
    ssl.ERR_clear_error();
    // A memory BIO never asks to wait, and without SSL_MODE_ENABLE_PARTIAL_WRITE all is written.
    return progress((SSL *)session, ssl.SSL_write((SSL *)session, bytes, (int)count)) > 0 ? 1 : NETDIAG_SERVER_TLS_BROKEN;
}

void netdiag_server_tls_end(netdiag_server_tls_session *session) {
    ssl.ERR_clear_error();
    ssl.SSL_shutdown((SSL *)session);
    ssl.ERR_clear_error();
}
