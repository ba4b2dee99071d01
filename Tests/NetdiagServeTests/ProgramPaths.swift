import Foundation

/// The paths of the programs, next to the tests.
enum ProgramPaths {
    /// The time limit of a program that should end. It includes the wait for one of the few threads that run programs, which other
    /// tests use as well, so that only a program that hangs reaches it.
    static let limit = Duration.seconds(300)

    static let serve = path("netdiag-serve")
    static let netdiag = path("netdiag")

    private static func path(_ name: String) -> String {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent(name).path
    }
}
