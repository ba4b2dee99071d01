import HTTPTypes
import NIOCore
import NetdiagConfiguration
import NetworkModel
import TargetKinds
import Testing

@testable import NetdiagService

@Suite("What a shared file masks")
struct SharedMaskTests {
    private static let text = """
        access: {token: hush-hush-hush-token}
        targets:
        - { target: "https://shop.example/cart?token=hush-hush-query", labels: {team: storefront} }
        - { target: "https://shop.example/hush-hush-path", secret_path: on, group: production }
        - { target: "https://shop.example/storefront/", name: Front, http: {contains: "hush-hush-text"} }
        alerts: {receivers: [{name: a, exec: [/bin/true]}], routes: [{receivers: [a], groups: [production]}]}
        """

    private static func store() throws -> StatusStore {
        let folder = try ConfigurationFolder()
        let path = try folder.write(text, to: "netdiag.yaml")
        let configuration = try Daemon.configuration(path: path)
        let store = StatusStore(host: "host")
        store.setTargets(configuration.targets)
        store.sharing.configure(configuration)
        for target in configuration.targets {
            let finding = Finding(
                id: "tcp.refused", layer: .tcp, severity: .error, confidence: 1,
                summary: "\(target.target.text) lacks hush-hush-text, but /hush-hush-path and hush-hush-hush-token",
                advice: ["curl 'https://other.example/login?session=hush-hush-other'"])
            var report = Report(
                target: target.target.text, started: Timestamp(), duration: .milliseconds(1), status: .connectionDown,
                findings: [finding], layers: [])
            report.name = target.name
            store.add(report)
        }
        return store
    }

    @Test(
        "masked targets appear neither in the page nor in the picture, nor in the file name, but on the daemon's own pages"
    )
    func files() async throws {
        let store = try Self.store()
        func page(_ status: StatusDocument.TargetStatus, isShared: Bool) -> TargetDetailPage {
            TargetDetailPage(
                status: status, report: store.report(on: status.key)?.report, results: [], charts: [], reason: "none",
                incidents: store.incidents.all, isShared: isShared)
        }
        for status in store.document.targets {
            let own = page(status, isShared: false)
            #expect(own.content.text.contains("hush-hush-text"))
            let answers = await SharedMask.sharing(store) {
                let shared = page(status, isShared: true)
                let picture = TargetImage(
                    title: shared.title, host: "host", status: status, results: [], chart: nil)
                return [
                    SharedFile(title: shared.title, host: "host", content: shared.content).response,
                    picture.drawing.response,
                ]
            }
            for answer in answers {
                let text = answer.text + (answer.fields[.contentDisposition] ?? "")
                #expect(!text.contains("hush"), "\(text)")
                #expect(text.contains("(masked)") && text.contains("shop.example"), "\(text)")
            }
            // The value of a label is only masked where it is a label.
            #expect(answers[0].text.contains("storefront") == (status.name == "Front"), "\(answers[0].text)")
            #expect(answers[0].text.contains("production") == (status.group != nil))
        }
        #expect(SharedMask.current == nil)
    }

    @Test("incidents about targets of another configuration are masked by the form of their URLs")
    func incidents() async throws {
        let store = StatusStore(host: "host")
        let incident = StatusDocument.Incident(
            id: 1,
            cause: Finding(
                id: "tcp.refused", layer: .tcp, severity: .error, confidence: 1,
                summary: "https://gone.example/a?key=hush refuses", advice: []),
            targets: ["https://gone.example/a?key=hush", "https://hooks.example/services/hush/a"],
            opened: Timestamp(), closed: nil)
        let texts = await SharedMask.sharing(store) {
            [
                IncidentDetailPage(incident: incident, known: [], affected: IncidentTargets(), isShared: true).content
                    .text,
                IncidentImage(incident: incident, host: "host").drawing.svg.text,
            ]
        }
        for text in texts {
            #expect(!text.contains("hush") && text.contains("https://gone.example/a?(masked)"), "\(text)")
        }
    }
}

extension APIResponse {
    fileprivate var text: String {
        guard case .bytes(let buffer) = body else { return "" }
        return String(buffer: buffer)
    }
}
