import ArgumentParser
import NetworkModel

/// How faults are proven.
struct ProofOptions: ParsableArguments {
    @Flag(
        name: .customLong("prove"),
        help: ArgumentHelp(
            "Check faults with netdiag, and print what was reported.",
            discussion: "Each fault is started, or those of --fault, or those of the URLs that are already served."))
    var isWanted = false

    @Option(
        help: ArgumentHelp(
            "Run this as well for each fault, with {url} and {ca} in it; it is right where it fails.",
            discussion:
                "It is split into words as sh(1) does it, and run without a shell, for at most 20 seconds. It has to "
                + "succeed with a healthy server.", valueName: "command"))
    var probe: String?

    @Option(help: ArgumentHelp("Write the results to this file as JUnit XML.", valueName: "file"))
    var junit: String?

    @Option(
        name: .customLong("netdiag"),
        help: ArgumentHelp("The program that checks (default: the one beside this one).", valueName: "program"))
    var program: String?

    /// - Parameter urls: What stands beside the options, if faults are proven.
    func validate(urls: [String]) throws {
        guard isWanted else {
            for (option, value) in [("--probe", probe), ("--junit", junit), ("--netdiag", program)] where value != nil {
                throw ValidationError("\(option) is for --prove")
            }
            return
        }
        for url in urls {
            guard url.contains("://") else {
                throw ValidationError(
                    "--prove takes URLs of servers, as in http://127.0.0.1:8080/, and \(SafeText.shown(url)) is none")
            }
        }
    }
}
