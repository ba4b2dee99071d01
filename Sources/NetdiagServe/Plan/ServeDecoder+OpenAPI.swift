import NetdiagConfiguration
import NetworkFaults
import NetworkModel

/// Decodes OpenAPI routes of serve.yaml.
extension ServeDecoder {
    private static let openAPIKeys = ["openapi", "headers", "first_byte", "pace", "faults", "auth", "session", "match"]

    mutating func openAPI(_ setting: Setting) -> RoutePlan? {
        guard let group = settings.group(setting, known: Self.openAPIKeys, prefix: "openapi."),
            let place = group["openapi"], let text = settings.text(place, "a file, as in petstore.yaml"),
            let path = PathPattern("/*")
        else { return nil }
        let document: OpenAPIFile.Document
        do {
            document = try OpenAPIFile.read(path: resolved(text))
        } catch let error as ConfigurationError {
            for problem in error.problems { settings.problems.add(problem.text, line: problem.line, in: problem.file) }
            return nil
        } catch {
            settings.refuse(place, "\(error)")
            return nil
        }
        notes += document.notes.error?.description.split(separator: "\n").map(String.init) ?? []
        var plan = ResponsePlan(.api(document.service))
        transfer(group, path, &plan)
        var route = RoutePlan(path, [plan])
        conditions(group, &route)
        return route
    }
}
