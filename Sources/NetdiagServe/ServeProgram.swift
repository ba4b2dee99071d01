import ArgumentParser
import Glibc

/// The program `netdiag-serve`, which `netdiag serve` starts.
public enum ServeProgram {
    /// Runs what the command line asks for.
    public static func run() async -> Never {
        await ServeRootCommand.main()
        exit(EXIT_SUCCESS)
    }
}
