import Testing

@testable import NetdiagCLI

struct LiveFrameTests {
    @Test("nothing is erased after a full line, whose last character would be lost")
    func erasure() {
        #expect(LiveFrame.text(["one", "two"]) == "\u{1b}[H\u{1b}[Kone\r\n\u{1b}[Jtwo")
        #expect(LiveFrame.text(["one"]) == "\u{1b}[H\u{1b}[Jone")
        #expect(LiveFrame.text([String]()) == "\u{1b}[H\u{1b}[J")
    }
}
