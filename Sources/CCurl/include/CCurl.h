// libcurl, loaded when it is first used (see CCurl.c). Its setters and getters are variadic, which Swift cannot call: one
// function for each kind of argument.
#ifndef NETDIAG_CCURL_H
#define NETDIAG_CCURL_H
#include <curl/curl.h>
#include "CTLSFacts.h"

// Loads libcurl and lets it set itself up, in a thread of its own: what needs it later waits for that, and has waited less.
void netdiag_curl_prepare(void);
// Why libcurl cannot be used; NULL where it can.
const char *netdiag_curl_problem(void);

CURLcode netdiag_curl_set_long(CURL *handle, CURLoption option, long value);
CURLcode netdiag_curl_set_offset(CURL *handle, CURLoption option, curl_off_t value);
CURLcode netdiag_curl_set_string(CURL *handle, CURLoption option, const char *value);
CURLcode netdiag_curl_set_pointer(CURL *handle, CURLoption option, void *value);
CURLcode netdiag_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value);
CURLcode netdiag_curl_set_write(CURL *handle, CURLoption option, size_t (*callback)(char *, size_t, size_t, void *));
CURLcode netdiag_curl_set_open_socket(CURL *handle, curl_opensocket_callback callback);
CURLcode netdiag_curl_set_socket_option(CURL *handle, curl_sockopt_callback callback);
CURLcode netdiag_curl_set_seek(CURL *handle, curl_seek_callback callback);
CURLcode netdiag_curl_set_debug(CURL *handle, curl_debug_callback callback);
CURLcode netdiag_curl_set_request_begins(CURL *handle, curl_prereq_callback callback);
CURLcode netdiag_curl_set_tls_context(CURL *handle, curl_ssl_ctx_callback callback);
CURLcode netdiag_curl_set_chunk_begins(CURL *handle, curl_chunk_bgn_callback callback);
CURLcode netdiag_curl_set_progress(CURL *handle, curl_xferinfo_callback callback);
CURLcode netdiag_curl_get_string(CURL *handle, CURLINFO info, const char **value);
CURLcode netdiag_curl_get_list(CURL *handle, CURLINFO info, struct curl_slist **value);
CURLcode netdiag_curl_get_pointer(CURL *handle, CURLINFO info, void **value);
CURLcode netdiag_curl_get_long(CURL *handle, CURLINFO info, long *value);
CURLcode netdiag_curl_get_offset(CURL *handle, CURLINFO info, curl_off_t *value);
// The TLS library's own connection, where libcurl uses OpenSSL; NULL otherwise.
void *netdiag_curl_get_tls(CURL *handle);
// curl_multi_socket_all, which is deprecated for many transfers at once: it looks after each of them.
CURLMcode netdiag_curl_multi_drive_all(CURLM *multi, int *running);
CURLMcode netdiag_curl_multi_set_long(CURLM *multi, CURLMoption option, long value);
CURLMcode netdiag_curl_multi_set_pointer(CURLM *multi, CURLMoption option, void *value);
CURLMcode netdiag_curl_multi_set_socket(CURLM *multi, curl_socket_callback callback);
CURLMcode netdiag_curl_multi_set_timer(CURLM *multi, curl_multi_timer_callback callback);

// The one member of a union that a finished transfer's message carries.
static inline CURLcode netdiag_curl_message_result(const CURLMsg *message) {
    return message->data.result;
}

#endif
