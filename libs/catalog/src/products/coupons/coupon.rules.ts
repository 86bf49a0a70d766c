import { isBlank } from '@tollgate/contracts';
import { ValidationFailed, type Instant } from '@tollgate/platform';

const withZone = (text: string) =>
  /(Z|[+-]\d{2}:?\d{2}|[A-Z]{3})$/.test(text) || /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : `${text}Z`;

/** Reads when a coupon ends; a past or unreadable instant fails before any other check. @throws ValidationFailed */
export function readExpiry(raw: unknown, now: Instant): Date | null | undefined {
  if (raw === undefined) return undefined;
  if (isBlank(raw)) return null;
  const at = typeof raw === 'string' ? Date.parse(withZone(raw.trim())) : Number.NaN;
  if (Number.isNaN(at) || at <= now) throw new ValidationFailed({ expiration_at: ['invalid_date'] });
  return new Date(at);
}
