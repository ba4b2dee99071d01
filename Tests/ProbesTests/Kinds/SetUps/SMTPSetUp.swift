import KindTesting

enum SMTPSetUp: KindSetUp {
    static func prepare(_ test: inout KindTest) {
        test.ownServers = [.smtp]
    }
}
