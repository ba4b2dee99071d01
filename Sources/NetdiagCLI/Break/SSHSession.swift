import Glibc
import LinkFacts
import NetworkModel

/// The SSH session that this process was started from, with any shells and sudo(8) in between.
enum SSHSession {
    /// The interfaces that it depends on: the one that packets to the client are sent on, and those below it.
    static func links() throws(Failure) -> Set<String> {
        guard let client = client(), let address = IPAddress(client) else { return [] }
        let route = try SystemCommand.run(["ip", "-o", "route", "get", address.description])
        let words = route.output.unicodeScalars.split(separator: " ").map { String($0) }
        guard let index = words.firstIndex(of: "dev"), index + 1 < words.count else { return [] }
        let all = try LinkState.interfaces()
        var found: Set<String> = [], next = all.filter { $0.name == words[index + 1] }
        while let link = next.popLast() {
            guard found.insert(link.name).inserted else { continue }
            next += all.below(link)
        }
        return found
    }

    /// The client's address from sshd(8) (`SSH_CONNECTION`) in the environment of this process or of an ancestor.
    private static func client() -> String? {
        var pid = getpid()
        for _ in 0..<64 where pid > 1 {
            let environment = SystemFile.read("/proc/\(pid)/environ").split(separator: 0)
            for entry in environment {
                let text = String(decoding: entry, as: UTF8.self)
                guard text.hasPrefix("SSH_CONNECTION=") else { continue }
                return text.dropFirst(15).split(separator: " ").first.map(String.init)
            }
            // The process name is in parentheses, and may contain parentheses itself.
            let stat = String(decoding: SystemFile.read("/proc/\(pid)/stat"), as: UTF8.self)
            guard let end = stat.lastIndex(of: ")"),
                let parent = stat[end...].split(separator: " ").dropFirst(2).first.flatMap({ pid_t($0) })
            else { return nil }
            pid = parent
        }
        return nil
    }
}
