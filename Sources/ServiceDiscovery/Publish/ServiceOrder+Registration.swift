public import NetworkModel

extension ServiceOrder {
    /// The fields with numbers as received, which may be out of range.
    private struct ReceivedFields: Decodable {
        var types: [String]
        var port: Double
        var txt: [String: TXTValue]?
        var subtypes: [String]?
        var host: String?
        var lease: Double?

        enum CodingKeys: String, CodingKey, CaseIterable {
            case types, port, txt, subtypes, host, lease
        }

        static let hints = [
            "types": #"a list of texts like "_http._tcp""#, "port": "a whole number from 0 to 65535",
            "txt": #"an object whose values are texts, null or {"base64": "AAE="}"#,
            "subtypes": #"a list of texts like "_printer""#, "host": "a text like printer.local",
            "lease": "a whole number of seconds from 1 to 3600",
        ]
    }

    /// Parses a registration.
    ///
    /// - Throws: ``BodyError`` with what is wrong and the field's name.
    public static func read(_ json: some Collection<UInt8>) throws(BodyError) -> ServiceOrder {
        let sent: ReceivedFields = try JSONBody.read(
            json, ReceivedFields.CodingKeys.self, like: #"{"types": ["_http._tcp"], "port": 8080}"#,
            hints: ReceivedFields.hints)
        guard let port = UInt16(exactly: sent.port) else { throw outOfRange(.port) }
        let lease = sent.lease.map { Int(exactly: $0) ?? 0 }
        if let lease, !(1...3_600).contains(lease) { throw outOfRange(.lease) }
        return ServiceOrder(
            types: sent.types, port: port, txt: sent.txt, subtypes: sent.subtypes, host: sent.host, lease: lease)
    }

    private static func outOfRange(_ key: ReceivedFields.CodingKeys) -> BodyError {
        BodyError(
            description:
                "the field \"\(key.rawValue)\" has a wrong value: expected \(ReceivedFields.hints[key.rawValue] ?? "another")"
        )
    }

    /// The registration, which is valid for publication.
    ///
    /// - Throws: ``BodyError`` with what is wrong and the field's name.
    public func registration(named name: String) throws(BodyError) -> ServiceRegistration {
        // JSON fields have no order, while an unchanged TXT record must stay the same.
        let entries = (txt ?? [:]).sorted { $0.key < $1.key }.map { TXTEntry(key: $0.key, value: $0.value) }
        let registration = ServiceRegistration(
            name: name, types: types, port: port, txt: entries, subtypes: subtypes ?? [], host: host)
        do throws(ServiceRegistration.Problem) {
            try registration.examine()
        } catch {
            throw BodyError(description: "\(error.field.rawValue): \(error.reason)")
        }
        return registration
    }
}
