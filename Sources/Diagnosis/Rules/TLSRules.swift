public import NetworkModel

extension TLSEvidence: JudgedEvidence {
    /// Whether the handshake was completed, and the certificates are valid.
    public var isProven: Bool { outcome == .established }
    /// Always `nil`: TLS uses a connection.
    public var datagrams: DatagramEvidence? { nil }
    /// Whether the peer became silent during the handshake.
    public var hasStalled: Bool { outcome == .timeout }

    /// The findings about the handshake and the certificates, the cause first.
    public func findings(in evidence: Evidence) -> [Finding] { TLSRules.findings(in: evidence) }
}

/// Rules for the handshake and the certificates.
enum TLSRules: Rule {
    static func findings(in evidence: Evidence) -> [Finding] {
        evidence.observed.read(TLSEvidence.self) { findings($0, in: evidence) } ?? []
    }

    private static func findings(_ tls: TLSEvidence, in evidence: Evidence) -> [Finding] {
        lazy var facts = facts(tls, evidence)
        func named(_ entry: CauseEntry, confidence: Double = 0.98) -> [Finding] {
            [Finding(entry, confidence: confidence, facts)]
        }
        // If a client certificate is missing, the response depends on the version: a failed handshake, or nothing at all.
        if tls.isClientCertificateMissing == true, [.alert, .reset, .closed, .failed].contains(tls.outcome) {
            return named(TLSCauses.clientCertificate, confidence: 0.95)
        }
        switch tls.outcome {
        case .established:
            if tls.stapledStatus == .revoked { return named(TLSCauses.revoked) }
            let weaknesses = weaknesses(tls)
            if !weaknesses.isEmpty { facts["weakness"] = weaknesses.joined(separator: ", ") }
            return intercepted(tls, facts) + expiresSoon(tls, evidence)
                + (weaknesses.isEmpty ? [] : named(TLSCauses.weak))
        case .timeout: return named(TLSCauses.handshakeTimeout)
        case .notTLS: return named(TLSCauses.notTLS)
        case .version: return named(TLSCauses.version)
        case .alert:
            let isDemand = tls.detail?.contains("certificate required") == true
            // Servers select a site by the name in the URL; an address selects none (RFC 6066 section 3).
            if tls.detail?.contains("unrecognized name") == true { facts["unknown"] = facts["name"] }
            return named(isDemand ? TLSCauses.clientCertificate : TLSCauses.alert)
        case .reset, .closed:
            facts["unencrypted"] = unencrypted(evidence)
            return tls.outcome == .reset ? named(TCPCauses.reset) : named(TCPCauses.closed, confidence: 0.9)
        case .noAuthorities: return [LocalRules.noAuthorities(tls.detail ?? "?")]
        case .failed: return named(TLSCauses.failed, confidence: 0.6)
        case .certificate: break
        }
        if let finding = TLSInterceptionRule.finding(in: evidence) { return [finding] }
        switch tls.problem {
        case .expired, .notYetValid: return [outdated(tls, evidence, facts)]
        case .wrongHost:
            facts["fingerprint"] = tls.chain.first?.fingerprint
            facts["searched"] = evidence.dns?.resolution.searched.map(shown)
            return HairpinRule.located(named(TLSCauses.wrongHost))
        case .selfSigned: return HairpinRule.located(named(TLSCauses.selfSigned))
        case .untrustedIssuer: return HairpinRule.located(named(TLSCauses.untrustedIssuer))
        case .incompleteChain:
            let gap = CertificatePath(tls.chain).gap(isIssuerKnown: tls.isIssuerKnown)
            // Nothing in the certificates shows that the issuer is a root.
            if gap.entry.id == TLSCauses.untrustedIssuer.id, gap.confidence < 0.9 {
                facts["intermediate"] = facts["issuer"]
            }
            return HairpinRule.located(named(gap.entry, confidence: gap.confidence))
        case .tooWeak:
            let weaknesses = weaknesses(tls)
            let found = weaknesses.isEmpty ? [facts["detail"] ?? FactPhrase.weakKey.text] : weaknesses
            facts["weakness"] = FactPhrase.notAcceptedHere.text(["weakness": found.joined(separator: ", ")])
            return [Finding(TLSCauses.weak, confidence: 0.98, severity: .error, facts)]
        case .wrongPurpose, .tooManyIssuers, .nameNotPermitted, .notByAuthority:
            facts.merge(constraint(tls)) { $1 }
            return named(TLSCauses.failed)
        // OpenSSL's reason is known, but not what to do.
        case .other: return named(TLSCauses.failed, confidence: 0.9)
        case nil: return named(TLSCauses.failed, confidence: 0.6)
        }
    }

    /// The finding about a certificate whose dates do not include this machine's time: one that the server sent, or else that of an
    /// authority, which OpenSSL reads from this machine's trust store.
    private static func outdated(_ tls: TLSEvidence, _ evidence: Evidence, _ known: [String: String]) -> Finding {
        let (now, isExpired) = (LocalRules.otherTime(evidence) ?? evidence.now, tls.problem == .expired)
        let entry = isExpired ? TLSCauses.expired : TLSCauses.notYetValid
        func isOutside(_ certificate: TLSEvidence.Certificate) -> Bool? {
            isExpired ? certificate.notAfter.map { $0 < now } : certificate.notBefore.map { $0 > now }
        }
        var facts = known
        facts["doubtful_time"] = doubtfulTime(evidence)
        if let issuer = CertificatePath(tls.chain).issuer, tls.chain.allSatisfy({ isOutside($0) == false }) {
            facts["subject"] = commaSeparated(issuer)
            // Incidents go by this fact: all servers with certificates of this authority have one fault.
            facts["fingerprint"] = facts["subject"]
            facts["date"] = MessagePhrase.timeNotRead.rawValue
            facts["stored"] = facts["subject"]
            facts["destination"] = MessagePhrase.authorityInStore.text(["destination": facts["destination"] ?? "?"])
            var finding = Finding(entry, confidence: 0.95, facts)
            finding.side = .machine
            return finding
        }
        let found = tls.chain.first { isOutside($0) == true } ?? tls.chain.first
        // The certificate of an authority, between the server's and the root, is replaced and not renewed.
        let isIntermediate = found.map { $0 != tls.chain.first && $0.subject != $0.issuer } ?? false
        facts[isIntermediate ? "chained" : "leaf"] = facts["name"]
        facts["operated"] = facts["destination"]
        facts["subject"] = found.map(subject(of:))
        facts["fingerprint"] = found?.fingerprint
        facts["date"] = (isExpired ? found?.notAfter : found?.notBefore).map { $0.day(seenAt: now) }
        // If several servers have the name, the others may have another certificate.
        if evidence.proxy == nil, let tcp = evidence.tcp, let address = tcp.winner?.address,
            !SomeAddressesRule.isWinnerNamed(tcp), evidence.dns.map({ $0.resolution.addresses.count > 1 }) == true
        {
            facts["destination"] = "\(facts["destination"] ?? "") (\(address))"
        }
        if isIntermediate {
            facts["destination"] = FactPhrase.intermediateAuthority.text(["destination": facts["destination"] ?? "?"])
        }
        return Finding(entry, confidence: 0.98, facts)
    }

    /// The time of this machine's clock, if nothing synchronizes it, and there was no other clock to compare it with; otherwise
    /// `nil`. A clock that is ahead makes certificates expire as well.
    private static func doubtfulTime(_ evidence: Evidence) -> String? {
        guard let clock = evidence.local?.clock, clock.there == nil, clock.isSynchronized == false else { return nil }
        return clock.here.description
    }

    /// The facts about a chain in which a certificate does not allow the others, as extensions of X.509 say (RFC 5280 section 4.2).
    private static func constraint(_ tls: TLSEvidence) -> [String: String] {
        let issuer = tls.chain.first.map { commaSeparated($0.issuer) } ?? "?"
        return switch tls.problem {
        case .wrongPurpose: ["detail": FactPhrase.certificateNotForServers.text, "purpose": "serverAuth"]
        case .tooManyIssuers: ["detail": FactPhrase.certificateChainTooLong.text, "lowest": issuer]
        case .notByAuthority: ["detail": FactPhrase.certificateNotByAuthority.text, "unentitled": issuer]
        case .nameNotPermitted:
            [
                "detail": FactPhrase.certificateNamesForbidden.text([
                    "names": tls.chain.first.map(names(of:)) ?? shown(tls.serverName)
                ]),
                "forbidden": shown(tls.serverName),
            ]
        default: [:]
        }
    }

    static func followUps(in evidence: Evidence) -> [FollowUp] {
        // Most handshakes are completed, and need no copy.
        guard evidence.observed.read(TLSEvidence.self, { $0.outcome != .established }) == true, let tls = evidence.tls
        else { return [] }
        let isOfDates = tls.outcome == .certificate && (tls.problem == .expired || tls.problem == .notYetValid)
        let isOfPortal = evidence.proxy == nil && CaptivePortal.isSuspicious(tls)
        let ofWeb: [FollowUp] = (isOfDates ? [.web(.clock)] : []) + (isOfPortal ? [.web(.portal)] : [])
        return ofWeb + HairpinRule.followUps(tls, evidence)
    }

    private static func facts(_ tls: TLSEvidence, _ evidence: Evidence) -> [String: String] {
        var facts = [
            "destination": shown(evidence.destination), "name": shown(tls.serverName),
            "detail": shown(tls.detail ?? FactPhrase.nothingIsTLS.text),
        ]
        if tls.outcome == .alert, let alert = tls.detail.flatMap(TLSAlert.name) {
            facts["detail"] = MessagePhrase.sendsAlert.text(["alert": alert])
        }
        let ofRouter = HairpinRule.facts(tls, evidence)
        facts.merge(ofRouter.isEmpty ? TLSInterceptionRule.doubts(evidence) : ofRouter) { $1 }
        facts["endpoint"] = endpoint(evidence)
        facts["plain"] = plainScheme(evidence.asked, tls.spoken)
        facts["address"] = evidence.tcp?.winner.map { "\($0.address)" }
        facts["port"] = evidence.asked.port.map { "\($0)" }
        if let leaf = tls.chain.first {
            facts["subject"] = subject(of: leaf)
            facts["fingerprint"] = leaf.fingerprint
            facts["names"] = names(of: leaf)
        }
        facts["issuer"] = CertificatePath(tls.chain).issuer.map(shown)
        facts["pin"] = tls.chain.first?.pin
        return facts
    }

    /// The maximum number of names of a certificate in a sentence.
    private static let maxNames = 8

    private static func subject(of certificate: TLSEvidence.Certificate) -> String {
        commaSeparated(certificate.subject)
    }

    /// A distinguished name as a list with commas.
    private static func commaSeparated(_ name: String) -> String {
        shown(name.split(separator: "; ").joined(separator: ", "))
    }

    private static func names(of leaf: TLSEvidence.Certificate) -> String {
        let text = shown(leaf.names.isEmpty ? leaf.subject : leaf.names.prefix(maxNames).joined(separator: ", "))
        let more = leaf.names.count - maxNames
        return more > 0 ? FactPhrase.peersAndMore.text(["peers": text, "count": "\(more)"]) : text
    }

    /// The scheme of the same protocol without TLS, as in `imap` for `imaps`; `nil` for targets that do not begin with TLS.
    ///
    /// - Parameter spoken: The protocol that the server speaks instead of TLS, if it is known.
    private static func plainScheme(_ target: Target, _ spoken: TLSEvidence.PlainProtocol?) -> String? {
        guard case .url(let scheme, _) = target.kind, scheme.transport == .tls else { return nil }
        let name = scheme.layer.rawValue
        guard scheme.name == "\(name)s" else { return RegisteredScheme.tcp.name }
        return spoken == nil || spoken == scheme.plainProtocol ? name : nil
    }

    /// The target without TLS, if its port may be without it; `nil` for web servers, which say so in plain text.
    private static func unencrypted(_ evidence: Evidence) -> String? {
        guard case .url(let scheme, _) = evidence.asked.kind, scheme.transport == .tls else { return nil }
        let name = scheme.layer.rawValue
        guard scheme.name == "\(name)s", scheme.proxyVariable != RegisteredScheme.https.proxyVariable
        else { return nil }
        return shown("\(name)://\(evidence.destination)")
    }

    /// The destination as the argument of `openssl s_client -connect`, with the option by which it starts TLS in the
    /// protocol of the target.
    private static func endpoint(_ evidence: Evidence) -> String {
        let destination = shown(evidence.destination)
        guard case .url(let scheme, _) = evidence.asked.kind, scheme.transport == .tcp,
            startTLSProtocols.contains(scheme.layer.rawValue)
        else { return destination }
        return "\(Template.shellWord(destination)) -starttls \(scheme.layer.rawValue)"
    }

    /// The protocols in which `openssl s_client -starttls` can start TLS (openssl-s_client(1)).
    private static let startTLSProtocols: Set<String> = [
        "smtp", "pop3", "imap", "ftp", "xmpp", "xmpp-server", "irc", "postgres", "mysql", "lmtp", "nntp", "sieve",
        "ldap",
    ]

    /// The findings about certificates that are trusted, but not the expected ones.
    ///
    /// - Parameter known: The facts about the handshake, which a healthy check does not need.
    private static func intercepted(_ tls: TLSEvidence, _ known: @autoclosure () -> [String: String]) -> [Finding] {
        guard let expectation = tls.expectation, !tls.chain.isEmpty,
            !CertificatePath(tls.chain).meets(expectation)
        else { return [] }
        var facts = known()
        facts["issuer"] = tls.chain.first.map { shown($0.issuer) }
        let issuer = expectation.issuer.map { FactPhrase.issuerWith.text(["name": shown($0)]) }
        let key = expectation.pins.isEmpty ? nil : FactPhrase.otherPin.text
        facts["expected"] =
            key == nil ? issuer ?? "" : issuer.map { FactPhrase.issuerAndPin.text(["issuer": $0]) } ?? key
        return [Finding(TLSCauses.intercepted, confidence: 0.95, facts)]
    }

    /// The signatures of most certificates, which are secure, so that their names need not be searched.
    private static let usualSignatures: Set<String> = [
        "sha256WithRSAEncryption", "sha384WithRSAEncryption", "ecdsa-with-SHA256", "ecdsa-with-SHA384",
    ]

    /// The algorithms and versions that are no longer considered secure (RFC 8996, NIST SP 800-131A), as text. The signature of
    /// a root does not matter.
    private static func weaknesses(_ tls: TLSEvidence) -> [String] {
        var found: [String] = []
        if let version = tls.version, ["TLSv1", "TLSv1.1", "SSLv3"].contains(version) { found.append(version) }
        for certificate in tls.chain {
            if certificate.key == "RSA", let bits = certificate.keyBits, bits < 2_048 {
                found.append(FactPhrase.weakRSA.text(["bits": "\(bits)", "subject": shown(certificate.subject)]))
            }
            guard certificate.subject != certificate.issuer, let signature = certificate.signature,
                !usualSignatures.contains(signature)
            else { continue }
            let name = signature.lowercased()
            if name.contains("sha1") || name.contains("md5") {
                found.append(
                    FactPhrase.weakSignature.text([
                        "algorithm": shown(signature), "subject": shown(certificate.subject),
                    ]))
            }
        }
        return found
    }

    private static func expiresSoon(_ tls: TLSEvidence, _ evidence: Evidence) -> [Finding] {
        let limit = evidence.now.millisecondsSince1970 + Int64(evidence.thresholds.certificateDays) * 86_400_000
        guard tls.chain.contains(where: { $0.notAfter.map { $0.millisecondsSince1970 < limit } == true }) else {
            return []
        }
        // Only the certificates of the path matter, and of those not an expired one that was verified nevertheless: a
        // certificate of the trust store took its place, as that of a root replaces a cross-signature.
        let path = CertificatePath(tls.chain).certificates
        let soonest = path.filter { $0.notAfter.map { $0 > evidence.now } == true }.min {
            ($0.notAfter ?? evidence.now) < ($1.notAfter ?? evidence.now)
        }
        guard let soonest, let end = soonest.notAfter, end.millisecondsSince1970 < limit else { return [] }
        var facts = [
            "subject": subject(of: soonest), "date": end.day(seenAt: evidence.now),
            "destination": shown(evidence.destination),
        ]
        facts["fingerprint"] = soonest.fingerprint
        return [Finding(TLSCauses.expiresSoon, facts)]
    }
}
