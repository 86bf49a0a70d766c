import type { Instant } from '@tollgate/platform';
import { bounds, isBlank, isOutOfCalendar, isStorableText, type FieldErrors } from '@tollgate/contracts';
import { plainDecimal, roundHalfUp, type Decimal } from '@tollgate/rating';

/** Reads a future instant (wallets, section 2.2). @returns null when absent, undefined when invalid or past */
export function readFutureInstant(raw: unknown, now: Instant): Date | null | undefined {
  if (isBlank(raw)) return null;
  const instant = readInstant(raw);
  return instant && instant.getTime() > now ? instant : undefined;
}

/** Reads an instant to the second; undefined when it is invalid. */
export function readInstant(raw: unknown): Date | undefined {
  if (typeof raw !== 'string' || raw.length > bounds.line || isOutOfCalendar(raw)) return undefined;
  const at = Date.parse(raw);
  return Number.isNaN(at) ? undefined : new Date(Math.floor(at / 1000) * 1000);
}

const firstPriority = 1;
const lastPriority = 50;

/** Reads a priority; undefined when it is invalid. */
export function readPriority(raw: unknown): number | undefined {
  const priority = typeof raw === 'string' && /^\d{1,3}$/.test(raw) ? Number(raw) : raw;
  return Number.isInteger(priority) && (priority as number) >= firstPriority && (priority as number) <= lastPriority
    ? (priority as number)
    : undefined;
}

/** Reads a limit in cents and cuts off fractions (wallets, section 1). Adds an error when it is invalid. */
export function readLimit(field: string, raw: unknown, errors: FieldErrors): bigint | null {
  if (isBlank(raw)) return null;
  const number = decimalOf(raw);
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

/** Reads the price of a credit, with five decimals. Adds an error when it is invalid. */
export function readRate(raw: unknown, errors: FieldErrors): string {
  const number = decimalOf(raw);
  const rate = number && roundHalfUp(number, 5);
  if (!rate) errors['rate_amount'] = ['is not a number'];
  else if (rate.lte(0) || rate.gte(10 ** bounds.digits)) errors['rate_amount'] = ['value_is_out_of_range'];
  return rate?.toFixed() ?? '';
}

const decimalOf = (raw: unknown): Decimal | null =>
  (typeof raw === 'string' || typeof raw === 'number') && String(raw).length <= bounds.line
    ? plainDecimal(String(raw))
    : null;

/** Reads a purchase order number, trimmed; null when it is blank. Adds an error when it is invalid. */
export function readPurchaseOrder(raw: unknown, errors: FieldErrors): string | null {
  const field = 'purchase_order_number';
  if (isBlank(raw) || typeof raw === 'object') return null;
  const text = String(raw).trim();
  if (text.length > bounds.line) errors[field] = ['value_is_too_long'];
  else if (!isStorableText(text)) errors[field] = ['value_is_invalid'];
  return text;
}
