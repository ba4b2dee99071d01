import FoundationEssentials
import NetworkDiagnostics
import NetworkModel
import Testing
import TargetKinds

@Suite("Requests for checks")
struct CheckRequestTests {
    private func request(_ json: String) throws(BodyError) -> CheckRequest {
        try CheckRequest.read(json.utf8)
    }

    @Test("are read from JSON, and written in the same form")
    func json() throws {
        let text =
            #"{"address":"192.0.2.1","family":"ipv4","proxy":"http://proxy:3128","#
            + #""target":"http://example.org/","timeout_s":2.5}"#
        let request = try request(text)
        #expect(request.target.text == "http://example.org/" && request.family == .ipv4)
        #expect(request.timeout == .milliseconds(2_500) && request.address == IPAddress("192.0.2.1"))
        guard case .through(let proxy) = request.proxy else {
            Issue.record("no proxy: \(request)")
            return
        }
        #expect(proxy.host.description == "proxy" && proxy.port == 3_128)
        #expect(String(decoding: try JSON.line(request), as: UTF8.self) == text)
        #expect(!request.isAsConfigured)
    }

    @Test("omit everything that is as configured")
    func plain() throws {
        let plain = try request(#"{"target":"icmp://192.0.2.1"}"#)
        #expect(plain == CheckRequest(try Target("icmp://192.0.2.1")) && plain.isAsConfigured)
        #expect(plain.options == CheckOptions())
        #expect(String(decoding: try JSON.line(plain), as: UTF8.self) == #"{"target":"icmp://192.0.2.1"}"#)
    }

    @Test("accept the settings of the target's kind, as texts, numbers and flags")
    func kinds() throws {
        let request = try request(#"{"target":"ntp://192.0.2.1","ntp":{"max_stratum":3}}"#)
        #expect(!request.isAsConfigured && request.options.probe.kind == request.kind)
        let written = try JSON.line(request)
        #expect(try CheckRequest.read(written) == request)
    }

    @Test("accept settings that kinds share, which override the configuration")
    func shared() throws {
        let request = try request(
            #"{"target":"http://h/","http":{"status":[204,"300-399"],"redirects":0,"compression":false}}"#)
        var settings = CheckOptions()
        settings.probe.http.method = "HEAD"
        settings.probe.http.rules = [.contains("a")]
        var asked = request
        asked.settings = settings
        let http = asked.options.probe.http
        #expect(http.expectedStatus == [204...204, 300...399] && http.maxRedirects == 0 && !http.acceptsCompression)
        #expect(http.method == "HEAD" && http.rules == [.contains("a")] && !request.isAsConfigured)
        #expect(try CheckRequest.read(try JSON.line(request)) == request)
        let pinged = try self.request(#"{"target":"icmp://h","ping":{"interval":"20ms"}}"#).options.probe.echo
        #expect(pinged.count == 5 && pinged.interval == .milliseconds(20))
        #expect(
            try self.request(#"{"target":"dns://192.0.2.1/a","records":"192.0.2.1"}"#).options.probe.records.count == 1)
    }

    @Test("describe every setting that they accept, and none that names a file or changes what is sent")
    func schema() throws {
        let properties = try #require(CheckRequest.schema.properties)
        let groups = TargetKinds.builtIn.settingGroups
        for group in groups {
            let open = group.members.filter(\.isOpenToRequests).map(\.description.key).sorted()
            let described =
                group.isSingle
                ? [group.key].filter { properties[$0] != nil && $0 != "address" && $0 != "proxy" }
                : properties[group.key]?.properties?.keys.sorted() ?? []
            #expect(described == open, "\(group.key)")
        }
        let own = Set(TargetKinds.builtIn.ownSettingGroups.map(\.key))
        for group in groups where !own.contains(group.key) {
            for member in group.members where member.isOpenToRequests {
                #expect(member.description.recipient == .nobody, "\(group.key).\(member.description.key)")
            }
        }
        for (group, key) in [
            ("http", "body_file"), ("http", "method"), ("tls", "ca_file"), ("tls", "minimum"), ("credentials", "file"),
            ("ftp", "tls"), ("websocket", "send"),
        ] {
            let target = group == "ftp" ? "ftp://h/" : group == "websocket" ? "ws://h/" : "https://h/"
            let json = #"{"target":"\#(target)","\#(group)":{"\#(key)":"/etc/passwd"}}"#
            let error = #expect(throws: BodyError.self) { try self.request(json) }
            #expect(error?.description.contains("is unknown") == true, "\(error?.description ?? "")")
        }
    }

    @Test("are described with types, limits and defaults as JSON values")
    func forms() throws {
        let properties = try #require(CheckRequest.schema.properties)
        let stratum = try #require(properties["ntp"]?.properties?["max_stratum"])
        #expect(stratum.type == "integer" && stratum.minimum == 1 && stratum.maximum == 15)
        #expect(stratum.default == .number(15))
        let starttls = try #require(properties["imap"]?.properties?["starttls"])
        #expect(starttls.type == "string" && starttls.enum == ["off", "try", "required"])
        #expect(starttls.default == .string("try"))
        let compression = try #require(properties["http"]?.properties?["compression"])
        #expect(compression.type == "boolean" && compression.default == .bool(true))
        let offset = try #require(properties["ntp"]?.properties?["max_offset"])
        #expect(offset.type == "string" && offset.default == .string("1s"))
        // What the schema names as defaults, requests accept.
        for group in TargetKinds.builtIn.ownSettingGroups {
            for setting in group.members.map(\.description) {
                let schema = try #require(properties[group.key]?.properties?[setting.key])
                #expect(schema.type != nil, "\(group.key).\(setting.key)")
                guard let text = setting.defaultText else { continue }
                #expect(schema.enum?.contains(text) != false, "\(group.key).\(setting.key)")
                try setting.check(text)
            }
        }
    }

    @Test(
        "errors are refused with the name of the field",
        arguments: [
            ("{}", #"the field "target" is missing"#), ("[]", "the body is not a JSON object like"),
            (#"{"target":""}"#, #"target: "" is not a target: it is empty"#),
            (#"{"target":1}"#, #"the field "target" has a wrong value"#),
            (#"{"target":"h:1","timeout":1}"#, #"the field "timeout" is unknown; did you mean "timeout_s"?"#),
            (#"{"target":"h:1","settings":{}}"#, #"the field "settings" is unknown"#),
            (#"{"target":"h:1","timeout_s":0}"#, "timeout_s: 0.0 is not a number of seconds from 0.1 to 300"),
            (#"{"target":"h:1","timeout_s":1e300}"#, "timeout_s: 1e+300 is not a number of seconds"),
            (
                #"{"target":"h:1","family":"ipv5"}"#,
                #"the field "family" has a wrong value: expected ipv4 or ipv6; leave it"#
            ),
            (
                #"{"target":"h:1","family":4}"#,
                #"the field "family" has a wrong value: expected ipv4 or ipv6; leave it"#
            ),
            (#"{"target":"h:1","timeout_s":"x"}"#, #"the field "timeout_s" has a wrong value: expected a number of"#),
            (#"{"target":"h:1","address":"x"}"#, #"the field "address" has a wrong value"#),
            (#"{"target":"http://h/","proxy":"pac+http://p"}"#, "proxy: "),
            (#"{"target":"http://h/","proxy":"http://a:s3cret@p"}"#, "proxy: "),
            (#"{"target":"h:1","ntp":{}}"#, #"ntp: does not apply to "h:1"; remove it"#),
            (#"{"target":"ntp://h","ntp":{"x":1}}"#, #"the field "ntp.x" is unknown; known are: "#),
            (#"{"target":"ntp://h","ntp":{"max_stratum":"x"}}"#, "ntp.max_stratum: "),
            (#"{"target":"http://h/","http":{"status":["x"]}}"#, #"http.status: "x" is not a status"#),
            (
                #"{"target":"http://h/","http":{"status":[[1]]}}"#,
                #"the field "http.status[0]" has a wrong value: expected a"#
            ),
            (#"{"target":"http://h/","http":[]}"#, "http: is a list"),
            (#"{"target":"h:1","http":{}}"#, #"http: does not apply to "h:1"; remove it"#),
        ])
    func refused(json: String, words: String) throws {
        let error = #expect(throws: BodyError.self) { try request(json) }
        let text = error?.description ?? ""
        #expect(text.hasPrefix(words) && !text.contains("s3cret"), "\(text)")
        // Names of Swift mean nothing to clients.
        for word in ["decode", "AddressFamily", "String", "Int", "Index", "Cannot"] {
            #expect(!text.contains(word), "\(text)")
        }
    }

    @Test("override settings, and keep the others")
    func options() throws {
        var settings = CheckOptions(families: [.ipv6], timeout: .seconds(9))
        let configured = ProxyChoice.through(try Proxy("http://proxy:3128", origin: "the configuration"))
        settings.probe.proxy = configured
        settings.probe.http.method = "HEAD"
        var request = CheckRequest(try Target("http://example.org/"), settings: settings)
        #expect(request.options == settings && request.isAsConfigured)
        request.family = .ipv4
        request.timeout = .seconds(1_000)
        request.address = IPAddress("192.0.2.1")
        request.proxy = .direct
        let options = request.options
        #expect(options.families == [.ipv4] && options.timeout == .seconds(300))
        #expect(options.probe.address == request.address && options.probe.http.method == "HEAD")
        // Whether the skipped proxy would have worked can still be tested.
        #expect(options.probe.proxy == .direct && options.probe.spareProxy != nil)
    }

    @Test("do not reveal the login of a proxy")
    func login() throws {
        var request = CheckRequest(try Target("http://example.org/"))
        request.proxy = .through(
            try Proxy("http://alice:s3cret@proxy:3128", origin: "https_proxy", allowsPassword: true))
        #expect(!String(decoding: try JSON.line(request), as: UTF8.self).contains("s3cret"))
    }
}
