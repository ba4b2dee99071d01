import KindTesting
import TargetKinds

/// What tests of a kind need that its registration does not say: settings, since it otherwise accepts any response, and the
/// `WrongServer`s that speak its protocol. For `UDPKind`, it is `UDPSetUp` in the folder `SetUps`; most kinds need none.
protocol KindSetUp {
    static func prepare(_ test: inout KindTest) throws
}

/// The tests of registered kinds. There is no list: types that prepare them are found by name (docs/decisions/0083).
enum KindSetUps {
    /// The name of the type for a kind.
    static func typeName(for kind: any TargetKind.Type) -> String {
        String(describing: kind).replacing(/Kind$/, with: "SetUp")
    }

    /// A test of a kind, prepared by its type if there is one.
    static func test(of kind: any TargetKind.Type) throws -> KindTest {
        var test = try KindTest(kind)
        try setUp(for: kind)?.prepare(&test)
        return test
    }

    /// - Returns: `nil` if there is no such type.
    static func setUp(for kind: any TargetKind.Type) -> (any KindSetUp.Type)? {
        let module = String(reflecting: Self.self).prefix { $0 != "." }
        let name = typeName(for: kind)
        // Foundation's NSClassFromString does the same for classes; O stands for an enum.
        return _typeByName("\(module.utf8.count)\(module)\(name.utf8.count)\(name)O") as? any KindSetUp.Type
    }
}
