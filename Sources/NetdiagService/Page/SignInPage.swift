import NetworkModel
import Translations

/// The page for strangers: the overall status, and a form for the token.
struct SignInPage: Sendable {
    let status: PublicStatus
    let admission: Admission
    /// The error of the last attempt.
    var complaint: String?

    var html: String {
        PageFrame(
            mark: TargetState(status.status), host: status.host,
            title: Phrase.wordAndDetail.text(["word": status.host, "detail": TargetState(status.status).word]),
            hasNavigation: false,
            content: """
                <h1>\(TargetState(status.status).icon) \(status.host) <small>\(TargetState(status.status).word)</small></h1>
                <section>
                <h2>\(Phrase.signInToSeeMore)</h2>
                \(complaint.map { "<p class=\"bad\" role=\"alert\">\($0)</p>" } ?? "")
                \(signIn)
                </section>

                """,
            footer: "netdiag \(status.version)"
        ).text
    }

    private var signIn: HTML {
        if admission.takesToken {
            return """
                <form method="post" action="/login">
                <label for="token">\(Phrase.token)</label>
                <input id="token" name="token" type="password" autocomplete="current-password" required autofocus>
                <button>\(Phrase.showTheStatus)</button>
                </form>
                """
        }
        if admission.hasToken {
            let facts: [String: HTML] = [
                "https": "<code>listen: https:</code>",
                "tunnel": "<code>ssh -L 8053:localhost:8053 \(status.host)</code>",
                "networks": "<code>access: read:</code>",
            ]
            return "<p>\(HTML(.tokenNotOverHTTP, nil, facts))</p>"
        }
        let facts: [String: HTML] = [
            "networks": "<code>access: read:</code>", "file": "<code>access: token_file:</code>",
        ]
        return "<p>\(HTML(.noTokenYet, nil, facts))</p>"
    }
}
