import Foundation

/// The growth of this process in memory, measured from the creation on.
package struct MemoryPeak {
    private let start = MemoryPeak.residentBytes
    private let sampling = Task {
        var peak = 0
        while !Task.isCancelled {
            peak = max(peak, MemoryPeak.residentBytes)
            try? await Task.sleep(for: .milliseconds(50))
        }
        return peak
    }

    package init() {}

    /// Ends the measurement.
    ///
    /// - Returns: The largest growth, in bytes.
    package func growth() async -> Int {
        sampling.cancel()
        return await sampling.value - start
    }

    /// The size of this process in memory, in bytes.
    package static var residentBytes: Int {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * sysconf(Int32(_SC_PAGESIZE))
    }
}
