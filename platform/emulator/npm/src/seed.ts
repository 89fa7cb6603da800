// What is there from the start besides the platform's own data. The module reads it, and names
// what is at fault: `platform/emulator/src/platform/seed`.

/** What is there from the start, besides the platform's own data. */
export type Seed = {
  /** Makes identifiers and tokens come out the same each time: a whole number from 0 on. */
  number?: number;
  /** Apps to register. */
  apps?: readonly NewApp[];
  /** Users of the account. */
  users?: readonly NewUser[];
  /** Properties to define. */
  properties?: readonly NewProperty[];
  /** Records to create, in their order. */
  records?: readonly NewRecord[];
  /** Types of timeline events. */
  eventTypes?: readonly NewEventType[];
};

/** An app to register. */
export type NewApp = {
  /** Its id. */
  appId: number;
  /** Its name, as users see it. */
  name: string;
  /** Its client id. */
  clientId: string;
  /** Its client secret. */
  clientSecret: string;
  /** Its developer's API key. */
  developerKey: string;
  /** Where a user may come back with a code; compared exactly. */
  redirectUris: readonly string[];
  /** Scopes it needs. */
  scopes?: readonly string[];
  /** Scopes it takes when the account can grant them. */
  optionalScopes?: readonly string[];
  /** Whether it has timeline events, which opens their endpoints to it. */
  hasTimelineEvents?: boolean;
  /** Its legacy CRM cards, which can be migrated. */
  legacyCards?: readonly LegacyCard[];
  /** The ids of its app cards, to which they can. */
  appCards?: readonly number[];
};

/** A CRM card of the old kind. */
export type LegacyCard = {
  /** Its id, within the app. */
  id: number;
  /** How many accounts have access to it; 1 if left out. */
  accounts?: number;
  /** Whether it is shown on tickets. */
  supportsTickets?: boolean;
};

/** A user of the account. */
export type NewUser = {
  /** The user's id. */
  id: number;
  /** What records name the user by; chosen by the platform if left out. */
  ownerId?: number;
  /** The user's address. */
  email: string;
  /** The first name. */
  firstName?: string;
  /** The last name. */
  lastName?: string;
  /** Whether the user may install apps, as without this field. */
  mayInstall?: boolean;
};

/** A property to define, with the fields of `POST /crm/v3/properties/{objectType}`. */
export type NewProperty = {
  /** The type of the records that have it. */
  objectType: string;
  /** Its name. */
  name: string;
  /** Its name for users. */
  label: string;
  /** What values it has. */
  type: string;
  /** How a form asks for them. */
  fieldType: string;
  /** The group that it is shown in. */
  groupName: string;
  /** What it is for. */
  description?: string;
  /** The values of an enumeration. */
  options?: readonly { value: string; label: string }[];
  /** Whether a value belongs to one record. */
  hasUniqueValue?: boolean;
  /** Whether users do not see it. */
  hidden?: boolean;
  /** Whether a form may ask for it. */
  formField?: boolean;
  /** Its place, from -1 on. */
  displayOrder?: number;
};

/** A record to create. */
export type NewRecord = {
  /** Its type, such as `contacts` or `deals`. */
  type: string;
  /** Its id, 1 to 9999 or 1000000000 and more; chosen by the platform if left out. */
  id?: number;
  /** Its properties, by their names. */
  properties: Readonly<Record<string, boolean | number | string | null>>;
  /** Records before it, or of the platform, that it is associated with; `labels` are the numbers of types. */
  associations?: readonly { type: string; id: number; labels?: readonly number[] }[];
};

/** A type of timeline events. */
export type NewEventType = {
  /** The app that has it. */
  appId: number;
  /** Its id, 1 to 999999; chosen by the platform if left out. */
  id?: number;
  /** Its name. */
  name: string;
  /** The records that have its events; contacts if left out. */
  objectType?: "COMPANY" | "CONTACT" | "DEAL";
  /** The template of a title. */
  headerTemplate?: string;
  /** The template of what is below it. */
  detailTemplate?: string;
  /** Its properties. */
  properties?: readonly NewEventProperty[];
};

/** A property of a type of timeline events. */
export type NewEventProperty = {
  /** Its name, in templates too. */
  name: string;
  /** Its name for users. */
  label: string;
  /** What values it has. */
  propertyType: "Date" | "Enumeration" | "Numeric" | "String";
  /** The property of the record that takes its value. */
  objectProperty?: string;
  /** The values of an enumeration. */
  options?: readonly { value: string; label: string }[];
};
