import EventLoopKit
import Foundation
import NetworkModel
import ServiceDiscovery

// Uses the library on the host that it runs on. It is a program for tests, since a process cannot enter a network
// namespace with all of its threads. It prints one JSON object a line.
//
//   ServiceDiscoveryProbe browse TYPE|- [--resolve] [--once] [--domain=D]
//                                                              events; `{"allForNow":true}`, `{"unavailable":"…"}`
//   ServiceDiscoveryProbe publish REGISTRATION FIFO            states; FIFO is created, and a line of it is a TXT record
//                                                              as JSON that replaces the current one, or `end`
//   ServiceDiscoveryProbe types | domains | records NAME NUMBER | follow NAME TYPE
//                                                              events as {"added":…}, {"removed":…}, {"found":…}, …
//   ServiceDiscoveryProbe addresses HOST SECONDS | name ADDRESS SECONDS
//   ServiceDiscoveryProbe storm COUNT                          starts and cancels COUNT operations of all types
//   ServiceDiscoveryProbe resolve NAME TYPE SECONDS            the instance, or null; an error is `{"error":"…"}`
//   ServiceDiscoveryProbe churn TYPE COUNT                     starts and stops COUNT browses; prints `{"done":…}`
//
// REGISTRATION and TXT are JSON: {"name":…,"types":[…],"port":…,"txt":[["key","value"],["flag",null]],"subtypes":[…]}

struct Entry: Decodable {
    let entry: TXTEntry
    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        let key = try container.decode(String.self)
        entry = TXTEntry(key: key, value: try container.decode(TXTValue.self))
    }
}

struct Request: Decodable {
    var name: String?
    var types: [String]
    var port: UInt16
    var txt: [Entry]?
    var subtypes: [String]?
}

func print(json value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try FileHandle.standardOutput.write(contentsOf: encoder.encode(value) + Data([UInt8(ascii: "\n")]))
}

@MainActor func list<Item>(_ events: AsyncStream<ListingEvent<Item>>, _ show: (Item) -> [String: String]) async throws {
    for await event in events {
        switch event {
        case .added(let item): try print(json: ["added": show(item)])
        case .removed(let item): try print(json: ["removed": show(item)])
        case .allForNow: try print(json: ["allForNow": true])
        case .unavailable(let reason): try print(json: ["unavailable": reason])
        }
    }
}

var arguments = Array(CommandLine.arguments.dropFirst())
let avahiLoop = try EventLoop(name: "avahi")
let inputLoop = try EventLoop(name: "input")
let connection = AvahiConnection(loop: avahiLoop)
let command = arguments.isEmpty ? "" : arguments.removeFirst()
switch command {
case "browse":
    let type = arguments[0] == "-" ? nil : arguments[0]
    let events = try await connection.browse(
        type: type, domain: arguments.first { $0.hasPrefix("--domain=") }.map { String($0.dropFirst(9)) } ?? "local",
        resolve: arguments.contains("--resolve"))
    for await event in events {
        switch event {
        case .service(let event): try print(json: event)
        case .allForNow: try print(json: ["allForNow": true])
        case .unavailable(let reason): try print(json: ["unavailable": reason])
        }
        if event == .allForNow, arguments.contains("--once") { break }
    }
case "publish":
    let request = try JSONDecoder().decode(Request.self, from: Data(arguments[0].utf8))
    let publication = try await connection.publish(
        ServiceRegistration(
            name: request.name, types: request.types, port: request.port, txt: (request.txt ?? []).map(\.entry),
            subtypes: request.subtypes ?? []))
    let printing = Task {
        for await state in publication.states { try print(json: state) }
    }
    mkfifo(arguments[1], 0o600)
    // It is also opened for writing, so that the input does not end with the first writer.
    let input = open(arguments[1], O_RDWR | O_NONBLOCK)
    try print(json: ["ready": true])
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while true {
        _ = try await inputLoop.ready(input, for: .readable, until: nil)
        guard read(input, &byte, 1) == 1 else { break }
        guard byte == UInt8(ascii: "\n") else {
            line.append(byte)
            continue
        }
        if String(decoding: line, as: UTF8.self) == "end" { break }
        let txt = try JSONDecoder().decode([Entry].self, from: Data(line)).map(\.entry)
        line = []
        if let error = await publication.update(txt: txt) { try print(json: ["error": error.description]) }
    }
    await publication.end()
    try await printing.value
case "resolve":
    do {
        let found = try await connection.resolve(
            instance: arguments[0], type: arguments[1], domain: "local",
            timeout: .seconds(Double(arguments[2]) ?? 1))
        try print(json: found)
    } catch {
        try print(json: ["error": "\(error)"])
    }
case "types":
    try await list(connection.browseTypes()) { ["type": $0.type, "interface": $0.interface ?? ""] }
case "domains":
    try await list(connection.browseDomains()) { ["domain": $0.domain] }
case "records":
    let type = RecordType(rawValue: UInt16(arguments[1]) ?? 0)
    try await list(connection.monitor(name: arguments[0], type: type)) { record in
        ["value": record.value.map { "\($0)" } ?? "", "interface": record.interface ?? ""]
    }
case "follow":
    for await event in try await connection.follow(instance: arguments[0], type: arguments[1], domain: "local") {
        switch event {
        case .found(let instance): try print(json: ["found": instance])
        case .missing: try print(json: ["missing": true])
        case .unavailable(let reason): try print(json: ["unavailable": reason])
        }
    }
case "addresses", "name":
    let limit = Duration.seconds(Double(arguments[1]) ?? 1)
    do {
        if command == "addresses" {
            let found = try await connection.addresses(of: arguments[0], timeout: limit)
            try print(json: found.map { "\($0.address) \($0.interface ?? "")" })
        } else if let address = IPAddress(arguments[0]) {
            let found = try await connection.hostName(of: address, timeout: limit)
            try print(json: found.map { "\($0.name) \($0.interface ?? "")" })
        }
    } catch {
        try print(json: ["error": "\(error)"])
    }
case "storm":
    let done = try await Storm(connection).run(Int(arguments[0]) ?? 1)
    try print(json: ["done": done])
case "churn":
    let count = Int(arguments[1]) ?? 1
    for _ in 0..<count {
        for await _ in try await connection.browse(type: arguments[0], domain: "local", resolve: true) { break }
    }
    try print(json: ["done": count])
default:
    FileHandle.standardError.write(Data("browse, publish or resolve\n".utf8))
    exit(64)
}
await connection.close()
