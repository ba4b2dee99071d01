import NetworkModel
import Probes

/// Makes one call of `grpc.health.v1.Health/Check`.
enum GRPCProbe {
    static func observe(
        _ request: KindRequest<GRPCSettings>, _ connection: StreamConnection
    ) async throws -> GRPCEvidence? {
        let service = request.settings.service ?? String(request.path.drop { $0 == "/" })
        let call = HTTP2Request(
            path: "/grpc.health.v1.Health/Check",
            fields: [
                try .init(name: "Content-Type", value: "application/grpc"), try .init(name: "TE", value: "trailers"),
            ], body: GRPCHealthMessage.request(service))
        guard let answer = try await connection.exchange(call, inTLS: request.scheme.transport == .tls) else {
            return nil
        }
        return evidence(of: answer, service)
    }

    private static func evidence(of answer: HTTP2Response, _ service: String) -> GRPCEvidence {
        var evidence = GRPCEvidence(.answered, service: service)
        evidence.httpStatus = answer.status
        evidence.httpVersion = answer.version
        evidence.contentType = answer.fields["content-type"].map { text($0.utf8) }
        evidence.detail = answer.detail.map { text($0.utf8) }
        guard isGRPC(answer) else {
            evidence.outcome = outcome(of: answer)
            if evidence.outcome == .notHTTP2 {
                // libcurl may have read it first, and then only reports that there was no response.
                let opening = ServerText.firstLine(Array(answer.opening))
                evidence.detail = answer.opening.isEmpty ? nil : "it begins \"\(opening)\""
            }
            return evidence
        }
        guard let status = answer.fields["grpc-status"] else {
            let isOver = answer.outcome == .response
            evidence.outcome = isOver ? .malformed : outcome(of: answer)
            if isOver { evidence.detail = "its answer ends without grpc-status" }
            return evidence
        }
        evidence.message = answer.fields["grpc-message"].map { text(GRPCMessage.decoded($0)) }
        evidence.status = GRPCStatus(text: status)
        guard let status = evidence.status else {
            evidence.outcome = .malformed
            evidence.detail = "grpc-status is \"\(text(status.utf8, atMost: 40))\""
            return evidence
        }
        guard status == .ok else { return evidence }
        do {
            evidence.health = try GRPCHealthMessage.health(in: answer.body)
        } catch {
            evidence.outcome = .malformed
            evidence.detail = error.detail
        }
        return evidence
    }

    /// Whether the response is gRPC: HTTP/2, with status 200 and the right content type (grpc/doc/PROTOCOL-HTTP2.md,
    /// Responses).
    private static func isGRPC(_ answer: HTTP2Response) -> Bool {
        guard answer.version == "2", answer.status == 200, let type = answer.fields["content-type"] else {
            return false
        }
        let name = type.utf8.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "+") && $0 != 0x20 }
        return name.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }.elementsEqual("application/grpc".utf8)
    }

    /// The outcome if no gRPC call was completed.
    private static func outcome(of answer: HTTP2Response) -> GRPCEvidence.Outcome {
        guard answer.status == nil else {
            // A gRPC response was interrupted. Anything else is not gRPC, however the connection ends.
            return isGRPC(answer) ? end(answer) : .http
        }
        return answer.isOpeningForeign ? .notHTTP2 : end(answer)
    }

    private static func end(_ answer: HTTP2Response) -> GRPCEvidence.Outcome {
        switch answer.outcome {
        case .noAnswer, .stalled: .silent
        case .closed, .truncated: isBroken(answer) ? .malformed : .closed
        case .reset: isBroken(answer) ? .malformed : .reset
        case .failed, .response, .redirectLoop, .redirectRefused: .failed
        case .endlessHead: .malformed
        // This can be GOAWAY, or a reset stream.
        case .malformed: answer.opening.isEmpty ? .notHTTP2 : isBroken(answer) ? .malformed : .closed
        }
    }

    /// Whether nghttp2, with which libcurl parses frames, found an error, or the frames have no end.
    private static func isBroken(_ answer: HTTP2Response) -> Bool {
        answer.isFlooded || answer.detail?.contains("nghttp2") == true
    }

    private static func text(_ bytes: some Collection<UInt8>, atMost count: Int = 300) -> String {
        ServerText.text(bytes, atMost: count)
    }
}
