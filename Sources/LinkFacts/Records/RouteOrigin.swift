/// The origin of a route, by the names in iproute2's rt_protos.
enum RouteOrigin {
    private static let names: [UInt8: String] = [
        1: "redirect", 2: "kernel", 3: "boot", 4: "static", 8: "gated", 9: "ra", 10: "mrt", 11: "zebra", 12: "bird",
        13: "dnrouted", 14: "xorp", 15: "ntk", 16: "dhcp", 17: "mrouted", 18: "keepalived", 42: "babel",
        186: "bgp", 187: "isis", 188: "ospf", 189: "rip", 192: "eigrp",
    ]

    /// The name, or the number in digits; `nil` if it is not stated (`RTPROT_UNSPEC`).
    static func name(_ raw: UInt8) -> String? {
        raw == 0 ? nil : names[raw] ?? String(raw)
    }
}
