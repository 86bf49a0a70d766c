import type { Fee, SingleInvoice } from '@tollgate/contracts';
import { groupBy } from '@tollgate/platform';
import { Decimal } from '@tollgate/rating';
import type { ContentRow, ContentTable, RowGroup } from '../tables/document-contents.js';
import { billedDocument, periodGroups, periodText, supplyDays } from './billing-periods.js';
import { breakdownTables } from './breakdown-tables.js';
import { feeRows, type LineContext } from './fee-lines.js';
import { feeName, isTrueUp, itemName, memberName, rankOf, subscriptionTitle } from './fee-names.js';

const isUsage = ({ item }: Fee): boolean => item.type === 'charge' || item.type === 'fixed_charge';

/** The body of an invoice: its tables, and further ones on pages of their own (webhooks, section 8.1). */
export interface InvoiceBody {
  tables: ContentTable[];
  details: ContentTable[];
}

/** Builds the body: one subscription in full, several as a summary with a page each. */
export function invoiceBody(invoice: SingleInvoice, context: LineContext): InvoiceBody {
  const bySubscription = groupBy(invoice.fees, (fee) => fee.svc_subscription_id ?? '');
  const tables = [...bySubscription].map(([id, fees]) => ({
    fees,
    table: feeTable(invoice, id === '' ? null : id, fees, context),
  }));
  const breakdowns = breakdownTables(invoice.fees, context);
  if (tables.length <= 1) return { tables: tables.map(({ table }) => table), details: breakdowns };
  return {
    tables: [summaryTable(invoice, tables, context)],
    details: [...tables.map(({ table, fees }) => withSum(table, fees, context)), ...breakdowns],
  };
}

/** A table on a page of its own ends with its sum. */
function withSum(table: ContentTable, fees: Fee[], { language: { labels, formats } }: LineContext): ContentTable {
  const sum = formats.money(sumOf(fees), fees[0]?.amount_currency ?? '');
  const cells = [labels.partsTotal, ...Array.from({ length: table.columns.length - 2 }, () => ''), sum];
  return {
    ...table,
    groups: [...table.groups, { title: null, rows: [{ kind: 'subtotal', level: 0, cells, remarks: [] }] }],
  };
}

const sumOf = (fees: Fee[]): number => fees.reduce((sum, fee) => sum + fee.amount_cents, 0);

function columnsOf({ language: { labels }, taxed }: LineContext): string[] {
  return [labels.item, labels.units, labels.unitPrice, ...(taxed ? [labels.taxRate] : []), labels.amount];
}

function feeTable(
  invoice: SingleInvoice,
  subscriptionId: string | null,
  fees: Fee[],
  context: LineContext,
): ContentTable {
  const columns = columnsOf(context);
  if (subscriptionId === null)
    return {
      title: null,
      columns,
      groups: [{ title: null, rows: inOrder(fees, context).flatMap(soldRows(invoice, context)) }],
    };
  const daysOf = supplyDays(billedDocument(invoice), context.facts);
  const groups = periodGroups(fees, daysOf, context)
    .map(({ title, fees: members }): RowGroup => ({ title, rows: rowsOf(members, context) }))
    .filter(({ rows }) => rows.length > 0);
  return { title: subscriptionTitle(invoice, subscriptionId, context.facts), columns, groups };
}

function summaryTable(
  invoice: SingleInvoice,
  tables: { fees: Fee[]; table: ContentTable }[],
  { language: { labels, formats } }: LineContext,
): ContentTable {
  const rows = tables.map(({ fees, table }): ContentRow => {
    return {
      kind: 'line',
      level: 0,
      cells: [table.title ?? labels.other, formats.money(sumOf(fees), invoice.currency)],
      remarks: [],
    };
  });
  return { title: null, columns: [labels.subscription, labels.amount], groups: [{ title: null, rows }] };
}

/** Rows of fees without a subscription: add-ons with their own period, and purchased credits. */
function soldRows(invoice: SingleInvoice, context: LineContext): (fee: Fee) => ContentRow[] {
  const daysOf = supplyDays(billedDocument(invoice), context.facts);
  return (fee) => {
    const rows = feeRows({ fee, name: feeName(fee, context.facts, context.language), level: 0 }, context);
    const days = fee.item.type === 'add_on' ? daysOf(fee) : null;
    if (days !== null) rows[0]?.remarks.push(periodText(days, context.language.formats));
    return rows;
  };
}

/** Rows of a period. Several fees of one charge stand under its name, which is not repeated. */
function rowsOf(fees: Fee[], context: LineContext): ContentRow[] {
  const { facts, language } = context;
  const byCharge = groupBy(inOrder(fees, context), (fee) => fee.svc_charge_id ?? fee.svc_id);
  return [...byCharge.values()].flatMap((members) => {
    const parents = members.filter((fee) => !isTrueUp(fee));
    const [first] = parents;
    if (!first || parents.length < 2)
      return members.flatMap((fee) => feeRows({ fee, name: feeName(fee, facts, language), level: 0 }, context));
    const width = columnsOf(context).length;
    const head = [itemName(first, facts, language), ...Array.from({ length: width - 1 }, () => '')];
    return [
      { kind: 'head' as const, level: 0, cells: head, remarks: [] },
      ...members.flatMap((fee) => feeRows({ fee, name: memberName(fee, language), level: 1 }, context)),
    ];
  });
}

/**
 * Orders fees: subscription, fixed charges, charges and commitment, by name; true-ups follow their charge. Usage
 * without units is left out, unless it has an amount.
 */
function inOrder(fees: Fee[], { facts, language }: LineContext): Fee[] {
  const shown = fees.filter((fee) => !isTrueUp(fee) && (!isUsage(fee) || hasUnits(fee)));
  const shownIds = new Set(shown.map(({ svc_id: id }) => id));
  const trueUps = groupBy(fees.filter(isTrueUp), (fee) => fee.svc_true_up_parent_fee_id ?? '');
  const orphans = [...trueUps].filter(([parent]) => !shownIds.has(parent)).flatMap(([, members]) => members);
  const { formats } = language;
  return [...shown, ...orphans]
    .map((fee) => ({ fee, rank: rankOf(fee), name: feeName(fee, facts, language) }))
    .sort((one, other) => one.rank - other.rank || (isUsage(one.fee) ? formats.compare(one.name, other.name) : 0))
    .flatMap(({ fee }) => [fee, ...(trueUps.get(fee.svc_id) ?? [])]);
}

const hasUnits = (fee: Fee): boolean => new Decimal(fee.units).gt(0) || fee.amount_cents !== 0;
