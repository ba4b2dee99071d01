import EventLoopKit
import Foundation
import HostResolution
import NetworkModel

// Resolves a name: what the DNS server says, and what programs of this machine get.
// Usage: ResolveHost NAME SERVER
guard CommandLine.arguments.count == 3, let server = IPAddress(CommandLine.arguments[2]) else {
    FileHandle.standardError.write(Data("usage: ResolveHost NAME SERVER (its address)\n".utf8))
    exit(64)
}

let loop = try EventLoop()
let resolver = HostResolver(loop: loop)
let configuration = ResolverConfiguration(servers: [Resolver(address: server, source: .resolvConf)])
let found = try await resolver.resolve(CommandLine.arguments[1], configuration: configuration, timeout: .seconds(3))

for answer in found.answers {
    print("\(answer.address.map { "\($0)" } ?? "-") (\(answer.source.rawValue))")
}
for failure in found.failures { print("no answer (\(failure.source.rawValue)): \(failure.reason.rawValue)") }
loop.shutdown()
