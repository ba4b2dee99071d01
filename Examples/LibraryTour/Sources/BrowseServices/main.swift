import EventLoopKit
import Foundation
import NetworkModel
import ServiceDiscovery

// Prints the services of a type as they come, change and go; with --once, those that are there now.
// Usage: BrowseServices TYPE [--once]
let arguments = CommandLine.arguments.dropFirst()
guard let type = arguments.first else {
    FileHandle.standardError.write(Data("usage: BrowseServices TYPE [--once]\n".utf8))
    exit(64)
}

let connection = AvahiConnection(loop: try EventLoop(name: "avahi"))
browsing: for await event in try await connection.browse(type: type, domain: "local", resolve: true) {
    switch event {
    case .service(let event):
        // Names come from the network: `SafeText` keeps control characters off the terminal.
        let instance = event.instance
        print(
            "\(event.event.rawValue) \(SafeText.escaped(instance.name)) \(instance.host ?? "-"):\(instance.port ?? 0)")
    case .allForNow:
        if arguments.contains("--once") { break browsing }
    case .unavailable(let reason):
        FileHandle.standardError.write(Data("\(reason)\n".utf8))
    }
}
await connection.close()
