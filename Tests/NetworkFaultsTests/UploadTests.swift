import NIOCore
import NIOHTTP1
import Testing

@testable import NetworkFaults

struct UploadTests {
    private func answer(
        _ body: [UInt8], _ type: String?, _ change: (inout UploadPlan) -> Void = { _ in }
    ) throws -> (status: UInt, json: JSONNode) {
        var plan = UploadPlan()
        change(&plan)
        let request = ServedRequest(
            method: "POST", target: "/", headers: type.map { ["Content-Type": $0] } ?? [:],
            body: ByteBuffer(bytes: body))
        let answer = UploadResponse(plan: plan).response(to: request)
        guard case .bytes(let bytes) = answer.body else { return (answer.status.code, JSONNode(.null)) }
        return (answer.status.code, try JSONReader.read(bytes.readableBytesView))
    }

    private static let png: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0xff]

    @Test func describesABodyByItsBytes() throws {
        let (status, json) = try answer(Self.png, "text/plain")
        #expect(status == 200 && json["type"]?.string == "image/png" && json["declared_type"]?.string == "text/plain")
        #expect(json["bytes"]?.number == 10)
        // The digests in the examples of FIPS 180-4.
        #expect(
            try answer(Array("abc".utf8), nil).json["sha256"]?.string
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(
            try answer([], nil).json["sha256"]?.string
                == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    }

    @Test(arguments: [
        ("GIF89a..", "image/gif"), ("%PDF-1.7", "application/pdf"), ("RIFF1234WEBPVP8 ", "image/webp"),
        ("1234567WEBP", "text/plain"),
        ("....WAVEfmt", "text/plain"), ("PK\u{3}\u{4}", "application/zip"), (" \n<!DOCTYPE HTML>", "text/html"),
        ("<?xml version='1.0'?><svg>", "image/svg+xml"),
        ("<?xml version='1.0'?><a/>", "application/xml"), ("{\"a\": 1}", "application/json"), ("{a", "text/plain"),
        ("é", "text/plain"),
        ("a\u{0}b", "application/octet-stream"), ("", "application/octet-stream"),
        ("\u{7f}ELF\u{2}", "application/x-elf"),
        (String(repeating: "\u{0}", count: 257) + "ustar", "application/x-tar"),
    ])
    func tellsTypes(_ text: String, _ type: String) {
        #expect(MagicNumber.type(of: Array(text.utf8)) == type)
    }

    @Test func refusesOtherTypesAndLongBodies() throws {
        #expect(try answer(Self.png, "image/png") { $0.types = ["image/jpeg"] }.status == 415)
        #expect(try answer(Self.png, nil) { $0.types = ["image/*"] }.status == 200)
        #expect(try answer(Array("GIF89a".utf8), "image/png") { $0.types = ["image/png"] }.status == 415)
        #expect(try answer(Self.png, nil) { $0.maxBytes = 9 }.status == 413)
        #expect(UploadPlan.isKnown("image/*") && !UploadPlan.isKnown("image/jpg"))
    }

    private func form(_ text: String) -> [UInt8] { Array(text.replacing("\n", with: "\r\n").utf8) }

    @Test func readsForms() throws {
        let body =
            form(
                "preamble\n--X\nContent-Disposition: form-data; name=\"note\"\n\nhello\n--X \ncontent-disposition: form-data; filename=\"a \\\"b\\\".png\"; name=file\nContent-Type: image/jpeg\n\n"
            )
            + Self.png + form("\n--X\nContent-Disposition: form-data; name=empty\n\n\n--X--\nepilogue")
        let (status, json) = try answer(body, "multipart/form-data; charset=utf-8; boundary=\"X\"") {
            $0.types = ["image/png"]
        }
        #expect(status == 200, "\(json)")
        guard case .array(let parts) = json["parts"]?.content else { return }
        #expect(parts.map { $0["name"]?.string } == ["note", "file", "empty"])
        #expect(parts.map { $0["bytes"]?.number } == [5, 10, 0])
        #expect(parts[1]["filename"]?.string == "a \"b\".png" && parts[1]["type"]?.string == "image/png")
        #expect(parts[1]["declared_type"]?.string == "image/jpeg")
        #expect(try answer(body, "multipart/form-data; boundary=X") { $0.types = ["image/gif"] }.status == 415)
    }

    @Test(arguments: [
        "", "--X", "--X--x", "--X\n", "--X\n\n\n--X--", "--X\nContent-Disposition: form-data\n\na\n--X--",
        "--X\nContent-Disposition: attachment; name=a\n\na\n--X--",
        "--X\nContent-Disposition: form-data; name=a\n\na\n--Y--",
        "--X\nContent-Disposition: form-data; name=a\n\na--X--", "--X\nno field\n\na\n--X--", "--X\n: a\n\na\n--X--",
        "--X\nContent-Disposition: form-data; name=a\n folded\n\na\n--X--",
        "a--X\nContent-Disposition: form-data; name=a\n\na\n--X--",
        "--X\nContent-Disposition: form-data; name=a\n\na\n--X", "--X\nA: \u{0}\n\na\n--X--",
        "--X\nA: " + String(repeating: "a", count: 10_000) + "\n\na\n--X--",
        String(repeating: "--X\nContent-Disposition: form-data; name=a\n\na\n", count: 300) + "--X--",
        String(repeating: "-", count: 100_000), String(repeating: "--X", count: 100_000),
    ])
    func refusesBrokenForms(_ text: String) throws {
        let (status, json) = try answer(form(text), "multipart/form-data; boundary=X")
        #expect(status == 400, "\(text.prefix(60)) \(json)")
    }

    @Test func refusesBoundariesThatAreNone() throws {
        for boundary in [
            "", "; boundary=", "; boundary=\"a\nb\"", "; boundary=" + String(repeating: "a", count: 71), "; boundary=é",
            "; boundary=\"a \"",
        ] {
            #expect(try answer(form("--a\n"), "multipart/form-data" + boundary).status == 400, "\(boundary)")
        }
    }

    /// After random changes of a valid form, nothing traps, and all results are within the body.
    @Test func brokenBytesAreSurvived() throws {
        let seed = form(
            "--X\nContent-Disposition: form-data; name=a; filename=b\n\nbody\n--X\nContent-Disposition: form-data; name=c\n\n\n--X--\n"
        )
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<5_000 {
            var bytes = seed
            for _ in 0..<4 where !bytes.isEmpty {
                let place = Int.random(in: bytes.indices, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
                case 1: bytes.removeSubrange(place..<min(bytes.count, place + 9))
                default: bytes.insert(contentsOf: form("\n--X"), at: place)
                }
            }
            guard let parts = try? MultipartReader.parts(of: bytes, boundary: "X") else { continue }
            #expect(parts.reduce(0) { $0 + $1.body.count } <= bytes.count)
        }
    }
}
