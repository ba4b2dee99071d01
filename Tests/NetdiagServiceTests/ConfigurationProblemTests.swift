import NetdiagService
import Testing

@Suite("Errors in a configuration")
struct ConfigurationProblemTests {
    @Test(
        "keys and kinds",
        arguments: [
            ("\nintervall: 1s", #"2: unknown key "intervall"; did you mean "interval"? allowed here: \#(topLevel)"#),
            ("Interval: 1s", #"1: unknown key "Interval"; did you mean "interval"? allowed here: \#(topLevel)"#),
            ("http: off", #"1: unknown key "http"; allowed here: \#(topLevel)"#),
            ("\"\": 1", #"1: unknown key ""; allowed here: \#(topLevel)"#),
            (
                "access:\n  token-file: /x",
                #"2: unknown key "token-file"; did you mean "token_file"? allowed here: networks, read, token, token_file, owner, group, trust_proxy, hosts"#
            ),
            ("targets:\n- example.org: 22", #"2: unknown key "example.org"; allowed here: \#(ofTarget)"#),
            ("- 1", "1: the file is a list; write key: value, with one of \(topLevel)"),
            ("interv", "1: the file is a single value; write key: value, with one of \(topLevel)"),
            (
                "listen: off",
                "1: listen is a single value; write key: value, with one of http, https, certificate, key, socket"
            ),
            (
                "access: [1]",
                "1: access is a list; write key: value, with one of networks, read, token, token_file, owner, group, trust_proxy, hosts"
            ),
            (
                "discovery: on",
                "1: discovery is a single value; write key: value, with one of types, check, interval, peers"
            ),
            (
                "discovery: {types: [http]}",
                #"1: discovery.types is not valid: "http" is not a service type; a service type looks like _http._tcp or _osc._udp"#
            ),
            ("publish: maybe", "1: publish is a single value; write key: value, with one of enabled, name"),
            ("interval: [1s]", "1: interval is a list; write a duration of 1s to 1d, as in 30s"),
            ("interval: {a: b}", "1: interval is a group of settings; write a duration of 1s to 1d, as in 30s"),
            ("interval:\n\n\n\ntimeout: 1s", "1: interval is without a value; write a duration of 1s to 1d, as in 30s"),
            ("publish:\n  enabled: 1", #"2: publish.enabled "1" is neither on nor off; write one of the two"#),
            ("publish:\n  enabled: []", "2: publish.enabled is a list; write on or off"),
            (
                "access:\n  networks:\n  hosts: [a]",
                "2: access.networks is without a value; write a list of networks, as in 192.0.2.0/24"
            ),
            (
                "access:\n  hosts: {a: b}",
                "2: access.hosts is a group of settings; write a list of host names, as in netdiag.example.org"
            ),
            ("interval: 1m\ninterval: 2m", #"2: line 1 already has the key "interval"; keep one of the two"#),
            ("publish: {name: a, \"name\": b}", #"1: line 1 already has the key "name"; keep one of the two"#),
            ("\u{202e}x: 1", #"1: unknown key "\u{202e}x"; allowed here: \#(topLevel)"#),
        ])
    func keys(text: String, problem: String) {
        #expect(configurationProblems(in: text) == [problem])
    }

    @Test(
        "durations and numbers",
        arguments: [
            (
                "interval: soon",
                #"1: interval "soon" is not a duration; write a number and ms, s, m, h or d, as in 30s"#
            ),
            (
                "interval: .inf",
                #"1: interval ".inf" is not a duration; write a number and ms, s, m, h or d, as in 30s"#
            ),
            (
                "interval: 1:30",
                #"1: interval "1:30" is not a duration; write a number and ms, s, m, h or d, as in 30s"#
            ),
            ("interval: 1e3", #"1: interval "1e3" is not a duration; write a number and ms, s, m, h or d, as in 30s"#),
            (
                "interval: --1s",
                #"1: interval "--1s" is not a duration; write a number and ms, s, m, h or d, as in 30s"#
            ),
            ("interval: 1.", #"1: interval "1." is not a duration; write a number and ms, s, m, h or d, as in 30s"#),
            (
                "interval: 1.2.3s",
                #"1: interval "1.2.3s" is not a duration; write a number and ms, s, m, h or d, as in 30s"#
            ),
            ("interval: \"\"", #"1: interval "" is not a duration; write a number and ms, s, m, h or d, as in 30s"#),
            ("interval: ٣s", #"1: interval "٣s" is not a duration; write a number and ms, s, m, h or d, as in 30s"#),
            (
                "interval: 30s\u{202e}",
                #"1: interval "30s\u{202e}" is not a duration; write a number and ms, s, m, h or d, as in 30s"#
            ),
            ("interval: -5s", #"1: interval "-5s" is out of range; expected 1s to 1d"#),
            ("interval: 0", #"1: interval "0" is out of range; expected 1s to 1d"#),
            ("interval: 999ms", #"1: interval "999ms" is out of range; expected 1s to 1d"#),
            ("interval: 86401", #"1: interval "86401" is out of range; expected 1s to 1d"#),
            ("interval: 1.1d", #"1: interval "1.1d" is out of range; expected 1s to 1d"#),
            (
                "interval: 9223372036854775807d",
                #"1: interval "9223372036854775807d" is out of range; expected 1s to 1d"#
            ),
            (
                "interval: 99999999999999999999",
                #"1: interval "99999999999999999999" is out of range; expected 1s to 1d"#
            ),
            (
                "interval: -99999999999999999999d",
                #"1: interval "-99999999999999999999d" is out of range; expected 1s to 1d"#
            ),
            ("timeout: 99ms", #"1: timeout "99ms" is out of range; expected 100ms to 5m"#),
            ("timeout: 301s", #"1: timeout "301s" is out of range; expected 100ms to 5m"#),
            (
                "interval: 5s\ntimeout: 6s",
                "2: the timeout of 6s is longer than the interval of 5s; write a timeout of 5s or less, or a longer interval"
            ),
            (
                "timeout: 40s",
                "1: the timeout of 40s is longer than the interval of 30s; write a timeout of 30s or less, or a longer interval"
            ),
            (
                "timeout: 10s\ntargets:\n- target: a\n  interval: 1500ms",
                "4: the timeout of 10s is longer than the interval of 1500ms; write a timeout of 1500ms or less, or a longer interval"
            ),
            (
                "targets:\n- target: a\n  timeout: 1m",
                "3: the timeout of 1m is longer than the interval of 30s; write a timeout of 30s or less, or a longer interval"
            ),
            (
                "thresholds:\n  certificate_days: 14d",
                #"2: thresholds.certificate_days "14d" is not valid; write a whole number of days from 0 to 3650"#
            ),
            (
                "thresholds:\n  certificate_days: 3651",
                #"2: thresholds.certificate_days "3651" is not valid; write a whole number of days from 0 to 3650"#
            ),
            (
                "thresholds:\n  certificate_days: -1",
                #"2: thresholds.certificate_days "-1" is not valid; write a whole number of days from 0 to 3650"#
            ),
            (
                "thresholds:\n  certificate_days: 99999999999999999999999",
                #"2: thresholds.certificate_days "99999999999999999999999" is not valid; write a whole number of days from 0 to 3650"#
            ),
        ])
    func numbers(text: String, problem: String) {
        #expect(configurationProblems(in: text) == [problem])
    }

    @Test(
        "targets",
        arguments: [
            (
                "targets:\n- a\n- b\n- {target: a, timeout: 1s}",
                #"4: line 2 already has the target "a"; keep one of the two, or give this one a name"#
            ),
            ("targets:\n- timeout: 1s", "2: the target itself is missing; write target: https://example.org/"),
            ("targets:\n- a:0", #"2: "a:0" is not a target: the port "0" is not a number from 1 to 65535"#),
            (
                "targets:\n- [a]",
                "2: target is a list; write what is to be checked, as in https://example.org/ or example.org:22"
            ),
            (
                "targets:\n-\n- b",
                "2: target is without a value; write what is to be checked, as in https://example.org/ or example.org:22"
            ),
            (
                "targets: {a: b}",
                "1: targets is a group of settings; write a list of targets, as in - https://example.org/"
            ),
            (
                "targets:\n- http://exam\u{202e}ple.org/",
                #"2: "http://exam\u{202e}ple.org/" is not a target: the character U+202E is not allowed in it"#
            ),
            ("targets:\n- target: a\n  family: ipv5", #"3: family "ipv5" is unknown; write ipv4, ipv6 or both"#),
            (
                "targets:\n- target: 192.0.2.1\n  family: ipv6",
                "3: family leaves nothing to check, since 192.0.2.1 is of the other family; remove it"
            ),
            (
                "targets:\n- target: unix:/run/a\n  family: ipv6",
                #"3: family has no effect, since "unix:/run/a" has no address; remove it"#
            ),
            (
                "targets:\n- target: https://a/\n  ca_file: a.pem",
                #"3: ca_file "a.pem" is not an absolute path; write a file of PEM certificates"#
            ),
            (
                "targets:\n- target: https://a/\n  ca_file: /nowhere/a",
                "3: ca_file /nowhere/a cannot be read: No such file or directory"
            ),
            (
                "targets:\n- target: https://a/\n  ca_file: /etc/hostname",
                "3: ca_file /etc/hostname contains no certificate; name a file in PEM form"
            ),
        ])
    func targets(text: String, problem: String) {
        #expect(configurationProblems(in: text) == [problem])
    }

    @Test("more targets than allowed are refused at once")
    func tooManyTargets() {
        let text = "targets:\n" + (1...20_001).map { "- h\($0).example\n" }.joined()
        #expect(configurationProblems(in: text) == ["2: targets has 20001 entries; the maximum is 20000"])
    }

    @Test(
        "listening and publication",
        arguments: [
            (
                "http: localhost:80",
                #"2: listen.http "localhost:80" begins with no IP address; write ADDRESS:PORT, as in 127.0.0.1:8053, or :PORT for all addresses"#
            ),
            (
                "http: 70000",
                #"2: listen.http "70000" has no port from 0 to 65535; write ADDRESS:PORT, as in 0.0.0.0:8053 or "[::1]:8053""#
            ),
            (
                "http: 127.0.0.1",
                #"2: listen.http "127.0.0.1" has no port from 0 to 65535; write ADDRESS:PORT, as in 0.0.0.0:8053 or "[::1]:8053""#
            ),
            (
                "http: \"127.0.0.1:+1\"",
                #"2: listen.http "127.0.0.1:+1" has no port from 0 to 65535; write ADDRESS:PORT, as in 0.0.0.0:8053 or "[::1]:8053""#
            ),
            (
                "http: \"::1:80\"",
                #"2: listen.http "::1:80" has an IPv6 address without brackets; write it as in "[::1]:8053""#
            ),
            (
                "http: \"[127.0.0.1]:80\"",
                #"2: listen.http "[127.0.0.1]:80" has an IPv4 address in brackets; write it without"#
            ),
            (
                "http: \"[fe80::1]:80\"",
                #"2: listen.http "[fe80::1]:80" is link-local and needs its interface, as in "[fe80::1%eth0]:8053""#
            ),
            (
                "http: 224.0.0.251:80",
                #"2: listen.http "224.0.0.251:80" is a multicast address; a server listens on a unicast address"#
            ),
            ("http: [\":80\", \"0.0.0.0:80\"]", "2: listen.http has 0.0.0.0:80 already; keep one of the two"),
            (
                "http: on",
                #"2: listen.http "on" has no port from 0 to 65535; write ADDRESS:PORT, as in 0.0.0.0:8053 or "[::1]:8053""#
            ),
            (
                "http:",
                #"2: listen.http is without a value; write a list of ADDRESS:PORT, as in 0.0.0.0:8053 or "[::1]:8053", or off"#
            ),
            ("http: [1, 2, 3, 4, 5, 6, 7, 8, 9]", "2: listen.http has 18 addresses; the maximum is 16"),
            (
                "socket: netdiag.sock",
                #"2: listen.socket "netdiag.sock" is not an absolute path; write a path, as in /run/netdiag/netdiag.sock"#
            ),
            (
                "socket: /run/",
                #"2: listen.socket "/run/" is a directory; write a file's path, as in /run/netdiag/netdiag.sock"#
            ),
            (
                "socket: \"/a\\0b\"",
                #"2: listen.socket "/a\u{0}b" is not an absolute path; write a path, as in /run/netdiag/netdiag.sock"#
            ),
            (
                "socket: /\(String(repeating: "a", count: 107))",
                "2: listen.socket has 108 bytes; the path of a Unix socket takes at most 107"
            ),
        ])
    func listening(setting: String, problem: String) {
        #expect(configurationProblems(in: "listen:\n  \(setting)") == [problem])
    }

    @Test(
        "the published name",
        arguments: [
            ("\"\"", "1: publish.name has 0 bytes; expected 1 to 63"),
            (String(repeating: "ü", count: 32), "1: publish.name has 64 bytes; expected 1 to 63"),
            ("\"a\\nb\"", #"1: publish.name "a\u{a}b" contains the invisible character U+A; remove it"#),
            ("a\u{202e}b", #"1: publish.name "a\u{202e}b" contains the invisible character U+202E; remove it"#),
            ("", "1: publish.name is without a value; write a name of 1 to 63 bytes"),
        ])
    func name(name: String, problem: String) {
        #expect(configurationProblems(in: "publish: {name: \(name)}") == [problem])
    }

    @Test(
        "access",
        arguments: [
            (
                "networks: [10.0.0.1/8]",
                #"2: access.networks "10.0.0.1/8" has bits set beyond its length; write 10.0.0.0/8, or 10.0.0.1 for that host only"#
            ),
            (
                "networks: \"fe80::1/10\"",
                #"2: access.networks "fe80::1/10" has bits set beyond its length; write fe80::/10, or fe80::1 for that host only"#
            ),
            (
                "networks: 10.0.0.0/33",
                #"2: access.networks "10.0.0.0/33" has a wrong length after the /; expected a number from 0 to 32"#
            ),
            (
                "networks: 10.0.0.0/-1",
                #"2: access.networks "10.0.0.0/-1" has a wrong length after the /; expected a number from 0 to 32"#
            ),
            (
                "networks: 10.0.0.0/",
                #"2: access.networks "10.0.0.0/" has a wrong length after the /; expected a number from 0 to 32"#
            ),
            (
                "networks: \"::/129\"",
                #"2: access.networks "::/129" has a wrong length after the /; expected a number from 0 to 128"#
            ),
            (
                "networks: \"fe80::%eth0/10\"",
                #"2: access.networks "fe80::%eth0/10" has a zone; networks are written without, as in fe80::/10"#
            ),
            (
                "networks: 10/8",
                #"2: access.networks "10/8" is not a network; write ADDRESS/LENGTH, as in 192.0.2.0/24 or 2001:db8::/32"#
            ),
            (
                "networks: [everyone]",
                #"2: access.networks "everyone" is not a network; write ADDRESS/LENGTH, as in 192.0.2.0/24 or 2001:db8::/32"#
            ),
            (
                "hosts: [\"http://a/\"]",
                #"2: access.hosts "http://a/" is not a host name; write it without scheme, port and path, as in netdiag.example.org"#
            ),
            (
                "hosts: [a:80]",
                #"2: access.hosts "a:80" is not a host name; write it without scheme, port and path, as in netdiag.example.org"#
            ),
            (
                "hosts: bücher.example",
                #"2: access.hosts "bücher.example" is not ASCII; write the encoded name, beginning with xn--"#
            ),
            ("hosts: 1.2.3", #"2: access.hosts "1.2.3" is not an IPv4 address (four numbers from 0 to 255)"#),
            (
                "hosts: \"\"",
                #"2: access.hosts "" is not a host name; write it without scheme, port and path, as in netdiag.example.org"#
            ),
            ("token: hush", "2: access.token has 4 bytes, and takes 16 to 1024; make one with: openssl rand -hex 32"),
            (
                "token: hush hush hush hush",
                "2: access.token contains a blank or a character outside ASCII; make one with: openssl rand -hex 32"
            ),
            (
                "token: hüsh-hüsh-hüsh-hüsh",
                "2: access.token contains a blank or a character outside ASCII; make one with: openssl rand -hex 32"
            ),
            (
                "owner: no-such-user",
                #"2: access.owner "no-such-user" is not a user of this machine; see: getent passwd"#
            ),
            (
                "group: no-such-group",
                #"2: access.group "no-such-group" is not a group of this machine; create it with: groupadd --system NAME"#
            ),
            ("trust_proxy: perhaps", #"2: access.trust_proxy "perhaps" is neither on nor off; write one of the two"#),
            (
                "read: [192.0.2.0/24]",
                #"2: access.read "192.0.2.0/24" may not connect; add it to access.networks as well"#
            ),
            ("token: [hush-hush-hush-hush]", "2: access.token is a list; write a token of 16 to 1024 bytes"),
            (
                "token: hush-hush-hush-hush\n  token_file: /x",
                "3: access.token and access.token_file are mutually exclusive; keep one of them"
            ),
            (
                "token_file: token",
                #"2: access.token_file "token" is not an absolute path; write a path, as in /etc/netdiag/token"#
            ),
        ])
    func access(setting: String, problem: String) {
        #expect(configurationProblems(in: "access:\n  \(setting)") == [problem])
    }

    @Test("all errors are reported, in the order of the file")
    func all() {
        let text = "thresholds:\n  certificate_days: x\ninterval: 0\ntargets:\n- a:0\nfoo: 1\ninterval: 1\n"
        #expect(configurationProblems(in: text).map { $0.prefix { $0 != ":" } } == ["2", "3", "5", "6", "7"])
    }

    @Test("no more than 50 errors are reported")
    func many() {
        let text = (1...1000).map { "unknown\($0): 1\n" }.joined()
        let found = configurationProblems(in: text)
        #expect(found.count == 51)
        #expect(found.last == " 950 more problems are not shown; correct these first")
    }

    @Test("a message is one line of bounded length, whatever is in the file")
    func bounded() {
        let long = String(repeating: "a\u{301}\u{301}", count: 100_000)
        for text in ["\(long): 1", "interval: \(long)", "targets:\n- \(long)", "access:\n  hosts: [\(long)]"] {
            let found = configurationProblems(in: text)
            #expect(found.count == 1)
            #expect((found.first?.unicodeScalars.count ?? 0) < 700)
        }
    }
}
