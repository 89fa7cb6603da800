"use client";
/**
 * The widget's side as a React hook.
 *
 * @packageDocumentation
 */
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";

import { CallingExtensions } from "./index.js";
import type { OptionsInput, WidgetSnapshot } from "../shared/types.js";

/** A component's view of its widget; the same object until something changes. */
export type CallingExtensionsView = WidgetSnapshot & {
  /** The instance; undefined before the component has mounted, as on a server. */
  readonly cti: CallingExtensions | undefined;
};

/**
 * Owns one {@link CallingExtensions} for as long as the component is mounted.
 *
 * It is constructed after the first commit and destroyed on unmount, so that
 * StrictMode and hot reload leave exactly one. The session and its calls outlive it; its
 * queued messages are dropped with it. Handlers and hooks are those of the
 * latest commit; the other options are read at the first one.
 *
 * @param options as the constructor takes them.
 */
export function useCallingExtensions(options: OptionsInput): CallingExtensionsView {
  return useCallingExtensionsOf(CallingExtensions, options);
}

/**
 * Like {@link useCallingExtensions}, with the class of `./slim`. A bundler leaves the main
 * entry out where only this one is used.
 *
 * @param Sdk the class to construct.
 * @param options as its constructor takes them.
 */
export function useCallingExtensionsOf(
  Sdk: typeof CallingExtensions,
  options: OptionsInput,
): CallingExtensionsView {
  const latest = useRef(options);
  const [store] = useState(() => new Store());
  useEffect(() => {
    latest.current = options;
  });
  useEffect(() => store.open(new Sdk(following(latest))), [store, Sdk]);
  return useSyncExternalStore(store.subscribe, store.getSnapshot, () => CLOSED);
}

/** A store for `useSyncExternalStore`: the view of the current instance. */
class Store {
  private view: CallingExtensionsView = CLOSED;
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  readonly getSnapshot = (): CallingExtensionsView => this.view;

  /** Shows an instance; returns a function that destroys it. */
  open(cti: CallingExtensions): () => void {
    const look = (): void => {
      this.show({ ...cti.getSnapshot(), cti });
    };
    const stop = cti.subscribe(look);
    look();
    return () => {
      stop();
      cti.destroy();
      this.show(CLOSED);
    };
  }

  private show(view: CallingExtensionsView): void {
    this.view = view;
    for (const listener of this.listeners) {
      listener();
    }
  }
}

/** OptionsInput whose functions are those of the latest commit. */
function following(latest: RefObject<OptionsInput>): OptionsInput {
  return {
    ...latest.current,
    get eventHandlers() {
      return latest.current.eventHandlers;
    },
    get beforeSend() {
      return latest.current.beforeSend;
    },
    get afterReceive() {
      return latest.current.afterReceive;
    },
    get onDiagnostic() {
      return latest.current.onDiagnostic;
    },
  } as OptionsInput;
}

/** The view without an instance. */
const CLOSED: CallingExtensionsView = /* @__PURE__ */ Object.freeze({
  state: "waiting",
  calls: [],
  cti: undefined,
});
