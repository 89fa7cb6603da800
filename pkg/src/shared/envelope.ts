/* oxlint-disable typescript/no-unsafe-function-type, typescript/no-wrapper-object-types, typescript/no-explicit-any -- as the published types have it */

/** A message as it travels over postMessage. */
export type MessageEnvelope<Type extends string = string, Data = unknown> = {
  /** The message's type. */
  type: Type;
  /** Chosen by the sender; a reply carries that of its request. */
  messageId?: string | number | undefined;
  /** The payload. */
  data?: Data | undefined;
};

/** A whole message from the host, as handlers get it. */
export type HostMessage<Type extends string = string, Data = unknown> = {
  /** The message's type. */
  type: Type;
  /** Chosen by the host. */
  messageId?: string | number | undefined;
  /** The payload. */
  data: Data;
};

/** A raw message. */
export type OnMessage = {
  /** The message's type. */
  type: string;
  /** Chosen by the SDK when absent. */
  messageId?: string | number;
  /** The payload. */
  data?: Object;
};

/**
 * A raw message, for sendMessage.
 *
 * As the SDK takes it: wider than {@link OnMessage}, which is the published type.
 */
export type OnMessageInput = {
  /** The message's type. */
  type: string;
  /** Chosen by the SDK when absent. */
  messageId?: string | number | undefined;
  /** The payload. */
  data?: unknown;
};

/** A payload with room for fields beyond the documented ones. */
export type Open<Payload> = Payload & { [field: string]: unknown };

/** The named fields of a payload that has room for further ones. */
export type Known<Payload> = {
  [Name in keyof Payload as string extends Name
    ? never
    : number extends Name
      ? never
      : Name]: Payload[Name];
};

/**
 * A handler of a message. Declared as a method, so that an app's own handler may ask for a
 * narrower payload. Its result is ignored; it may be async, and may name the object that it
 * is passed to:
 * `const cti = new CallingExtensions({ eventHandlers: { onReady: () =>
 * cti.initialized({}) } })`.
 */
export type Handler<
  Data,
  Type extends string = string,
  Message = HostMessage<Type, Data>,
> =
  | {
      /** Handles a message. */
      handle(data: Data, message: Message): void;
    }["handle"]
  | {
      /** Handles a message asynchronously. */
      handle(data: Data, message: Message): Promise<unknown>;
    }["handle"];

/**
 * A handler that may be a variable of the type `Function`, so any function is one.
 * A name picks one that can be called with any message.
 */
export type LooseHandler<Data> =
  | Handler<Data, string, MessageEnvelope<string, any>>
  | Function;

/** Any function: a handler's published type. */
export type UntypedFunction = Function;
