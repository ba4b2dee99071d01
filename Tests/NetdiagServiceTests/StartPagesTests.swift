import Glibc
import Testing

@testable import NetdiagService

/// Pages that the start has touched are released without loss of data.
struct StartPagesTests {
    @Test func readOnlyMappingsOfFilesAloneAreGivenBack() {
        let statistics = """
            1000-3000 r--p 00000000 fe:00 17 /usr/sbin/netdiagd
            Rss:                   8 kB
            Anonymous:             0 kB
            Swap:                  0 kB
            VmFlags: rd mr mw me
            3000-5000 r-xp 00002000 fe:00 17 /usr/sbin/a name with spaces (deleted)
            Anonymous:             0 kB
            Swap:                  0 kB
            5000-6000 r-xp 00004000 fe:00 17 /has/a/breakpoint
            Anonymous:             4 kB
            Swap:                  0 kB
            6000-7000 r--p 00005000 fe:00 17 /relocated/and/swapped/out
            Anonymous:             0 kB
            Swap:                  4 kB
            7000-8000 rw-p 00006000 fe:00 17 /can/be/written
            Anonymous:             0 kB
            Swap:                  0 kB
            8000-9000 r--s 00007000 fe:00 17 /shared
            Anonymous:             0 kB
            Swap:                  0 kB
            9000-a000 r-xp 00000000 00:00 0 [vdso]
            Anonymous:             0 kB
            Swap:                  0 kB
            a000-b000 r--p 00000000 00:00 0
            Anonymous:             0 kB
            Swap:                  0 kB
            b000-c000 r--p 00000000 fe:00 17 /kernel/says/too/little
            Rss:                   8 kB
            """
        #expect(StartPages.fileRanges(in: statistics) == [0x1000..<0x3000, 0x3000..<0x5000])
        #expect(StartPages.fileRanges(in: "x-y r--p 0 fe:00 17 /x\nAnonymous: 0 kB\nSwap: 0 kB").isEmpty)
        #expect(StartPages.fileRanges(in: "").isEmpty)
    }

    /// Two pages of a file. This process has changed one mapping before making it read-only, as the dynamic linker
    /// does.
    @Test func pagesComeBackAsTheyWere() throws {
        let path = "/tmp/netdiag-start-pages-\(getpid())"
        let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        #expect(file >= 0)
        unlink(path)
        defer { close(file) }
        let content = [UInt8](repeating: 7, count: 8192)
        #expect(write(file, content, content.count) == content.count)
        let plain = try #require(mmap(nil, 8192, PROT_READ, MAP_PRIVATE, file, 0))
        let changed = try #require(mmap(nil, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0))
        #expect(plain != MAP_FAILED && changed != MAP_FAILED)
        defer {
            munmap(plain, 8192)
            munmap(changed, 8192)
        }
        changed.storeBytes(of: 9, as: UInt8.self)
        #expect(mprotect(changed, 8192, PROT_READ) == 0)
        #expect(plain.load(as: UInt8.self) == 7)
        #expect(isMapped(plain))

        StartPages.giveBack()

        #expect(!isMapped(plain))
        #expect(plain.load(as: UInt8.self) == 7)
        #expect(changed.load(as: UInt8.self) == 9)
    }

    /// Whether the page is in memory, by bit 63 of its entry in /proc/self/pagemap (proc_pid_pagemap(5)).
    private func isMapped(_ address: UnsafeMutableRawPointer) -> Bool {
        let file = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        var entry: UInt64 = 0
        let place = off_t(UInt(bitPattern: address) / 4096 * 8)
        #expect(pread(file, &entry, 8, place) == 8)
        return entry >> 63 == 1
    }
}
