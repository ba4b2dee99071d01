import Foundation
import NetworkModel
import Testing

@testable import LinkFacts

@Suite("Interfaces with a configured default route")
struct ConfiguredUplinkTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var what: String
        var path: String
        var text: String
        var names: [String]
        var testDescription: String { what }
    }

    private static let ifupdown = "etc/network/interfaces"
    private static let networkd = "etc/systemd/network/10-lan.network"
    private static let manager = "etc/NetworkManager/system-connections/lan.nmconnection"

    static let cases = [
        Case(
            what: "DHCP at the start", path: ifupdown, text: "# comment\nauto lo eth0\niface eth0 inet dhcp\n",
            names: ["eth0"]),
        Case(
            what: "hotplug and a gateway", path: "etc/network/interfaces.d/lan",
            text: "allow-hotplug eth1\niface eth1 inet static\n\taddress 192.0.2.2/24\n\tgateway 192.0.2.1\n",
            names: ["eth1"]),
        Case(
            what: "by hand only", path: ifupdown, text: "iface eth0 inet dhcp\n", names: []),
        Case(
            what: "without a gateway", path: ifupdown,
            text: "auto eth0\niface eth0 inet static\n  address 192.0.2.2/24\n", names: []),
        Case(
            what: "router advertisements", path: ifupdown, text: "auto eth0\niface eth0 inet6 auto\n", names: ["eth0"]),
        Case(
            what: "networkd, a pattern", path: networkd,
            text: "[Match]\nName=eth* wlan0\n[Network]\nDHCP = yes\n", names: ["eth0", "eth1"]),
        Case(
            what: "networkd, a route", path: "run/systemd/network/10-netplan-eth1.network",
            text: "[Match]\nName=eth1\n[Route]\nGateway=192.0.2.1\n", names: ["eth1"]),
        Case(
            what: "networkd, every interface", path: networkd, text: "[Match]\nName=*\n[Network]\nDHCP=yes\n", names: []
        ),
        Case(
            what: "networkd, switched on by hand", path: networkd,
            text: "[Match]\nName=eth0\n[Link]\nActivationPolicy=manual\n[Network]\nDHCP=yes\n", names: []),
        Case(
            what: "networkd, an address alone", path: networkd,
            text: "[Match]\nName=eth0\n[Network]\nDHCP=no\nAddress=192.0.2.2/24\n", names: []),
        Case(
            what: "NetworkManager", path: manager,
            text: "[connection]\ninterface-name=eth0\n[ipv4]\nmethod=auto\n", names: ["eth0"]),
        Case(
            what: "NetworkManager, an address with its gateway", path: manager,
            text: "[connection]\ninterface-name=eth0\n[ipv4]\nmethod=manual\naddress1=192.0.2.2/24,192.0.2.1\n",
            names: ["eth0"]),
        Case(
            what: "NetworkManager, not by itself", path: manager,
            text: "[connection]\ninterface-name=eth0\nautoconnect=false\n[ipv4]\nmethod=auto\n", names: []),
        Case(
            what: "NetworkManager, never the default", path: manager,
            text: "[connection]\ninterface-name=eth0\n[ipv4]\nmethod=auto\nnever-default=true\n", names: []),
        Case(what: "garbage", path: ifupdown, text: "auto\niface\n[[]]\ngateway\n= =\n", names: []),
    ]

    @Test("the files of ifupdown, networkd and NetworkManager are read", arguments: cases)
    func table(_ expected: Case) throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/" + expected.path
        try FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try expected.text.write(toFile: path, atomically: false, encoding: .utf8)
        #expect(ConfiguredUplinks(root: directory.path).names(among: ["eth0", "eth1"]) == expected.names)
    }
}
