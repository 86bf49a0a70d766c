import { Decimal, percentOf, roundHalfUp, sumOf } from '@tollgate/rating';
import type { TaxAnswer, TaxPart } from './tax-engine.js';

/** A tax that an engine computed for a fee. It is stored until the fee gets it. */
export interface EngineTax {
  code: string;
  name: string;
  /** Percent. */
  rate: string;
  description: string | null;
  /** Whole cents. */
  amount_cents: string;
}

/** The taxes of a fee. */
export interface FeeEngineTaxes {
  fee_id: string;
  taxes: EngineTax[];
}

/** Types of taxation without any tax (webhooks, section 19). */
const untaxedTypes = new Set(['exempt', 'notCollecting', 'productNotTaxed', 'jurisNotTaxed', 'jurisHasNoTax']);

const ratePlaces = 5;
const none = '0';
const zero = new Decimal(0);

/** A tax before it has a code; its amount is in whole cents. */
interface NamedTax {
  name: string;
  rate: string;
  description: string | null;
  cents: bigint;
}

/**
 * The taxes of the fees by the answer of an engine. Their sum is exactly its total. A rest of rounding goes to the
 * largest tax of the line. A rest of the document goes to the line with the largest tax (webhooks, section 19). Wallets
 * place a rest likewise (wallets, section 6).
 * @param bases the taxable amount of each line in cents, in the order of the answer
 */
export function engineTaxesOf({ taxCents, lines }: TaxAnswer, bases: readonly Decimal[]): FeeEngineTaxes[] {
  const rest = taxCents - lines.reduce((sum, line) => sum + line.taxCents, 0n);
  const largest = largestAt(lines.map((line) => line.taxCents));
  const named = lines.map(({ parts, taxCents: lineCents }, position) =>
    taxesOfLine(parts, lineCents + (position === largest ? rest : 0n), bases[position] ?? zero),
  );
  const codes = codesOf(named.flat());
  return lines.map(({ id }, position) => ({
    fee_id: id,
    taxes: (named[position] ?? []).map((tax) => ({
      code: codes.get(keyOf(tax)) as string,
      name: tax.name,
      rate: tax.rate,
      description: tax.description,
      amount_cents: String(tax.cents),
    })),
  }));
}

function taxesOfLine(parts: readonly TaxPart[], lineCents: bigint, base: Decimal): NamedTax[] {
  if (lineCents === 0n) return distinct(parts.map(untaxed));
  const taxed = parts.filter((part) => part.rate !== null && !untaxedTypes.has(part.type ?? ''));
  if (taxed.length === 0) return [{ ...untaxedOf('Tax', null), rate: blended(lineCents, base), cents: lineCents }];
  const paid = amountsPaid(taxed, lineCents);
  const rounded = paid.map((cents) => BigInt(roundHalfUp(cents).toFixed()));
  const largest = largestAt(rounded);
  const rest = lineCents - rounded.reduce((sum, cents) => sum + cents, 0n);
  const taxes = taxed.map((part, position) => {
    const cents = (rounded[position] ?? 0n) + (position === largest ? rest : 0n);
    const rate = rateOf(part, { amountCents: paid[position] ?? zero, cents, base });
    return { name: part.name, rate, description: part.jurisdiction ?? part.type, cents };
  });
  return [...merged(taxes), ...distinct(parts.filter((part) => !taxed.includes(part)).map(untaxed))];
}

/**
 * The customer pays these cents of each tax, not rounded. The seller may pay a part: each tax then has its share of
 * what is left.
 */
function amountsPaid(taxed: readonly TaxPart[], lineCents: bigint): Decimal[] {
  const amounts = taxed.map(({ amountCents }) => amountCents);
  const total = sumOf(amounts);
  const due = new Decimal(String(lineCents));
  if (total.isZero() || total.minus(due).abs().lte(taxed.length)) return amounts;
  return amounts.map((cents) => cents.times(due).div(total));
}

/** The engine's rate, unless it taxes only a part of the amount: credit notes tax parts of the fee by this rate. */
function rateOf(
  { rate }: TaxPart,
  { amountCents, cents, base }: { amountCents: Decimal; cents: bigint; base: Decimal },
): string {
  const nominal = rate ?? zero;
  const isWhole = percentOf(base, nominal).minus(amountCents).abs().lte(1);
  return isWhole ? nominal.toFixed() : blended(cents, base);
}

const blended = (cents: bigint, base: Decimal): string =>
  base.isZero() ? none : roundHalfUp(new Decimal(String(cents)).div(base).times(100), ratePlaces).toFixed();

/**
 * A tax of 0.00, named after the reason. A rate whose tax the customer need not pay is called "Tax" (webhooks, section
 * 19).
 */
function untaxed({ name, rate, type }: TaxPart): NamedTax {
  if (type !== null && untaxedTypes.has(type)) return untaxedOf(readable(name), type);
  return rate === null ? untaxedOf('Unknown taxation', 'unknown_taxation') : untaxedOf('Tax', null);
}

const untaxedOf = (name: string, description: string | null): NamedTax => ({
  name,
  rate: none,
  description,
  cents: 0n,
});

/** `reverseCharge` as "Reverse charge". */
function readable(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[_-]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

const keyOf = ({ name, description, rate }: NamedTax): string => JSON.stringify([name, description, rate]);

const distinct = (taxes: NamedTax[]): NamedTax[] => [...new Map(taxes.map((tax) => [keyOf(tax), tax])).values()];

/** Taxes of a line that nothing distinguishes become one, at the sum of their rates. */
function merged(taxes: NamedTax[]): NamedTax[] {
  const byKey = new Map<string, NamedTax>();
  for (const tax of taxes) {
    const same = byKey.get(keyOf(tax));
    byKey.set(
      keyOf(tax),
      same ? { ...same, rate: new Decimal(same.rate).plus(tax.rate).toFixed(), cents: same.cents + tax.cents } : tax,
    );
  }
  return [...byKey.values()];
}

/**
 * A code for each tax of the document: its name, with the jurisdiction and the rate only where several taxes share the
 * name.
 */
function codesOf(taxes: NamedTax[]): Map<string, string> {
  const candidates = (tax: NamedTax): string[] => [
    coded(tax.name),
    coded(`${tax.name} ${tax.description ?? ''}`),
    coded(`${tax.name} ${tax.description ?? ''} ${tax.rate}`),
  ];
  const all = distinct(taxes);
  const taken = new Map<string, string>();
  return new Map(
    all.map((tax) => {
      const own = candidates(tax);
      const level = own.findIndex((code, at) => all.every((other) => other === tax || candidates(other)[at] !== code));
      let code = own[level === -1 ? own.length - 1 : level] as string;
      while (taken.has(code)) code = `${code}_2`;
      taken.set(code, code);
      return [keyOf(tax), code];
    }),
  );
}

const longestCode = 200;

/** Lower-case letters and digits, joined by `_`. */
const coded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '')
    .slice(0, longestCode) || 'tax';

/** The position of the largest amount, the first among equals; -1 without any. */
function largestAt(amounts: readonly bigint[]): number {
  const size = (cents: bigint) => (cents < 0n ? -cents : cents);
  return amounts.reduce((best, cents, at) => (best === -1 || size(cents) > size(amounts[best] ?? 0n) ? at : best), -1);
}
