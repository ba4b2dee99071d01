/// A target over time: an array for each figure, with an element for each column.
package struct TargetHistory: Sendable, Hashable, Codable {
    package var target: String
    package var name: String?
    package var total: HistorySummary
    /// The causes of failed checks with their counts, most frequent first, at most 10.
    package var causes: [Cause]
    package var columns: [HistorySummary]

    package struct Cause: Sendable, Hashable, Codable {
        package var id: String
        package var checks: Int

        package init(id: String, checks: Int) {
            self.id = id
            self.checks = checks
        }
    }

    package var key: String { name ?? target }

    package init(
        target: String, name: String?, total: HistorySummary, causes: [Cause], columns: [HistorySummary]
    ) {
        self.target = target
        self.name = name
        self.total = total
        self.causes = causes
        self.columns = columns
    }

    enum CodingKeys: String, CodingKey {
        case target, name, total, causes, uptime, checks, failures, cause
        case up = "up_s"
        case down = "down_s"
        case maintenance = "maintenance_s"
        case unknown = "unknown_s"
        case min = "min_ms"
        case p10 = "p10_ms"
        case p50 = "p50_ms"
        case p90 = "p90_ms"
        case max = "max_ms"
    }

    private static var times: [(key: CodingKeys, value: (HistorySummary.Times) -> Double)] {
        [(.min, { $0.min }), (.p10, { $0.p10 }), (.p50, { $0.p50 }), (.p90, { $0.p90 }), (.max, { $0.max })]
    }
    private static var counts: [(key: CodingKeys, value: (HistorySummary) -> Int)] {
        [
            (.up, { $0.up }), (.down, { $0.down }), (.maintenance, { $0.maintenance }), (.unknown, { $0.unknown }),
            (.checks, { $0.checks }), (.failures, { $0.failures }),
        ]
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(target, forKey: .target)
        try container.encodeIfPresent(name, forKey: .name)
        try container.encode(total, forKey: .total)
        try container.encode(causes, forKey: .causes)
        for (key, value) in Self.counts { try encode(key, to: &container, value) { try $0.encode($1) } }
        try encode(.uptime, to: &container, \.uptime) { try $0.encode($1) }
        try encode(.cause, to: &container, \.cause) { try $0.encode($1) }
        for (key, value) in Self.times {
            try encode(key, to: &container, { $0.times.map(value) }) { try $0.encode($1) }
        }
    }

    /// Encodes element by element: as an array, numbers take three times as long, optional numbers thirteen times, and a
    /// document has up to 240,000.
    private func encode<Value>(
        _ key: CodingKeys, to container: inout KeyedEncodingContainer<CodingKeys>, _ value: (HistorySummary) -> Value?,
        _ write: (inout any UnkeyedEncodingContainer, Value) throws -> Void
    ) throws {
        var list = container.nestedUnkeyedContainer(forKey: key)
        for column in columns {
            if let value = value(column) { try write(&list, value) } else { try list.encodeNil() }
        }
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        target = try container.decode(String.self, forKey: .target)
        name = try container.decodeIfPresent(String.self, forKey: .name)
        total = try container.decode(HistorySummary.self, forKey: .total)
        causes = try container.decode([Cause].self, forKey: .causes)
        let causes = try container.decode([String?].self, forKey: .cause)
        columns = causes.map { HistorySummary(cause: $0) }
        func check(_ count: Int, _ key: CodingKeys) throws {
            guard count == causes.count else {
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: container, debugDescription: "\(count) columns of \(causes.count)")
            }
        }
        func counts(_ key: CodingKeys, _ take: (inout HistorySummary, Int) -> Void) throws {
            let values = try container.decode([Int].self, forKey: key)
            try check(values.count, key)
            for place in values.indices { take(&columns[place], values[place]) }
        }
        try counts(.up) { $0.up = $1 }
        try counts(.down) { $0.down = $1 }
        try counts(.maintenance) { $0.maintenance = $1 }
        try counts(.unknown) { $0.unknown = $1 }
        try counts(.checks) { $0.checks = $1 }
        try counts(.failures) { $0.failures = $1 }
        let times = try Self.times.map { key, _ in
            let values = try container.decode([Double?].self, forKey: key)
            try check(values.count, key)
            return values
        }
        for place in columns.indices {
            guard let min = times[0][place], let p10 = times[1][place], let p50 = times[2][place],
                let p90 = times[3][place], let max = times[4][place]
            else { continue }
            columns[place].times = .init(min: min, p10: p10, p50: p50, p90: p90, max: max)
        }
    }
}
