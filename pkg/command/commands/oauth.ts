import type { OAuthClient, TokenKind, Tokens } from "calling-widget-sdk/rest";

import { ADDRESS_ADVICE, ADDRESS_HELP, ADDRESS_OPTIONS, SECRETS_HELP, address, secretFromInput } from "../access.js";
import { command, type Answer, type Options, type Values } from "../definition.js";
import { OUTPUT_HELP, UsageError } from "../failure.js";
import { fieldLines } from "../output.js";
import { byVerb } from "../verbs.js";
import { variable, type World } from "../world.js";

const HELP = `Usage: npx calling-widget-sdk oauth VERB [options]

  authorize-url        prints the address a user is sent to, to install the app
  exchange             gets tokens for the code that the user came back with
  refresh              gets a new access token for a refresh token
  client-credentials   gets a token of the app itself, without a user
  inspect              says whether a token is valid, and what it is for
  delete               deletes a refresh token; access tokens live on until
                       they expire

The service
${ADDRESS_HELP}
  --auth-url URL         the address of its pages, for authorize-url; or the
                         variable CALLING_AUTH_URL; --base-url by default
  --client-id ID         the app's client id; or the variable CALLING_CLIENT_ID
  --oauth-version v1|v3  which token endpoint; v1 by default

Secrets
  CALLING_CLIENT_SECRET  the app's client secret; not for authorize-url
  CALLING_CODE           for exchange; or pipe it in
  CALLING_CODE_VERIFIER  for exchange, when the address was made with --pkce
  CALLING_REFRESH_TOKEN  for refresh, delete and inspect --kind refresh_token;
                         or pipe it in
  CALLING_ACCESS_TOKEN   for inspect; or pipe it in
${SECRETS_HELP}

The verbs
  --redirect-uri URL        for authorize-url and exchange: where the user comes
                            back, as registered with the app
  --scope SCOPE             for authorize-url and client-credentials; again for
                            each scope
  --optional-scope SCOPE    for authorize-url; again for each
  --state TEXT              for authorize-url: comes back unchanged
  --pkce                    for authorize-url: prints a code verifier too, which
                            exchange then needs
  --kind KIND               for inspect: access_token (the default) or
                            refresh_token

exchange, refresh and client-credentials print the tokens: they are what was
asked for. Send them into a variable, or a file that you alone can read; with
--print accessToken or --print refreshToken, one of them. inspect and delete
print none.

${OUTPUT_HELP}

Examples
  In a POSIX shell, with the local emulator. Open the address, agree, and give
  the code of the address you come back to:
    export CALLING_BASE_URL=http://localhost:8140
    export CALLING_CLIENT_ID=00000000-0000-4000-8000-000000000123
    export CALLING_CLIENT_SECRET=emulator-client-secret-123
    redirect=http://localhost:3000/oauth/callback
    npx calling-widget-sdk oauth authorize-url --redirect-uri $redirect --scope oauth --scope timeline \\
      --scope crm.objects.contacts.read --optional-scope developers-write
    read -r CALLING_CODE && export CALLING_CODE
    export CALLING_REFRESH_TOKEN=$(npx calling-widget-sdk oauth exchange \\
      --redirect-uri $redirect --print refreshToken)
    export CALLING_ACCESS_TOKEN=$(npx calling-widget-sdk oauth refresh --print accessToken)
    npx calling-widget-sdk oauth inspect
    npx calling-widget-sdk oauth delete

  In PowerShell:
    $env:CALLING_ACCESS_TOKEN = npx calling-widget-sdk oauth refresh --print accessToken`;

const OPTIONS = {
  ...ADDRESS_OPTIONS,
  "auth-url": { type: "string" },
  "client-id": { type: "string" },
  kind: { type: "string" },
  "oauth-version": { type: "string" },
  "optional-scope": { type: "string", multiple: true },
  pkce: { type: "boolean" },
  "redirect-uri": { type: "string" },
  scope: { type: "string", multiple: true },
  state: { type: "string" },
} as const satisfies Options;

type Given = Values<typeof OPTIONS>;

/** Gets tokens, and reads their metadata. */
export const oauth = command({
  name: "oauth",
  usage: "oauth authorize-url|exchange|refresh|client-credentials|inspect|delete",
  summary: "installs an app, and gets and inspects its tokens",
  help: HELP,
  options: OPTIONS,
  advice: [
    { code: "REFUSED", status: 400, word: "exchange", text: "A code works once, for a few minutes, and with the redirect address of its authorization: npx calling-widget-sdk oauth authorize-url" },
    { code: "REFUSED", status: 400, word: "refresh", text: "A refresh token ends when it is deleted or the app is uninstalled: npx calling-widget-sdk oauth authorize-url" },
    ...ADDRESS_ADVICE,
  ],
  run: byVerb<typeof OPTIONS>("oauth", {
    "authorize-url": {
      options: ["auth-url", "client-id", "optional-scope", "pkce", "redirect-uri", "scope", "state"],
      run: ({ values }, world) => authorizeUrl(values, world),
    },
    exchange: {
      options: ["client-id", "oauth-version", "redirect-uri"],
      run: async ({ values }, world) => {
        checkPrint(values);
        const redirectUri = needed(values["redirect-uri"], "exchange needs --redirect-uri, as in the authorization");
        const codeVerifier = variable("CALLING_CODE_VERIFIER", world);
        const code = await secret("CALLING_CODE", "the code", world);
        const client = await connect(values, world);
        return tokens(await client.exchangeCode({ code, redirectUri, codeVerifier }));
      },
    },
    refresh: {
      options: ["client-id", "oauth-version"],
      run: async ({ values }, world) => {
        const token = await secret("CALLING_REFRESH_TOKEN", "the refresh token", world);
        const client = await connect(values, world);
        return tokens(await client.refresh(token));
      },
    },
    "client-credentials": {
      options: ["client-id", "scope"],
      run: async ({ values }, world) => {
        const client = await connect(values, world);
        return tokens(await client.clientCredentials({ scopes: values.scope ?? [] }));
      },
    },
    inspect: {
      options: ["client-id", "kind"],
      run: async ({ values }, world) => {
        const kind = kindOf(values.kind ?? "access_token");
        const isAccess = kind === "access_token";
        const token = await secret(isAccess ? "CALLING_ACCESS_TOKEN" : "CALLING_REFRESH_TOKEN", isAccess ? "the access token" : "the refresh token", world);
        const client = await connect(values, world);
        // The token and its signed form are omitted: anyone who sees them can use them.
        const metadata = without(await client.introspect(token, kind), "token", "signedAccessToken");
        return { text: fieldLines(metadata), json: metadata };
      },
    },
    delete: {
      options: ["client-id", "oauth-version"],
      run: async ({ values }, world) => {
        const token = await secret("CALLING_REFRESH_TOKEN", "the refresh token", world);
        const client = await connect(values, world);
        await (values["oauth-version"] === "v3" ? client.revokeToken(token) : client.deleteRefreshToken(token));
        return { text: "the refresh token is deleted", json: null };
      },
    },
  }),
});

async function authorizeUrl(values: Given, world: World): Promise<Answer> {
  const { authorizationUrl, createPkce } = await import("calling-widget-sdk/rest");
  const pkce = values.pkce === true ? createPkce() : undefined;
  const url = authorizationUrl({
    authUrl: values["auth-url"] ?? variable("CALLING_AUTH_URL", world) ?? address(values, world).baseUrl,
    clientId: clientId(values, world),
    redirectUri: needed(values["redirect-uri"], "authorize-url needs --redirect-uri, as registered with the app"),
    scopes: values.scope ?? [],
    optionalScopes: values["optional-scope"],
    state: values.state,
    codeChallenge: pkce?.codeChallenge,
  });
  const codeVerifier = pkce?.codeVerifier;
  return codeVerifier === undefined ? { text: url, json: { url } } : { text: fieldLines({ url, codeVerifier }), json: { url, codeVerifier } };
}

/** A client with the app's credentials. */
async function connect(values: Given, world: World): Promise<OAuthClient> {
  const clientSecret = needed(variable("CALLING_CLIENT_SECRET", world), "the client secret is missing: set CALLING_CLIENT_SECRET");
  const options = { ...address(values, world), clientId: clientId(values, world), clientSecret, version: versionOf(values) };
  const { OAuthClient } = await import("calling-widget-sdk/rest");
  return new OAuthClient(options);
}

function versionOf({ "oauth-version": version }: Given): "v1" | "v3" | undefined {
  if (version !== undefined && version !== "v1" && version !== "v3") {
    throw new UsageError("--oauth-version is neither v1 nor v3: use one of them");
  }
  return version;
}

function clientId(values: Given, world: World): string {
  return needed(values["client-id"] ?? variable("CALLING_CLIENT_ID", world), "the client id is missing: add --client-id, or set CALLING_CLIENT_ID");
}

/** A secret in a variable, or piped in. */
async function secret(name: string, what: string, world: World): Promise<string> {
  return variable(name, world) ?? secretFromInput(`${what} is missing: set ${name}, or pipe it in`, world);
}

function needed(value: string | undefined, missing: string): string {
  if (value === undefined) {
    throw new UsageError(missing);
  }
  return value;
}

function kindOf(text: string): TokenKind {
  if (text !== "access_token" && text !== "refresh_token") {
    throw new UsageError("--kind is neither access_token nor refresh_token: use one of them");
  }
  return text;
}

function without<T extends object, Name extends keyof T & string>(whole: T, ...names: readonly Name[]): Omit<T, Name> {
  return Object.fromEntries(Object.entries(whole).filter(([name]) => !names.includes(name as Name))) as Omit<T, Name>;
}

/** Checked before the request, since a code works once. */
function checkPrint({ print }: Given): void {
  if (print !== undefined && !TOKEN_FIELDS.includes(print)) {
    throw new UsageError(`--print is not one of ${TOKEN_FIELDS.join(", ")}: use one of them`);
  }
}

const TOKEN_FIELDS: readonly string[] = ["accessToken", "expiresIn", "hubId", "refreshToken", "scopes", "tokenType", "userId"];

function tokens(made: Tokens): Answer {
  const answer = without(made, "freshForMs");
  return { text: fieldLines(answer), json: answer };
}
