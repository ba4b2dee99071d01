public import NetworkModel

extension Publication {
    /// The reason why it is not announced under the requested name, in the language of the reader; `nil` if there is none.
    public var localReason: String? {
        reason.map { Phrase(rawValue: $0)?.text ?? FactWords.local($0) }
    }
}

extension Side {
    /// Where the fault is, as a clause in the language of the reader.
    public var localWords: String {
        switch self {
        case .machine: Phrase.onThisMachine.text
        case .network: Phrase.inThisNetwork.text
        case .upstream: Phrase.beyondTheRouter.text
        case .remote: Phrase.onTheOtherSide.text
        }
    }
}

extension Severity {
    /// The severity's name in the language of the reader.
    public var localWord: String {
        switch self {
        case .error: Phrase.error.text
        case .warning: Phrase.warning.text
        case .info: Phrase.info.text
        }
    }
}

extension Layer {
    /// The layer's name in the language of the reader; names of protocols are the same in all languages.
    public var localName: String {
        switch self {
        case .local: Phrase.layerLocal.text
        case .link: Phrase.layerLink.text
        case .address: Phrase.layerAddress.text
        case .gateway: Phrase.layerGateway.text
        case .uplink: Phrase.layerUplink.text
        case .path: Phrase.layerPath.text
        case .proxy: Phrase.layerProxy.text
        case .dns, .mdns, .tcp, .tls, .kind: rawValue
        }
    }
}

extension FaultScope {
    /// One sentence in the language of the reader; in English it is ``NetworkModel/FaultScope/summary``.
    public var localSummary: String {
        let all = ["all": LocalQuantity.text(same + well)]
        let isNetwork = byStatus > 0
        return switch (verdict, subject) {
        case (.onlyHere, _) where isNetwork: Phrase.onlyHereNetwork.text(well)
        case (.onlyHere, .target), (.onlyHere, .gateway): Phrase.onlyHereReach.text(well)
        case (.onlyHere, .resolver): Phrase.onlyHereResolver.text(well)
        case (.onlyHere, .uplink): Phrase.onlyHereUplink.text(well)
        case (.thisLink, _) where isNetwork: Phrase.wholeLinkNetwork.text(same)
        case (.thisLink, .target), (.thisLink, .gateway): Phrase.wholeLinkReach.text(same)
        case (.thisLink, .resolver): Phrase.wholeLinkResolver.text(same)
        case (.thisLink, .uplink): Phrase.wholeLinkUplink.text(same)
        case (.someHosts, _) where isNetwork: Phrase.someNetwork.text(same, all)
        case (.someHosts, .target), (.someHosts, .gateway): Phrase.someReach.text(same, all)
        case (.someHosts, .resolver): Phrase.someResolver.text(same, all)
        case (.someHosts, .uplink): Phrase.someUplink.text(same, all)
        case (.unwatched, _): restricted > 0 ? Phrase.unwatchedRestricted.text(restricted) : Phrase.unwatched.text
        }
    }
}
