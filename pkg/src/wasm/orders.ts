/** The inputs of an engine: its methods, whose first argument is the time. */
export type InputOf<Core> = {
  [Name in keyof Core]: Core[Name] extends (now: number, ...fields: never) => void ? Name : never;
}[keyof Core] &
  string;

/** The fields of an input. */
export type FieldsOf<Core, Name extends keyof Core> = Core[Name] extends (now: number, ...fields: infer Fields) => void ? Fields : never;

/** An order of an engine: the name of a method, and its arguments. */
export type OrderOf<Orders, Name extends keyof Orders = keyof Orders> = {
  [Each in Name]: Orders[Each] extends (...args: infer Args) => void ? readonly [name: Each, ...args: Args] : never;
}[Name];

/** The order of a name among orders: an answer. */
export function find<Order extends readonly [PropertyKey, ...unknown[]], Name extends Order[0]>(
  orders: readonly Order[],
  name: Name,
): Extract<Order, readonly [Name, ...unknown[]]> | undefined {
  return orders.find((order): order is Extract<Order, readonly [Name, ...unknown[]]> => order[0] === name);
}

/** Notes the orders of an engine, which the driver carries out once the engine has returned. */
export class OrderBook<Orders extends object> {
  private list: OrderOf<Orders>[] = [];
  /** The object that the engine calls: a method of any name notes its call. */
  readonly orders: Orders;

  constructor() {
    const note = (target: object, name: string | symbol): unknown => {
      const method = (...args: unknown[]): void => {
        this.list.push([name, ...args] as unknown as OrderOf<Orders>);
      };
      // An old zone.js replaces that of Object, and asks the target for a field first.
      Reflect.defineProperty(target, name, { value: method });
      return method;
    };
    const methods = {};
    // A method is found without the proxy from its second call on.
    this.orders = Object.setPrototypeOf(methods, new Proxy({}, { get: (_, name) => note(methods, name) })) as Orders;
  }

  /** The orders since the last time. */
  take(): readonly OrderOf<Orders>[] {
    const { list } = this;
    this.list = [];
    return list;
  }
}
