import NetworkModel

extension ConfigurationDecoder {
    mutating func blackboxDNS(_ setting: Setting) -> BlackboxModule? {
        let refused = [(key: "source_ip_address", advice: "leave it out; the kernel chooses the address")]
        let known =
            [
                "dns_over_tls", "tls_config", "transport_protocol", "query_class", "query_name", "query_type",
                "recursion_desired", "valid_rcodes", "validate_answer_rrs", "validate_authority_rrs",
                "validate_additional_rrs",
            ] + Self.selectionKeys + refused.map(\.key)
        guard let group = group(setting, known: known) else { return nil }
        refuse(refused, in: group)
        guard let named = group["query_name"] else {
            refuse(setting, "has no query_name; write the name to query")
            return nil
        }
        guard let name = text(named, "the name to query") else { return nil }
        guard !name.isEmpty else {
            refuse(named, "is empty; write the name to query, as in example.org, or . for the root")
            return nil
        }
        var question = DNSSettings.Question(
            name: name, type: code(group["query_type"], of: BlackboxNames.types, "a record type, as in A") ?? 255)
        question.recordClass = code(group["query_class"], of: BlackboxNames.classes, "a class, as in IN") ?? 1
        question.isRecursionDesired = flag(group["recursion_desired"], default: true)
        if let transport = group["transport_protocol"], let text = text(transport, "udp or tcp") {
            switch text {
            case "tcp": question.isStream = true
            case "udp", "": break
            default: refuse(transport, "\(SafeText.shown(text)) is unknown; write udp or tcp")
            }
        }
        question.isEncrypted = flag(group["dns_over_tls"], default: false)
        if question.isEncrypted, !question.isStream, let encrypted = group["dns_over_tls"] {
            refuse(encrypted, "is only possible over TCP; write transport_protocol: tcp as well")
        }
        var dns = BlackboxDNS(question: question)
        dns.tls = tls(group["tls_config"])
        let codes = items(group["valid_rcodes"], of: "codes, as in NOERROR").compactMap {
            code($0, of: BlackboxNames.codes, "a code, as in NOERROR")
        }
        if !codes.isEmpty { dns.validCodes = Set(codes) }
        dns.answers = rules(group["validate_answer_rrs"])
        dns.authorities = rules(group["validate_authority_rrs"])
        dns.additionals = rules(group["validate_additional_rrs"])
        return BlackboxModule(prober: .dns(dns), selection: selection(group))
    }

    private mutating func code<Code>(_ setting: Setting?, of known: [String: Code], _ expected: String) -> Code? {
        guard let setting, let text = text(setting, expected), !text.isEmpty else { return nil }
        guard let code = known[text] else {
            refuse(
                setting,
                "\(SafeText.shown(text)) is unknown; write one of \(known.keys.sorted().joined(separator: ", "))")
            return nil
        }
        return code
    }

    private mutating func rules(_ setting: Setting?) -> BlackboxDNS.Rules {
        let known = [
            "fail_if_matches_regexp", "fail_if_all_match_regexp", "fail_if_not_matches_regexp",
            "fail_if_none_matches_regexp",
        ]
        var rules = BlackboxDNS.Rules()
        guard let setting, let group = group(setting, known: known) else { return rules }
        rules.failIfMatches = patterns(group["fail_if_matches_regexp"])
        rules.failIfAllMatch = patterns(group["fail_if_all_match_regexp"])
        rules.failIfNotMatches = patterns(group["fail_if_not_matches_regexp"])
        rules.failIfNoneMatches = patterns(group["fail_if_none_matches_regexp"])
        return rules
    }
}
