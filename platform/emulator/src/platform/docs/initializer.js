// Starts Swagger UI with the key and a token of the app 123 filled in.
"use strict";

const CONTROL = { "x-emulator-control": "1" };
const note = document.querySelector("[role=status]");

const ui = window.SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "main",
  deepLinking: true,
  defaultModelsExpandDepth: -1,
  filter: true,
  tryItOutEnabled: true,
  validatorUrl: null,
  onComplete() {
    ui.preauthorizeApiKey("developerKey", document.body.dataset.developerKey);
    ui.preauthorizeApiKey("control", CONTROL["x-emulator-control"]);
    void renewToken("");
  },
  async requestInterceptor(request) {
    await useLive(request);
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
    return response;
  },
});

/** Fills in a token as the host page has it. */
async function renewToken(text) {
  const { accessToken } = await order("host-page");
  ui.preauthorizeApiKey("bearer", accessToken);
  note.textContent = text;
}

/** Installs the app 123 where an example has `live-code` or a live token, and sends its own. */
async function useLive(request) {
  const isForm = typeof request.body === "string";
  if (![request.url, isForm && request.body].some((text) => /live-(code|\w+-token)/.test(text))) {
    return;
  }
  const live = await order("apps/123/installation");
  const fill = (text) =>
    text
      .replace("live-code", live.code)
      .replace("live-access-token", encodeURIComponent(live.accessToken))
      .replace("live-refresh-token", live.refreshToken);
  request.url = fill(request.url);
  request.body = isForm ? fill(request.body) : request.body;
  note.textContent = "App 123 was installed, and its own code or token was sent in place of the example's.";
}

/** Asks a control path; says so where it is refused. */
async function order(path) {
  const response = await fetch(path, { method: "POST", headers: CONTROL });
  if (!response.ok) {
    note.textContent = `There is no token: the emulator answered ${response.status}.`;
    throw new Error(note.textContent);
  }
  return await response.json();
}
