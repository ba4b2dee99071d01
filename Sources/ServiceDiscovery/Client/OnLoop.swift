import EventLoopKit

/// Carries what belongs to a loop's thread through a handler that runs there.
///
/// `@unchecked Sendable` is safe since the object is only reached on that thread: `value` traps anywhere else. What the
/// loop drops on another thread is no more than a reference, and none of these objects does anything when it is freed.
struct OnLoop<Object: AnyObject>: @unchecked Sendable {
    private let object: Object
    private let loop: EventLoop

    init(_ object: Object, _ loop: EventLoop) {
        self.object = object
        self.loop = loop
    }

    var value: Object {
        loop.checkIsolated()
        return object
    }
}
