import Foundation

/// The paths of the programs, next to the tests.
enum ProgramPaths {
    static let serve = path("netdiag-serve")
    static let netdiag = path("netdiag")

    private static func path(_ name: String) -> String {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent(name).path
    }
}
