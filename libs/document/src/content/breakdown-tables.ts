import type { Fee } from '@tollgate/contracts';
import { ceilTo, Decimal, sumOf } from '@tollgate/rating';
import type { ContentRow, ContentTable, RowGroup } from '../tables/document-contents.js';
import type { BilledProration, UnitDays } from './billing-facts.js';
import type { LineContext } from './fee-lines.js';
import { feeName, isTrueUp } from './fee-names.js';
import { filled } from './labels/labels.js';
import type { Language } from './parties.js';

/** Rows of all breakdowns of one kind on a document: about twenty pages. */
const mostRows = 1000;

/** The breakdowns of units, on pages of their own (webhooks, section 8.2). */
export function breakdownTables(fees: Fee[], context: LineContext): ContentTable[] {
  return [...prorationTables(fees, context), ...presentationTables(fees, context)];
}

/**
 * Prorated units of recurring metrics: what was added and removed, and for how many days it counts. The sum of units ×
 * days, by the days of the period, gives the prorated units.
 */
function prorationTables(fees: Fee[], { facts, language }: LineContext): ContentTable[] {
  const { labels } = language;
  const prorated = fees.flatMap((fee) => {
    const proration = facts.fees.get(fee.svc_id)?.proration ?? null;
    return proration && !isTrueUp(fee) ? [{ fee, proration }] : [];
  });
  let room = mostRows;
  const groups = prorated.map(({ fee, proration }): RowGroup => {
    const shown = proration.parts.slice(0, room);
    room -= shown.length;
    const shares = sharesOf(proration);
    const rest = new Decimal(proration.units).minus(sumOf(shares.slice(0, shown.length)));
    const rows = [
      ...shown.map((part, place) => partRow(part, shares[place] as Decimal, { proration, language })),
      ...furtherRows(proration, shown.length, { prorated: rest, language }),
      totalRow(fee, proration, language),
    ];
    return { title: feeName(fee, facts, language), rows };
  });
  const columns = [labels.countedDays, labels.unitChange, labels.dayShare, labels.proratedUnits];
  return groups.length === 0 ? [] : [{ title: labels.unitDays, columns, groups }];
}

const rowOf = (cells: string[], kind: ContentRow['kind'] = 'line', remarks: string[] = []): ContentRow => ({
  kind,
  level: 0,
  cells,
  remarks,
});

/** Prorated units are rounded up to as many (metering, section 4.4). */
const proratedPlaces = 5;

/** The prorated units of each part, so that they add up to those of the fee: their sum is rounded once. */
function sharesOf({ units: total, duration_days: duration, parts, further }: BilledProration): Decimal[] {
  let unitDays = new Decimal(0);
  let before = new Decimal(0);
  return parts.map(({ units, days }, place) => {
    unitDays = unitDays.plus(new Decimal(units).times(days));
    const isLast = place === parts.length - 1 && further === null;
    const upTo = isLast ? new Decimal(total) : ceilTo(unitDays.div(duration), proratedPlaces);
    const share = upTo.minus(before);
    before = upTo;
    return share;
  });
}

function partRow(
  part: UnitDays,
  prorated: Decimal,
  { proration: { duration_days: duration }, language }: { proration: BilledProration; language: Language },
): ContentRow {
  const { labels, formats } = language;
  const { from, days, units, carried } = part;
  const change = new Decimal(units);
  const share = filled(labels.daysOf, { days: String(days), duration: String(duration) });
  const cells = [
    formats.days(from, days),
    carried ? formats.units(change) : signed(change, language),
    share,
    formats.units(prorated),
  ];
  return rowOf(cells, 'line', carried ? [labels.carriedUnits] : []);
}

const signed = (units: Decimal, { formats }: Language): string =>
  units.gt(0) ? `+${formats.units(units)}` : formats.units(units);

/** One row for the parts that have no row of their own, here or in what was stored. */
function furtherRows(
  { parts: all, further }: BilledProration,
  from: number,
  { prorated, language }: { prorated: Decimal; language: Language },
): ContentRow[] {
  const { formats } = language;
  const parts = all.slice(from);
  const count = parts.length + (further?.count ?? 0);
  if (count === 0) return [];
  const units = sumOf(parts.map((part) => new Decimal(part.units))).plus(further?.units ?? 0);
  return [rowOf([moreOf(count, language), signed(units, language), '', formats.units(prorated)])];
}

const moreOf = (count: number, { labels }: Language): string => filled(labels.more, { count: String(count) });

function totalRow(fee: Fee, { units }: BilledProration, { labels, formats }: Language): ContentRow {
  const cells = [labels.partsTotal, formats.units(new Decimal(fee.units)), '', formats.units(new Decimal(units))];
  return rowOf(cells, 'subtotal');
}

/** The units of fees by properties without effect on the price. */
function presentationTables(fees: Fee[], { language, facts }: LineContext): ContentTable[] {
  const { labels, formats } = language;
  let room = mostRows;
  const groups = fees
    .filter((fee) => fee.presentation_breakdowns.length > 0 && new Decimal(fee.units).gt(0))
    .map((fee): RowGroup => {
      const shown = fee.presentation_breakdowns.slice(0, room);
      const others = fee.presentation_breakdowns.slice(shown.length);
      room -= shown.length;
      const rows = shown.map(({ presentation_by: by, units }) =>
        rowOf([namesOf(by).join(' • ') || labels.other, formats.units(new Decimal(units))]),
      );
      const rest = sumOf(others.map(({ units }) => new Decimal(units)));
      if (others.length > 0) rows.push(rowOf([moreOf(others.length, language), formats.units(rest)]));
      return { title: feeName(fee, facts, language), rows };
    });
  return groups.length === 0 ? [] : [{ title: labels.breakdown, columns: [labels.item, labels.units], groups }];
}

const namesOf = (by: Record<string, string | null>): string[] =>
  Object.values(by).filter((value): value is string => value !== null && value !== '');
