import type {
  CompanyIdMatchInput,
  ContactIdMatchInput,
  EndStatus,
  ObjectCoordinatesInput,
} from "../generated/messages.js";

/**
 * Stores a host's engagements and looks contacts up.
 *
 * Every method may return a promise. A throw or a rejection answers the widget with the
 * failure message of the request and the error's own text. A request that takes longer
 * than 30 s counts as failed.
 */
export interface RecordStore {
  /** Creates a call's engagement, not yet on the timeline; of the answer the host needs the `id`. */
  createEngagement(call: EngagementInput): Stored | Promise<Stored>;
  /**
   * Puts an engagement on the timelines of its records, and sets its properties; the call is
   * completed. The calling app may have created the engagement elsewhere (`owner: "app"`).
   */
  completeEngagement(id: number | string, call: CompletedCall): unknown;
  /** Publishes an engagement that the calling app created elsewhere to a connected channel. */
  publishEngagement(id: number | string, call: EngagementInput): unknown;
  /** Finds the records that have a number. */
  matchCallerId(phoneNumber: string): CallerIdMatch[] | Promise<CallerIdMatch[]>;
}

/** A method of {@link RecordStore}. */
export type StoreMethod = keyof RecordStore;

/** An engagement in a store: the host reports an {@link EngagementRecord} to its page. */
export type Stored =
  | EngagementRecord
  | {
      /** Its id. */
      id: number | string;
    };

/**
 * A request to a {@link RecordStore}, for the option `authorize`.
 *
 * The widget's page chooses the engagement, its properties and the records to associate:
 * a message can name any.
 */
export type StoreRequest =
  | {
      /** A call asks for its engagement. */
      readonly method: "createEngagement";
      /** The call's data known so far. */
      readonly call: EngagementInput;
    }
  | {
      /** A call is completed. */
      readonly method: "completeEngagement";
      /** The call's engagement. */
      readonly engagementId: number | string;
      /** The call, with its records and properties. */
      readonly call: CompletedCall;
    }
  | {
      /** The widget publishes an engagement that it names as its own. */
      readonly method: "publishEngagement";
      /** The call's engagement. */
      readonly engagementId: number | string;
      /** The call's data known so far. */
      readonly call: EngagementInput;
    }
  | {
      /** A caller is looked up. */
      readonly method: "matchCallerId";
      /** The number the widget says is calling. */
      readonly phoneNumber: string;
    };

/** The creator and owner of an engagement: the host's service, or the calling app. */
export type EngagementOwner = "service" | "app";

/** A call's data. */
export type EngagementInput = {
  /** The owner. */
  owner: EngagementOwner;
  /** The direction. */
  direction: "INBOUND" | "OUTBOUND";
  /** The calling app's own id of the call. */
  externalCallId?: string;
  /** The caller's number. */
  fromNumber?: string;
  /** The called number. */
  toNumber?: string;
  /** Milliseconds since the epoch. */
  startedAt: number;
};

/** A call's outcome. */
export type EngagementOutcome = {
  /** Milliseconds since the epoch. */
  endedAt?: number;
  /** The end status. */
  callEndStatus?: EndStatus;
};

/** A completed call. */
export type CompletedCall = EngagementInput &
  EngagementOutcome & {
    /** The records whose timelines show it: the called one, or the caller's. */
    associations: ObjectCoordinatesInput[];
    /** The properties sent by the calling app, by their internal names. */
    properties: Record<string, string>;
  };

/** A call's engagement. */
export type EngagementRecord = CompletedCall & {
  /** Its id. */
  id: number;
  /** True once the call is completed, and so on the timeline. */
  onTimeline: boolean;
  /** True once it was published to a connected channel. */
  published: boolean;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Milliseconds since the epoch. */
  updatedAt: number;
};

/** A record that has the caller's number. */
export type CallerIdMatch = ContactIdMatchInput | CompanyIdMatchInput;

/** A contact of {@link InMemoryRecordStore}. */
export type Contact = {
  /** The record's coordinates. */
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
  /** The record's coordinates. */
  objectCoordinates: ObjectCoordinatesInput & {
    /** Companies are of this type. */
    objectTypeId: "0-2";
  };
  /** Name. */
  name: string;
  /** Numbers, in any notation. */
  phoneNumbers: string[];
};
