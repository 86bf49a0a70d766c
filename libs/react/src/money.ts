/** An amount of minor units in the language of the page, such as €12.00. */
export function moneyText(cents: number, currency: string, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  // A decimal text keeps every digit of a large amount.
  const padded = String(Math.abs(cents)).padStart(digits + 1, '0');
  const whole = digits === 0 ? padded : `${padded.slice(0, -digits)}.${padded.slice(-digits)}`;
  return format.format(`${cents < 0 ? '-' : ''}${whole}` as Intl.StringNumericLiteral);
}

/** A decimal text in the language of the page, such as 1,200.5. */
export const unitsText = (units: string, locale: string): string =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 20 }).format(units as Intl.StringNumericLiteral);

/** A day in the language of the page. @param iso a date or an instant, shown by its day in UTC */
export const dayText = (iso: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(iso));
