/*
 * The parts of the vendors' libraries that the adapters use, with declarations of our own:
 * the vendors' do not compile with every setting that an app may have.
 */

/** A session of SIP.js. */
export type SipjsSession = {
  /** Its owner's callbacks. */
  delegate?:
    | {
        onSessionDescriptionHandler?(handler: SipjsHandler, isEarly: boolean): void;
        onCancel?(cancel: { request: { getHeaders(name: string): readonly string[] } }): void;
        onRefer?(referral: { reject(options: object): unknown }): void;
      }
    | undefined;
  readonly state: string;
  readonly request: { callId: string; to: { uri: { user?: string | undefined } } };
  readonly sessionDescriptionHandler?: SipjsHandler | undefined;
  readonly dialog?: SipjsDialog | undefined;
  sessionDescriptionHandlerOptionsReInvite: object;
  info(options: object): Promise<unknown>;
  invite(options?: object): Promise<unknown>;
};

/** A session's requests to the other end. */
export type SipjsDialog = Record<"info" | "invite" | "refer", (this: unknown, delegate?: SipjsRequestDelegate, options?: object) => unknown>;

/** The callbacks of a request. */
export type SipjsRequestDelegate = {
  onAccept?(response: SipjsResponse): void;
  onReject?(response: SipjsResponse): void;
};

/** An answer to a request. */
export type SipjsResponse = {
  readonly message: {
    statusCode?: number | undefined;
    body?: string;
    getHeader(name: string): string | undefined;
    getHeaders(name: string): readonly string[];
    parseHeader(name: string, at: number): SipjsContact | undefined;
  };
};

/** A session's media, and the steps of its offers and answers. */
export type SipjsHandler = {
  readonly peerConnection?: RTCPeerConnection | undefined;
  enableSenderTracks(isOn: boolean): void;
  mediaStreamFactory(...args: unknown[]): Promise<MediaStream>;
  updateDirection(options?: SipjsOffer): Promise<void>;
  createLocalOfferOrAnswer(options?: SipjsOffer): Promise<RTCSessionDescriptionInit>;
  setLocalSessionDescription(description: RTCSessionDescriptionInit): Promise<void>;
  getLocalSessionDescription(): Promise<RTCSessionDescriptionInit>;
  setDescription(...args: unknown[]): Promise<void>;
  setRemoteSessionDescription(description: RTCSessionDescriptionInit): Promise<void>;
  rollbackDescription?(): Promise<void>;
};

/** Options of a description. */
export type SipjsOffer = { readonly hold?: boolean; readonly offerOptions?: RTCOfferOptions };

/** An incoming session. */
export type SipjsInvitation = SipjsSession & {
  request: SipjsSession["request"] & { getHeaders(name: string): string[] };
  remoteIdentity: { uri: { user?: string | undefined } };
  reject(options: { statusCode: number }): Promise<unknown>;
};

/** The delegate of a `SessionManager`, as far as used. */
export type SipjsDelegate = {
  /** A call was placed or comes in. */
  onCallCreated?(session: never): void;
  /** A call comes in. */
  onCallReceived?(session: never): void;
  /** A call was answered. */
  onCallAnswered?(session: never): void;
  /** A call is over. */
  onCallHangup?(session: never): void;
  /** A hold was answered. */
  onCallHold?(session: never, isHeld: boolean): void;
  /** The user is registered. */
  onRegistered?(): void;
  /** The user is no longer registered. */
  onUnregistered?(): void;
  /** The server is gone. */
  onServerDisconnect?(error?: Error): void;
};

/** A REGISTER of SIP.js. */
export type SipjsRegister = { readonly extraHeaders?: readonly string[] };

/** The core that sends every REGISTER of SIP.js. */
export type SipjsCore = {
  register(request: SipjsRegister, delegate: SipjsRequestDelegate): unknown;
};

/** A contact in the answer to a REGISTER. */
export type SipjsContact = { getParam(name: string): string | null | undefined; setParam(name: string, value: string): void };

/** A `SessionManager` of SIP.js. */
export type SipjsManager = {
  /** The app's callbacks. */
  delegate: SipjsDelegate | undefined;
  /** Its calls. */
  managedSessions: unknown[];
  /** Places a call. */
  call(destination: string): Promise<unknown>;
};

/** The same, as far as used. */
export type SipjsCalls = Pick<SipjsManager, "call" | "delegate"> & {
  readonly userAgent: { readonly configuration: { readonly uri: { readonly host: string } }; readonly userAgentCore: SipjsCore };
  isConnected(): boolean;
  readonly registerer?: { readonly state: string } | undefined;
  managedSessions: { readonly session: SipjsSession }[];
  isHeld(session: SipjsSession): boolean;
  answer(session: SipjsSession): Promise<unknown>;
  hangup(session: SipjsSession): Promise<unknown>;
  hold(session: SipjsSession): Promise<unknown>;
  unhold(session: SipjsSession): Promise<unknown>;
  mute(session: SipjsSession): void;
  unmute(session: SipjsSession): void;
  transfer(session: SipjsSession, target: unknown, options?: object): Promise<unknown>;
  getLocalMediaStream(session: SipjsSession): MediaStream | undefined;
  /** Makes the app's element play the other end's sound. */
  setupRemoteMedia(session: SipjsSession): void;
};

/** A session of JsSIP, as far as used. */
export type JssipSession = {
  readonly connection: RTCPeerConnection | null;
  readonly remote_identity: { uri: { user: string | null } };
  readonly local_identity: { uri: { user: string } };
  answer(options?: object): void;
  terminate(options?: object): void;
  mute(options?: object): void;
  unmute(options?: object): void;
  hold(): boolean;
  unhold(): boolean;
  renegotiate(options?: object): boolean;
  sendInfo(contentType: string, body: string): void;
  sendRequest(method: string, options?: JssipRequest): unknown;
  onDialogError(): void;
  refer(target: unknown, options?: object): void;
  isEstablished(): boolean;
  isOnHold(): { readonly local: boolean };
  _localHold: boolean;
  _onhold(originator: string): void;
  _onunhold(originator: string): void;
  listenerCount(event: string): number;
  on(event: "ended" | "failed", listener: (end: JssipEnd) => void): unknown;
  on(event: "hold" | "unhold", listener: (about: { readonly originator: string }) => void): unknown;
  on(event: "sdp", listener: (about: { readonly originator: string; readonly type: string; sdp: string }) => void): unknown;
  on(event: "reinvite" | "update" | "refer" | "replaces", listener: (request: { reject(this: void, options?: object): void }) => void): unknown;
  on(event: "newInfo", listener: (about: { readonly info: JssipInfo }) => void): unknown;
  on(event: "progress" | "accepted", listener: () => void): unknown;
  off(event: "newInfo", listener: (about: { readonly info: JssipInfo }) => void): unknown;
};

/** A request within a call. */
export type JssipRequest = { eventHandlers?: JssipAnswers; body?: string };

/** The callbacks of a request; the errors without an answer are those of its way. */
export type JssipAnswers = Partial<Record<"onSuccessResponse" | "onErrorResponse" | "onDialogError", (response?: JssipResponse) => void>> & Partial<Record<"onRequestTimeout" | "onTransportError", () => void>>;

/** An answer. */
export type JssipResponse = { readonly status_code: number };

/** A request of JsSIP with its answers. */
export type JssipTransaction = {
  readonly request: { readonly method: string; readonly extraHeaders?: readonly string[] };
  receiveResponse(response: JssipResponse & { getHeader(name: string): string | undefined; getHeaders(name: string): readonly string[] }): void;
};

/** An INFO of JsSIP. */
export type JssipInfo = { on(event: "succeeded" | "failed", listener: () => void): unknown };

/** JsSIP's event at a session's end. */
export type JssipEnd = {
  readonly originator: string;
  readonly message: { status_code?: number; getHeaders?(name: string): readonly string[] } | null;
  readonly cause: string;
};

/** JsSIP's event for a new session. */
export type JssipNewSession = {
  readonly originator: string;
  readonly session: JssipSession;
  readonly request: { call_id: string; getHeaders(name: string): string[] };
};

/** A `UA` of JsSIP, as far as used. */
export type JssipUa = {
  /** Places a call. */
  call(target: string, options?: object): unknown;
  /** Adds a listener. */
  on(event: never, listener: never): unknown;
};

/** The same with the events that are listened to. */
export type JssipCalls = {
  readonly configuration: { readonly uri: { readonly host: string } };
  readonly contact: { readonly uri: { readonly user: string } };
  isConnected(): boolean;
  isRegistered(): boolean;
  call(target: string, options?: object): unknown;
  on(event: "newRTCSession", listener: (event: JssipNewSession) => void): unknown;
  on(event: "newTransaction", listener: (event: { readonly transaction: JssipTransaction }) => void): unknown;
  on(event: "registrationFailed", listener: (failure: { readonly response?: JssipResponse | null }) => void): unknown;
  on(event: string, listener: () => void): unknown;
};

/** A `Device` of Twilio, as far as used. */
export type TwilioDevice = {
  /** The registration state. */
  readonly state: string;
  /** Places a call. */
  connect(options?: object): Promise<unknown>;
  /** Adds a listener. */
  on(event: never, listener: never): unknown;
};

/** The same with the events that are listened to. */
export type TwilioCalls = {
  readonly state: string;
  connect(options?: { params?: Record<string, string> }): Promise<TwilioCall>;
  on(event: "incoming", listener: (call: TwilioCall) => void): unknown;
  on(event: "error", listener: (error: TwilioFault, call?: TwilioCall) => void): unknown;
  on(event: string, listener: () => void): unknown;
};

/** A `Call` of Twilio, as far as used. */
export type TwilioCall = {
  readonly outboundConnectionId: string;
  readonly parameters: Readonly<Record<string, string | undefined>>;
  accept(): void;
  reject(): void;
  ignore(): void;
  disconnect(): void;
  mute(isOn: boolean): void;
  sendDigits(digits: string): void;
  status(): string;
  getLocalStream(): MediaStream | undefined;
  on(event: "error", listener: (error: TwilioFault) => void): unknown;
  on(event: string, listener: () => void): unknown;
};

/** An error of Twilio: the gateway's own one within it has the more precise code. */
export type TwilioFault = { readonly code?: number; readonly originalError?: { readonly code?: number } };

/** The global `connect` of Amazon Connect Streams. */
export type AmazonConnect = {
  /** Calls back once the agent is there. */
  agent(callback: never): unknown;
  /** Calls back for each new contact. */
  contact(callback: never): unknown;
};

/** The same, as far as used. */
export type ConnectStreams = {
  agent(callback: (agent: ConnectAgent) => void): unknown;
  contact(callback: (contact: ConnectContact) => void): unknown;
  readonly Endpoint: { byPhoneNumber(number: string): unknown };
};

/** The callbacks of a Streams command. */
export type ConnectCallbacks = { success: (data?: unknown) => void; failure: (error: unknown) => void };

/** An agent of Streams, as far as used. */
export type ConnectAgent = {
  getState(): { readonly name: string; readonly type: string };
  getContacts(): readonly ConnectContact[];
  connect(endpoint: unknown, callbacks: ConnectCallbacks): void;
  mute(): void;
  unmute(): void;
  onRefresh(callback: () => void): unknown;
  onSoftphoneError(callback: (error: { readonly errorType?: string }) => void): unknown;
};

/** A contact of Streams, as far as used. */
export type ConnectContact = {
  getContactId(): string;
  getType(): string;
  getStatus(): { readonly type: string };
  getInitialConnection(): ConnectConnection | null;
  getSingleActiveThirdPartyConnection(): ConnectConnection | null;
  getAgentConnection(): ConnectConnection | undefined;
  isInbound(): boolean;
  isConnected(): boolean;
  accept(callbacks: ConnectCallbacks): void;
  reject(callbacks: ConnectCallbacks): void;
  addConnection(endpoint: unknown, callbacks: ConnectCallbacks): void;
  conferenceConnections(callbacks: ConnectCallbacks): void;
  onAccepted(callback: () => void): unknown;
  onRefresh(callback: () => void): { unsubscribe(): void };
  onEnded(callback: (contact: ConnectContact) => void): unknown;
  onDestroy(callback: (contact: ConnectContact) => void): unknown;
};

/** A connection of a contact, as far as used. */
export type ConnectConnection = {
  getType(): string;
  getEndpoint(): { stripPhoneNumber(): string };
  isActive(): boolean;
  isConnecting(): boolean;
  destroy(callbacks: ConnectCallbacks): void;
  hold(callbacks: ConnectCallbacks): void;
  resume(callbacks: ConnectCallbacks): void;
  sendDigits(digits: string, callbacks: ConnectCallbacks): void;
};
