import NetworkModel

extension SettingGroup {
    /// The operations on an FTP server.
    static let ftp = SettingGroup(
        .ftp,
        [
            ProbeSetting(
                "mode", .choice, at: \.ftp.mode,
                "How to open the data connection: from the client with EPSV and then PASV (passive), from the client only with PASV (pasv), or from the server (active).",
                option: .init(name: "ftp-mode", valueName: "mode"), openToRequests: true),
            ProbeSetting(
                "tls", .boolean, at: \.ftp.requiresTLS, "Whether ftp:// must switch to TLS before the login.",
                option: .init(name: "ftp-tls", valueName: "switch")),
            ProbeSetting(
                "write_in", .directory, at: \.ftp.writesIn,
                "A directory on the server in which to store a file of 1 KiB under a unique name, read it back and remove it; by default, nothing is written.",
                for: .target, option: .init(name: "ftp-write-in", valueName: "directory")),
        ])
}

extension SettingType<String?> {
    /// A directory of the server, not of this machine.
    fileprivate static var directory: Self {
        let words = "a directory of the server, as in /incoming"
        return Self(words) { text throws(SettingsError) in
            guard text.hasPrefix("/"), text.utf8.count < 4_096, !text.utf8.contains(0) else {
                throw SettingsError("\(SafeText.shown(text)) is not an absolute path", expecting: words)
            }
            guard !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }) else {
                throw SettingsError("contains a control character", expecting: words)
            }
            return text
        } text: {
            $0
        }
    }
}
