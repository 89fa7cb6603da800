/** The published versions that have to work with ours, oldest first. */
export const PUBLISHED_VERSIONS = ["0.2.1", "0.5.1", "0.9.0", "0.9.3", "0.9.4", "0.9.7"] as const;

/** One of them. */
export type PublishedVersion = (typeof PUBLISHED_VERSIONS)[number];

/** True for the oldest and the newest of them. */
export function isEnd(version: PublishedVersion): boolean {
  return version === PUBLISHED_VERSIONS[0] || version === PUBLISHED_VERSIONS.at(-1);
}
