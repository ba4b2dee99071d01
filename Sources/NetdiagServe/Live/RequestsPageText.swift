/// The page, its style and its script. Data from requests is set as text, never as HTML.
enum RequestsPageText {
    static let html = """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <title>netdiag serve: requests</title>
        <link rel="stylesheet" href="page.css">
        <script src="page.js" defer></script>
        </head>
        <body>
        <header>
        <h1>Requests</h1>
        <p><span id="state" role="status">connecting</span> · <span id="count">0</span> requests ·
        <button id="pause" type="button" aria-pressed="false">Hold</button>
        <label>Only <input id="filter" type="search" placeholder="path, method, status, fault"></label></p>
        <ul id="listeners"></ul>
        </header>
        <main>
        <table>
        <thead><tr><th>#</th><th>Time</th><th>Listener</th><th>Method</th><th>Path</th><th>Status</th><th>Faults</th><th>Peer</th></tr></thead>
        <tbody id="rows"></tbody>
        </table>
        <p id="empty">No request has come yet.</p>
        </main>
        </body>
        </html>

        """

    static let css = """
        :root { color-scheme: light dark; --line: #8884; --bad: #b00020; --warn: #8a5a00; --good: #1b6e2b }
        @media (prefers-color-scheme: dark) { :root { --bad: #ff8a95; --warn: #ffc766; --good: #83d895 } }
        * { box-sizing: border-box }
        body { font: 15px/1.4 system-ui, sans-serif; margin: 0 auto; max-width: 90rem; padding: 0 1rem 2rem }
        h1 { font-size: 1.3rem; margin: 1rem 0 0 }
        header p { margin: .3rem 0 }
        ul { list-style: none; margin: .3rem 0 1rem; padding: 0; overflow-wrap: anywhere }
        table { border-collapse: collapse; width: 100% }
        th { text-align: left; font-weight: 600; position: sticky; top: 0; background: Canvas }
        th, td { padding: .25rem .5rem; border-bottom: 1px solid var(--line); vertical-align: top }
        td { white-space: nowrap; font-variant-numeric: tabular-nums }
        .path, .faults { overflow-wrap: anywhere; white-space: normal }
        .path { font-family: ui-monospace, monospace; min-width: 12rem }
        .faults { min-width: 8rem }
        .good { color: var(--good) }
        .warn { color: var(--warn) }
        .bad { color: var(--bad) }
        button, input { font: inherit }
        label { white-space: nowrap }
        @media (max-width: 640px) {
          thead { display: none }
          table, tbody, tr, td { display: block }
          tr { border-bottom: 1px solid var(--line); padding: .4rem 0; display: flex; flex-wrap: wrap; gap: 0 .6rem }
          td { border: 0; padding: 0; max-width: 100% }
          td:empty { display: none }
          .path { flex-basis: 100%; min-width: 0; order: 9 }
          .faults { min-width: 0 }
          .peer, .listener { opacity: .75 }
          input { width: 100%; max-width: 12rem }
        }

        """

    static let script = """
        "use strict";
        const maxRows = 500;
        const $ = id => document.getElementById(id);
        const kept = [];
        let held = false, last = 0;

        function cell(row, name, text) {
          const cell = document.createElement("td");
          cell.className = name;
          cell.textContent = text;
          row.append(cell);
          return cell;
        }

        function time(ms) {
          const seconds = Math.floor(ms / 1000);
          const part = n => String(n).padStart(2, "0");
          return `${Math.floor(seconds / 3600)}:${part(Math.floor(seconds / 60) % 60)}:${part(seconds % 60)}.${String(ms % 1000).padStart(3, "0")}`;
        }

        function fits(entry) {
          const words = $("filter").value.toLowerCase();
          return !words || [entry.method, entry.path, entry.status, entry.listener, ...entry.faults].join(" ").toLowerCase().includes(words);
        }

        function row(entry) {
          const row = document.createElement("tr");
          cell(row, "number", entry.number);
          cell(row, "time", time(entry.at_ms));
          cell(row, "listener", entry.listener);
          cell(row, "method", entry.method);
          cell(row, "path", entry.path);
          const kind = entry.status === 0 ? (entry.method === "TCP" && !entry.failure && !entry.faults.length ? "good" : "bad")
            : entry.status >= 500 ? "bad" : entry.status >= 400 ? "warn" : "good";
          cell(row, "status " + kind, entry.status || (kind === "good" ? "forwarded" : "none"));
          cell(row, "faults warn", [...entry.faults, entry.failure].filter(Boolean).join(", "));
          cell(row, "peer", entry.peer);
          return row;
        }

        function draw() {
          if (held) return;
          $("rows").replaceChildren(...kept.filter(fits).map(row));
          $("empty").hidden = kept.length > 0;
          $("count").textContent = last;
        }

        let waits = false;
        function drawSoon() {
          if (waits) return;
          waits = true;
          requestAnimationFrame(() => { waits = false; draw(); });
        }

        const events = new EventSource("events");
        events.onopen = () => { $("state").textContent = "live"; };
        events.onerror = () => { $("state").textContent = "not connected"; };
        events.onmessage = event => {
          const entry = JSON.parse(event.data);
          // After netdiag serve reset, and when it is asked anew, numbers begin again.
          if (entry.number <= last) kept.splice(0, kept.length, ...kept.filter(old => old.number < entry.number));
          last = entry.number;
          kept.unshift(entry);
          kept.length = Math.min(kept.length, maxRows);
          drawSoon();
        };

        $("filter").oninput = draw;
        $("pause").onclick = () => {
          held = !held;
          $("pause").setAttribute("aria-pressed", held);
          $("pause").textContent = held ? "Go on" : "Hold";
          draw();
        };

        fetch("status").then(answer => answer.json()).then(status => {
          $("listeners").replaceChildren(...status.listeners.map(listener => {
            const item = document.createElement("li");
            item.textContent = listener.name + "  " + listener.url;
            return item;
          }));
        });

        """
}
