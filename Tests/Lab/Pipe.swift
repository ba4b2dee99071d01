import CLab
import Glibc

/// Two connected descriptors that are not inherited by other programs. Reading never blocks by default.
final class Pipe {
    private(set) var readEnd: CInt = -1
    private(set) var writeEnd: CInt = -1

    init(blockingRead: Bool = false) throws {
        var ends: [CInt] = [-1, -1]
        let error = lab_pipe(&ends)
        guard error == 0 else { throw LabError.system("pipe2", code: -error) }
        (readEnd, writeEnd) = (ends[0], ends[1])
        if !blockingRead { _ = fcntl(readEnd, F_SETFL, O_NONBLOCK) }
    }

    func closeReadEnd() {
        Glibc.close(readEnd)
        readEnd = -1
    }

    func closeWriteEnd() {
        Glibc.close(writeEnd)
        writeEnd = -1
    }

    func close() {
        closeReadEnd()
        closeWriteEnd()
    }
}
