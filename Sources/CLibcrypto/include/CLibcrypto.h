// What every library of this process that uses OpenSSL has to have done first.
#ifndef NETDIAG_CLIBCRYPTO_H
#define NETDIAG_CLIBCRYPTO_H

// Has OpenSSL leave its memory alone when the process ends. It frees it in exit(3) otherwise, while other threads use it, or end
// and free their part of it: the process crashes (OPENSSL_cleanup(3)).
//
// To be called before libcrypto is used, and before a library is loaded that uses it when it is loaded, as libssh. Where libcrypto
// is missing, nothing is done.
void netdiag_libcrypto_keep_at_exit(void);

#endif
