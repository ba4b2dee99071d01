/// This machine's setting for explicit congestion notification (RFC 3168).
package enum ECNSetting {
    /// Whether SYNs request it, which some devices drop. By default, only requests of others are granted.
    package static var isRequested: Bool { SmallFile.text("/proc/sys/net/ipv4/tcp_ecn").first == "1" }
}
