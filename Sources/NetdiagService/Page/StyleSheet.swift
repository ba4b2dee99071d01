/// The style of the pages: in the reader's colour scheme, readable on a telephone and on a wall display.
enum StyleSheet {
    static let text = """
        :root { --up: #1a7f37; --degraded: #9a6700; --down: #cf222e; --unknown: #8250df; --maintenance: #0969da; --idle: #59636e;
          --bar-up: #4ac26b; --bar-degraded: #d4a72c; --back: #f6f8fa; --card: #fff; --text: #1f2328; --line: #d1d9e0; --band: #54aeff66; }
        @media (prefers-color-scheme: dark) { :root { --up: #3fb950; --degraded: #d29922; --down: #f85149;
          --unknown: #a371f7; --maintenance: #58a6ff; --idle: #9198a1; --bar-up: #2ea043; --bar-degraded: #bb8009; --back: #0d1117;
          --card: #161b22; --text: #e6edf3; --line: #30363d; --band: #388bfd66; } }
        * { box-sizing: border-box; }
        body { margin: 0 auto; max-width: 72rem; padding: 0 1rem; background: var(--back); color: var(--text);
          font: 16px/1.5 system-ui, sans-serif; overflow-wrap: break-word; } h1, .group tbody th, td:last-child, .faults { overflow-wrap: anywhere; } :not(.group) > table tbody th { overflow-wrap: normal; }
        main:focus { outline: none; }
        a { color: inherit; text-underline-offset: .15em; } a:focus-visible, summary:focus-visible, button:focus-visible { outline: 2px solid var(--maintenance); outline-offset: 2px; }
        .skip { position: absolute; left: -99rem; } .skip:focus { left: 1rem; top: .5rem; background: var(--card); padding: .25rem .5rem; z-index: 2; }
        .bar { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding: .75rem 0; margin: 0; }
        .bar strong { margin-right: auto; } .bar a { text-decoration: none; color: var(--idle); }
        .bar a[aria-current] { color: var(--text); box-shadow: 0 2px 0 currentColor; } .bar a:hover { text-decoration: underline; }
        header, section { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .75rem 1rem; margin: 0 0 1rem; }
        header { border-left: .5rem solid var(--idle); } h1 { margin: 0; font-size: 1.35rem; line-height: 1.3; } h2 { margin: 0 0 .5rem; font-size: 1.05rem; }
        h1 small, h2 small { font-weight: 400; font-size: .875rem; color: var(--idle); } header p { margin: 0; } section > p { margin: .25rem 0; }
        .detail, header p, .idle, time, footer, .notes { color: var(--idle); } .detail { display: block; font-size: .875rem; }
        header.up { border-left-color: var(--up); } header.degraded { border-left-color: var(--degraded); } header.down { border-left-color: var(--down); }
        header.unknown { border-left-color: var(--unknown); } header.maintenance { border-left-color: var(--maintenance); }
        .m { font-weight: 700; } .m.up { color: var(--up); } .m.degraded, td .degraded { color: var(--degraded); } .m.down, td .down, .bad { color: var(--down); }
        .m.unknown { color: var(--unknown); } .m.maintenance { color: var(--maintenance); } .m.idle { color: var(--idle); }
        .path, .counts, .faults, .tip, .pager ol, .plain { list-style: none; margin: 0; padding: 0; }
        .path { display: flex; flex-wrap: wrap; gap: .75rem 0; } .path > li { flex: 1 1 7rem; padding: 0 .75rem 0 0; }
        .path > li > .m { display: flex; align-items: center; gap: .25rem; }
        .path > li > .m::after { content: ""; flex: 1; border-top: 3px solid var(--bar-up); margin-right: -.5rem; }
        .path > li.down > .m::after, .path > li.unknown > .m::after, .path > li.idle > .m::after { border-top: 3px dashed var(--line); }
        .path > li.degraded > .m::after { border-top-color: var(--bar-degraded); } .path > li:last-child > .m::after { border: 0; }
        .path > li > .m { font-size: 1.25rem; } .path > li.down > div > strong { color: var(--down); }
        .faults > li { border-left: 3px solid var(--idle); padding-left: .5rem; margin-top: .375rem; font-size: .9375rem; }
        .faults > li.down { border-color: var(--down); } .faults > li.degraded { border-color: var(--degraded); } .path > li:has(.faults) { flex: 2 1 11rem; }
        .faults details { contain: inline-size; } .faults summary { cursor: pointer; line-height: 1.35; } .faults summary code { white-space: nowrap; } .faults small { color: var(--idle); } .faults summary small { display: block; padding-left: 1rem; }
        .counts { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin: 0 0 1rem; } .notes p { margin: 0 0 1rem; font-size: .875rem; }
        table { border-collapse: collapse; width: 100%; } th { text-align: left; } thead th { font-size: .8125rem; font-weight: 400; color: var(--idle); }
        th, td { padding: .25rem .75rem .25rem 0; vertical-align: middle; } tbody tr { border-top: 1px solid var(--line); } tbody th { font-weight: 400; }
        .group table, .group thead, .group tbody { display: block; } .group tr { display: grid; grid-template-columns: 28% 1fr 6rem 12rem 6rem; align-items: center; }
          .group tbody tr { position: relative; contain-intrinsic-size: auto 2.0625rem; } .group tbody th .m { display: inline-block; width: 1.25rem; }
        .group tbody a { text-decoration: none; } .group tbody a:hover { text-decoration: underline; }
        .n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; } td:last-child, th:last-child { padding-right: 0; }
        .results { display: block; width: 100%; min-width: 8rem; height: 1.25rem; }
        .results path { fill: none; stroke: var(--idle); stroke-width: 20; stroke-dasharray: 4 2; } .results path.none { stroke: var(--line); stroke-opacity: .5; } .results path.up { stroke: var(--bar-up); }
        .results path.degraded { stroke: var(--bar-degraded); } .results path.down { stroke: var(--down); } .results path.unknown { stroke: var(--unknown); } .results path.maintenance { stroke: var(--maintenance); }
        .bars { position: relative; } .spark { float: left; width: 5rem; height: 1.25rem; margin: .125rem .5rem 0 0; }
        .spark path { fill: none; stroke: var(--maintenance); stroke-width: 1.5; vector-effect: non-scaling-stroke; }
        .tip { display: none; position: absolute; top: 100%; left: 0; z-index: 1; background: var(--card); border: 1px solid var(--line); border-radius: .25rem; padding: .25rem .5rem;
          font-size: .8125rem; box-shadow: 0 4px 12px #0004; } tr:hover .tip, tr:focus-within .tip { display: block; }
        code { font-size: .8125rem; } pre { white-space: pre-wrap; } footer { padding: 0 0 2rem; font-size: .875rem; }
        dl { display: grid; grid-template-columns: max-content 1fr; gap: .125rem 1rem; margin: 0; } dt { color: var(--idle); } dd { margin: 0; }
        input, button { font: inherit; padding: .25rem .5rem; } input { width: 100%; max-width: 30rem; margin: .25rem 0 .5rem; } label { display: block; }
        #connection:not(:empty)::before { content: " · "; } footer form { display: inline; } footer button { border: 0; padding: 0; background: none; color: inherit; text-decoration: underline; cursor: pointer; }
        .pager ol { display: flex; gap: 1rem; } .vh { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
        h3 { margin: .5rem 0 .25rem; font-size: 1rem; } ol, ul { margin: .25rem 0; padding-left: 1.5rem; } .chart { margin: 0 0 1rem; } .smoke { display: grid; grid-template-columns: 4.5rem 1fr; } .smoke svg { width: 100%; height: 8rem; background: linear-gradient(var(--line), var(--line)) 0 50% / 100% 1px no-repeat; border-left: 1px solid var(--line); border-bottom: 1px solid var(--line); }
        .smoke .axis { display: flex; flex-direction: column; justify-content: space-between; text-align: right; padding-right: .5rem; height: 8rem; font-size: .75rem; white-space: nowrap; color: var(--idle); }
        .smoke .times { grid-column: 2; display: flex; justify-content: space-between; font-size: .75rem; color: var(--idle); } .smoke time { white-space: normal; }
        .smoke .band { fill: var(--band); } .smoke path { fill: none; stroke-width: 2; vector-effect: non-scaling-stroke; stroke: var(--up); } .smoke path.band { stroke: none; fill: var(--band); }
        .smoke path.degraded { stroke: var(--bar-degraded); } .smoke path.down { stroke: var(--down); } .smoke rect.down { fill: var(--down); fill-opacity: .35; } .smoke rect.unknown { fill: var(--idle); fill-opacity: .15; }
        .smoke rect.degraded { fill: var(--bar-degraded); fill-opacity: .35; } .smoke rect.maintenance { fill: var(--maintenance); fill-opacity: .25; }
        @media (max-width: 40rem) {
          .path { flex-direction: column; gap: 0; } .path > li > div > .detail { display: inline; margin-left: .5rem; }
          .path .faults { display: flex; flex-wrap: wrap; gap: .125rem .75rem; } .path .faults > li { margin: 0; max-width: 100%; } .faults details { contain: none; } .faults summary small { display: inline; padding: 0; } .faults > li:has([open]) { flex-basis: 100%; } .path > li { flex: none !important; min-width: 0; display: grid; grid-template-columns: 1.75rem minmax(0, 1fr); padding: 0; }
          .path > li > .m { font-size: 1rem; line-height: 1.25; flex-direction: column; align-items: flex-start; gap: 0; padding-top: .125rem; } .path > li > .m::after { border-top: 0 !important; border-left: 3px solid var(--bar-up); margin: 0 0 0 .3125rem; min-height: .5rem; }
          .path > li.down > .m::after, .path > li.unknown > .m::after, .path > li.idle > .m::after { border-left: 3px dashed var(--line); } .path > li.degraded > .m::after { border-left-color: var(--bar-degraded); }
          .path > li:last-child > .m::after { border: 0 !important; }
          .group thead, .cards thead, .layers thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
          .group tbody tr { grid-template-columns: 1fr auto auto; gap: 0 .75rem; padding: .375rem 0; contain-intrinsic-size: auto 5.5rem; } .group th, .group td { padding: 0; }
          .group th, .bars { grid-column: 1 / -1; } .bars { margin: .25rem 0; } .spark { float: none; width: 4rem; vertical-align: middle; } .group td.n { font-size: .875rem; text-align: left; } .group td.n:empty { display: none; } .group td.time:has(+ td:empty) { grid-column: 2 / -1; }
          .layers, .layers tbody, .cards, .cards tbody, .cards tr, .cards th { display: block; } .layers td, .layers th, .cards td, .cards th { padding: 0; }
          .layers tr { display: grid; grid-template-columns: minmax(0, 1fr) auto auto; gap: 0 .75rem; padding: .375rem 0; } .layers td:last-child { grid-column: 1 / -1; overflow-wrap: break-word; }
          .layers td:last-child:empty { display: none; } .cards tr { padding: .375rem 0; } .cards tbody th { overflow-wrap: break-word; }
          .cards td { display: inline-block; max-width: 100%; margin-right: 1rem; vertical-align: top; } .cards td:last-child { overflow-wrap: break-word; }
          .cards td:empty { display: none; } .cards td::before { content: attr(data-label); margin-right: .375rem; font-size: .8125rem; color: var(--idle); }
          .bar strong { flex-basis: 100%; } .bar { gap: .25rem .875rem; } dl { grid-template-columns: 1fr; } dt { margin-top: .25rem; } body { padding: 0 .5rem; } header, section { padding: .625rem .75rem; }
        }
        @media (scripting: enabled) { body:not(.whole) .group tbody tr:not(:hover, :focus-within) { content-visibility: auto; } }
        @media (prefers-reduced-motion: no-preference) { .path > li, header { transition: border-color .3s; } }
        """
}
