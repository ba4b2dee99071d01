import NetworkModel
import Translations

/// Distinguishes reports about the same target that have the same route.
enum ReportRemarks {
    /// What a report is about.
    typealias Subject = (text: String, address: IPAddress?, proxy: ProxyChoice?)

    /// The remark for each report: the address, if the target has reports about several addresses, and the number of the report
    /// among those that are otherwise alike; `nil` if the target identifies the report.
    static func of(_ subjects: [Subject]) -> [String?] {
        subjects.indices.map { index in
            let subject = subjects[index]
            let same = subjects.indices.filter { subjects[$0].text == subject.text }
            guard same.count > 1 else { return nil }
            let twins = same.filter { subjects[$0].address == subject.address && subjects[$0].proxy == subject.proxy }
            var parts: [String] = []
            if let address = subject.address, same.contains(where: { subjects[$0].address != address }) {
                parts.append("\(address)")
            }
            if twins.count > 1, let place = twins.firstIndex(of: index) {
                parts.append(Phrase.partOf.text(twins.count, ["part": "\(place + 1)"]))
            }
            return parts.isEmpty ? nil : parts.joined(separator: Phrase.partSeparator)
        }
    }
}
