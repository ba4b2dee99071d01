/// A large value behind a reference, copied when it is changed: eight bytes in each structure, and in each frame of an
/// asynchronous function, that has it. Values that have the same box are equal without being compared.
@propertyWrapper
public struct Boxed<Value: Sendable & Hashable>: Sendable, Hashable {
    // Inlined, so that who reads a part of the value copies that part alone.
    @usableFromInline final class Box: Sendable {
        @usableFromInline let value: Value

        @inlinable init(_ value: Value) {
            self.value = value
        }
    }

    @usableFromInline var box: Box

    /// The value itself; setting it makes a new box.
    public var wrappedValue: Value {
        @inlinable get { box.value }
        @inlinable set { box = Box(newValue) }
    }

    /// Puts a value into a box.
    @inlinable
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
