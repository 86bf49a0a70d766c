import { currencyExponent, Decimal, decimalText, roundHalfUp } from '@tollgate/rating';
import { DateTime } from 'luxon';

const symbols: Record<string, string> = { USD: '$', EUR: '€', GBP: '£', JPY: '¥' };
const unitPlaces = 6;

/** Formats figures and days in a language (webhooks, section 8). */
export class Formats {
  /** By decimal places; a new formatter costs more than the whole content of a document. */
  private readonly numbers = new Map<number, Intl.NumberFormat>();
  private regions: Intl.DisplayNames | undefined;

  constructor(private readonly locale: string) {}

  /** @param cents in the smallest unit of the currency: `$1,234.50`, `CHF 12.00` */
  money(cents: number, currency: string): string {
    const exponent = currencyExponent(currency);
    return this.withSymbol(decimalText(new Decimal(cents).div(new Decimal(10).pow(exponent))), currency, exponent);
  }

  /** @param amount in main units, decimal text, with up to six places */
  unitPrice(amount: string, currency: string): string {
    return this.withSymbol(
      decimalText(roundHalfUp(new Decimal(amount), unitPlaces)),
      currency,
      currencyExponent(currency),
    );
  }

  /** Up to six places, or six digits below one. */
  units(amount: string): string {
    const value = new Decimal(amount);
    const rounded = value.abs().lt(1) ? value.toSignificantDigits(unitPlaces) : roundHalfUp(value, unitPlaces);
    return this.number(decimalText(rounded), 0);
  }

  rate(percent: number): string {
    return `${this.number(String(percent), 1)}%`;
  }

  /** @param day `YYYY-MM-DD`: `Jan 05, 2024` */
  day(day: string): string {
    return this.formatDay(DateTime.fromISO(day, { zone: 'UTC' }));
  }

  /** The day of an instant in a time zone. @param instant ISO 8601 */
  dayOf(instant: string, timezone: string): string {
    return this.formatDay(DateTime.fromISO(instant, { zone: timezone }));
  }

  country(code: string): string {
    this.regions ??= new Intl.DisplayNames([this.locale], { type: 'region' });
    return this.regions.of(code) ?? code;
  }

  private formatDay(at: DateTime): string {
    return at.setLocale(this.locale).toLocaleString({ year: 'numeric', month: 'short', day: '2-digit' });
  }

  private withSymbol(amount: string, currency: string, places: number): string {
    const symbol = symbols[currency];
    const sign = amount.startsWith('-') ? '-' : '';
    const number = this.number(amount.replace('-', ''), places);
    return symbol ? `${sign}${symbol}${number}` : `${sign}${currency} ${number}`;
  }

  /** Formats the decimal text itself, not a double. */
  private number(amount: string, places: number): string {
    let format = this.numbers.get(places);
    if (!format) {
      format = new Intl.NumberFormat(this.locale, { minimumFractionDigits: places, maximumFractionDigits: 15 });
      this.numbers.set(places, format);
    }
    return format.format(amount as `${number}`);
  }
}

const cache = new Map<string, Formats>();

/** @param language a language of documents */
export function formatsOf(language: string): Formats {
  const formats = cache.get(language) ?? new Formats(language);
  cache.set(language, formats);
  return formats;
}
