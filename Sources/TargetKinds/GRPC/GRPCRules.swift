import Diagnosis
import NetworkModel

/// Rules for a gRPC server's health.
enum GRPCRules {
    static func findings(_ grpc: GRPCEvidence, in evidence: Evidence) -> [Finding] {
        var facts = ["destination": evidence.destination, "detail": detail(grpc)]
        facts["service"] =
            grpc.service.isEmpty
            ? GRPCPhrases.serverAsAWhole.text : GRPCPhrases.theService.text(["name": shown(grpc.service)])
        facts["health"] = grpc.health?.words
        facts["status"] = grpc.status?.words
        facts["message"] = grpc.message.map { ": \"\(shown($0))\"" } ?? ""
        func named(_ entry: CauseEntry, confidence: Double = 1, how: String? = nil) -> [Finding] {
            facts["how"] = how
            return [Finding(entry, confidence: confidence, facts)]
        }
        switch grpc.outcome {
        case .answered: return status(grpc).map { named($0) } ?? []
        case .silent: return named(GRPCCauses.noAnswer, confidence: 0.9)
        case .closed: return named(GRPCCauses.closed, confidence: 0.95, how: FactPhrase.closesConnection.text)
        case .reset: return named(GRPCCauses.closed, confidence: 0.95, how: FactPhrase.resetsConnection.text)
        case .failed:
            return named(
                GRPCCauses.closed, confidence: 0.9, how: FactPhrase.losesConnection.text(["reason": detail(grpc)]))
        case .http, .notHTTP2: return named(GRPCCauses.notGRPC)
        case .malformed: return named(GRPCCauses.malformed)
        }
    }

    /// The cause according to the status and the health.
    ///
    /// - Returns: `nil` if nothing is wrong.
    private static func status(_ grpc: GRPCEvidence) -> CauseEntry? {
        switch grpc.status {
        case .ok?: break
        case .notFound?: return GRPCCauses.unknownService
        case .unimplemented?: return GRPCCauses.unimplemented
        case .some: return GRPCCauses.refused
        case nil: return GRPCCauses.malformed
        }
        return switch grpc.health {
        case .serving?: nil
        case .serviceUnknown?: GRPCCauses.unknownService
        case .notServing?, .unknown?, .other?: GRPCCauses.notServing
        case nil: GRPCCauses.malformed
        }
    }

    /// What arrived instead of a valid response.
    private static func detail(_ grpc: GRPCEvidence) -> String {
        switch grpc.outcome {
        case .http:
            let version = grpc.httpVersion.map { "HTTP/\(shown($0))" } ?? "HTTP"
            let type = grpc.contentType.map { ", \(shown($0))" } ?? ""
            return GRPCPhrases.versionWithStatus.text(["version": version, "status": "\(grpc.httpStatus ?? 0)\(type)"])
        case .notHTTP2:
            let words = GRPCPhrases.noHTTP2.text
            return grpc.detail.map { FactPhrase.withReason.text(["what": words, "reason": shown($0)]) } ?? words
        default: return shown(grpc.detail ?? FactPhrase.noReasonKnown.text)
        }
    }
}
