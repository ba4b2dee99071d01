import KindTesting

enum HTTPSetUp: KindSetUp {
    static func prepare(_ test: inout KindTest) {
        test.ownServers = [.http]
    }
}
