import HTTPTypes
import NIOCore
import NetdiagConfiguration
import NetworkModel

/// The overall state of the machine's network.
struct StatusEndpoint: Endpoint {
    let store: StatusStore
    let path = "/v1/status"
    let summary =
        "The overall state of the machine's network; findings and incidents have a scope if other daemons on the link were "
        + "asked whether it works for them; strangers get name, version and overall status"
    var answerSchema: APISchema? { .either([.reference("StatusDocument"), .reference("PublicStatus")]) }
    var isBrief: Bool { store.isEncoded }
    var audience: EndpointAudience {
        .reduced(
            strangers: { [store] _ in APIResponse(json: PublicStatus(store.document)) },
            readers: { [store, mediaType] _ in APIResponse(.bytes(store.encodedDocument), type: mediaType) })
    }
}

/// The last report of every configured target.
struct ReportsEndpoint: Endpoint {
    let store: StatusStore
    let path = "/v1/reports"
    let summary = "The last report of every configured target"
    var answerSchema: APISchema? { .array(.reference("Report")) }
    var audience: EndpointAudience {
        .readers { [store, mediaType] _ in
            let targets = store.targets
            return APIResponse(
                .array(DocumentStream(count: targets.count) { store.report(on: targets[$0].key)?.json }),
                type: mediaType)
        }
    }
}

/// The last report of one target.
struct ReportEndpoint: Endpoint {
    let store: StatusStore
    let path = "/v1/reports"
    let parameter: String? = "target"
    let summary =
        "The last report of a configured target, by its name or its URL, percent-encoded in the path"

    var answerSchema: APISchema? { .reference("Report") }
    var audience: EndpointAudience { .readers(find) }

    private func find(_ request: APIRequest) throws -> APIResponse {
        guard let report = store.report(onNameOrTarget: request.parameter ?? "") else {
            throw Problem(.notFound, "there is no report of that target; /v1/status lists the targets")
        }
        var line = report.json
        line.writeString("\n")
        return APIResponse(.bytes(line), type: mediaType)
    }
}
