// The page of the endpoints: Swagger UI with the seeded app's key and token filled in,
// and the log of requests beside it.
"use strict";

const CONTROL = { "x-emulator-control": "1" };
const REFRESH_MS = 2000;
const SHOWN = 50;

const log = document.getElementById("log");
const search = log.querySelector("form");
const note = document.getElementById("note");

const ui = window.SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#docs",
  deepLinking: true,
  defaultModelsExpandDepth: -1,
  displayRequestDuration: true,
  docExpansion: "list",
  filter: true,
  tryItOutEnabled: true,
  validatorUrl: null,
  onComplete: fillIn,
  async requestInterceptor(request) {
    if (!request.loadSpec) {
      await useLive(request);
    }
    // Either opens an endpoint that takes both; the key is what its example shows.
    if (new URL(request.url, location.href).searchParams.has("hapikey")) {
      delete request.headers.Authorization;
    }
    return request;
  },
  responseInterceptor(response) {
    if (response.status === 401) {
      void renewToken("The token was not good any more. A new one is filled in: press Execute again.");
    }
    void showLog();
    return response;
  },
});

function fillIn() {
  ui.preauthorizeApiKey("developerKey", document.body.dataset.developerKey);
  ui.preauthorizeApiKey("control", CONTROL["x-emulator-control"]);
  void renewToken("");
}

/**
 * Puts a code and tokens that are valid now in the place of those of the examples, which are
 * another emulator's.
 */
async function useLive(request) {
  const examples = examplesOfOAuth();
  const isShown = (text) => [...examples.keys()].find((example) => text.includes(example));
  const body = typeof request.body === "string" ? request.body : "";
  if (isShown(request.url + body) === undefined) {
    return;
  }
  const response = await fetch("apps/123/installation", { method: "POST", headers: CONTROL });
  if (!response.ok) {
    note.textContent = `What the example has was sent: there is no valid one, the emulator answered ${response.status}.`;
    return;
  }
  note.textContent = "App 123 was installed, and its own code or token was sent in place of the example's.";
  const live = await response.json();
  for (const [example, field] of examples) {
    request.url = request.url.replace(example, encodeURIComponent(live[field]));
    if (body !== "") {
      request.body = request.body.replace(example, encodeURIComponent(live[field]));
    }
  }
}

/** The code and the tokens of the examples, each with the field that has a valid one. */
function examplesOfOAuth() {
  const { paths = {} } = ui.specSelectors.specJson().toJS();
  const token = paths["/oauth/v1/token"]?.post;
  const sent = token?.requestBody.content["application/x-www-form-urlencoded"].example ?? {};
  const answered = token?.responses["200"].content["application/json"].example ?? {};
  const pairs = [
    [sent.code, "code"],
    [answered.access_token, "accessToken"],
    [answered.refresh_token, "refreshToken"],
  ];
  return new Map(pairs.filter(([example]) => example !== undefined));
}

/** Gets a token of the seeded app, as the host page does. */
async function renewToken(text) {
  const response = await fetch("host-page", { method: "POST", headers: CONTROL });
  if (!response.ok) {
    note.textContent = `There is no token: the emulator answered ${response.status}.`;
    return;
  }
  const { accessToken } = await response.json();
  ui.preauthorizeApiKey("bearer", accessToken);
  note.textContent = text;
}

/** Shows the requests that the search fits, the newest first. */
async function showLog() {
  const q = search.elements.q.value;
  let results;
  try {
    const response = await fetch(`log.json?${new URLSearchParams({ q })}`);
    ({ results } = await response.json());
  } catch {
    // The emulator is stopped; what was shown stays.
    return;
  }
  const withOwn = search.elements.own.checked;
  const entries = results.filter((entry) => withOwn || !entry.route.startsWith("/emulator/"));
  document.getElementById("none").hidden = entries.length > 0;
  document.getElementById("entries").replaceChildren(...entries.slice(0, SHOWN).map(item));
}

function item(entry) {
  const made = document.createElement("li");
  const status = part("span", String(entry.status), entry.status < 400 ? "done" : "refused");
  const title = part("strong", `${entry.method} ${entry.path ?? entry.route}`);
  const time = entry.at.slice(11, 19);
  const rest = [time, `${entry.durationMs} ms`, entry.reason].filter(Boolean);
  const small = part("small", `${rest.join(" · ")} · `);
  // With its body and its answer.
  const link = part("a", entry.correlationId);
  link.href = `log?${new URLSearchParams({ q: entry.correlationId })}`;
  small.append(link);
  made.append(status, " ", title, small);
  return made;
}

function part(name, text, className = "") {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = className;
  return made;
}

const wide = window.matchMedia("(min-width: 70rem)");
const open = () => {
  log.open = wide.matches;
};
wide.addEventListener("change", open);
open();
search.addEventListener("submit", (event) => event.preventDefault());
search.addEventListener("input", () => void showLog());
document.addEventListener("visibilitychange", () => void showLog());
setInterval(() => {
  if (!document.hidden && log.open) {
    void showLog();
  }
}, REFRESH_MS);
void showLog();
