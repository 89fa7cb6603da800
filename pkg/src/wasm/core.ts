import type { Startable, Started } from "./load.js";

/** Hands something to the core. */
export type Input<G, R = unknown> = (glue: G) => R;

/**
 * A core that outlives its instance.
 *
 * A trapped instance can never be used again. So what went in is kept, and from
 * time to time an image of the instance's memory instead: after a trap a new
 * instance takes the image and what went in since, and stands where the old one
 * stood before it trapped. The core has neither clock nor chance of its own, so
 * the same inputs give the same state.
 */
export class Core<G extends Startable> {
  private instance: Started<G>;
  private image: Image | undefined;
  private inputs: Input<G>[] = [];
  private isInside = false;
  private isTelling = false;
  /** The instance trapped, and none stands in for it yet. */
  private isBroken = false;

  /** @param recovered told once a new instance stands in for one that trapped. */
  constructor(
    private readonly start: () => Started<G>,
    private readonly recovered: (error: unknown) => void,
  ) {
    this.instance = start();
  }

  /** Hands in something from outside. What traps is not handed in again. */
  feed<R>(input: Input<G, R>, otherwise: R): R {
    return this.enter(input, otherwise, true, 0);
  }

  /** Has the core go on by itself; what traps is tried once more. */
  proceed<R>(input: Input<G, R>, otherwise: R): R {
    return this.enter(input, otherwise, true, 1);
  }

  /** Asks for something that changes nothing. */
  ask<R>(input: Input<G, R>, otherwise: R): R {
    return this.enter(input, otherwise, false, 1);
  }

  private enter<R>(input: Input<G, R>, otherwise: R, isKept: boolean, retries: number): R {
    if (this.isInside) {
      // A getter of the app's calls back; the core refuses by itself.
      return input(this.instance.glue);
    }
    this.isInside = true;
    try {
      if (this.isBroken) {
        this.recover();
      }
      const result = input(this.instance.glue);
      if (isKept) {
        this.keep(input);
      }
      return result;
    } catch (error) {
      this.recover();
      this.isInside = false;
      this.tell(error);
    } finally {
      this.isInside = false;
    }
    return retries > 0 ? this.enter(input, otherwise, isKept, retries - 1) : otherwise;
  }

  private tell(error: unknown): void {
    // Whoever is told uses the core too.
    if (!this.isTelling) {
      this.isTelling = true;
      this.recovered(error);
      this.isTelling = false;
    }
  }

  private keep(input: Input<G>): void {
    this.inputs.push(input);
    if (this.inputs.length >= MAX_INPUTS) {
      try {
        this.image = imageOf(this.instance, this.image);
        this.inputs = [];
      } catch {
        // There is no room for one: the next input tries again.
      }
    }
  }

  private recover(): void {
    this.isBroken = true;
    // Each round drops an input or is the last.
    for (;;) {
      this.instance = this.start();
      if (this.image !== undefined) {
        restore(this.instance, this.image);
      }
      const inputs = this.inputs;
      const failed = inputs.findIndex((input) => !works(input, this.instance.glue));
      if (failed < 0) {
        this.isBroken = false;
        return;
      }
      this.inputs = inputs.filter((_, at) => at !== failed);
    }
  }
}

/** An instance's state: at rest nothing of it is elsewhere. */
type Image = { memory: Uint8Array<ArrayBuffer>; references: unknown[] };

/** Takes an image, into the last one's place: it is taken often. */
function imageOf({ memory, references }: Started<unknown>, last: Image | undefined): Image {
  const now = new Uint8Array(memory.buffer);
  const image =
    last?.memory.length === now.length ? last : { memory: new Uint8Array(now.length), references: [] };
  image.memory.set(now);
  image.references.length = references.length;
  for (let at = 0; at < references.length; at += 1) {
    image.references[at] = references.get(at);
  }
  return image;
}

function restore({ memory, references }: Started<unknown>, image: Image): void {
  memory.grow((image.memory.length - memory.buffer.byteLength) / PAGE);
  new Uint8Array(memory.buffer).set(image.memory);
  references.grow(image.references.length - references.length);
  image.references.forEach((value, at) => {
    references.set(at, value);
  });
}

/** @throws what tells of too little room: stack or memory, of which there may be more later. */
function works<G>(input: Input<G>, glue: G): boolean {
  try {
    input(glue);
    return true;
  } catch (error) {
    if (error instanceof RangeError || (error as Partial<Error> | undefined)?.name === "InternalError") {
      throw error;
    }
    return false;
  }
}

/**
 * How many inputs are kept before an image takes their place. A trap, which is
 * rare, costs their repetition; each input its share of an image.
 */
const MAX_INPUTS = 256;

/** A page of WebAssembly memory, in bytes. */
const PAGE = 65536;
