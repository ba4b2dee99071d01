import NetworkModel

/// The elements of a beacon or probe response (IEEE 802.11-2020 section 9.4.2): a byte with the ID, one with the length, and
/// the data, as sent by the access point. Numbers in them are little-endian.
struct BSSElements {
    private(set) var ssid: ArraySlice<UInt8>?
    private var rsn: ArraySlice<UInt8>?
    private var wpa: ArraySlice<UInt8>?
    /// The capability information field (section 9.4.1.4).
    private let capability: UInt16?

    init(_ bytes: ArraySlice<UInt8>, capability: UInt16?) {
        self.capability = capability
        var rest = bytes
        while let kind = rest.first, let length = rest.from(1).first, rest.count >= 2 + Int(length) {
            let body = rest.from(2).prefix(Int(length))
            switch kind {
            case 0: ssid = ssid ?? body
            case 48: rsn = rsn ?? body
            // A vendor's element: Microsoft's first one is that of WPA, from before the standard.
            case 221 where body.starts(with: [0x00, 0x50, 0xf2, 1]): wpa = wpa ?? body.from(4)
            default: break
            }
            rest = rest.from(2 + Int(length))
        }
    }

    /// The protection of the network; `nil` if neither elements nor capability state it.
    var security: WirelessLink.Security? {
        if let suites = rsn.flatMap({ Suites($0, vendor: [0x00, 0x0f, 0xac]) }) {
            guard let best = suites.best else { return .open }
            // Key management 18 is encryption without a password.
            return best == .protected && !suites.management.isEmpty && suites.management.allSatisfy { $0 == 18 }
                ? .enhancedOpen : best
        }
        if let suites = wpa.flatMap({ Suites($0, vendor: [0x00, 0x50, 0xf2]) }) { return suites.best ?? .open }
        // The privacy bit without either of them is WEP.
        return capability.map { $0 & 0x10 != 0 ? .wep : .open }
    }

    /// The ciphers and the key management of an RSN element (section 9.4.2.24), or of the older WPA element, which has the
    /// same layout.
    private struct Suites {
        private var group: UInt8?
        private var pairwise: [UInt8] = []
        private(set) var management: [UInt8] = []

        init?(_ bytes: ArraySlice<UInt8>, vendor: [UInt8]) {
            guard bytes.count >= 2 else { return nil }
            var rest = bytes.from(2)
            func kind(_ suite: ArraySlice<UInt8>) -> UInt8? { suite.starts(with: vendor) ? suite.last : nil }
            func list() -> [UInt8] {
                guard rest.count >= 2 else { return [] }
                let count = Int(rest[rest.startIndex]) | Int(rest[rest.startIndex + 1]) << 8
                rest = rest.from(2)
                guard count <= rest.count / 4 else { return [] }
                defer { rest = rest.from(count * 4) }
                return (0..<count).compactMap { kind(rest.from($0 * 4).prefix(4)) }
            }
            // Missing values mean CCMP and 802.1X.
            guard rest.count >= 4 else {
                pairwise = [4]
                return
            }
            group = kind(rest.prefix(4))
            rest = rest.from(4)
            pairwise = rest.isEmpty ? [4] : list()
            management = list()
        }

        /// The best offered cipher, which clients select.
        var best: WirelessLink.Security? {
            // 0 means that of the group.
            let offered = pairwise.map { $0 == 0 ? group ?? 0 : $0 }
            let rated = offered.compactMap(Self.rating)
            return rated.contains(.protected) ? .protected : rated.contains(.tkip) ? .tkip : rated.first
        }

        private static func rating(_ cipher: UInt8) -> WirelessLink.Security? {
            switch cipher {
            case 1, 5: .wep
            case 2: .tkip
            case 4, 8, 9, 10: .protected
            default: nil
            }
        }
    }
}
