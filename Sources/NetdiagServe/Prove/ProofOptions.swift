import ArgumentParser

/// How faults are proven.
struct ProofOptions: ParsableArguments {
    @Flag(
        name: .customLong("prove"),
        help: "Start each fault (or those of --fault), check it with netdiag, and print what was reported.")
    var isWanted = false

    @Option(
        help: ArgumentHelp(
            "Run this as well for each fault, with {url} and {ca} in it; it is right where it fails. It has to succeed "
                + "with a healthy server.", valueName: "command"))
    var probe: String?

    @Option(help: ArgumentHelp("Write the results to this file as JUnit XML.", valueName: "file"))
    var junit: String?

    @Option(
        name: .customLong("netdiag"),
        help: ArgumentHelp("The program that checks (default: the one beside this one).", valueName: "program"))
    var program: String?
}
