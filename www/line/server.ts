/** An address of the server that the page is of; the page may be below the server's paths. */
export function atServer(path: string): string {
  const named = document.querySelector<HTMLMetaElement>('meta[name="server"]');
  return new URL(`${named?.content ?? "/"}${path}`, location.href).href;
}

/** What a page of another site cannot send. */
export const HEADERS = { "x-emulator-control": "1" } as const;
