import EventLoopKit

/// Passes an object of a loop's thread through a handler that runs there.
///
/// `@unchecked Sendable` is safe since the object is only accessed on that thread: `value` traps anywhere else. If the loop
/// drops it on another thread, only a reference is released, and none of these objects does anything when it is freed.
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
