/// The rules for the name of an instance (RFC 6763 section 4.1.1).
enum InstanceName {
    static func validate(_ name: String) throws(ServiceDiscoveryError) {
        guard !name.isEmpty else {
            throw .invalidName("the service's name is empty; give 1 to 63 bytes of text, or none for the host's name")
        }
        guard name.utf8.count <= 63 else {
            throw .invalidName("the service's name \(quoted(name)) has \(name.utf8.count) bytes; 63 is the most")
        }
        guard !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw .invalidName("the service's name \(quoted(name)) has a control character; use printable text")
        }
    }
}
