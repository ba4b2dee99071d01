// The server's side of TLS by the system's OpenSSL. Loaded at first use, as libcurl is (docs/decisions/0005): a daemon that
// does not listen for HTTPS never loads it, and a security update of the distribution is all that it takes.
#include "CServerTLS.h"
#include <dlfcn.h>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <pthread.h>

#define FUNCTIONS(X) \
    X(const SSL_METHOD *, TLS_server_method, (void)) \
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
    X(void, X509_free, (X509 *)) \
    X(void, EVP_PKEY_free, (EVP_PKEY *)) \
    X(void, ERR_clear_error, (void))

static struct {
#define MEMBER(result, name, parameters) result (*name) parameters;
    FUNCTIONS(MEMBER)
} ssl;
static int is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    // Never closed: what it has registered of itself lives as long as the process. It brings libcrypto, whose symbols are
    // found through it.
    void *library = dlopen("libssl.so.3", RTLD_LAZY | RTLD_LOCAL);
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

netdiag_server_tls_context *netdiag_server_tls_context_make(
    const void *chain, size_t chain_length, const void *key, size_t key_length, enum netdiag_server_tls_failure *failure) {
    pthread_once(&once, load);
    *failure = NETDIAG_SERVER_TLS_NO_LIBRARY;
    if (!is_loaded) return NULL;
    *failure = NETDIAG_SERVER_TLS_FAILED;
    SSL_CTX *context = ssl.SSL_CTX_new(ssl.TLS_server_method());
    BIO *chain_text = ssl.BIO_new_mem_buf(chain, (int)chain_length), *key_text = ssl.BIO_new_mem_buf(key, (int)key_length);
    X509 *first = NULL;
    if (context && chain_text && key_text) {
        *failure = take_chain(context, chain_text, &first);
        if (!*failure) *failure = take_key(context, key_text, first);
    }
    if (!*failure) {
        ssl.SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_NO_TICKET |
                                             SSL_OP_IGNORE_UNEXPECTED_EOF | SSL_OP_CIPHER_SERVER_PREFERENCE);
        if (ssl.SSL_CTX_ctrl(context, SSL_CTRL_SET_MIN_PROTO_VERSION, TLS1_2_VERSION, NULL) != 1) *failure = NETDIAG_SERVER_TLS_FAILED;
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

netdiag_server_tls_session *netdiag_server_tls_session_make(netdiag_server_tls_context *context) {
    SSL *session = ssl.SSL_new((SSL_CTX *)context);
    BIO *in = ssl.BIO_new(ssl.BIO_s_mem()), *out = ssl.BIO_new(ssl.BIO_s_mem());
    if (!session || !in || !out) {
        if (session) ssl.SSL_free(session);
        if (in) ssl.BIO_free(in);
        if (out) ssl.BIO_free(out);
        return NULL;
    }
    // Freed with the session.
    ssl.SSL_set_bio(session, in, out);
    ssl.SSL_set_accept_state(session);
    return (netdiag_server_tls_session *)session;
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
