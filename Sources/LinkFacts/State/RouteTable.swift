import NetworkModel

/// The routes of the main table, up to a limit.
struct RouteTable {
    private(set) var records: [RouteRecord] = []
    /// The number of further routes in the kernel.
    private(set) var omitted = 0
    /// The maximum number of default routes.
    private static let maxDefaults = 256
    private var defaults = 0

    /// Adds a message of a dump; omitted routes are counted without using memory.
    mutating func add(_ message: NetlinkMessage, family: CInt) {
        let isDefault = message.payload.integer(at: 1, as: UInt8.self) == 0
        let isFull = isDefault ? defaults >= Self.maxDefaults : records.count >= KernelState.maxRoutes
        // A kernel without the family responds with all its routes.
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
