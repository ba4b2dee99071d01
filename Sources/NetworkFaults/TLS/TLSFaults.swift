import NIOCore
import NetworkModel
import Synchronization
import TLSServer

/// The faults of `tls.*`, each with an HTTPS server.
///
/// A server shows its own fault by default, and any other fault to clients that request its name, as in
/// `expired.localhost`. Clients that request `healthy.localhost` see no fault.
enum TLSFaults {
    static let all: [FaultDefinition] = TLSFault.allCases.map { fault in
        FaultDefinition(cause(fault), summary(fault), isConditional: true, arguments: arguments(fault)) { context in
            try await start(fault, context)
        }
    }

    private static func cause(_ fault: TLSFault) -> CauseID { CauseID(rawValue: "tls.\(fault.rawValue)") }

    private static func summary(_ fault: TLSFault) -> String {
        switch fault {
        case .notTLS: "Answers a ClientHello with unencrypted HTTP."
        case .handshakeTimeout: "Accepts the connection, but does not answer the ClientHello."
        case .version: "Speaks only TLS 1.0 and 1.1."
        case .alert: "Ends the handshake with a fatal alert."
        case .expired: "Presents a certificate that has expired."
        case .notYetValid: "Presents a certificate that is not valid yet."
        case .wrongHost: "Presents a certificate for other.example."
        case .selfSigned: "Presents a self-signed certificate."
        case .untrustedIssuer: "Presents a certificate and its root, which is not trusted."
        case .incompleteChain: "Presents a certificate without the intermediate that issued it."
        case .clientCertificate: "Requires a client certificate."
        case .revoked: "Staples an OCSP response that says that its certificate is revoked."
        case .weak: "Presents an RSA key of 1024 bits, or speaks only TLS 1.0."
        case .intercepted: "Presents a trusted certificate of an authority other than the expected one."
        case .expiresSoon: "Presents a certificate that expires in three days."
        case .failed: "Presents a certificate that is valid for clients only."
        }
    }

    private static func arguments(_ fault: TLSFault) -> [FaultArgument] {
        switch fault {
        case .alert:
            [
                FaultArgument(
                    "alert", .choice(TLSFaultChoices.alerts.keys.sorted(), default: "unrecognized_name"),
                    "the alert, as RFC 8446 section 6 names it")
            ]
        case .expired, .notYetValid:
            [FaultArgument("days", .integer(1...59, default: 1), "how many days ago it expired, or until it is valid")]
        case .weak:
            [
                FaultArgument(
                    "what", .choice(TLSFaultChoices.Weakness.allCases.map(\.rawValue), default: "key"),
                    "a key of 1024 bits, or TLS 1.0")
            ]
        default: []
        }
    }

    private static func choices(_ fault: TLSFault, _ arguments: FaultArguments) -> TLSFaultChoices {
        var choices = TLSFaultChoices()
        switch fault {
        case .alert: choices.alert = TLSFaultChoices.alerts[arguments.text("alert")] ?? choices.alert
        case .expired, .notYetValid: choices.days = arguments.integer("days")
        case .weak: choices.weakness = .init(rawValue: arguments.text("what")) ?? .key
        default: break
        }
        return choices
    }

    private static func start(_ fault: TLSFault, _ context: FaultContext) async throws -> FaultEndpoint {
        let choices = choices(fault, context.arguments)
        let usual = try fault.behaviour(with: context.authority.authority(), choices)
        let listener = try await listen(context, usual: usual)
        var arguments = ["--ca-file", try context.authority.certificateFile()]
        switch fault {
        case .handshakeTimeout: arguments += ["--timeout", "2"]
        case .intercepted: arguments += ["--issuer", "the authority that is expected"]
        case .weak where choices.weakness == .version: arguments += ["--tls-minimum", "1.0"]
        default: break
        }
        return FaultEndpoint(
            target: "https://\(context.hostAndPort(listener.port))/", checkArguments: arguments,
            close: { await listener.close() })
    }

    /// Starts an HTTPS server that shows each client the fault whose name it requests.
    ///
    /// - Parameter usual: The behaviour for clients that request no such name.
    static func listen(
        _ context: FaultContext, usual: TLSBehaviour, port: Int? = nil
    ) async throws -> StreamListener {
        let named = try named(context.authority.authority())
        let faulty = TLSNames(usual: usual, named: named)
        let whole = TLSNames(usual: try healthy(context.authority.authority()), named: named)
        let reader: TLSContext
        do {
            reader = try TLSContext.reader()
        } catch {
            throw FaultError.noCertificate
        }
        return try await StreamListener.start(on: context.group, host: context.host, port: port ?? context.port) {
            let names = context.gate.applies() ? faulty : whole
            try $0.pipeline.syncOperations.addHandler(TLSNameHandler(names, reader: reader))
        }
    }

    /// Returns the behaviour without a fault, for clients that trust the authority.
    static func healthy(_ authority: CertificateAuthority) throws -> TLSBehaviour {
        try TLSFault.behaviour(authority.issue(TLSFault.request()))
    }

    /// Returns the lookup of faults by name. Each is created when it is requested for the first time.
    private static func named(_ authority: CertificateAuthority) -> @Sendable (String) -> TLSBehaviour? {
        let made = BehaviourCache()
        return { label in
            made.behaviours.withLock { behaviours in
                if let known = behaviours[label] { return known }
                let behaviour: TLSBehaviour? =
                    if label == "healthy" {
                        try? healthy(authority)
                    } else {
                        try? TLSFault(rawValue: label)?.behaviour(with: authority, TLSFaultChoices())
                    }
                // Only existing names are stored, so that the number of entries is bounded.
                if let behaviour { behaviours[label] = behaviour }
                return behaviour
            }
        }
    }

    private final class BehaviourCache: Sendable {
        let behaviours = Mutex<[String: TLSBehaviour]>([:])
    }
}
