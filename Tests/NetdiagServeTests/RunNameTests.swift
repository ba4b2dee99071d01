import Glibc
import Testing

@testable import NetdiagServe

struct RunNameTests {
    private static let isRootWithoutRuntime =
        getuid() == 0 && getenv("XDG_RUNTIME_DIR") == nil && access("/run", W_OK) == 0

    @Test("root's sockets lie where nobody else can take their directory's name", .enabled(if: isRootWithoutRuntime))
    func directoryOfRoot() throws {
        #expect(try RunName.directory() == "/run/netdiag-serve")
    }
}
