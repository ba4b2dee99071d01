import NetworkModel

/// The routes of the main table, as far as they are kept.
struct RouteTable {
    private(set) var records: [RouteRecord] = []
    /// How many more the kernel has.
    private(set) var omitted = 0
    /// More default routes than these are left out as well.
    private static let maxDefaults = 256
    private var defaults = 0

    /// Takes a message of a dump; what is left out is counted and costs no memory.
    mutating func add(_ message: NetlinkMessage, family: CInt) {
        let isDefault = message.payload.integer(at: 1, as: UInt8.self) == 0
        let isFull = isDefault ? defaults >= Self.maxDefaults : records.count >= KernelState.maxRoutes
        // A kernel without the family answers for all that it has.
        guard !isFull || omitted == 0, let record = RouteRecord(message), record.isOfMainTable,
            record.key.family.rawFamily == family
        else {
            if isFull { omitted += 1 }
            return
        }
        guard !isFull else {
            omitted += 1
            return
        }
        if isDefault { defaults += 1 }
        records.append(record)
    }
}
