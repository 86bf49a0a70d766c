/**
 * The code of a charge that brings none: its metric's code; when a live charge of the plan has that one already,
 * `<code>_<n>` behind the highest number in use (catalog, section 4).
 */
export function chargeCode(metricCode: string, codesInUse: string[]): string {
  if (!codesInUse.includes(metricCode)) return metricCode;
  const numbers = codesInUse
    .filter((code) => code.startsWith(`${metricCode}_`))
    .map((code) => code.slice(metricCode.length + 1))
    .filter((suffix) => /^\d{1,9}$/.test(suffix))
    .map(Number);
  return `${metricCode}_${Math.max(1, ...numbers) + 1}`;
}
