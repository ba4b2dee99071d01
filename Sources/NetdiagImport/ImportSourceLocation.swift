import NetdiagConfiguration
import NetworkModel

/// A position in a file to convert: the line, and the path in a JSON document.
struct ImportSourceLocation: Sendable, Hashable, CustomStringConvertible {
    var file: String
    var line: Int
    /// A path such as `$.monitorList[3].type`.
    var path: String?

    var description: String {
        SafeText.escapedPath(file) + ":\(line)" + (path.map { ": " + SafeText.escaped($0) } ?? "")
    }

    /// The position of a node below this one.
    func at(_ node: ImportNode?, _ key: String? = nil) -> ImportSourceLocation {
        var place = self
        if let node { place.line = node.line }
        if let key { place.path = path.map { "\($0).\(key)" } }
        return place
    }
}
