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
 * than 30 s counts as failed. If it still succeeds within the hour, the engagement counts as
 * created, saved or published after all.
 */
export interface RecordStore {
  /** Creates a call's engagement, not yet on the timeline. */
  createEngagement(input: EngagementInput): EngagementRecord | Promise<EngagementRecord>;
  /** Looks an engagement up. */
  readEngagement(
    id: number | string,
  ): EngagementRecord | undefined | Promise<EngagementRecord | undefined>;
  /** Registers an engagement that the calling app created elsewhere. */
  adoptEngagement?(
    id: number | string,
    input: EngagementInput,
  ): EngagementRecord | Promise<EngagementRecord>;
  /** Sets an engagement's properties. */
  updateEngagement(
    id: number | string,
    properties: Record<string, string>,
  ): EngagementRecord | Promise<EngagementRecord>;
  /** Puts an engagement on the timeline; the call is completed. */
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
      readonly input: EngagementInput;
    }
  | {
      /** The widget claims an engagement as its own. */
      readonly method: "adoptEngagement";
      /** The engagement that the widget names as its own. */
      readonly engagementId: number | string;
      /** The call's data known so far. */
      readonly input: EngagementInput;
    }
  | {
      /** The widget sets properties. */
      readonly method: "updateEngagement";
      /** The call's engagement. */
      readonly engagementId: number | string;
      /** Properties by their internal names, as the widget sent them. */
      readonly properties: Readonly<Record<string, string>>;
    }
  | {
      /** A call is completed. */
      readonly method: "completeEngagement";
      /** The call's engagement. */
      readonly engagementId: number | string;
      /** The call's outcome. */
      readonly outcome: EngagementOutcome;
    }
  | {
      /** The widget associates an engagement with records. */
      readonly method: "associateEngagement";
      /** The call's engagement. */
      readonly engagementId: number | string;
      /** The records whose timelines will show it. */
      readonly to: readonly ObjectCoordinatesInput[];
    }
  | {
      /** A caller is looked up. */
      readonly method: "matchCallerId";
      /** The number the widget says is calling. */
      readonly phoneNumber: string;
    }
  | {
      /** The widget publishes the engagement. */
      readonly method: "publishEngagement";
      /** The call's engagement. */
      readonly engagementId: number | string;
      /** The calling app's own id of the call. */
      readonly externalCallId?: string;
    };

/** The creator and owner of an engagement: the host's service, or the calling app. */
export type EngagementOwner = "service" | "app";

/** A call's data known when its engagement is created. */
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

/** A call's engagement. */
export type EngagementRecord = EngagementInput &
  EngagementOutcome & {
    /** Its id. */
    id: number;
    /** True once the call is completed, and so on the timeline. */
    onTimeline: boolean;
    /** True once it was published to a connected channel. */
    published: boolean;
    /** The properties sent by the calling app, by their internal names. */
    properties: Record<string, string>;
    /** The records whose timelines show it. */
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
