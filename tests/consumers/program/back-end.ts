// A back end, compiled without the types of a browser and of Node.
import { ObjectsClient, OAuthClient, TokenStore } from "calling-widget-sdk/rest";
import { SettingsClient } from "calling-widget-sdk/settings";

const baseUrl = "https://api.example";
const oauth = new OAuthClient({ baseUrl, clientId: "id", clientSecret: "s" });
const store = new TokenStore({ oauth, refreshToken: "r" });

export const objects = new ObjectsClient({ baseUrl, accessToken: (options) => store.accessToken(options), fetch: async () => ({ status: 200 }) });
export const settings = new SettingsClient({ baseUrl, appId: 1, key: "k" });
export const stored = settings.read({ signal: { aborted: false } });
