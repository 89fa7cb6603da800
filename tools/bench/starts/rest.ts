import { start } from "./start.ts";

import { authorizationUrl } from "calling-widget-sdk/rest";

start(() =>
  authorizationUrl({
    authUrl: "https://crm.example.com/oauth/authorize",
    clientId: "client",
    redirectUri: "https://phone.example.com/done",
    scopes: ["oauth"],
  }),
);
