// The initial data besides the platform's own. The module reads it, and names its faults:
// `platform/emulator/src/platform/seed`.

/** The initial data, besides the platform's own. */
export type Seed = {
  /** Makes identifiers and tokens the same each time: a whole number, 0 or more. */
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
  /** Addresses to which a user may come back with a code; compared exactly. */
  redirectUris: readonly string[];
  /** Scopes it needs. */
  scopes?: readonly string[];
  /** Scopes it takes when the account can grant them. */
  optionalScopes?: readonly string[];
  /** True if it has timeline events, which opens their endpoints to it. */
  hasTimelineEvents?: boolean;
  /** Its legacy CRM cards, which can be migrated. */
  legacyCards?: readonly LegacyCard[];
  /** The ids of its app cards, to which the legacy cards can be migrated. */
  appCards?: readonly number[];
};

/** A legacy CRM card. */
export type LegacyCard = {
  /** Its id, within the app. */
  id: number;
  /** The number of accounts with access to it; 1 if left out. */
  accounts?: number;
  /** True if it is shown on tickets. */
  supportsTickets?: boolean;
};

/** A user of the account. */
export type NewUser = {
  /** The user's id. */
  id: number;
  /** The user's id as an owner of records; chosen by the platform if left out. */
  ownerId?: number;
  /** The user's address. */
  email: string;
  /** The first name. */
  firstName?: string;
  /** The last name. */
  lastName?: string;
  /** True if the user may install apps; true if left out. */
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
  /** The type of its values. */
  type: string;
  /** The kind of form field. */
  fieldType: string;
  /** The group that it is shown in. */
  groupName: string;
  /** Its description. */
  description?: string;
  /** The values of an enumeration. */
  options?: readonly { value: string; label: string }[];
  /** True if a value belongs to one record. */
  hasUniqueValue?: boolean;
  /** True if users do not see it. */
  hidden?: boolean;
  /** True if a form may have it. */
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
  /** Associated records: earlier ones, or the platform's; `labels` are the numbers of association types. */
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
  /** The template of the text below the title. */
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
  /** The type of its values. */
  propertyType: "Date" | "Enumeration" | "Numeric" | "String";
  /** The property of the record that takes its value. */
  objectProperty?: string;
  /** The values of an enumeration. */
  options?: readonly { value: string; label: string }[];
};
