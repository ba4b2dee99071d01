import EventLoopKit
import Foundation
import NetworkModel
import ServiceDiscovery

// Uses the library on the host that it runs on; for tests, since a process cannot enter a network namespace with all of
// its threads. Prints one JSON object a line.
//
//   ServiceDiscoveryProbe browse TYPE|- [--resolve] [--once]   events; `{"allForNow":true}`, `{"unavailable":"…"}`
//   ServiceDiscoveryProbe publish REGISTRATION FIFO            states; FIFO is made, and a line of it is a TXT record
//                                                              as JSON that replaces the one it has, or `end`
//   ServiceDiscoveryProbe resolve NAME TYPE SECONDS            the instance, or null; an error is `{"error":"…"}`
//   ServiceDiscoveryProbe churn TYPE COUNT                     begins to browse and stops, so often; prints `{"done":…}`
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

var arguments = Array(CommandLine.arguments.dropFirst())
let avahiLoop = try EventLoop(name: "avahi")
let inputLoop = try EventLoop(name: "input")
let connection = AvahiConnection(loop: avahiLoop)
let command = arguments.isEmpty ? "" : arguments.removeFirst()
switch command {
case "browse":
    let type = arguments[0] == "-" ? nil : arguments[0]
    let events = try await connection.browse(
        type: type, domain: "local", resolve: arguments.contains("--resolve"))
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
    // Open for writing too, so that it does not end with the first writer.
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
