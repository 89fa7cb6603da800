/** Fictional numbers of the demo's people; both pages know them, as a phone and a CRM would. */
export const NUMBERS = {
  ownLine: "+12025550100",
  mariaMobile: "+12025550143",
  mariaOffice: "+12025550117",
  jonasMobile: "+14155550132",
  priyaMobile: "+13125550168",
  harbourDesk: "+12065550190",
  harbourDispatch: "+12065550154",
  visitOnSite: "+12065550171",
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
