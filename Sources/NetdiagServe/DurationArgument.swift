import ArgumentParser
import NetworkModel

/// A duration as it is typed, as in `30s`; 100 ms to 30 days.
struct DurationArgument: ExpressibleByArgument {
    let duration: Duration

    init?(argument: String) {
        guard let duration = try? Duration(setting: argument),
            (.milliseconds(100) ... .seconds(2_592_000)).contains(duration)
        else { return nil }
        self.duration = duration
    }
}
