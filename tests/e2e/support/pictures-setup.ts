import { serveDemo } from "./setup.ts";

/** Serves the demo at a time that is the same for each picture. */
export default function setUp(): Promise<() => Promise<void>> {
  return serveDemo(["--clock", "fixed", "--seed", "1"]);
}
