internal import Glibc

/// The errors of system calls that show that this process or this machine lacks a resource (errno(3)).
package enum ResourceErrors {
    /// Those of all calls.
    ///
    /// `ENOBUFS` is excluded. A socket with an error queue (ip(7), `IP_RECVERR`) also gets it for a packet that the queue of an
    /// interface, or a virtual interface, has dropped, as on a link whose cable has just been pulled.
    ///
    /// `EADDRNOTAVAIL` is excluded, since it is the error for an IPv6 server if IPv6 is switched off, while a datagram without
    /// a free port gets `EAGAIN`.
    package static let codes: Set<CInt> = [EMFILE, ENFILE, ENOMEM]

    /// Those of socket(2) and connect(2) for a stream. The kernel does not report there what becomes of the SYN, so that
    /// `ENOBUFS` says that there is no memory for it, whatever the link does. Whether `EADDRNOTAVAIL` is about a port needs
    /// a second socket.
    package static let codesOfConnection = codes.union([EADDRNOTAVAIL, ENOBUFS])
}
