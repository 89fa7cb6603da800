/** The calling settings of an app. */
export type CallingSettings = {
  /** The app's name, as users see it. */
  name: string;
  /** The app's address; https, on loopback also http. */
  url: string;
  /** The frame's width in px. */
  width?: number | undefined;
  /** The frame's height in px. */
  height?: number | undefined;
  /** Whether the app is ready for production; true when absent. */
  isReady?: boolean | undefined;
  /** Whether calls can be placed from custom objects; false when absent. */
  supportsCustomObjects?: boolean | undefined;
  /** Whether the app takes incoming calls; true when absent. */
  supportsInboundCalling?: boolean | undefined;
  /** Whether calls run in the separate call window; true when absent. */
  usesCallingWindow?: boolean | undefined;
  /** Whether the app has a frame in the navigation bar; false when absent. */
  usesRemote?: boolean | undefined;
};

/** When something was made and last changed: ISO date-times. */
export type Stamps = {
  /** When it was created, ISO 8601. */
  readonly createdAt?: string;
  /** When it was changed last, ISO 8601. */
  readonly updatedAt?: string;
};

/**
 * The calling settings as the service keeps them. The reference does not show the
 * answer, so every field may be absent; an app without `isReady` is in production.
 */
export type StoredSettings = Readonly<Partial<CallingSettings>> & Stamps;

/** Where recordings are fetched. */
export type RecordingSettings = {
  /** The address the service asks for an authenticated recording. */
  readonly urlToRetrieveAuthedRecording?: string;
};

/** Where the service asks for the numbers of a calling app's user. */
export type ChannelConnection = {
  /** The app's address for it; https, on loopback also http. */
  url: string;
  /** Whether it is ready for production. */
  isReady: boolean;
};

/** The channel connection as the service keeps it. */
export type StoredChannelConnection = Readonly<Partial<ChannelConnection>> & Stamps;

/** A number of an incoming call. */
export type CallNumber = {
  /** The number, E.164. */
  e164Number: string;
  /** Its type, as the service names it: `MOBILE`. */
  phoneNumberType: string;
  /** The extension. */
  extension?: string | undefined;
};

/** How a call stands, or ended: the service's words, which it does not explain. */
export type FinalCallStatus =
  | "BUSY"
  | "CALLING_CRM_USER"
  | "CANCELED"
  | "COMPLETED"
  | "CONNECTING"
  | "FAILED"
  | "HOLD"
  | "IN_PROGRESS"
  | "MISSED"
  | "NO_ANSWER"
  | "QUEUED"
  | "RINGING"
  | "UNKNOWN";

/** An incoming call that is reported to the service. */
export type InboundCall = {
  /** The app's identifier of the call. */
  externalCallId: string;
  /** Whether the service makes an engagement for it. */
  createEngagement: boolean;
  /** Properties of that engagement. */
  engagementProperties: Readonly<Record<string, string>>;
  /** How the call stands, or ended. */
  finalCallStatus: FinalCallStatus;
  /** Who calls. */
  fromNumber: CallNumber;
  /** Who is called. */
  toNumber: CallNumber;
  /** Users who may take it. */
  potentialRecipientUserIds: readonly number[];
  /** When it began; an ISO date-time. */
  callStartedTimestamp?: string | undefined;
  /** How long it took, in seconds. */
  durationSeconds?: number | undefined;
  /** The user who took it. */
  userId?: number | undefined;
};

/** What the service knows of an incoming call. */
export type InboundCallAnswer = {
  /** Records that may belong to the caller, as they came: personal data. */
  readonly callerIdMatches: readonly Readonly<Record<string, unknown>>[];
};

/** What the token endpoint answers. Its tokens are secrets: keep them out of logs. */
export type Tokens = {
  /** The kind: `bearer`. */
  readonly tokenType?: string;
  /** Short-lived. Allow 512 characters and more: its size changes over time. */
  readonly accessToken: string;
  /** Makes new access tokens; always there after a code's exchange. */
  readonly refreshToken?: string;
  /** The access token's lifetime in seconds. */
  readonly expiresIn: number;
  /** What they are for: `access_token`, or `client_credentials` of the grant of that name. */
  readonly tokenUse?: string;
  /** The account. */
  readonly hubId?: number;
  /** The user. */
  readonly userId?: number;
  /** What was granted. */
  readonly scopes?: readonly string[];
  /** Who the user is, signed. */
  readonly idToken?: string;
  /** For how long to use it, counted from the request, in ms: until a minute before it expires. */
  readonly freshForMs: number;
};

/** The metadata of an access token. */
export type AccessTokenMetadata = {
  /** The token. */
  readonly token: string;
  /** The user it was made for; an e-mail address. */
  readonly user?: string;
  /** The account's domain. */
  readonly hubDomain?: string;
  /** The account. */
  readonly hubId: number;
  /** The app. */
  readonly appId: number;
  /** The user. */
  readonly userId: number;
  /** What was granted. */
  readonly scopes: readonly string[];
  /** Seconds until it expires. */
  readonly expiresIn: number;
  /** The kind: `access`, `bearer`. */
  readonly tokenType: string;
  /** Whether the app is distributed privately, not by the marketplace. */
  readonly isPrivateDistribution?: boolean;
  /** The signed form. */
  readonly signedAccessToken?: SignedAccessToken;
};

/** The signed form of an access token, for the service itself to read. */
export type SignedAccessToken = {
  /** When it expires, in ms since the epoch. */
  readonly expiresAt?: number | null;
  /** The scopes, encoded. */
  readonly scopes?: string | null;
  /** The account. */
  readonly hubId?: number | null;
  /** The user. */
  readonly userId?: number | null;
  /** The app. */
  readonly appId?: number | null;
  /** The signature. */
  readonly signature?: string | null;
  /** Groups of the scopes, encoded. */
  readonly scopeToScopeGroupPks?: string | null;
  /** The newer signature. */
  readonly newSignature?: string | null;
  /** The data centre. */
  readonly hublet?: string | null;
  /** Scopes on trial, encoded. */
  readonly trialScopes?: string | null;
  /** Groups of the scopes on trial, encoded. */
  readonly trialScopeToScopeGroupPks?: string | null;
  /** Whether it is a user's, not an account's. */
  readonly isUserLevel?: boolean | null;
  /** The app's installation. */
  readonly appInstallId?: string | null;
  /** For whom it is. */
  readonly audience?: string | null;
  /** The user who installed the app. */
  readonly installingUserId?: number | null;
  /** Whether the app is distributed privately. */
  readonly isPrivateDistribution?: boolean | null;
  /** Whether it is of a service account, apart from the user who installed the app. */
  readonly isServiceAccount?: boolean | null;
};

/** Whether a token is valid, and its metadata; one that is not valid has none. */
export type Introspection = {
  /** Whether it can be used: not when it is unknown, expired or another app's. */
  readonly active: boolean;
  /** Its kind: `access_token`, `refresh_token`. */
  readonly tokenUse?: string;
  /** The token. */
  readonly token?: string;
  /** The user it was made for; an e-mail address. */
  readonly user?: string;
  /** The account's domain. */
  readonly hubDomain?: string;
  /** The account. */
  readonly hubId?: number;
  /** The app. */
  readonly appId?: number;
  /** The app's client id. */
  readonly clientId?: string;
  /** The user. */
  readonly userId?: number;
  /** What was granted. */
  readonly scopes?: readonly string[];
  /** Seconds until it expires; a refresh token does not. */
  readonly expiresIn?: number;
  /** The kind, as the metadata of v1 have it. */
  readonly tokenType?: string;
  /** Whether the app is distributed privately. */
  readonly isPrivateDistribution?: boolean;
  /** The signed form of an access token. */
  readonly signedAccessToken?: SignedAccessToken;
};

/** The metadata of a refresh token. */
export type RefreshTokenMetadata = {
  /** The token. */
  readonly token: string;
  /** The app's client id. */
  readonly clientId: string;
  /** The account. */
  readonly hubId: number;
  /** The user. */
  readonly userId: number;
  /** What was granted. */
  readonly scopes: readonly string[];
  /** The kind: `refresh_token`. */
  readonly tokenType: string;
  /** The user it was made for; an e-mail address. */
  readonly user?: string;
  /** The account's domain. */
  readonly hubDomain?: string;
};

/** What is wrong with one field of a request; it quotes no value. */
export type RequestProblem = {
  /** Why. */
  readonly code: "EMPTY" | "INVALID_ID" | "INVALID_PKCE" | "INVALID_SIZE" | "INVALID_URL" | "MISSING_FIELD" | "WRONG_TYPE";
  /** The field; absent when it is about the whole. */
  readonly field?: string;
  /** The fault and the fix, in words. */
  readonly message: string;
};

/** What the service says of a refusal. Every field is optional. */
export type ErrorObject = {
  /** `error`, or the token endpoint's code: `BAD_REFRESH_TOKEN`. */
  readonly status?: string;
  /** What happened, with remediation where there is one. */
  readonly message?: string;
  /** The request's identifier, to quote in reports. */
  readonly correlationId?: string;
  /** The category: `VALIDATION_ERROR`. */
  readonly category?: string;
  /** A narrower category. */
  readonly subCategory?: unknown;
  /** More detail. */
  readonly errors?: readonly {
    /** What is wrong, in words. */
    readonly message?: string;
    /** What is wrong, as the service names it. */
    readonly code?: string;
    /** The field or parameter it is about. */
    readonly in?: string;
    /** What else belongs to it, such as the allowed values. */
    readonly context?: Readonly<Record<string, readonly string[]>>;
  }[];
  /** The condition's context, such as names of invalid properties. */
  readonly context?: Readonly<Record<string, readonly string[]>>;
  /** Names mapped to addresses of documentation. */
  readonly links?: Readonly<Record<string, string>>;
  /** The rate limit's policy: `TEN_SECONDLY_ROLLING`. */
  readonly policyName?: string;
  /** The token endpoint's code of RFC 6749: `invalid_grant`. */
  readonly error?: string;
  readonly [field: string]: unknown;
};
