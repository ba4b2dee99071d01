// Its headers own the types of the socket calls, in the eyes of the importer.
import CAres
import Glibc

/// Which services the system's resolver asks for host names, as nsswitch.conf(5) has them.
enum NameServices {
    /// The file is read no further than this.
    private static let sizeLimit = 64 << 10
    private static let serviceLimit = 16

    /// The services of the line `hosts`, in order, without what is in brackets; glibc's own where there is no such line.
    static func hosts(in path: String) -> [String] {
        let fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard fd >= 0 else { return builtIn }
        defer { close(fd) }
        var buffer = [UInt8](repeating: 0, count: sizeLimit)
        let count = read(fd, &buffer, buffer.count)
        return count > 0 ? hosts(of: String(decoding: buffer.prefix(count), as: UTF8.self)) : builtIn
    }

    static func hosts(of text: String) -> [String] {
        for line in text.split(whereSeparator: \.isNewline) {
            let words = line.prefix { $0 != "#" }.split(separator: ":", maxSplits: 1)
            guard words.count == 2, words[0].filter({ $0 != " " && $0 != "\t" }) == "hosts" else { continue }
            var (services, isAction) = ([String](), false)
            for word in words[1].split(whereSeparator: { $0 == " " || $0 == "\t" }) {
                if word.hasPrefix("[") { isAction = true }
                if !isAction, services.count < serviceLimit { services.append(String(word.prefix(32))) }
                if word.hasSuffix("]") { isAction = false }
            }
            return services
        }
        return builtIn
    }

    private static let builtIn = ["dns", "files"]
}
