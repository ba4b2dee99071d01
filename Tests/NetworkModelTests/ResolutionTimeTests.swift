import NetworkModel
import Testing

@Suite("The times of programs and of queries")
struct ResolutionTimeTests {
    @Test(
        "a server for which programs wait as long is slow; a lost packet costs only one of the two",
        arguments: [
            (506, 509, nil, true), (903, 945, nil, true), (2_000, 2_090, nil, true), (3, 20, nil, true),
            (405, 4, nil, false),
            // A query of programs was lost, which they repeat after the timeout of resolv.conf(5).
            (405, 5_004, nil, false), (903, 1_004, nil, false), (930, 1_004, nil, false), (4, 1_004, nil, false),
            (506, 509, .nxdomain, false),
        ] as [(Int, Int, Resolution.FailureReason?, Bool)])
    func programs(onWire: Int, inPrograms: Int, failure: Resolution.FailureReason?, isSame: Bool) {
        var resolution = Resolution(name: "www.example", answers: [], failures: [])
        let time = Milliseconds(.milliseconds(onWire))
        #expect(!resolution.isTimeOfPrograms(time))
        resolution.system = SystemLookup(addresses: [], failure: failure, duration: .milliseconds(inPrograms))
        #expect(resolution.isTimeOfPrograms(time) == isSame)
    }
}
