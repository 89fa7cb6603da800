/** True in a run of everything: `cargo xtask test --all`. The tests with the tag `@all` are left out otherwise. */
export const ALL = process.env["TEST_ALL"] === "1";

/** The tags of tests that a run omits. */
export const LEFT_OUT: readonly RegExp[] = ALL ? [] : [/@all/];

/** The count in each run, or in a run of everything. */
export function repeats(each: number, all: number): number {
  return ALL ? all : each;
}

/** The tag of a test that repeats, with a variation, a test of each run. */
export function unless(isInEachRun: boolean): { tag: string[] } {
  return { tag: isInEachRun ? [] : ["@all"] };
}

/** A list in parts of at most so many. */
export function inParts<T>(list: readonly T[], most: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(list.length / most) }, (_, at) => list.slice(at * most, (at + 1) * most));
}
