/// A large value behind a reference, copied when it is changed: eight bytes in each structure, and in each frame of an
/// asynchronous function, that has it. Values that have the same box are equal without being compared.
@propertyWrapper
public struct Boxed<Value: Sendable & Hashable>: Sendable, Hashable {
    private final class Box: Sendable {
        let value: Value

        init(_ value: Value) {
            self.value = value
        }
    }

    private var box: Box

    /// The value itself; setting it makes a new box.
    public var wrappedValue: Value {
        get { box.value }
        set { box = Box(newValue) }
    }

    /// Puts a value into a box.
    public init(wrappedValue: Value) {
        box = Box(wrappedValue)
    }

    public static func == (left: Boxed, right: Boxed) -> Bool {
        left.box === right.box || left.wrappedValue == right.wrappedValue
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(wrappedValue)
    }
}
