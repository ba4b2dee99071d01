import Glibc
import Testing

@testable import NetdiagServe

struct RunNameTests {
    private static let isRootWithoutRuntime =
        getuid() == 0 && getenv("XDG_RUNTIME_DIR") == nil && access("/run", W_OK) == 0

    @Test("root's sockets are in a directory whose name no other user can take", .enabled(if: isRootWithoutRuntime))
    func directoryOfRoot() throws {
        #expect(try RunName.directory() == "/run/netdiag-serve")
    }
}
