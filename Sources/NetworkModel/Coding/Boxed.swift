/// A large value behind a reference, which is copied when it is changed. It takes eight bytes in each structure, and in each
/// frame of an asynchronous function. Values in the same box are equal without a comparison.
@propertyWrapper
public struct Boxed<Value: Sendable & Hashable>: Sendable, Hashable {
    // Inlined, so that reading a part of the value copies only that part.
    @usableFromInline final class Box: Sendable {
        @usableFromInline let value: Value

        @inlinable init(_ value: Value) {
            self.value = value
        }
    }

    @usableFromInline var box: Box

    /// The value; setting it creates a new box.
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
