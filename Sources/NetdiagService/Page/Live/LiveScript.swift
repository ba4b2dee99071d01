/// The pages' script. It renders nothing itself: it inserts what the daemon has rendered, and keeps the focus and the
/// scroll position.
enum LiveScript {
    static let text = #"""
        "use strict";
        (() => {
          const body = document.body, at = (id) => document.getElementById(id);
          const set = (id, text) => { const e = at(id); if (e && e.textContent !== text) e.textContent = text; };
          // Times in the reader's own zone and in the language of the page; the daemon's are in UTC.
          const language = document.documentElement.lang || undefined;
          const localise = (root) => root.querySelectorAll("time[datetime]:not([title])").forEach((e) => {
            const d = new Date(e.dateTime);
            if (isNaN(d)) return;
            e.title = e.textContent;
            const today = d.toDateString() === new Date().toDateString() && !("dated" in e.dataset);
            e.textContent = today ? d.toLocaleTimeString(language) : d.toLocaleString(language);
          });
          // The focused element is found again by its id or its link.
          const keepFocus = (change) => {
            const a = document.activeElement;
            const key = a && a !== body ? a.id ? "#" + CSS.escape(a.id) : a.getAttribute("href") && `a[href="${CSS.escape(a.getAttribute("href"))}"]` : null;
            const place = a && a.closest("[id]");
            change();
            if (key && !document.contains(a)) {
              const near = place && at(place.id), found = near && near.querySelector(key) || document.querySelector(key);
              if (found) found.focus({ preventScroll: true });
            }
          };
          // What the reader has unfolded stays so.
          const opened = (root) => [...root.querySelectorAll("details[open][id]")].map((e) => e.id);
          const reopen = (ids) => { for (const id of ids) at(id)?.setAttribute("open", ""); };
          // The place of an element among others of its kind, by their ranks.
          const sort = (element, rankOf) => {
            const rank = rankOf(element);
            let next = null;
            for (const other of element.parentElement.children) {
              if (other !== element && rankOf(other) > rank) { next = other; break; }
            }
            if (element.nextElementSibling !== next) element.parentElement.insertBefore(element, next);
          };
          const put = (id, html) => {
            const old = at(id);
            if (!old) return;
            const holder = document.createElement("template");
            holder.innerHTML = html;
            const element = holder.content.firstElementChild;
            if (!element) return;
            localise(holder.content);
            const open = opened(old);
            const moved = element.dataset.rank !== old.dataset.rank;
            old.replaceWith(element);
            reopen(open);
            if (!moved) return;
            if (element.tagName === "TR") sort(element, (e) => +e.dataset.rank);
            else sort(element.parentElement, (e) => +(e.querySelector("[data-rank]")?.dataset.rank ?? 0));
          };
          const show = (title, icon) => {
            if (document.title !== title) document.title = title;
            const link = at("icon");
            if (link && icon && link.getAttribute("href") !== icon) link.href = icon;
          };
          const reload = async () => {
            const answer = await fetch(location.href, { credentials: "same-origin" });
            const page = new DOMParser().parseFromString(await answer.text(), "text/html");
            const fresh = page.getElementById("content"), old = at("content");
            // Another page: the session has ended, or what was shown has gone.
            if (!answer.ok || !fresh || !page.body.dataset.live) { location.reload(); return; }
            const open = opened(old);
            const { scrollX, scrollY } = window;
            localise(fresh);
            keepFocus(() => old.replaceChildren(...fresh.childNodes));
            reopen(open);
            window.scrollTo(scrollX, scrollY);
            show(page.title, page.getElementById("icon")?.getAttribute("href"));
          };
          const connect = () => {
            // In the language of the page.
            const source = new EventSource(body.dataset.live), words = at("connection").dataset;
            source.onopen = () => set("connection", words.open);
            source.onerror = () => {
              set("connection", words.lost);
              // An answer that is no stream: browsers do not ask again by themselves.
              if (source.readyState === EventSource.CLOSED) setTimeout(connect, 10000);
            };
            source.addEventListener("patch", (event) => {
              const patch = JSON.parse(event.data);
              keepFocus(() => Object.entries(patch.parts).forEach(([id, html]) => put(id, html)));
              show(patch.title, patch.icon);
              if (patch.say) set("announcement", patch.say);
            });
            source.addEventListener("reload", () => { reload().catch(() => {}); });
            addEventListener("pagehide", () => source.close(), { once: true });
          };
          localise(document);
          // The first picture leaves out the rows that are not in sight yet. Then all are there, for screen readers too.
          requestAnimationFrame(() => (window.requestIdleCallback || setTimeout)(() => body.classList.add("whole")));
          if (body.dataset.live && window.EventSource) connect();
          // A page that comes back from the browser's cache is not what it was.
          addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
        })();
        """#
}
