import Glibc
import NetworkModel

/// Parses the leases of DHCP clients.
enum LeaseText {
    /// The last lease of an interface in a file of dhclient.leases(5).
    ///
    /// - Returns: `nil` if the file contains none of the interface.
    static func dhclient(_ text: String, interface: String) -> LeaseFiles.Lease? {
        var found: LeaseFiles.Lease?
        // A declaration ends with its brace; in values, braces only occur within quotes, which do not matter here.
        for block in text.split(separator: "}") {
            guard let open = block.firstIndex(of: "{"), block[..<open].hasSuffix("lease ") else { continue }
            var address: IPAddress?
            var server: IPAddress?
            var ends: Timestamp?
            var isOurs = false
            for statement in block[block.index(after: open)...].split(separator: ";") {
                let words = statement.split(whereSeparator: \.isWhitespace)
                switch words.first {
                case "interface": isOurs = words.dropFirst().first.map { $0 == "\"\(interface)\"" } ?? false
                case "fixed-address": address = words.dropFirst().first.flatMap { IPAddress(String($0)) }
                case "expire": ends = moment(words.dropFirst())
                case "option" where words.count == 3 && words[1] == "dhcp-server-identifier":
                    server = IPAddress(String(words[2]))
                default: break
                }
            }
            if isOurs, let address { found = LeaseFiles.Lease(address: address, ends: ends, server: server) }
        }
        return found
    }

    /// Parses `3 2026/11/21 10:00:00` in UTC, or `epoch 1795255200`; the result is `nil` for `never`.
    private static func moment(_ words: ArraySlice<Substring>) -> Timestamp? {
        if words.first == "epoch" {
            return words.dropFirst().first.flatMap { Int64($0) }.flatMap(Self.timestamp(seconds:))
        }
        let words = Array(words)
        guard words.count >= 3 else { return nil }
        let date = words[1].split(separator: "/").compactMap { CInt($0) }
        let time = words[2].split(separator: ":").compactMap { CInt($0) }
        guard date.count == 3, time.count == 3, (1970...9_999).contains(date[0]), (1...12).contains(date[1]) else {
            return nil
        }
        var parts = tm()
        (parts.tm_year, parts.tm_mon, parts.tm_mday) = (date[0] - 1_900, date[1] - 1, date[2])
        (parts.tm_hour, parts.tm_min, parts.tm_sec) = (time[0], time[1], time[2])
        return timestamp(seconds: Int64(timegm(&parts)))
    }

    private static func timestamp(seconds: Int64) -> Timestamp? {
        (0...253_402_300_799).contains(seconds) ? Timestamp(millisecondsSince1970: seconds * 1_000) : nil
    }

    /// Parses lines of the form `NAME=value`, as written by systemd-networkd and NetworkManager's internal client. The lease
    /// begins when the file was written, which each renewal does.
    static func assignments(_ text: String, written: Timestamp) -> LeaseFiles.Lease? {
        var values: [String: String] = [:]
        // By scalars: a value that the server chose, such as the name of a file, must not end its line with another separator.
        for line in text.unicodeScalars.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1)
            if parts.count == 2, values.count < 64 { values[String(parts[0])] = String(parts[1]) }
        }
        guard let address = values["ADDRESS"].flatMap({ IPAddress($0) }) else { return nil }
        let lifetime = values["LIFETIME"].flatMap { UInt32($0) }
        return LeaseFiles.Lease(
            address: address, ends: lifetime.flatMap { end(of: $0, from: written) },
            server: values["SERVER_ADDRESS"].flatMap { IPAddress($0) })
    }

    /// Parses the server's reply (RFC 2131 section 2, RFC 2132), which dhcpcd stores.
    static func reply(_ bytes: [UInt8], written: Timestamp) -> LeaseFiles.Lease? {
        // The client's address is at 16; the options begin after their cookie at 236.
        guard bytes.count > 240, bytes[236..<240] == [99, 130, 83, 99], let address = IPAddress(bytes: bytes[16..<20])
        else { return nil }
        var lifetime: UInt32?
        var server: IPAddress?
        var rest = bytes[240...]
        while let code = rest.first, code != 255 {
            guard code != 0 else {
                rest = rest.from(1)
                continue
            }
            guard let length = rest.from(1).first.map(Int.init), rest.count >= 2 + length else { break }
            let value = rest.from(2).prefix(length)
            if code == 51, length == 4 { lifetime = value.reduce(0) { $0 << 8 | UInt32($1) } }
            if code == 54 { server = IPAddress(bytes: value) }
            rest = rest.from(2 + length)
        }
        return LeaseFiles.Lease(address: address, ends: lifetime.flatMap { end(of: $0, from: written) }, server: server)
    }

    /// The end of a lifetime; all ones mean no limit.
    private static func end(of lifetime: UInt32, from start: Timestamp) -> Timestamp? {
        guard lifetime != .max else { return nil }
        return Timestamp(millisecondsSince1970: start.millisecondsSince1970 + Int64(lifetime) * 1_000)
    }
}
