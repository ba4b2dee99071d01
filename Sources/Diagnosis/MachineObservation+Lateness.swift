import NetworkModel

extension MachineObservation {
    /// Whether the verdict depends on late reports of routers (``UplinkEvidence/lateness``), so that they are worth waiting for. A
    /// dead gateway, or a fault of this machine itself, explains the silence of routers, whatever is late.
    package var dependsOnLateReports: Bool {
        guard uplink?.mayBeLate == true else { return false }
        var (late, silent) = (self, self)
        late.uplink?.lateness = Milliseconds(.seconds(2))
        silent.uplink?.lateness = nil
        return late.judged != silent.judged
    }

    /// The verdict, without the evidence that it repeats.
    private var judged: MachineVerdict {
        var verdict = MachineDiagnosis.verdict(on: self)
        verdict.uplink?.evidence = nil
        return verdict
    }
}
