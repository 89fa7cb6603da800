/** Fictional numbers that the softphone calls from and is called by. */
export const NUMBERS = {
  ownLine: "+12025550100",
  mariaMobile: "+12025550143",
  jonasMobile: "+14155550132",
  harbourDesk: "+12065550190",
  unknown: "+19175550126",
} as const;

/** Writes a North American number for reading; any other stays as it is. */
export function formatNumber(number: string): string {
  const match = /^\+?1(\d{3})(\d{3})(\d{4})$/.exec(number);
  return match === null ? number : `+1 (${match[1] ?? ""}) ${match[2] ?? ""}-${match[3] ?? ""}`;
}

/** The digits alone. */
export function digitsOf(number: string): string {
  return number.replace(/\D/g, "");
}
