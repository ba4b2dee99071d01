import ArgumentParser
import NetworkModel

/// The options of proofs.
struct ProofOptions: ParsableArguments {
    @Flag(
        name: .customLong("prove"),
        help: ArgumentHelp(
            "Check faults with netdiag, and print what was reported.",
            discussion: "All faults are started, or those of --fault; with URLs, servers that already run are checked.")
    )
    var isWanted = false

    @Option(
        help: ArgumentHelp(
            "Also run this command for each fault, with {url} and {ca} replaced; it is expected to fail.",
            discussion:
                "It is split into words as by sh(1), and run without a shell, for at most 20 seconds. It must "
                + "succeed with a healthy server.", valueName: "command"))
    var probe: String?

    @Option(help: ArgumentHelp("Write the results to this file as JUnit XML.", valueName: "file"), completion: .file())
    var junit: String?

    @Option(
        name: .customLong("netdiag"),
        help: ArgumentHelp(
            "The netdiag program to run (default: the one in the same directory).", valueName: "program"),
        completion: .file())
    var program: String?

    /// - Parameter urls: The arguments beside the options, if faults are proven.
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
                    "--prove takes URLs of servers, as in http://127.0.0.1:8080/, and \(SafeText.shown(url)) is not one"
                )
            }
        }
    }
}
