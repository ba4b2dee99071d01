import EventLoopKit
import Foundation
import NetworkModel
import ServiceDiscovery

// Publishes a service until the program is ended, and prints the name that it has on the link.
// Usage: PublishService NAME TYPE PORT
let arguments = CommandLine.arguments
guard arguments.count == 4, let port = UInt16(arguments[3]) else {
    FileHandle.standardError.write(Data("usage: PublishService NAME TYPE PORT\n".utf8))
    exit(64)
}

let connection = AvahiConnection(loop: try EventLoop(name: "avahi"))
let registration = ServiceRegistration(
    name: arguments[1], types: [arguments[2]], port: port, txt: [TXTEntry(key: "path", value: .text("/"))])
let publication = try await connection.publish(registration)
for await state in publication.states {
    // Another host may have the name already: avahi-daemon then takes the next one, as in "Shop #2".
    print("\(state.state.rawValue) \(state.name ?? arguments[1])")
}
