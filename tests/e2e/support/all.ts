/** Whether this is a run of everything: `cargo xtask test --all`. The tests with the tag `@all` are left out otherwise. */
export const ALL = process.env["TEST_ALL"] === "1";

/** What a run leaves out by the tests' tags. */
export const LEFT_OUT: readonly RegExp[] = ALL ? [] : [/@all/];

/** What it leaves out besides in an engine other than Chromium. */
export const LEFT_OUT_ELSEWHERE: readonly RegExp[] = ALL ? [/@chromium/] : [/@chromium/, /@all/, /@seldom/];

/** So many of something in each run, and so many in one of everything. */
export function repeats(each: number, all: number): number {
  return ALL ? all : each;
}

/** The tags of a test that is in each run or only in one of everything, and so in the other engines, if it is there at all. */
export function inEngines(is: { each: boolean; elsewhere: boolean; eachElsewhere: boolean }): { tag: string[] } {
  return { tag: [...unless(is.each).tag, ...(is.elsewhere ? [] : ["@chromium"]), ...(is.eachElsewhere ? [] : ["@seldom"])] };
}

/** The tag of a test that repeats, with something else, what another one has in each run. */
export function unless(isInEachRun: boolean): { tag: string[] } {
  return { tag: isInEachRun ? [] : ["@all"] };
}

/** A list in parts of at most so many. */
export function inParts<T>(list: readonly T[], most: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(list.length / most) }, (_, at) => list.slice(at * most, (at + 1) * most));
}
