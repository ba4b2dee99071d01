import FoundationEssentials
import NetdiagService
import NetworkModel
import ServiceDiscovery
import Testing

@Suite("Requests to publish a service")
struct ServiceOrderTests {
    private func registration(_ body: String, _ name: String = "n") throws(BodyError) -> ServiceRegistration {
        try ServiceOrder.read(body.utf8).registration(named: name)
    }

    @Test("every field is accepted, and the TXT record keeps its order")
    func everything() throws {
        let body = #"""
            {"types": ["_http._tcp"], "port": 80, "txt": {"b": null, "a": "", "c": {"base64": "AP8="}},
             "subtypes": ["_printer"], "host": "other.local", "lease": 3600}
            """#
        #expect(
            try registration(body, "Büro")
                == ServiceRegistration(
                    name: "Büro", types: ["_http._tcp"], port: 80,
                    txt: [
                        TXTEntry(key: "a", value: .text("")), TXTEntry(key: "b", value: .flag),
                        TXTEntry(key: "c", value: .bytes([0, 0xff])),
                    ], subtypes: ["_printer"], host: "other.local"))
        #expect(try ServiceOrder.read(body.utf8).lease == 3_600)
    }

    @Test(
        "errors are reported with the name of the field",
        arguments: [
            ("", "not a JSON object like"), ("[]", "not a JSON object like"), ("{}", #""types" is missing"#),
            (#"{"types":["_http._tcp"]}"#, #""port" is missing"#), (#"{"types":[],"port":1}"#, "types: "),
            (#"{"types":["http"],"port":1}"#, "types: "), (#"{"types":"_http._tcp","port":1}"#, #""types" has"#),
            (#"{"types":["_http._tcp"],"port":65536}"#, #""port" has a wrong value: expected a whole number from 0"#),
            (#"{"types":["_http._tcp"],"port":-1}"#, #""port" has"#),
            (#"{"types":["_http._tcp"],"port":1.5}"#, #""port" has"#),
            (#"{"types":["_http._tcp"],"port":1e400}"#, "port"),
            (#"{"types":["_http._tcp"],"port":"80"}"#, #""port" has"#),
            (#"{"types":["_http._tcp"],"port":1,"lease":0}"#, #""lease" has"#),
            (#"{"types":["_http._tcp"],"port":1,"lease":3601}"#, #""lease" has"#),
            (#"{"types":["_http._tcp"],"port":1,"lease":1.5}"#, #""lease" has"#),
            (#"{"types":["_http._tcp"],"port":1,"leese":1}"#, #"did you mean "lease"?"#),
            (#"{"types":["_http._tcp"],"port":1,"txt":{"a":1}}"#, #""txt.a" has a wrong value: expected an object"#),
            (#"{"types":["_http._tcp"],"port":1,"txt":{"a":{"base64":"!"}}}"#, #""txt.a.base64" has"#),
            (#"{"types":["_http._tcp"],"port":1,"txt":{"a=b":""}}"#, "txt: "),
            (#"{"types":["_http._tcp"],"port":1,"txt":{"A":"","a":""}}"#, "txt: the TXT keys"),
            (#"{"types":["_http._tcp"],"port":1,"subtypes":["x"]}"#, "subtypes: "),
            (#"{"types":["_http._tcp"],"port":1,"subtypes":["_aa","_AA"]}"#, "subtypes: "),
            (#"{"types":["_http._tcp"],"port":1,"host":"x"}"#, "host: "),
        ])
    func problems(body: String, text: String) {
        let error = #expect(throws: BodyError.self) { try registration(body) }
        #expect(error?.description.contains(text) == true, "\(error?.description ?? "")")
    }

    @Test("names are validated before Avahi sees them", arguments: ["", "a\nb", String(repeating: "x", count: 64)])
    func names(name: String) {
        let error = #expect(throws: BodyError.self) { try registration(#"{"types":["_http._tcp"],"port":1}"#, name) }
        #expect(error?.description.hasPrefix("name: ") == true)
    }
}
