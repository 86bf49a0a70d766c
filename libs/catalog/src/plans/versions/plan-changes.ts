import type { PlanChange } from '@tollgate/contracts';
import { alike, isRecord, type Form } from './plan-form.js';
import { partsOf, type VersionPart } from './plan-parts-of-version.js';
import { moneyText, spokenValue, valueText, wordsOf } from './value-texts.js';

/**
 * The differences between two versions of a plan (catalog, section 23). Parts that are gone come first. Those of the
 * later version follow in its order, new or changed field by field. Fields of prices are read from the bodies, whatever
 * the charge model.
 * @param before the earlier version
 */
export function changesBetween(before: Form, after: Form): PlanChange[] {
  const earlier = new Map(partsOf(before).map((part) => [part.key, part]));
  const later = new Map(partsOf(after).map((part) => [part.key, part]));
  const gone = [...earlier.values()].filter(({ key, owner }) => !later.has(key) && (!owner || later.has(owner)));
  return [
    ...gone.map((part) => changeOfPart(part, 'removed')),
    ...[...later.values()].flatMap((part) => {
      const known = earlier.get(part.key);
      if (known)
        return [...changesOfFields(known, part), ...changedOrder(part, [...earlier.values()], [...later.values()])];
      return !part.owner || earlier.has(part.owner) ? [changeOfPart(part, 'added')] : [];
    }),
  ];
}

const changeOfPart = ({ subject, code, name }: VersionPart, verb: 'added' | 'removed'): PlanChange => ({
  subject,
  code,
  field: null,
  before: null,
  after: null,
  sentence: `${name} ${verb}`,
});

/** A field that differs, by its path in the body. */
interface Difference {
  path: string[];
  before: unknown;
  after: unknown;
}

/** The differing fields of two values; an entry of a list that only one of them has is one difference. */
function differencesIn(before: unknown, after: unknown, path: string[]): Difference[] {
  if (alike(before, after)) return [];
  if (isRecord(before) && isRecord(after))
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((field) =>
      differencesIn(before[field], after[field], [...path, field]),
    );
  if (isListOfRecords(before) && isListOfRecords(after))
    return Array.from({ length: Math.max(before.length, after.length) }, (_, place) => place).flatMap((place) =>
      differencesIn(before[place], after[place], [...path, String(place)]),
    );
  return [{ path, before, after }];
}

const isListOfRecords = (value: unknown): value is Form[] =>
  Array.isArray(value) && value.length > 0 && value.every(isRecord);

const changesOfFields = (before: VersionPart, after: VersionPart): PlanChange[] =>
  differencesIn(before.fields, after.fields, []).flatMap((difference) => {
    const [was, is] = [valueText(difference.before), valueText(difference.after)];
    // Absent, null and empty are alike.
    if ((was ?? '') === (is ?? '')) return [];
    const { subject, code, name } = after;
    const sentence = `${name}: ${changeText(difference, before, after)}`;
    return [{ subject, code, field: difference.path.join('.'), before: was, after: is, sentence }];
  });

/** `amount from 0.10 to 0.12 EUR` */
function changeText({ path, before, after }: Difference, earlier: VersionPart, later: VersionPart): string {
  const label = labelOf(path);
  const field = path.at(-1) ?? '';
  const [was, is] = [priceText(field, before, earlier), priceText(field, after, later)];
  if (was && is && was.unit === is.unit) return `${label} from ${was.amount} to ${is.amount} ${is.unit}`;
  const [from, to] = [
    was ? `${was.amount} ${was.unit}` : spokenValue(before),
    is ? `${is.amount} ${is.unit}` : spokenValue(after),
  ];
  if (from === null) return `${label} set to ${to ?? 'none'}`;
  return to === null ? `${label} removed, was ${from}` : `${label} from ${from} to ${to}`;
}

/** A price with its unit; null for another field. Fields of money end with `amount`, those in cents with `amount_cents`. */
function priceText(
  field: string,
  value: unknown,
  { unit, currency }: VersionPart,
): { amount: string; unit: string } | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  if (/(^|_)amount_cents$/.test(field)) return { amount: moneyText(String(value), currency), unit: currency };
  return /(^|_)amount$/.test(field) && value !== '' ? { amount: String(value), unit } : null;
}

/** `graduated range 2, per unit amount`: the path in words, without the word for all prices. */
function labelOf(path: string[]): string {
  const words = path.filter((field, place) => place > 0 || field !== 'properties' || path.length === 1);
  return words
    .reduce<string[]>((label, field) => {
      const isPlace = /^\d+$/.test(field);
      const list = label.at(-1)?.replace(/s$/, '') ?? '';
      return isPlace ? [...label.slice(0, -1), `${list} ${Number(field) + 1}`] : [...label, wordsOf(field)];
    }, [])
    .join(', ');
}

/** Filters have an order, which shows on documents. */
function changedOrder(charge: VersionPart, earlier: VersionPart[], later: VersionPart[]): PlanChange[] {
  const orderIn = (parts: VersionPart[], others: VersionPart[]) => {
    const known = new Set(others.map(({ key }) => key));
    return parts.filter(({ owner, key }) => owner === charge.key && known.has(key)).map(({ key }) => key);
  };
  if (alike(orderIn(earlier, later), orderIn(later, earlier))) return [];
  const { subject, code, name } = charge;
  return [
    { subject, code, field: 'filters', before: null, after: null, sentence: `${name}: order of filters changed` },
  ];
}
