import type { DiagnosticCode } from "../generated/codes.js";
import type { WidgetMessage } from "./events.js";
import type { HostState, NavigateRequest } from "./types.js";

/** What the session orders; `src/web/host.rs` writes these. */
export type Order =
  | ["post", message: WidgetMessage, origin: string]
  | ["received", message: WidgetMessage]
  | ["notify", name: string, data: unknown, message: WidgetMessage]
  | ["state", state: HostState]
  | ["failed", code: DiagnosticCode, message: string]
  | ["alert", text: string, source: "widget" | "host"]
  | ["visibility", isMinimized: boolean, isHidden: boolean]
  | ["resize", width: string | undefined, height: string | undefined]
  | ["move", url: string]
  | ["navigate", request: number, data: NavigateRequest]
  | ["store", request: number, method: string, args: unknown[]]
  | ["calls"]
  | ["diagnostic", code: DiagnosticCode, message: string, isError: boolean];
