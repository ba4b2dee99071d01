import FoundationEssentials
import NetworkModel
import TargetKinds
import Testing

@Suite("Services as text")
struct ServiceTextTests {
    @Test(
        "the full name of an instance is parsed back",
        arguments: [
            ("Web", "Web._http._tcp.local"), ("My.Printer", #"My\.Printer._http._tcp.local"#),
            (#"a\b"#, #"a\\b._http._tcp.local"#), ("Büro, 3. Stock 🖨", #"Büro, 3\. Stock 🖨._http._tcp.local"#),
            ("x._ipp._tcp", #"x\._ipp\._tcp._http._tcp.local"#), ("evil\u{202e}", #"evil\u{202e}._http._tcp.local"#),
            ("https://h", #"https\://h._http._tcp.local"#), ("unix:/run/s:/x", #"unix\:/run/s\:/x._http._tcp.local"#),
            ("\\\u{301}", "\\\\\u{301}._http._tcp.local"),
            ("\u{200d}\u{301}", "\\u{200d}\u{301}._http._tcp.local"), ("1\\065", #"1\\065._http._tcp.local"#),
        ])
    func name(instance: String, text: String) throws {
        let name = ServiceName(instance: instance, type: "_http._tcp", domain: "local")
        #expect(name.description == text)
        #expect(try Target(text).kind == .service(instance: instance, type: "_http._tcp", domain: "local"))
        // The name as in a table, followed by its type.
        let shown = SafeText.escaped(instance)
        guard !instance.contains(":/") else { return }
        #expect(
            try Target("\(shown)._http._tcp.local").kind
                == .service(instance: instance, type: "_http._tcp", domain: "local"))
    }

    @Test(
        "names are read in the form that other programs write",
        arguments: [
            (#"a\.b\032c._http._tcp.local."#, "a.b c", "_http._tcp", "local"),
            (#"K\195\188che._ipp._TCP.example.org"#, "Küche", "_ipp._TCP", "example.org"),
            ("Mac\u{a0}Book._ssh._tcp.local", "Mac\u{a0}Book", "_ssh._tcp", "local"),
            ("TV._androidtvremote2._tcp.local", "TV", "_androidtvremote2._tcp", "local"),
            ("a.b.c._sip._udp.local", "a.b.c", "_sip._udp", "local"), (#"\x._a._tcp.local"#, "x", "_a._tcp", "local"),
            ("see: a://b c._http._tcp.local", "see: a://b c", "_http._tcp", "local"),
        ])
    func forms(text: String, instance: String, type: String, domain: String) throws {
        #expect(try Target(text).kind == .service(instance: instance, type: type, domain: domain))
    }

    @Test(
        "an invalid name is refused with the reason",
        arguments: [
            (#"a\999._http._tcp.local"#, "000 to 255"), (#"a\12._http._tcp.local"#, "000 to 255"),
            (#"a\255._http._tcp.local"#, "not UTF-8"), (#"a\010._http._tcp.local"#, "control character"),
            (#"a\._http._tcp.local"#, #"written \\"#), (#"a\u{110000}._http._tcp.local"#, "Unicode"),
            (#"a\u{12._http._tcp.local"#, "Unicode"), ("a\nb._http._tcp.local", "control character"),
            (String(repeating: "ü", count: 32) + "._http._tcp.local", "64 bytes"),
            ("a._http._tcp", "domain is missing"),
            ("a._b:c._tcp.local", "not a service name"), ("a._http._tcp.", "domain is missing"),
        ])
    func refused(text: String, hint: String) {
        let error = #expect(throws: TargetError.self) { try Target(text) }
        #expect(error?.description.contains(hint) == true, "\(error?.description ?? "")")
    }

    @Test("the path of a URL cannot change the rest of it")
    func url() throws {
        #expect(try Target("dns://ns1.example/foo._http._tcp.example.org").path == "/foo._http._tcp.example.org?type=A")
    }

    @Test(
        "TXT values are shown in a form that can be typed",
        arguments: [
            (TXTValue.flag, nil, "k"), (.text(""), "", "k="), (.text("a=b"), "a=b", "k=a=b"),
            (.text("\u{0}"), #"\x00"#, nil), (.bytes([0, 0xff]), #"\x00\xff"#, #"k=\x00\xff"#),
            (.bytes([0x41, 0x5c, 0xfe]), #"A\\\xfe"#, nil), (.text(#"a\b"#), #"a\\b"#, #"k=a\\b"#),
            (.text("ü"), "ü", "k=ü"), (.text("\u{202e}x"), #"\u{202e}x"#, nil),
            (.text("2nd \"floor\""), #""2nd \x22floor\x22""#, nil), (.text("\u{301}\u{7f}"), "\u{301}\\x7f", nil),
        ] as [(TXTValue, String?, String?)])
    func value(value: TXTValue, shown: String?, typed: String?) throws {
        #expect(TXTText.shown(value) == shown)
        if let typed {
            let entry = try TXTText.entry(typed)
            #expect(entry.key == "k" && entry.value == value)
        }
        if let shown, !shown.hasPrefix("\"") { #expect(try TXTText.entry("k=\(shown)").value == value) }
    }

    @Test(
        "an invalid entry is refused with the reason",
        arguments: [
            ("", "no key"), ("=x", "no key"), ("ü=x", "printable ASCII"), (#"k=\q"#, "wrong escape"),
            (#"k=\x1"#, "two hexadecimal digits"), (#"k=\x+1"#, "two hexadecimal digits"), (#"k=\"#, "wrong escape"),
            ("k=" + String(repeating: "x", count: 254), "256 bytes"), (#"k=\u{d800}"#, "Unicode"),
        ])
    func noEntry(text: String, hint: String) {
        let problem = #expect(throws: TXTText.Problem.self) { _ = try TXTText.entry(text) }
        #expect(problem?.description.contains(hint) == true)
    }

    @Test(
        "descriptions of types",
        arguments: [
            ("_ipp._tcp", "Internet Printing"), ("_IPP._tcp", "Internet Printing"),
            ("_color._sub._ipp._tcp", "Internet Printing"), ("_netdiag._tcp", "netdiag Daemon"),
            ("_unheard-of._tcp", nil),
            ("ipp", nil), ("", nil), ("._tcp", nil),
        ])
    func words(type: String, words: String?) {
        #expect(TypeWords.words(for: type) == words)
    }

    @Test(
        "the nearest type is suggested",
        arguments: [
            ("http", "_http._tcp"), ("_ssh", "_ssh._tcp"), ("ipp.tcp", "_ipp._tcp"), ("sip", "_sip._udp"),
            ("internet printing", "_ipp._tcp"), ("nonsense", nil), ("", nil),
        ])
    func meant(text: String, type: String?) {
        #expect(TypeWords.type(meantBy: text) == type)
    }

    @Test("the lines of a browse: events, and the state of avahi-daemon")
    func browseLines() throws {
        let instance = ServiceInstance(name: "Web", type: "_http._tcp", domain: "local", interface: "eth0")
        let lines: [BrowseLine] = [
            .event(ServiceEvent(.added, instance)), .unavailable(reason: "gone"), .available, .cut(reason: "slow"),
        ]
        for line in lines {
            #expect(try JSON.decode(BrowseLine.self, from: JSON.line(line)) == line)
        }
        let text = String(decoding: try JSON.line(BrowseLine.unavailable(reason: "gone")), as: UTF8.self)
        #expect(text == #"{"event":"unavailable","reason":"gone"}"#)
    }
}
