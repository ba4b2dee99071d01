import NetdiagService
import NetworkModel
import ServiceDiscovery
import TargetKinds
import Testing
@testable import NetdiagConfiguration

@Suite("Services in the configuration")
struct ConfigurationServiceTests {
    @Test("every setting is accepted")
    func everything() throws {
        let services = try parsedConfiguration(
            """
            services:
            - name: Büro, 2. Stock
              types: [_http._tcp, _ipp._tcp]
              port: 8080
              txt: {path: /, flag: null, alone: , empty: "", bytes: {base64: AP8=}}
              subtypes: [_printer, _color._sub._ipp._tcp]
              host: other.local
              check: http://localhost:8080/healthz
              interval: 1m
            """
        ).services
        let registration = ServiceRegistration(
            name: "Büro, 2. Stock", types: ["_http._tcp", "_ipp._tcp"], port: 8_080,
            txt: [
                TXTEntry(key: "path", value: .text("/")), TXTEntry(key: "flag", value: .flag),
                TXTEntry(key: "alone", value: .flag), TXTEntry(key: "empty", value: .text("")),
                TXTEntry(key: "bytes", value: .bytes([0, 0xff])),
            ], subtypes: ["_printer", "_color._sub._ipp._tcp"], host: "other.local")
        let check = Configuration.ServiceSettings.Check(
            target: try Target("http://localhost:8080/healthz"), interval: .seconds(60))
        #expect(services == [.init(registration: registration, check: check)])
    }

    @Test(
        "services that are checked by default",
        arguments: [
            ("{type: _ssh._tcp, port: 22}", "tcp://localhost:22"), ("{type: _osc._udp, port: 9000}", nil),
            ("{type: _ssh._tcp, port: 0}", nil), ("{type: _ssh._tcp, port: 22, check: off}", nil),
            ("{types: [_osc._udp, _osc._tcp], port: 1}", "tcp://localhost:1"),
            ("{type: _ssh._tcp, port: 22, host: nas.local}", "tcp://nas.local:22"),
            ("{type: _osc._udp, port: 9000, check: \"icmp://localhost\"}", "icmp://localhost"),
        ])
    func defaultCheck(service: String, target: String?) throws {
        let check = try #require(try parsedConfiguration("services: [\(service)]").services.first).check
        #expect(check?.target.text == target)
        #expect(check == nil || check?.interval == .seconds(10))
    }

    @Test("one name can have several types, and one type several names; the daemon's own name can be used as well")
    func together() throws {
        let text = """
            publish: {name: Own}
            services:
            - {name: a, type: _http._tcp, port: 1}
            - {name: a, type: _ssh._tcp, port: 2}
            - {name: b, type: _http._tcp, port: 3}
            - {type: _http._tcp, port: 4}
            """
        #expect(try parsedConfiguration(text).services.count == 4)
        let off = "publish: off\nservices: [{type: _http._tcp, port: 4}]"
        #expect(try parsedConfiguration(off).services.count == 1)
    }

    @Test("the maximum number of services is accepted, and no more")
    func bounds() throws {
        func text(_ count: Int) -> String {
            "services:\n" + (1...count).map { "- {name: n\($0), type: _http._tcp, port: 1}\n" }.joined()
        }
        #expect(try parsedConfiguration(text(64)).services.count == 64)
        #expect(configurationProblems(in: text(65)) == ["2: services has 65 entries; the maximum is 64"])
    }

    private static let known = "allowed here: name, type, types, port, txt, subtypes, host, check, interval"

    @Test(
        "errors are reported with their line",
        arguments: [
            (
                "services: _http._tcp",
                "1: services is a single value; write a list of services, as in - {type: _http._tcp, port: 8080}"
            ),
            (
                "services: [web]",
                "1: service is a single value; write key: value, with one of \(known.dropFirst("allowed here: ".count))"
            ),
            (
                "services:\n- typ: _http._tcp\n  port: 1",
                #"2: unknown key "typ"; did you mean "type"? \#(known)"#
            ),
            ("services:\n- port: 1", "2: service needs a type; write type: _http._tcp"),
            ("services:\n- type: _http._tcp", "2: service needs a port; write port: 8080"),
            (
                "services:\n- type: _http._tcp\n  types: [_ipp._tcp]\n  port: 1",
                "3: type and types are mutually exclusive; keep one of them"
            ),
            (
                "services:\n- type: _http._tcp\n  port: 70000",
                #"3: service.port "70000" is not valid; write a whole number from 0 to 65535"#
            ),
            (
                "services:\n- port: 1\n  type: http",
                #"3: service.type cannot be published: "http" is not a service type; a service type looks like _http._tcp or _osc._udp"#
            ),
            (
                "services:\n- type: _http._tcp\n  port: 1\n  host: nas",
                #"4: service.host cannot be published: the host's name "nas" is not in full; give nas.local"#
            ),
            (
                "services:\n- type: _http._tcp\n  port: 1\n  subtypes: [printer]",
                #"4: service.subtypes cannot be published: the subtype of "printer._sub._http._tcp" must be an underscore and 2 to 62 printable ASCII characters"#
            ),
            (
                "services:\n- type: _http._tcp\n  port: 1\n  txt:\n    \"a=b\": c",
                #"5: service.txt cannot be published: the TXT key "a=b" must be printable ASCII without "=""#
            ),
            (
                "services:\n- type: _http._tcp\n  port: 1\n  txt: {Path: a, path: b}",
                #"4: service.txt cannot be published: the TXT keys "Path" and "path" are the same key; their case does not count"#
            ),
            (
                "services:\n- type: _http._tcp\n  port: 1\n  txt: {a: {base64: '!'}}",
                #"4: service.txt.a.base64 "!" is not base64; write bytes like AAE="#
            ),
            (
                "services:\n- type: _http._tcp\n  port: 1\n  txt: {a: [1]}",
                "4: service.txt.a is a list; write a value, or {base64: …} for bytes"
            ),
            (
                "services:\n- type: _osc._udp\n  port: 1\n  interval: 10s",
                "4: service.interval has no effect for a service that is not checked; give it a check, or remove it"
            ),
            (
                "services:\n- {name: a, type: _osc._udp, port: 1, interval: 1ms, check: b}",
                #"2: service.interval "1ms" is out of range; expected 1s to 1d"#
            ),
            (
                "services:\n- type: _ssh._tcp\n  port: 1\n  host: my nas.local",
                #"4: service.host "my nas.local:1" cannot be checked; write check: and a target, or check: off"#
            ),
            (
                "publish: off\nservices:\n- {type: _http._tcp, port: 1}\n- {type: _HTTP._tcp, port: 2}",
                "4: line 3 already has a service without a name of the type _HTTP._tcp; give this one another name"
            ),
            (
                "services:\n- {name: A, type: _http._tcp, port: 1}\n- {name: a, types: [_ipp._tcp, _http._tcp], port: 2}",
                #"3: line 2 already has a service named "a" of the type _http._tcp; give this one another name"#
            ),
            (
                "services:\n- {type: _http._tcp, port: 1}",
                "2: a service without a name of the type _http._tcp is what netdiagd publishes itself as; give the service a name, or netdiagd another one (publish: name:)"
            ),
        ])
    func problems(text: String, problem: String) {
        #expect(configurationProblems(in: text) == [problem])
    }

    @Test("names that would harm Avahi or a terminal are refused")
    func hostile() {
        for name in ["\"\"", "\"a\\nb\"", "\"\\u202e\\0\"", String(repeating: "ü", count: 32)] {
            let problems = configurationProblems(in: "services:\n- type: _osc._udp\n  port: 1\n  name: \(name)")
            #expect(
                problems.count == 1 && problems[0].hasPrefix("4: service.name cannot be published: "), "\(problems)")
        }
        let long = String(repeating: "x", count: 254)
        let txt = configurationProblems(in: "services:\n- {type: _osc._udp, port: 1, txt: {a: \(long)}}")
        #expect(txt.count == 1 && txt[0].contains("255 is the most"))
    }
}
