import Diagnosis
import NetworkModel

extension Inquirer {
    func answer(_ question: LinkQuestion) async throws -> Amendment {
        switch question {}
    }
}
