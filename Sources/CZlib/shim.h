// deflateInit2 is a macro.
#include <string.h>
#include <zlib.h>

// Compresses all of it as gzip (RFC 1952): the bytes written, or 0 where they do not fit.
static inline size_t netdiag_gzip(const void *in, size_t in_size, void *out, size_t out_size) {
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    // 15 bits of window, and 16 for a header of gzip.
    if (deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) return 0;
    stream.next_in = (Bytef *)in;
    stream.avail_in = (uInt)in_size;
    stream.next_out = (Bytef *)out;
    stream.avail_out = (uInt)out_size;
    int result = deflate(&stream, Z_FINISH);
    size_t written = stream.total_out;
    deflateEnd(&stream);
    return result == Z_STREAM_END ? written : 0;
}
