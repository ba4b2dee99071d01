import KindTesting

enum IMAPSetUp: KindSetUp {
    static func prepare(_ test: inout KindTest) {
        test.ownServers = [.imap]
    }
}
