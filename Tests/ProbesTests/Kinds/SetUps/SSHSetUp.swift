import KindTesting

enum SSHSetUp: KindSetUp {
    static func prepare(_ test: inout KindTest) {
        test.ownServers = [.ssh]
        test.greetsAtOnce = true
    }
}
