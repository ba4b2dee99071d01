package import NetworkModel

extension Host {
    /// The host as protocols carry it: a name with letters beyond ASCII in its DNS form (RFC 5890 section 2.3.2.1). Everything
    /// else is unchanged, also a name without such a form, which DNS rejects.
    package var inASCII: Host {
        guard case .name(let name) = self, !name.utf8.allSatisfy({ $0 < 0x80 }) else { return self }
        guard let ascii = try? InternationalName.ascii(name) else { return self }
        return .name(ascii)
    }
}
