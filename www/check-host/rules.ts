import { quoted } from "../check/match";
import type { Post } from "../check/posts";
import { each, envelopeFault, isObject, rowOf, type Verdict } from "../check/rules";

/** The messages that the widget received and sent, in order. */
export type Exchange = readonly Post[];

/** The rules over all messages of the host, by the names that requirements give. */
export const HOST_RULES: Readonly<Record<string, (exchange: Exchange) => Verdict>> = {
  envelope: (exchange) => each(ofHost(exchange), envelopeFault, NONE),
  uniqueIds: (exchange) => {
    const requestIds = new Set(exchange.filter(({ by }) => by === "widget").map(({ message }) => (isObject(message) ? message["messageId"] : undefined)));
    const seen = new Map<unknown, string>();
    return each(ofHost(exchange), (message) => {
      const { type, messageId } = isObject(message) ? message : {};
      // An answer has the id of its request; a SYNC may be repeated unchanged. A message
      // without an id is another requirement's matter.
      if (type === "SYNC" || messageId === undefined || requestIds.has(messageId)) return undefined;
      const other = seen.get(messageId);
      seen.set(messageId, String(type));
      return other === undefined ? undefined : `${other} and ${String(type)} have the id ${quoted(messageId)}`;
    }, NONE);
  },
  knownTypes: (exchange) =>
    each(ofHost(exchange), (message) => {
      const type = isObject(message) ? message["type"] : undefined;
      return typeof type !== "string" || rowOf(type, "host") !== undefined ? undefined : `the type ${quoted(type)} is not in the protocol`;
    }, NONE),
};

function ofHost(exchange: Exchange): readonly unknown[] {
  return exchange.filter(({ by }) => by === "host").map(({ message }) => message);
}

const NONE = "the host sent nothing";
