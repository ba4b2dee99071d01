import Foundation
import Lab
import Testing

import class Lab.Host

/// Commands for a real Chromium on a host, and their results.
struct BrowserSession {
    private static let base = "http://localhost:8053"
    private var commands: [(name: String, value: String)] = []

    /// The number of commands; the result of the last one is the line of this number.
    var count: Int { commands.count }

    mutating func open(_ path: String) { add("open", Self.quoted(Self.base + path)) }
    mutating func evaluate(_ expression: String) { add("evaluate", Self.quoted(expression)) }
    /// Waits until the document has changed so that the expression holds.
    mutating func until(_ expression: String) { add("until", Self.quoted(expression)) }
    mutating func untilLive() { until("document.getElementById('connection').textContent === 'live'") }
    mutating func press(_ key: String) { add("key", Self.quoted(key)) }
    mutating func screenshot(_ file: String) { add("screenshot", Self.quoted(file)) }
    mutating func tree() { add("tree", "true") }
    mutating func problems() { add("problems", "true") }
    /// Sets the browser's `Accept-Language` from now on.
    mutating func speak(_ languages: String) { add("language", Self.quoted(languages)) }
    mutating func withoutScripts() { add("scripts", "false") }
    mutating func size(_ width: Int, _ height: Int, scheme: String = "light") {
        add("metrics", "{\"width\": \(width), \"height\": \(height), \"scheme\": \"\(scheme)\"}")
    }

    private mutating func add(_ name: String, _ value: String) { commands.append((name, value)) }

    private static func quoted(_ text: String) -> String {
        (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
    }

    /// Starts the browser.
    func start(on host: Host) throws -> HostProcess { try host.startBrowser(commands) }

    /// Waits for a result, and returns all results until then.
    ///
    /// - Parameter number: The number of the result, from 1 on; by default that of the last one.
    func answers(of browser: HostProcess, to number: Int? = nil) async throws -> [BrowserAnswer] {
        let number = number ?? count
        var answers: [BrowserAnswer] = []
        // The results come one after the other: the wait ends with the first line that completes the number.
        try await browser.output.first("answer \(number) of the browser", within: .seconds(120)) { _ in
            browser.output.text.split(separator: "\n").count >= number
        }
        for line in browser.output.text.split(separator: "\n").prefix(number) {
            answers.append(try JSONDecoder().decode(BrowserAnswer.self, from: Data(line.utf8)))
        }
        for (place, answer) in answers.enumerated() {
            if let error = answer.error { Issue.record("\(commands[place].name) \(commands[place].value): \(error)") }
        }
        return answers
    }

    /// Starts the browser, and waits for all results.
    func run(on host: Host) async throws -> [BrowserAnswer] {
        let browser = try start(on: host)
        return try await answers(of: browser)
    }
}

/// The result of a command.
struct BrowserAnswer: Decodable {
    /// A node of the accessibility tree.
    struct Node: Decodable {
        let role: String
        let name: String
        let focusable: Bool
    }

    let error: String?
    let text: String?
    let number: Double?
    let isTrue: Bool?
    let texts: [String]?
    let nodes: [Node]?

    private enum CodingKeys: String, CodingKey { case value, error }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        error = try container.decodeIfPresent(String.self, forKey: .error)
        text = try? container.decodeIfPresent(String.self, forKey: .value)
        isTrue = try? container.decodeIfPresent(Bool.self, forKey: .value)
        number = isTrue == nil ? try? container.decodeIfPresent(Double.self, forKey: .value) : nil
        texts = try? container.decodeIfPresent([String].self, forKey: .value)
        nodes = try? container.decodeIfPresent([Node].self, forKey: .value)
    }
}
