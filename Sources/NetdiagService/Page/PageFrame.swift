/// What every page of the daemon has around its content: the head, the state in the title and the headline, and the footer.
struct PageFrame: Sendable {
    let mark: StatusPage.Mark
    let host: String
    /// Seconds after which a browser asks again; `nil`: it does not by itself.
    var refresh: Int?
    /// Below the headline: whole lines.
    var subheading: HTML = ""
    /// Whole lines.
    let content: HTML
    let footer: HTML

    var text: String {
        let again: HTML = refresh.map { "<meta http-equiv=\"refresh\" content=\"\($0)\">\n" } ?? ""
        let page: HTML = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            \(again)<title>\(mark.symbol) \(host): \(mark.word)</title>
            <style>\(StyleSheet.text)</style>
            </head>
            <body>
            <main>
            <header class="\(mark.rawValue)">
            <h1><span class="mark" aria-hidden="true">\(mark.symbol)</span> \(host) <small>\(mark.word)</small></h1>
            \(subheading)</header>
            \(content)</main>
            <footer>\(footer)</footer>
            </body>
            </html>

            """
        return page.text
    }
}
