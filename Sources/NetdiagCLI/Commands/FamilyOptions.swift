import ArgumentParser
import NetworkModel

/// The address families to use.
struct FamilyOptions: ParsableArguments {
    @Flag(name: .customShort("4"), help: "Use only IPv4.")
    var isIPv4Only = false

    @Flag(name: .customShort("6"), help: "Use only IPv6.")
    var isIPv6Only = false

    /// `nil` for both.
    var family: AddressFamily? {
        isIPv4Only ? .ipv4 : isIPv6Only ? .ipv6 : nil
    }

    var chosen: Set<AddressFamily> { family.map { [$0] } ?? Set(AddressFamily.allCases) }

    func validate() throws {
        guard !(isIPv4Only && isIPv6Only) else { throw ValidationError("-4 and -6 are mutually exclusive") }
    }
}
