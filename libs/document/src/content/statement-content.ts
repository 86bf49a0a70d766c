import type { BillingEntity, CustomerStatement, EmbeddedCustomer } from '@tollgate/contracts';
import type { ContentRow, ContentTable, DocumentContents } from '../tables/document-contents.js';
import { filled } from './labels/labels.js';
import { endOf, languageFor, notesOf, partiesOf, type Language } from './parties.js';
import { plainTotal } from './totals.js';

/** Builds the content of a statement of account, in the customer's language. */
export function buildStatementContent(
  statement: CustomerStatement,
  customer: EmbeddedCustomer,
  issuer: BillingEntity,
): DocumentContents {
  const language = languageFor(customer, issuer);
  const { labels, formats } = language;
  const words = labels.statement;
  const { currency, closing_balance_cents: closing, available_credit_cents: available } = statement;
  const money = (cents: number) => formats.money(cents, currency);
  return {
    ...endOf(issuer.invoice_footer, issuer, language),
    title: words.title,
    head: [{ label: words.period, value: `${formats.day(statement.from_date)} – ${formats.day(statement.to_date)}` }],
    notes: notesOf(customer),
    ...partiesOf(customer, issuer, language, { selfBilled: false, toTitle: words.customer }),
    amount: {
      label: words.closing,
      value: formats.moneyWithCode(closing, currency),
      remark: filled(words.balanceOn, { day: formats.day(statement.to_date) }),
    },
    tables: [
      entriesTable(statement, language),
      ...(statement.open_items.length === 0 ? [] : [itemsTable(statement, language), ageingTable(statement, language)]),
    ],
    totals: [
      { ...plainTotal(words.closing, money(closing)), strong: true },
      ...(available === 0 ? [] : [plainTotal(words.availableCredit, money(available))]),
    ],
    taxes: null,
    taxReasons: [],
    payment: null,
    paragraphs: [],
    details: [],
  };
}

const row = (kind: ContentRow['kind'], cells: string[], remarks: string[] = []): ContentRow => ({
  kind,
  level: 0,
  cells,
  remarks,
});

const tableOf = (title: string | null, columns: string[], rows: ContentRow[]): ContentTable => ({
  title,
  columns,
  groups: [{ title: null, rows }],
});

/** Every change of the account, between its balances at the beginning and at the end. */
function entriesTable(statement: CustomerStatement, { labels, formats }: Language): ContentTable {
  const { currency, from_date: from, to_date: to } = statement;
  const words = labels.statement;
  const money = (cents: number) => formats.money(cents, currency);
  return tableOf(
    null,
    [words.entry, words.date, labels.amount, words.balance],
    [
      row('subtotal', [words.opening, formats.day(from), '', money(statement.opening_balance_cents)]),
      ...statement.entries.map((entry) =>
        row(
          'line',
          [
            filled(labels.statementEntries[entry.type], { number: entry.number }),
            formats.day(entry.date),
            money(entry.amount_cents),
            money(entry.balance_cents),
          ],
          entry.reference === null ? [] : [entry.reference],
        ),
      ),
      row('subtotal', [words.closing, formats.day(to), '', money(statement.closing_balance_cents)]),
    ],
  );
}

function itemsTable({ open_items: items, currency }: CustomerStatement, { labels, formats }: Language): ContentTable {
  const words = labels.statement;
  return tableOf(
    words.openInvoices,
    [labels.invoiceNumber, labels.issueDate, words.dueDate, words.daysOverdue, labels.remainingDue],
    items.map((item) =>
      row('line', [
        item.number,
        formats.day(item.issuing_date),
        formats.day(item.payment_due_date),
        String(item.days_overdue),
        formats.money(item.due_amount_cents, currency),
      ]),
    ),
  );
}

function ageingTable({ ageing, currency }: CustomerStatement, { labels, formats }: Language): ContentTable {
  const words = labels.statement;
  const amounts: [string, number][] = [
    [words.notOverdue, ageing.not_overdue_amount_cents],
    [words.upTo30Days, ageing.up_to_30_days_amount_cents],
    [words.upTo60Days, ageing.up_to_60_days_amount_cents],
    [words.upTo90Days, ageing.up_to_90_days_amount_cents],
    [words.over90Days, ageing.over_90_days_amount_cents],
  ];
  return tableOf(
    null,
    [words.ageing, labels.amount],
    amounts.map(([label, cents]) => row('line', [label, formats.money(cents, currency)])),
  );
}
