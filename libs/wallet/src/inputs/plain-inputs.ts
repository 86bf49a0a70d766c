import type { Instant } from '@tollgate/platform';
import { bounds, isBlank, isOutOfCalendar, isStorableText, type FieldErrors } from '@tollgate/contracts';
import { plainDecimal, roundHalfUp, type Decimal } from '@tollgate/rating';

/**
 * An instant that is still to come (wallets, section 2.2).
 * @returns null where none is given, undefined where it is no such instant
 */
export function readFutureInstant(given: unknown, now: Instant): Date | null | undefined {
  if (isBlank(given)) return null;
  const instant = readInstant(given);
  return instant && instant.getTime() > now ? instant : undefined;
}

/** An instant to the second; undefined where it cannot be read. */
export function readInstant(given: unknown): Date | undefined {
  if (typeof given !== 'string' || given.length > bounds.line || isOutOfCalendar(given)) return undefined;
  const at = Date.parse(given);
  return Number.isNaN(at) ? undefined : new Date(Math.floor(at / 1000) * 1000);
}

const firstPriority = 1;
const lastPriority = 50;

/** A priority; undefined where it is none. */
export function readPriority(given: unknown): number | undefined {
  const priority = typeof given === 'string' && /^\d{1,3}$/.test(given) ? Number(given) : given;
  return Number.isInteger(priority) && (priority as number) >= firstPriority && (priority as number) <= lastPriority
    ? (priority as number)
    : undefined;
}

/** A limit in cents; fractions are cut off (wallets, section 1). What is wrong with it is told. */
export function readLimit(field: string, given: unknown, errors: FieldErrors): bigint | null {
  if (isBlank(given)) return null;
  const number = decimalOf(given);
  if (!number) {
    errors[field] = ['value_is_invalid'];
    return null;
  }
  const cents = number.trunc();
  if (cents.lte(0) || cents.gt(bounds.cents)) {
    errors[field] = ['value_is_out_of_range'];
    return null;
  }
  return BigInt(cents.toFixed());
}

/** Price of a credit, with five decimals. What is wrong with it is told. */
export function readRate(given: unknown, errors: FieldErrors): string {
  const number = decimalOf(given);
  const rate = number && roundHalfUp(number, 5);
  if (!rate) errors['rate_amount'] = ['is not a number'];
  else if (rate.lte(0) || rate.gte(10 ** bounds.digits)) errors['rate_amount'] = ['value_is_out_of_range'];
  return rate?.toFixed() ?? '';
}

const decimalOf = (given: unknown): Decimal | null =>
  (typeof given === 'string' || typeof given === 'number') && String(given).length <= bounds.line
    ? plainDecimal(String(given))
    : null;

/** A purchase order number, trimmed; null where it is blank. What is wrong with it is told. */
export function readPurchaseOrder(given: unknown, errors: FieldErrors): string | null {
  const field = 'purchase_order_number';
  if (isBlank(given) || typeof given === 'object') return null;
  const text = String(given).trim();
  if (text.length > bounds.line) errors[field] = ['value_is_too_long'];
  else if (!isStorableText(text)) errors[field] = ['value_is_invalid'];
  return text;
}
