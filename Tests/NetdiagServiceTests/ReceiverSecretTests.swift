import NetworkModel
import Testing

@testable import NetdiagService

@Suite("Secrets of receivers of alerts")
struct ReceiverSecretTests {
    private static let key = "T012-geheim-B345"

    @Test("neither the path nor its parts are shown if the receiver repeats them, and the words around them are")
    func path() {
        let secrets = ReceiverSecrets(path: "/hooks/\(Self.key)?token=hush%2Fhush", topic: nil, login: nil)
        #expect(secrets.masked("Cannot POST /hooks/\(Self.key)?token=hush%2Fhush") == "Cannot POST …")
        #expect(secrets.masked("no hook \(Self.key), no token") == "no hook …, no token")
        #expect(secrets.masked("no route /hooks/T012%2Dgeheim-B345") == "no route /hooks/…")
        #expect(ReceiverSecrets(path: "/", topic: nil, login: nil).masked("/a") == "/a")
    }

    @Test("a redirect shows where it leads, without the path of the receiver")
    func redirect() {
        let secrets = ReceiverSecrets(path: "/hooks/\(Self.key)", topic: nil, login: nil)
        #expect(
            secrets.maskedPath(of: "https://hooks.example.org/hooks/\(Self.key)/") == "https://hooks.example.org…/")
        #expect(secrets.maskedPath(of: "/hooks/\(Self.key)/") == "…/")
        #expect(secrets.maskedPath(of: "https://other.example/login") == "https://other.example/login")
    }

    @Test("the login and the topic are not shown")
    func login() {
        let login = Secret(.password(user: "alice", password: "s3cret"))
        let secrets = ReceiverSecrets(path: "/", topic: "my-topic", login: login)
        // printf alice:s3cret | base64
        #expect(secrets.masked("denied: s3cret, Basic YWxpY2U6czNjcmV0, my-topic") == "denied: …, Basic …, …")
    }
}
