import { currencyExponent, Decimal, decimalText, roundHalfUp, subunit } from '@tollgate/rating';
import { DateTime } from 'luxon';

/** Currencies with a symbol; documents show the codes of all others (webhooks, section 8). */
const symbols: Record<string, string> = { USD: '$', EUR: '€', GBP: '£', JPY: '¥' };
/** Symbols of more than one currency. */
const sharedSymbols = ['$', '¥'];
const unitPlaces = 6;
/** Stored prices have as many. */
const mostPlaces = 15;
/** Prices below it have significant digits instead of decimal places. */
const smallPrice = new Decimal('0.01');
const minus = '\u2212';

/** A product of a price: the units that it is for, and their amount as the document shows it, in main units. */
export interface PricedUnits {
  units: Decimal;
  amount: Decimal;
}

/** Formats figures and days in a language, by the data of its locale (webhooks, section 8). */
export class Formats {
  /** A new formatter costs more than the whole content of a document. */
  private readonly formatters = new Map<string, Intl.NumberFormat>();
  private regions: Intl.DisplayNames | undefined;
  private readonly names: Intl.Collator;
  private readonly plurals: Intl.PluralRules;

  constructor(readonly locale: string) {
    this.names = new Intl.Collator(locale, { numeric: true });
    this.plurals = new Intl.PluralRules(locale);
  }

  /** @param cents in the smallest unit of the currency: `$1,234.50`, `CHF 12.00`, `1.234,50 €` */
  money(cents: number, currency: string): string {
    return this.amount(new Decimal(cents).div(subunit(currency)), currency, currencyExponent(currency));
  }

  /** An amount that stands alone: with the code of its currency where others share the symbol: `$1,234.50 USD` */
  moneyWithCode(cents: number, currency: string): string {
    const money = this.money(cents, currency);
    return sharedSymbols.includes(symbols[currency] ?? '') ? `${money}\u00a0${currency}` : money;
  }

  /** An amount in main units. @param places the decimal places it shows at least; it shows all that it has */
  amount(amount: Decimal, currency: string, places: number): string {
    const symbol = symbols[currency];
    const parts = this.partsOf(amount, {
      style: 'currency',
      // A code that names no currency, such as that of a pricing unit, stands where a code would.
      currency: symbol ? currency : 'XTS',
      currencyDisplay: symbol ? 'narrowSymbol' : 'code',
      ...this.places(places),
    });
    return parts.map(({ type, value }) => (type === 'currency' ? (symbol ?? currency) : value)).join('');
  }

  /**
   * The price of a unit with up to six places; a smaller one has six digits. It shows more places when the product
   * with the units needs them to give the amount of the line.
   * @param price in main units
   */
  unitPrice(price: Decimal, currency: string, product?: PricedUnits): string {
    const exponent = currencyExponent(currency);
    const shown = this.shortPrice(price);
    const exact = product && !givesAmount(shown, product, exponent) ? longerPrice(price, product, exponent) : null;
    return this.amount(exact ?? shown, currency, exponent);
  }

  /** Up to six places, or six digits below one. */
  units(units: Decimal): string {
    const rounded = units.abs().lt(1) ? units.toSignificantDigits(unitPlaces) : roundHalfUp(units, unitPlaces);
    return this.number(rounded, this.places(0));
  }

  /** All decimal places of a number, such as an exchange rate. */
  exact(value: Decimal): string {
    return this.number(value, this.places(0));
  }

  /** `20.0%`, `20,0 %` */
  rate(percent: number | Decimal): string {
    return this.number(new Decimal(percent).div(100), { style: 'percent', ...this.places(1) });
  }

  /** `0%`, `0 %` */
  zeroRate(): string {
    return this.number(new Decimal(0), { style: 'percent' });
  }

  /** Whether a count takes the singular form of a word. */
  isSingular(count: number): boolean {
    return this.plurals.select(count) === 'one';
  }

  /** @param day `YYYY-MM-DD`: `Jan 05, 2024` */
  day(day: string): string {
    return this.formatDay(DateTime.fromISO(day, { zone: 'UTC' }));
  }

  /** Some days from a day on. @param from `YYYY-MM-DD` */
  days(from: string, count: number): string {
    const first = DateTime.fromISO(from, { zone: 'UTC' });
    const last = first.plus({ days: count - 1 });
    return count === 1 ? this.formatDay(first) : `${this.formatDay(first)} – ${this.formatDay(last)}`;
  }

  /** The day of an instant in a time zone. @param instant ISO 8601 */
  dayOf(instant: string, timezone: string): string {
    return this.formatDay(DateTime.fromISO(instant, { zone: timezone }));
  }

  country(code: string): string {
    this.regions ??= new Intl.DisplayNames([this.locale], { type: 'region' });
    return this.regions.of(code) ?? code;
  }

  /** Compares names in the order of the language; numbers in them count by their value. */
  compare(one: string, other: string): number {
    return this.names.compare(one, other);
  }

  /** English days have two digits (webhooks, section 8); other languages follow their locale. */
  private formatDay(at: DateTime): string {
    const english: Intl.DateTimeFormatOptions = { year: 'numeric', month: 'short', day: '2-digit' };
    return dayText(at, this.locale, this.locale === 'en' ? english : { dateStyle: 'medium' });
  }

  private formatterOf(options: Intl.NumberFormatOptions): Intl.NumberFormat {
    const key = `${options.style} ${options.currency} ${options.minimumFractionDigits}`;
    const known = this.formatters.get(key);
    if (known) return known;
    const formatter = new Intl.NumberFormat(this.locale, options);
    this.formatters.set(key, formatter);
    return formatter;
  }

  private shortPrice(price: Decimal): Decimal {
    return price.abs().lt(smallPrice) ? price.toSignificantDigits(unitPlaces) : roundHalfUp(price, unitPlaces);
  }

  private places(places: number): Intl.NumberFormatOptions {
    return { minimumFractionDigits: places, maximumFractionDigits: Math.max(mostPlaces, places) };
  }

  private number(value: Decimal, options: Intl.NumberFormatOptions): string {
    return this.partsOf(value, options)
      .map((part) => part.value)
      .join('');
  }

  /** Formats the decimal text itself, not a double. Negative numbers have a true minus sign. */
  private partsOf(value: Decimal, options: Intl.NumberFormatOptions): Intl.NumberFormatPart[] {
    return this.formatterOf(options)
      .formatToParts(decimalText(value) as `${number}`)
      .map((part) => (part.type === 'minusSign' ? { ...part, value: minus } : part));
  }
}

/** A day in words. In French the first of a month is an ordinal number: `1er février 2024`. */
export function dayText(at: DateTime, locale: string, options: Intl.DateTimeFormatOptions): string {
  const text = at.setLocale(locale).toLocaleString(options);
  return locale.startsWith('fr') ? text.replace(/^1 /, '1er ') : text;
}

const givesAmount = (price: Decimal, { units, amount }: PricedUnits, exponent: number): boolean =>
  roundHalfUp(price.times(units), exponent).eq(amount);

/** The shortest price that gives the amount; null if even the stored one does not, such as an average. */
function longerPrice(price: Decimal, product: PricedUnits, exponent: number): Decimal | null {
  for (let places = unitPlaces + 1; places <= mostPlaces; places++) {
    const longer = roundHalfUp(price, places);
    if (givesAmount(longer, product, exponent)) return longer;
  }
  return null;
}

const cache = new Map<string, Formats>();

/** @param language a language of documents */
export function formatsOf(language: string): Formats {
  const formats = cache.get(language) ?? new Formats(language);
  cache.set(language, formats);
  return formats;
}
