import { differences } from "./failure.js";
import { checkType } from "./message-types.js";
import type { MessageMatch, WidgetMessageData, WidgetMessageOf, WidgetMessageType } from "./types.js";
import type { Message } from "./wire.js";

/** A message that a host received. */
export type Received = {
  readonly message: Message;
  /** Why no test may expect it any more; empty while one may. */
  spent: "" | "it was expected before" | "it came before a reload";
};

/** The widget's messages that a host received: each is expected once, and before its page is reloaded. */
export class Expectations {
  readonly all: Received[] = [];

  /** The host received a message. */
  add(message: Message): void {
    this.all.push({ message, spent: "" });
  }

  /** The widget's page is loaded again. */
  reload(): void {
    for (const received of this.all) {
      received.spent ||= "it came before a reload";
    }
  }

  /**
   * Takes the oldest message that matches. It is taken as it comes, so that of two equal
   * expectations each gets another.
   *
   * @param wait waits until the function returns true, or too long.
   * @throws Error where no message has this type.
   */
  async take<Type extends WidgetMessageType>(
    type: Type,
    match: MessageMatch<WidgetMessageData<Type>> | undefined,
    wait: (isFound: () => boolean) => Promise<boolean>,
  ): Promise<WidgetMessageOf<Type> | undefined> {
    checkType(type, this.all);
    let found: Received | undefined;
    await wait(() => {
      if (found === undefined) {
        found = this.all.find(
          ({ message, spent }) =>
            spent === "" && message.type === type && (match === undefined || differences(match, message.data).length === 0),
        );
        if (found !== undefined) {
          found.spent = "it was expected before";
        }
      }
      return found !== undefined;
    });
    return found?.message as WidgetMessageOf<Type> | undefined;
  }
}
