import Glibc
import NetworkModel

/// The dates of certificates as OpenSSL prints them: `Nov 21 00:00:00 2026 GMT`.
enum CertificateDate {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    static func timestamp(_ text: String) -> Timestamp? {
        let parts = text.split(whereSeparator: \.isWhitespace)
        guard parts.count >= 4, let month = months.firstIndex(of: String(parts[0])), let day = Int32(parts[1]),
            let year = Int32(parts[3])
        else { return nil }
        let clock = parts[2].split(separator: ":").compactMap { Int32($0) }
        guard clock.count == 3, (1...31).contains(day), (1...9999).contains(year) else { return nil }
        var moment = tm()
        moment.tm_year = year - 1_900
        moment.tm_mon = Int32(month)
        moment.tm_mday = day
        (moment.tm_hour, moment.tm_min, moment.tm_sec) = (clock[0], clock[1], clock[2])
        return Timestamp(millisecondsSince1970: Int64(timegm(&moment)) * 1_000)
    }
}
