import ArgumentParser
import Glibc
import NetworkModel
import ProgramStart
import Translations

/// `netdiag serve`, which executes the program `netdiag-serve`, since the command line does not link a server
/// (docs/decisions/0034).
struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", _superCommandName: Netdiag.name,
        abstract: "Start a test server with faults, a directory, a text or an echo; see netdiag serve --help.")

    @Argument(
        parsing: .captureForPassthrough,
        help: ArgumentHelp("The arguments of netdiag-serve(1).", valueName: "arguments"))
    var arguments: [String] = []

    func run() throws {
        for path in Self.candidates where access(path, X_OK) == 0 {
            var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
            execv(path, &words)
            let reason = String(cString: strerror(errno))
            for word in words { free(word) }
            throw Failure.failed(
                ToolPhrase.programNotRun.text([
                    "program": SafeText.escapedPath(path), "error": FactWords.local(reason),
                ]))
        }
        throw Failure.failed(ToolPhrase.serveNotInstalled.text)
    }

    /// The paths of the program: beside this one after a build, or in `libexec` beside `bin` after an installation.
    private static var candidates: [String] {
        guard let path = OwnProgram.path else { return [] }
        let directory = FilePath.directory(of: path)
        return ["\(directory)/netdiag-serve", "\(directory)/../libexec/netdiag-serve"]
    }
}
