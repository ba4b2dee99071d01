import Diagnosis
import NetworkModel

extension Inquirer {
    func answer(_ question: MulticastQuestion) async throws -> Amendment {
        switch question {}
    }
}
