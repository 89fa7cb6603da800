/* oxlint-disable typescript/no-base-to-string, typescript/no-unsafe-return, typescript/no-deprecated, typescript/no-unsafe-function-type, typescript/no-explicit-any, typescript/no-empty-object-type, typescript/no-unsafe-call, typescript/no-unsafe-assignment, typescript/no-unsafe-member-access, typescript/no-unsafe-argument, typescript/no-invalid-void-type -- as apps write it against the published types */
// Usual ways to use the published types. Each compiles against the published package, which
// the same test checks, and so has to compile here.
import CallingExtensions, {
  Constants,
  IFrameManager,
  type CompanyIdMatch,
  type ContactIdMatch,
  type EventHandlers,
  type IframeManagerOptions,
  type IframeOptions,
  type OnCallAnswered,
  type OnCallCompleted,
  type OnCallEnded,
  type OnFinalizeEngagement,
  type OnIncomingCall,
  type OnMessage,
  type OnNavigateToRecord,
  type OnPublishToChannel,
  type Options,
  type RawEngagementProperties,
  type SizeInfo,
} from "calling-widget-sdk";

// A subclass through which every message passes.
export class Phone extends CallingExtensions {
  sent: OnMessage[] = [];

  constructor(options: Options) {
    super(options);
    const isDebug: boolean = this.options.debugMode;
    if (isDebug) {
      this.iFrameManager.logDebugMessage("phone", this.options.iFrameOptions?.width.length);
    }
  }

  override sendMessage(message: OnMessage): void {
    this.sent.push(message);
    const { type, data } = message;
    this.logDebugMessage({ message: data?.toString() ?? "", type });
    super.sendMessage(message);
  }

  override onMessageHandler(event: { type: keyof EventHandlers; data: any }): void {
    const { eventHandlers } = this.options;
    const name = Constants.messageHandlerNames[event.type];
    if (name !== undefined) {
      eventHandlers[name]?.(event.data, event);
    }
    eventHandlers.defaultEventHandler?.(event);
    super.onMessageHandler(event);
  }

  override callEnded(data: OnCallEnded): void {
    super.callEnded({ ...data, engagementId: data.engagementId + 0 });
  }
}

/** The same, with incoming messages left unknown. */
export class Watched extends CallingExtensions {
  override onMessageHandler(message: { type: any; data: unknown }): void {
    const { type, data } = message;
    const { eventHandlers } = this.options;
    const name: keyof EventHandlers | undefined = Constants.messageHandlerNames[type as string];
    if (name !== undefined) {
      eventHandlers[name]?.(data, message);
    }
  }
}

/** Handlers picked by a variable. */
export function dispatch(eventHandlers: EventHandlers, name: keyof EventHandlers, event: { type: string; data: any }): void {
  const { data } = event;
  eventHandlers[name]?.(data, event);
}

/** A method by its name, a method as an effect of React's, and functions in the place of methods. */
export const effect: () => void | (() => void) = () => cti.logDebugMessage({ message: "shown", type: "Phone" });
export const end: CallingExtensions["callEnded"] = (data: OnCallEnded) => data.engagementId;
export const partial: Partial<CallingExtensions> = { callAnswered: (data: OnCallAnswered) => data.externalCallId };
export const bound = (cti: CallingExtensions): ((data: OnCallEnded) => void) => cti.callEnded.bind(cti);

// Handlers that are variables of the type Function.
declare const handler: Function;
export const eventHandlers: EventHandlers = {
  onCallerIdMatchFailed: handler,
  onCallerIdMatchSucceeded: (data: { callerIdMatches: (ContactIdMatch | CompanyIdMatch)[] }) => data.callerIdMatches.length,
  onCreateEngagementFailed: handler,
  onCreateEngagementSucceeded: ({ engagementId }: { engagementId: number }) => engagementId,
  onDialNumber: (data: any) => data.phoneNumber,
  onEndCall: () => undefined,
  onEngagementCreated: handler,
  onInitiateCallIdFailed: handler,
  onInitiateCallIdSucceeded: handler,
  onNavigateToRecordFailed: (data: OnNavigateToRecord) => data.objectCoordinates.objectId,
  onPublishToChannelFailed: (data: OnPublishToChannel) => data.engagementId,
  onPublishToChannelSucceeded: (data: OnPublishToChannel) => data.externalCallId,
  onFinalizeEngagementFailed: (data: OnFinalizeEngagement) => data.engagementId,
  onFinalizeEngagementSucceeded: (data: OnFinalizeEngagement) => data.externalCallId,
  onReady: handler,
  onSetCallState: handler,
  onSetWidgetUrlFailed: handler,
  onUpdateEngagementFailed: handler,
  onUpdateEngagementSucceeded: handler,
  onVisibilityChanged: handler,
  onFailed: handler,
  defaultEventHandler: handler,
};
export const options: Options = { debugMode: true, eventHandlers };
export const cti = new CallingExtensions(options);
export const inline = new CallingExtensions({ debugMode: false, eventHandlers: { ...eventHandlers, onReady: handler } });
cti.options.eventHandlers.onReady = handler;
export const handlersByName: Record<string, Function | undefined> = { ...eventHandlers };
export const fromRecord = (record: Record<keyof EventHandlers, Function>): CallingExtensions =>
  new CallingExtensions({ debugMode: false, eventHandlers: record });

// The relay and its statics.
export class Manager extends IFrameManager {
  static override createMessageId(instanceId: string | number): string {
    return `${super.createMessageId(instanceId)}-own`;
  }
  override sendMessage(message: { type: string; messageId?: string | number; hostUrl?: string }, callback?: Function): void {
    super.sendMessage({ ...message, hostUrl: this.destinationHost }, callback);
  }
  override onMessage(event: { data: any; origin?: any }): void {
    this.callbacks[String(event.data.messageId)]?.(event.data);
    super.onMessage(event);
  }
  override onReady(data?: {}): void {
    super.onReady(data);
    this.onMessageHandler({ type: Constants.messageType.READY, data });
  }
  override updateIFrameSize(sizeInfo: SizeInfo): void {
    super.updateIFrameSize({ width: sizeInfo.width, height: sizeInfo.height });
  }
}
export function frame(frameOptions: IframeOptions, onLoad: () => void): HTMLIFrameElement | null {
  const px: string[] = [frameOptions.width, frameOptions.height].map((size) => IFrameManager.formatSize(size.trim()));
  const container: Element = IFrameManager.getHostElement(frameOptions.hostElementSelector);
  const host: string = IFrameManager.extractHostFromUrl(frameOptions.src);
  const id: string = IFrameManager.createMessageId(px.length + container.childElementCount);
  return host === IFrameManager.getDestinationHost(frameOptions) && id !== ""
    ? IFrameManager.createIFrame(frameOptions, onLoad, () => undefined)
    : null;
}
export function manage(Class: typeof IFrameManager, managerOptions: IframeManagerOptions): IFrameManager {
  const manager = new Class({ ...managerOptions, onMessageHandler: handler });
  manager.callbacks["1"] = handler;
  manager.onMessageHandler = handler;
  const kept: IframeManagerOptions | null = manager.options;
  const isDebug: boolean = managerOptions.debugMode;
  window.addEventListener("message", manager.messageHandler);
  manager.messageHandler({ data: kept, isDebug });
  managerOptions.onMessageHandler({ type: "READY" });
  return manager;
}
export const create: typeof IFrameManager.createIFrame = (frameOptions: IframeOptions) =>
  IFrameManager.createIFrame(frameOptions, () => undefined, null);

// The constants: as values of closed sets, and as strings.
export const contact: "CONTACT" = Constants.CONTACT;
export const company: "COMPANY" = Constants.COMPANY;
let type = Constants.messageType.READY;
type = Constants.messageType.DIAL_NUMBER;
let state = { status: Constants.callStatus.INTERNAL_RINGING };
state = { status: Constants.callStatus.INTERNAL_IN_PROGRESS };
export const isEnd = (status: string): boolean => Object.values(Constants.callEndStatus).includes(status);
export const isRinging = (status: string): boolean =>
  [Constants.callStatus.INTERNAL_RINGING, Constants.callStatus.INTERNAL_QUEUED].includes(status);
export const typeNames: string[] = Object.keys(Constants.messageType);
export const statuses: string[] = Object.values(Constants.callStatus);
export const table: Record<string, string> = Constants.messageType;
export const inverted = Object.fromEntries(Object.entries(Constants.messageType).map(([name, text]) => [text, name]));
export const isKnown = (name: string): name is keyof typeof Constants.messageType => name in Constants.messageType;
export const ending = Object.entries(Constants.callEndStatus).find(([, status]) => status === state.status);
export const isBeta = Constants.VERSION === "0.9.7-beta.0" || type === "x";
export function stateOf(message: OnMessage): string {
  const { callEndStatus, messageType: types } = Constants;
  switch (message.type) {
    case types.CALL_ENDED:
      return callEndStatus.INTERNAL_COMPLETED;
    case types.SYNC:
      return Constants.debugMessageType.FROM_HUBSPOT;
    default:
      return Constants.errorType.UNKNOWN_MESSAGE_TYPE;
  }
}

// Payloads built up and taken apart.
export interface Call extends OnIncomingCall {
  startedAt: Date;
}
export interface OwnProperties extends RawEngagementProperties {
  own_property: string;
}
export function complete(call: Call, engagementId: number, own: OwnProperties): OnCallCompleted {
  const properties: RawEngagementProperties = { hs_timestamp: call.startedAt.getTime(), hs_call_status: "COMPLETED" };
  const at: string | number = properties.hs_timestamp;
  const completed: OnCallCompleted = { externalCallId: call.externalCallId, engagementId, engagementProperties: properties };
  cti.callCompleted(completed);
  cti.callCompleted({ ...completed, hideWidget: false, engagementProperties: own });
  cti.callEnded({ externalCallId: completed.externalCallId, engagementId, callEndStatus: at === 0 ? "FAILED" : "COMPLETED" });
  return completed;
}
export function toRecord(match: ContactIdMatch | CompanyIdMatch): OnNavigateToRecord {
  const name: string = match.callerIdType === "CONTACT" ? match.firstName : match.name;
  const message: OnMessage = { type: Constants.messageType.CALL_DATA, data: { name } };
  cti.sendMessage(message);
  return { objectCoordinates: match.objectCoordinates, openIn: "NEW_TAB" };
}
