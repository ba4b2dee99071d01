package import NetworkModel

extension SourceTrial {
    /// Whether the gateway responds to packets from the other address alone.
    package var isOneSided: Bool {
        fromOther?.outcome == .reply && fromSource?.outcome == .timeout
            || isOtherReported == true && isSourceReported == false
    }
}
