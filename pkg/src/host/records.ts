import type {
  CompanyIdMatchInput,
  ContactIdMatchInput,
  EndStatus,
  ObjectCoordinatesInput,
} from "../generated/messages.js";

/**
 * Where a host keeps engagements and looks contacts up.
 *
 * Every method may return a promise. A throw or a rejection answers the widget
 * with the failure message that belongs to it and the error's own text. One that
 * takes longer than 30 s counts as failed, until it succeeds: what was created, saved or
 * published within the hour counts then.
 */
export interface RecordStore {
  /** Creates a call's engagement, not yet on the timeline. */
  createEngagement(input: EngagementInput): EngagementRecord | Promise<EngagementRecord>;
  /** Looks an engagement up. */
  readEngagement(
    id: number | string,
  ): EngagementRecord | undefined | Promise<EngagementRecord | undefined>;
  /** Takes note of an engagement the calling app created elsewhere. */
  adoptEngagement?(
    id: number | string,
    input: EngagementInput,
  ): EngagementRecord | Promise<EngagementRecord>;
  /** Sets an engagement's properties. */
  updateEngagement(
    id: number | string,
    properties: Record<string, string>,
  ): EngagementRecord | Promise<EngagementRecord>;
  /** Puts an engagement on the timeline; the call is over and done with. */
  completeEngagement(
    id: number | string,
    outcome: EngagementOutcome,
  ): EngagementRecord | Promise<EngagementRecord>;
  /** Associates an engagement with records. */
  associateEngagement(
    id: number | string,
    to: ObjectCoordinatesInput[],
  ): EngagementRecord | Promise<EngagementRecord>;
  /** Finds the records that have a number. */
  matchCallerId(phoneNumber: string): CallerIdMatch[] | Promise<CallerIdMatch[]>;
  /** Publishes an engagement to a connected channel. */
  publishEngagement(id: number | string, externalCallId?: string): void | Promise<void>;
}

/** A method of {@link RecordStore}. */
export type StoreMethod = keyof RecordStore;

/** Who creates and owns an engagement: the host's service, or the calling app. */
export type EngagementOwner = "service" | "app";

/** What is known of a call when its engagement comes to be. */
export type EngagementInput = {
  /** Who keeps it. */
  owner: EngagementOwner;
  /** Whether somebody called, or was called. */
  direction: "INBOUND" | "OUTBOUND";
  /** The calling app's own id of the call. */
  externalCallId?: string;
  /** The number that calls. */
  fromNumber?: string;
  /** The number that is called. */
  toNumber?: string;
  /** Milliseconds since the epoch. */
  startedAt: number;
};

/** How a call went. */
export type EngagementOutcome = {
  /** Milliseconds since the epoch. */
  endedAt?: number;
  /** How it ended. */
  callEndStatus?: EndStatus;
};

/** A call's engagement. */
export type EngagementRecord = EngagementInput &
  EngagementOutcome & {
    /** Its id. */
    id: number;
    /** Whether the call was completed, and so stands on the timeline. */
    onTimeline: boolean;
    /** Whether it was published to a connected channel. */
    published: boolean;
    /** What the calling app told, by the properties' internal names. */
    properties: Record<string, string>;
    /** The records on whose timeline it stands. */
    associations: ObjectCoordinatesInput[];
    /** Milliseconds since the epoch. */
    createdAt: number;
    /** Milliseconds since the epoch. */
    updatedAt: number;
  };

/** A record that has the caller's number. */
export type CallerIdMatch = ContactIdMatchInput | CompanyIdMatchInput;

/** A contact of {@link InMemoryRecordStore}. */
export type Contact = {
  /** Which record it is. */
  objectCoordinates: ObjectCoordinatesInput & {
    /** Contacts are of this type. */
    objectTypeId: "0-1";
  };
  /** First name. */
  firstName: string;
  /** Last name. */
  lastName: string;
  /** Mail address. */
  email: string;
  /** Numbers, in any notation. */
  phoneNumbers: string[];
};

/** A company of {@link InMemoryRecordStore}. */
export type Company = {
  /** Which record it is. */
  objectCoordinates: ObjectCoordinatesInput & {
    /** Companies are of this type. */
    objectTypeId: "0-2";
  };
  /** Name. */
  name: string;
  /** Numbers, in any notation. */
  phoneNumbers: string[];
};
