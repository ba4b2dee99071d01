/// How the page looks: in the reader's own colour scheme, readable from a telephone to a wall.
enum StyleSheet {
    static let text: HTML = """
        :root { --up: #1a7f37; --degraded: #9a6700; --down: #cf222e; --unknown: #8250df; --idle: #6e7781;
          --back: #f6f8fa; --card: #fff; --text: #1f2328; --line: #d1d9e0; }
        @media (prefers-color-scheme: dark) { :root { --up: #3fb950; --degraded: #d29922; --down: #f85149;
          --unknown: #a371f7; --idle: #8b949e; --back: #0d1117; --card: #161b22; --text: #e6edf3; --line: #30363d; } }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
        main { max-width: 60rem; margin: 0 auto; padding: 1rem; }
        header, article, section { background: var(--card); border: 1px solid var(--line); border-radius: .5rem;
          padding: 1rem; margin-bottom: 1rem; overflow-x: auto; }
        header { border-left: .5rem solid var(--idle); }
        header.up { border-left-color: var(--up); } header.degraded { border-left-color: var(--degraded); }
        header.down { border-left-color: var(--down); } header.unknown { border-left-color: var(--unknown); }
        header h1 { margin: 0; font-size: 1.75rem; overflow-wrap: anywhere; } header p { margin: 0; color: var(--idle); }
        header.up .mark, td.up { color: var(--up); } header.degraded .mark, td.degraded { color: var(--degraded); }
        header.down .mark, td.down { color: var(--down); } header.unknown .mark, td.unknown { color: var(--unknown); }
        td.idle, .idle { color: var(--idle); }
        article { border-left: .5rem solid var(--idle); } article.error { border-left-color: var(--down); }
        article.warning { border-left-color: var(--degraded); }
        article h2 { margin: 0; font-size: 1.15rem; overflow-wrap: anywhere; } article p { margin: .25rem 0; }
        article ul { margin: .25rem 0 0; padding-left: 1.25rem; }
        section h2 { margin: 0 0 .5rem; font-size: 1rem; } section p { margin: 0; }
        table { border-collapse: collapse; width: 100%; } th { text-align: left; font-weight: 600; color: var(--idle); }
        th, td { padding: .25rem .75rem .25rem 0; vertical-align: top; overflow-wrap: break-word; }
        th, time { white-space: nowrap; } td:nth-child(2) { min-width: 8rem; max-width: 24rem; }
        tr td:first-child { width: 1.5rem; font-weight: 700; } tbody tr { border-top: 1px solid var(--line); }
        code { font-size: .875rem; } footer { max-width: 60rem; margin: 0 auto; padding: 0 1rem 2rem; color: var(--idle); }
        .note { margin: 0 0 1rem; padding: 0 1rem; color: var(--degraded); }
        input, button { font: inherit; padding: .25rem .5rem; } input { width: 100%; max-width: 30rem; margin: .25rem 0 .5rem; }
        label { display: block; } .bad { color: var(--down); } footer form { display: inline; }
        footer button { border: 0; padding: 0; background: none; color: inherit; text-decoration: underline; cursor: pointer; }
        a { color: inherit; } .words { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
        """
}
