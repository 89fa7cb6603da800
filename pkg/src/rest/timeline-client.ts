import type { EventProperty, EventPropertyChange, EventType, NewEventProperty, NewEventType, TimelineEventBatch } from "../generated/rest.js";
import { ask, connect } from "./client.js";
import type { CallOptions, TimelineClientOptions, TimelineEvent } from "./options.js";
import { core } from "./rest-core.js";

/**
 * Events on the timelines of records, and their types.
 *
 * Event types and their properties take the developer's `key`, and `userId`; events take
 * the `accessToken`. Every method's promise rejects with a `RestError`. A request with
 * faults is not sent: `INVALID_REQUEST` has the faults with their fields. Neither an error
 * nor an inspection of the client shows the key or the token.
 *
 * @example
 * const timeline = new TimelineClient({ baseUrl: "https://api.example", appId: 123, accessToken: (options) => store.accessToken(options) });
 * await timeline.putEvent({ id: "visit-1", eventTypeId: "5001", email: "maria.okafor@example.com" });
 */
export class TimelineClient {
  /** @throws CallingError `INVALID_URL` or `INVALID_OPTION`, naming the option. */
  constructor(options: TimelineClientOptions) {
    connect(this, core, options, ["appId"], ["key", "userId", "accessToken"]);
  }

  /** Lists the event types of the app. */
  listEventTypes(options?: CallOptions): Promise<readonly EventType[]> {
    return ask(this, "timeline.listEventTypes", {}, options, false);
  }

  /** Reads an event type. */
  readEventType(id: number, options?: CallOptions): Promise<EventType> {
    return ask(this, "timeline.readEventType", { id }, options, false);
  }

  /** Creates an event type. */
  createEventType(eventType: NewEventType, options?: CallOptions): Promise<EventType> {
    return ask(this, "timeline.createEventType", { eventType }, options, false);
  }

  /**
   * Replaces an event type. It can take up to an hour until events show it. The service
   * answers nothing.
   */
  updateEventType(id: number, eventType: NewEventType, options?: CallOptions): Promise<EventType | undefined> {
    return ask(this, "timeline.updateEventType", { id, eventType }, options, false);
  }

  /** Deletes an event type. */
  deleteEventType(id: number, options?: CallOptions): Promise<void> {
    return ask(this, "timeline.deleteEventType", { id }, options, false);
  }

  /** Lists the properties of an event type. */
  listProperties(eventTypeId: number, options?: CallOptions): Promise<readonly EventProperty[]> {
    return ask(this, "timeline.listProperties", { eventTypeId }, options, false);
  }

  /** Creates a property of an event type. */
  createProperty(eventTypeId: number, property: NewEventProperty, options?: CallOptions): Promise<EventProperty> {
    return ask(this, "timeline.createProperty", { eventTypeId, property }, options, false);
  }

  /**
   * Replaces a property; its name and type do not change. It can take up to an hour
   * until events show it.
   */
  updateProperty(eventTypeId: number, change: EventPropertyChange, options?: CallOptions): Promise<EventProperty | undefined> {
    return ask(this, "timeline.updateProperty", { eventTypeId, change }, options, false);
  }

  /** Deletes a property of an event type. */
  deleteProperty(eventTypeId: number, id: number, options?: CallOptions): Promise<void> {
    return ask(this, "timeline.deleteProperty", { eventTypeId, id }, options, false);
  }

  /** Creates an event, or replaces the one of its type and identifier. */
  createEvent(event: TimelineEvent, options?: CallOptions): Promise<TimelineEvent | undefined> {
    return ask(this, "timeline.createEvent", { event }, options);
  }

  /** Like `createEvent` by `PUT`, which is retried. */
  putEvent(event: TimelineEvent, options?: CallOptions): Promise<TimelineEvent | undefined> {
    return ask(this, "timeline.putEvent", { event }, options);
  }

  /** Creates or replaces up to a hundred events. */
  putEvents(events: readonly TimelineEvent[], options?: CallOptions): Promise<TimelineEventBatch | undefined> {
    return ask(this, "timeline.putEvents", { events }, options);
  }

  /** Reads an event. */
  readEvent(eventTypeId: number, id: string, options?: CallOptions): Promise<TimelineEvent> {
    return ask(this, "timeline.readEvent", { eventTypeId, id }, options);
  }
}
