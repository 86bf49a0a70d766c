/**
 * Generates the code of a charge: its metric's code. If a live charge of the plan has that code already, it is
 * `<code>_<n>` with the number after the highest in use (catalog, section 4).
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
