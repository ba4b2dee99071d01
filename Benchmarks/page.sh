#!/usr/bin/env bash
# Measures the page with 500 targets in a real Chromium: the time until the document is answered, parsed and laid out, and the time
# from the check that finds a fault until the page shows it. Prints a Markdown table.
# Usage: Benchmarks/page.sh   (root: it creates its own network)
#   PAGE_TARGETS, PAGE_ROUNDS: targets, and rounds for the median
cd "$(dirname "$0")/.."
[ "${1:-}" = inside ] || exec unshare --net -- "$0" inside
# shellcheck source=Benchmarks/common.sh
. Benchmarks/common.sh
prepare_network

targets=${PAGE_TARGETS:-500} rounds=${PAGE_ROUNDS:-7} web=8080
start_nginx "access_log off;
  server { listen $web backlog=65535; location / { return 200 \"ok\\n\"; } }"
wait_for "$web"
python3 -m http.server 8081 --bind 127.0.0.1 > "$work/shop.log" 2>&1 &
shop=$!
pids+=("$shop")
wait_for 8081

configuration() {
    echo "interval: $1"
    echo "timeout: 1s"
    echo "targets:"
    echo "  - { target: 'tcp://127.0.0.1:8081', name: Shop, interval: 1s }"
    for ((i = 2; i <= targets; i++)); do
        # Some targets are always down.
        echo "  - { target: 'http://127.0.0.$((1 + i % 50)):$((i % 20 ? web : 1))/$i', name: 'Service $i', group: 'Group $((i % 10))' }"
    done
}
start_daemon "$(configuration 2s)"
# A short interval until the bars are full, then a usual one.
sleep "${PAGE_WARM:-125}"
sed -i 's/^interval: 2s$/interval: 30s/' "$work/netdiag.yaml"
kill -HUP "$daemon"
sleep 5

python3 - "$port" "$rounds" "$shop" "$work/netdiagd.log" <<'PYTHON'
import os, signal, statistics, sys, time
sys.path.insert(0, "Tests/Support/Browser")
from browser import Browser, UNTIL

port, rounds, shop, log = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
browser = Browser()
try:
    browser.do({"metrics": {"width": 1200, "height": 900}})
    browser.call("Page.addScriptToEvaluateOnNewDocument", source='''addEventListener("DOMContentLoaded", () =>
      requestAnimationFrame(() => requestAnimationFrame(() => { window.painted = performance.now(); })));''')
    times = {"answer": [], "interactive": [], "painted": []}
    for _ in range(rounds):
        browser.open(f"http://127.0.0.1:{port}/")
        answer, interactive, painted, size, nodes = browser.evaluate("""(async () => {
          while (!window.painted) await new Promise((r) => requestAnimationFrame(r));
          const n = performance.getEntriesByType("navigation")[0];
          return [n.responseEnd - n.requestStart, n.domInteractive - n.responseStart, window.painted,
            n.decodedBodySize, document.querySelectorAll("*").length];
        })()""")
        times["answer"].append(answer)
        times["interactive"].append(interactive)
        times["painted"].append(painted)
    layout = browser.evaluate("""(() => {
      const rounds = [];
      for (let i = 0; i < 7; i++) {
        document.body.style.display = "none"; document.body.offsetHeight;
        const t = performance.now(); document.body.style.display = ""; document.body.offsetHeight;
        rounds.push(performance.now() - t);
      }
      return rounds.sort((a, b) => a - b)[3];
    })()""")
    row = "[...document.querySelectorAll('tbody tr')].find((r) => r.querySelector('a').textContent === 'Shop')"
    os.kill(shop, signal.SIGTERM)
    seen = browser.evaluate(UNTIL % f"{row}.querySelector('.m.down') && Date.now()")
    found = next(line for line in open(log) if "Shop is connectionDown" in line).split()[0]
    stamp = time.strptime(found[:19], "%Y-%m-%dT%H:%M:%S")
    import calendar
    found = calendar.timegm(stamp) * 1000 + int(found[20:23])
    print("| page with", browser.evaluate("document.querySelectorAll('tbody tr').length"), "targets | measured | goal |")
    print("| --- | --- | --- |")
    print(f"| size of the document, KiB | {size / 1024:.0f} |  |")
    print(f"| elements | {nodes} |  |")
    print(f"| answered by the daemon, median, ms | {statistics.median(times['answer']):.0f} |  |")
    print(f"| from its first byte until it is parsed, median, ms | {statistics.median(times['interactive']):.0f} |  |")
    print(f"| laid out anew, median, ms | {layout:.0f} |  |")
    print(f"| from the navigation to the second frame with all of it, median, ms | {statistics.median(times['painted']):.0f} | 300 |")
    print(f"| from the end of the check that found a fault to the page, ms | {seen - found:.0f} | 1000 |")
    print(f"| script, bytes | {browser.evaluate('fetch(`/page/live.js`).then((a) => a.text()).then((t) => t.length)')} | 15000 |")
    for problem in browser.problems:
        print("page:", problem, file=sys.stderr)
finally:
    browser.close()
PYTHON
