import ArgumentParser

/// One piece of the daemon's work without a daemon: what `netdiag` runs where none answers.
struct Once: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "netdiagd --once",
        abstract: "Does one piece of work in this process, and prints JSON, an object a line.",
        subcommands: [
            OnceStatus.self, OnceCheck.self, OnceResolve.self, OnceBrowse.self, OncePublish.self,
            OnceLinks.self,
        ])
}

/// The address families that are looked at.
struct FamilyOptions: ParsableArguments {
    @Flag(name: .customShort("4"), help: "IPv4 alone.")
    var isIPv4Only = false

    @Flag(name: .customShort("6"), help: "IPv6 alone.")
    var isIPv6Only = false

    func validate() throws {
        guard !(isIPv4Only && isIPv6Only) else { throw ValidationError("-4 and -6 exclude each other") }
    }
}

/// A number of seconds as it is typed, 0.1 to 300.
struct Seconds: ExpressibleByArgument {
    let duration: Duration

    init?(argument: String) {
        guard argument.utf8.count <= 12, let value = Double(argument), (0.1...300).contains(value) else { return nil }
        duration = .milliseconds(Int64((value * 1_000).rounded()))
    }
}
