import NIOHTTP1

/// A request whose value is too long for its session.
struct SessionRefusal: Error, Hashable {
    let name: String
    let bytes: Int

    var response: ServedResponse {
        .problem(
            .unprocessableEntity,
            "the session's value \(name) would have \(bytes) bytes; the maximum is \(SessionRule.maxValueBytes)")
    }
}
