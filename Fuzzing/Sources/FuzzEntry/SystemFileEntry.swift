import NetworkModel

@testable import HostResolution
@testable import LinkFacts

/// resolv.conf(5) and nsswitch.conf(5), in which search domains may be a DHCP server's words.
enum SystemFileEntry: FuzzEntry {
    static let name = "system-files"

    static func run(_ input: [UInt8]) throws {
        let text = String(decoding: input, as: UTF8.self)
        let configuration = ResolvConf(text, file: "resolv.conf").configuration
        try require(configuration.servers.count <= ResolvConf.maxServers, "too many servers")
        try require(configuration.problems.count <= ResolvConf.maxProblems, "too many problems")
        for problem in configuration.problems {
            try require(problem.description.utf8.count < 512, "a long problem")
            try require(ResolverProblem(problem.description) == problem, "a problem that is read as another one")
        }
        if let name = try? HostResolution.DomainName("host") {
            try require(name.candidates(in: configuration, singleLabels: .asked).count <= 7, "too many questions")
        }
        try require(NameServices.hosts(of: text, file: "nsswitch.conf").services.count <= 16, "too many services")
    }
}
