/** One line of the message log. */
export interface LogEntry {
  direction: "toWidget" | "toHost";
  type: string;
  data: unknown;
  message: unknown;
  at: number;
  /** The call that it changed, by the host's number. */
  call?: number | undefined;
  /** The fault that changed it. */
  fate?: string | undefined;
}
