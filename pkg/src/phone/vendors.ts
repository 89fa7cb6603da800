/*
 * What the adapters use of the SIP libraries, as shapes of their own: the declarations of
 * SIP.js do not compile with every setting that an app may have.
 */

/** A session of SIP.js. */
export type SipjsSession = {
  /** What its owner wants to hear of it. */
  delegate?: object | undefined;
};

/** One that comes in. */
export type SipjsInvitation = SipjsSession & {
  request: { callId: string; to: { uri: { user?: string | undefined } } };
  remoteIdentity: { uri: { user?: string | undefined } };
  reject(options: { statusCode: number }): Promise<unknown>;
};

/** The delegate of a `SessionManager`, as far as it is used. */
export type SipjsDelegate = {
  /** A call was made or comes in. */
  onCallCreated?(session: never): void;
  /** A call comes in. */
  onCallReceived?(session: never): void;
  /** A call was answered. */
  onCallAnswered?(session: never): void;
  /** A call is over. */
  onCallHangup?(session: never): void;
  /** The user is registered. */
  onRegistered?(): void;
  /** The user is no longer registered. */
  onUnregistered?(): void;
  /** The server is gone. */
  onServerDisconnect?(error?: Error): void;
};

/** A `SessionManager` of SIP.js, as far as it is used. */
export type SipjsManager = {
  /** What the app wants to hear. */
  delegate: SipjsDelegate | undefined;
  /** The user agent, for the user's own server. */
  readonly userAgent: {
    /** Its options. */
    readonly configuration: {
      /** The user's address. */
      readonly uri: {
        /** The server. */
        readonly host: string;
      };
    };
  };
  /** Places a call. */
  call(destination: string, inviterOptions?: object, inviteOptions?: object): Promise<unknown>;
  /** Takes a call. */
  answer(session: never): Promise<unknown>;
  /** Ends a call. */
  hangup(session: never): Promise<unknown>;
  /** Holds a call. */
  hold(session: never): Promise<unknown>;
  /** No longer. */
  unhold(session: never): Promise<unknown>;
  /** Mutes the user. */
  mute(session: never): void;
  /** No longer. */
  unmute(session: never): void;
  /** Sends a digit. */
  sendDTMF(session: never, tone: string): Promise<unknown>;
  /** Transfers a call. */
  transfer(session: never, target: never, options?: object): Promise<unknown>;
  /** The user's own sound. */
  getLocalMediaStream(session: never): MediaStream | undefined;
};

/** The same, with the sessions that it takes. */
export type SipjsCalls = Pick<SipjsManager, "call" | "delegate" | "userAgent"> & {
  answer(session: SipjsSession): Promise<unknown>;
  hangup(session: SipjsSession): Promise<unknown>;
  hold(session: SipjsSession): Promise<unknown>;
  unhold(session: SipjsSession): Promise<unknown>;
  mute(session: SipjsSession): void;
  unmute(session: SipjsSession): void;
  sendDTMF(session: SipjsSession, tone: string): Promise<unknown>;
  transfer(session: SipjsSession, target: unknown, options?: object): Promise<unknown>;
  getLocalMediaStream(session: SipjsSession): MediaStream | undefined;
};

/** A session of JsSIP, as far as it is used. */
export type JssipSession = {
  readonly connection: RTCPeerConnection | null;
  readonly remote_identity: { uri: { user: string } };
  readonly local_identity: { uri: { user: string } };
  answer(options?: object): void;
  terminate(options?: object): void;
  mute(options?: object): void;
  unmute(options?: object): void;
  hold(): boolean;
  unhold(): boolean;
  sendDTMF(tones: string): void;
  refer(target: unknown, options?: object): void;
  on(event: string, listener: (event: JssipEnd) => void): unknown;
};

/** What JsSIP says of a session's end. */
export type JssipEnd = {
  readonly originator: string;
  readonly message: { status_code?: number; getHeader?(name: string): string | undefined } | null;
  readonly cause: string;
};

/** What JsSIP says of a new session. */
export type JssipNewSession = {
  readonly originator: string;
  readonly session: JssipSession;
  readonly request: { call_id: string };
};

/** A `UA` of JsSIP, as far as it is used. */
export type JssipUa = {
  /** Places a call. */
  call(target: string, options?: object): unknown;
  /** Adds a listener. */
  on(event: never, listener: never): unknown;
};

/** The same, with the events that are listened to. */
export type JssipCalls = {
  readonly configuration: { readonly uri: { readonly host: string } };
  call(target: string, options?: object): unknown;
  on(event: "newRTCSession", listener: (event: JssipNewSession) => void): unknown;
  on(event: string, listener: () => void): unknown;
};
