import Glibc
import Testing

@testable import NetworkFaults

/// The remains of runs that were killed.
struct RunDirectoryTests {
    @Test func whatNobodyHoldsIsRemovedAndNothingElse() throws {
        let held = try RunDirectory()
        defer { held.remove() }
        let parent = held.path.split(separator: "/").dropLast().joined(separator: "/")
        // The remains of a process that was killed, with files, two minutes ago.
        let left = "/\(parent)/netdiag-serve-run-test\(getpid())", young = left + "-young",
            other = "/\(parent)/netdiag-serve-\(getpid())"
        for path in [left, young, other] {
            #expect(mkdir(path, 0o700) == 0)
            let file = fopen("\(path)/ca.pem", "w")
            #expect(file.map { fclose($0) } == 0)
        }
        defer {
            for path in [left, young, other] {
                unlink("\(path)/ca.pem")
                rmdir(path)
            }
        }
        var times = [timespec(tv_sec: time(nil) - 120, tv_nsec: 0), timespec(tv_sec: time(nil) - 120, tv_nsec: 0)]
        for path in [left, other, held.path] { #expect(utimensat(AT_FDCWD, path, &times, 0) == 0) }
        let next = try RunDirectory()
        next.remove()
        #expect(
            [left, young, other, held.path].map { (path: String) in access(path, F_OK) == 0 } == [
                false, true, true, true,
            ])
    }

    @Test("subdirectories are removed with it, and the targets of links stay")
    func nested() throws {
        let other = try RunDirectory()
        defer { other.remove() }
        let kept = try other.write([1], as: "kept")
        let directory = try RunDirectory()
        #expect(mkdir("\(directory.path)/a", 0o700) == 0 && mkdir("\(directory.path)/a/b", 0o700) == 0)
        #expect(fopen("\(directory.path)/a/b/file", "w").map { fclose($0) } == 0)
        #expect(symlink(other.path, "\(directory.path)/a/link") == 0)
        directory.remove()
        #expect(access(directory.path, F_OK) != 0)
        #expect(access(kept, F_OK) == 0)
    }
}
