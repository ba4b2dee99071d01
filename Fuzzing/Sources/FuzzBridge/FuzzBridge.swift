import FuzzEntry
import Glibc

/// The entry that `NETDIAG_FUZZ` names.
private let entry: (any FuzzEntry.Type)? = getenv("NETDIAG_FUZZ").flatMap {
    FuzzEntries.named(String(cString: $0))
}

/// - Returns: 0; another number ends libFuzzer.
@_cdecl("netdiag_fuzz_begin")
public func begin() -> CInt {
    guard entry == nil else { return 0 }
    print("NETDIAG_FUZZ names one of: " + FuzzEntries.names.joined(separator: " "))
    return 64
}

@_cdecl("netdiag_fuzz")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do {
        try entry?.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
    } catch {
        // libFuzzer keeps the input of what ends the process.
        fatalError("\(error)")
    }
    return 0
}
