import Glibc

/// Returns the pages of the program and its libraries that only the start needs to the kernel. They stay in the page
/// cache, and a page that is needed again costs a page fault.
enum StartPages {
    /// The time until the start is complete, when every target has had its first check.
    static let delay = Duration.seconds(20)

    /// The maximum number of bytes that are read of a file in /proc, where a mapping takes about 700 bytes.
    private static let maxBytes = 1 << 20

    static func giveBack() {
        for range in fileRanges(in: statistics()) {
            madvise(
                UnsafeMutableRawPointer(bitPattern: range.lowerBound), range.count,
                MADV_DONTNEED)
        }
    }

    /// The file mappings without modified pages: read-only, private, and without anonymous pages, in memory or swapped
    /// out. Relocated data has such pages, as has code with a debugger's breakpoints.
    ///
    /// - Parameter statistics: The contents of proc_pid_smaps(5).
    static func fileRanges(in statistics: String) -> [Range<UInt>] {
        var ranges: [Range<UInt>] = []
        var range: Range<UInt>?
        var pristine: Set<Substring> = []
        // Split by scalars, since the end of a path may combine with the line feed into one character.
        for line in statistics.unicodeScalars.split(separator: "\n").map(Substring.init) {
            let words = line.split(separator: " ", omittingEmptySubsequences: true)
            guard let first = words.first else { continue }
            if !first.hasSuffix(":") {
                (range, pristine) = (fileRange(words), [])
            } else if first == "Anonymous:" || first == "Swap:", words.count == 3, words[1] == "0" {
                pristine.insert(first)
                if pristine.count == 2, let known = range { ranges.append(known) }
            }
        }
        return ranges
    }

    /// Parses `55d0c8a00000-55d0c8c00000 r-xp 00200000 fe:00 1234 /usr/sbin/netdiagd`.
    private static func fileRange(_ words: [Substring]) -> Range<UInt>? {
        guard words.count >= 6, words[5].hasPrefix("/") else { return nil }
        let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        let permissions = Array(words[1].utf8)
        guard ends.count == 2, ends[0] < ends[1], permissions.count == 4, permissions[1] == UInt8(ascii: "-"),
            permissions[3] == UInt8(ascii: "p")
        else { return nil }
        return ends[0]..<ends[1]
    }

    private static func statistics() -> String {
        let file = open("/proc/self/smaps", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { close(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while bytes.count < maxBytes {
            let count = read(file, &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
