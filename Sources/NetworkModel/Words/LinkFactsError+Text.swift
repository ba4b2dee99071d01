import Glibc

extension LinkFactsError: CustomStringConvertible {
    /// What failed and, if known, what to do about it.
    public var description: String {
        switch self {
        case .call(let call, let code):
            "\(call): \(String(cString: strerror(code)))\(Self.advice(code))"
        case .noResponse(let request):
            "recvfrom(AF_NETLINK) to \(request.words): \(String(cString: strerror(ETIMEDOUT)))"
        case .refused(let request, let code, let message):
            "the kernel refused to \(request.words): \(message ?? String(cString: strerror(code)))\(Self.advice(code))"
        case .malformed(let request):
            "the kernel's answer to the request to \(request.words) could not be understood; please report it with `uname -r`"
        case .shutDown:
            "the link monitor was shut down; make a new one"
        }
    }

    private static func advice(_ code: CInt) -> String {
        switch code {
        case EPERM, EACCES, EAFNOSUPPORT:
            " (allow AF_NETLINK sockets: RestrictAddressFamilies= in the unit, or the sandbox's seccomp filter)"
        case EMFILE: " (raise the limit of open files: LimitNOFILE= in the unit, or `ulimit -n`)"
        default: ""
        }
    }
}

extension LinkFactsError.Request {
    /// What the kernel is requested to do.
    fileprivate var words: String {
        switch self {
        case .listInterfaces: "list the interfaces"
        case .readInterface: "tell of an interface"
        case .readCounters: "read the counters of an interface"
        case .listQueues: "list the queues"
        case .listAddresses: "list the addresses"
        case .listRoutes: "list the routes"
        case .listRules: "list the rules"
        case .listNeighbours: "list the neighbours"
        case .lookUpRoute: "look up a route"
        case .listConnections: "list the connections"
        case .findFamily(let name): "find \(name)"
        case .readRadio: "tell of a radio"
        case .readStation: "tell of a station"
        case .listAccessPoints: "tell of access points"
        }
    }
}
