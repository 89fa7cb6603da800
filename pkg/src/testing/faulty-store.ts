import type { RecordStore, StoreMethod } from "../host/records.js";

type Fault = { readonly method: StoreMethod; readonly act: (answer: () => unknown) => unknown };

/** Faults of a record store. */
export class StoreFaults {
  private next: Fault[] = [];
  private readonly instead = new Map<StoreMethod, (...args: never) => unknown>();

  /** @param happened is called when a one-time fault happens. */
  constructor(private readonly happened: (method: StoreMethod) => void = () => undefined) {}

  /**
   * Makes the next request of a method fail.
   *
   * @param message the error's text.
   */
  refuse(method: StoreMethod, message: string): void {
    this.next.push({
      method,
      act: () => {
        throw new Error(message);
      },
    });
  }

  /**
   * Makes the next request of a method hang.
   *
   * @returns a function that answers it after all.
   */
  hang(method: StoreMethod): () => void {
    let answerNow = (): void => undefined;
    const isAnswered = new Promise<void>((resolve) => {
      answerNow = resolve;
    });
    this.next.push({ method, act: (answer) => isAnswered.then(answer) });
    return () => {
      answerNow();
    };
  }

  /**
   * Answers a method in the store's place, until it is called with the method alone.
   *
   * @param answer takes the method's arguments.
   */
  answer<Method extends StoreMethod>(method: Method, answer?: NonNullable<RecordStore[Method]>): void {
    if (answer === undefined) {
      this.instead.delete(method);
    } else {
      this.instead.set(method, answer);
    }
  }

  /** Clears pending faults; hanging requests go on hanging. */
  clear(): void {
    this.next = [];
    this.instead.clear();
  }

  /** A store with these faults; without any it behaves like `store`. */
  over<Store extends RecordStore>(store: Store): Store {
    return new Proxy(store, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== "function") {
          return value;
        }
        return (...args: unknown[]): unknown => {
          const instead = this.instead.get(name as StoreMethod);
          const answer = (): unknown => (instead === undefined ? Reflect.apply(value, target, args) : Reflect.apply(instead, undefined, args));
          const at = this.next.findIndex(({ method }) => method === name);
          const [fault] = at < 0 ? [] : this.next.splice(at, 1);
          if (fault === undefined) {
            return answer();
          }
          this.happened(fault.method);
          return fault.act(answer);
        };
      },
    });
  }
}
