import Testing

@testable import ServiceDiscovery

@Suite("Results from the loop")
struct AnswerTests {
    @Test("the first result counts, before and after it is awaited")
    func first() async throws {
        let early = PendingResult<Int>()
        early.resume(with: .success(1))
        early.resume(with: .success(2))
        #expect(try await early.value(within: .seconds(60), orElse: .success(3)) == 1)
        let late = PendingResult<Int>()
        async let value = late.value(within: .seconds(60), orElse: .success(3))
        late.resume(with: .success(1))
        late.resume(with: .success(2))
        #expect(try await value == 1)
    }

    @Test("without a result, the deadline ends the wait; so does cancellation, unless it is to be waited out")
    func none() async throws {
        #expect(try await PendingResult<Int>().value(within: .milliseconds(1), orElse: .success(3)) == 3)
        let waiting = Task { try await PendingResult<Int>().value(within: .seconds(3_600), orElse: .success(3)) }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        let answer = PendingResult<Void>()
        let patient = Task {
            await answer.wait(atMost: .seconds(3_600))
            return Task.isCancelled
        }
        patient.cancel()
        answer.resume(with: .success(()))
        #expect(await patient.value)
    }

    @Test("no more values are accepted than there is room for, and none after the end")
    func admission() throws {
        let admission = AvahiObjectLimit()
        for _ in 0..<AvahiObjectLimit.maxObjects { _ = try admission.enter(.question) }
        #expect {
            try admission.enter(.question)
        } throws: {
            if case .tooMany = $0 as? ServiceDiscoveryError { true } else { false }
        }
        _ = try admission.enter(.publication)
        admission.leave(.question)
        _ = try admission.enter(.question)
        admission.leave(.question)
        admission.close()
        #expect(throws: AvahiObjectLimit.closed) { try admission.enter(.question) }
    }
}
