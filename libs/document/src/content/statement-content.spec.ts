import { describe, expect, it } from '@jest/globals';
import type { CustomerStatement } from '@tollgate/contracts';
import { customer, issuer } from './documents.fixture.js';
import { buildStatementContent } from './statement-content.js';

const statement = (changes: Partial<CustomerStatement> = {}): CustomerStatement => ({
  svc_customer_id: '0197f3a2-6c1e-7b53-9d42-3f1c5e8a7b90',
  external_customer_id: 'acme',
  currency: 'EUR',
  from_date: '2024-01-01',
  to_date: '2024-01-31',
  opening_balance_cents: 10_000,
  closing_balance_cents: 12_000,
  available_credit_cents: 0,
  entries: [
    {
      type: 'invoice',
      date: '2024-01-10',
      number: 'NIM-001',
      svc_document_id: '0197f3a2-6c1e-7b53-9d42-3f1c5e8a7b91',
      reference: null,
      amount_cents: 5_000,
      balance_cents: 15_000,
    },
    {
      type: 'payment',
      date: '2024-01-20',
      number: 'NIM-001',
      svc_document_id: '0197f3a2-6c1e-7b53-9d42-3f1c5e8a7b91',
      reference: 'wire 7',
      amount_cents: -3_000,
      balance_cents: 12_000,
    },
  ],
  open_items: [
    {
      svc_invoice_id: '0197f3a2-6c1e-7b53-9d42-3f1c5e8a7b91',
      number: 'NIM-001',
      issuing_date: '2024-01-10',
      payment_due_date: '2024-01-24',
      total_amount_cents: 5_000,
      due_amount_cents: 2_000,
      days_overdue: 7,
    },
  ],
  ageing: {
    not_overdue_amount_cents: 10_000,
    up_to_30_days_amount_cents: 2_000,
    up_to_60_days_amount_cents: 0,
    up_to_90_days_amount_cents: 0,
    over_90_days_amount_cents: 0,
  },
  ...changes,
});

const contentOf = (changes: Partial<CustomerStatement> = {}, locale = 'en') =>
  buildStatementContent(
    statement(changes),
    customer({ billing_configuration: { document_locale: locale } as never }),
    issuer({}),
  );
const cellsOf = (changes: Partial<CustomerStatement> = {}) =>
  contentOf(changes).tables.map((table) => table.groups.flatMap(({ rows }) => rows.map(({ cells }) => cells)));

describe('the content of a statement', () => {
  it('has every entry between both balances, then open invoices and their age', () => {
    const [entries, items, ageing] = cellsOf();
    expect(entries).toEqual([
      ['Opening balance', 'Jan 01, 2024', '', '€100.00'],
      ['Invoice NIM-001', 'Jan 10, 2024', '€50.00', '€150.00'],
      ['Payment of invoice NIM-001', 'Jan 20, 2024', '−€30.00', '€120.00'],
      ['Closing balance', 'Jan 31, 2024', '', '€120.00'],
    ]);
    expect(items).toEqual([['NIM-001', 'Jan 10, 2024', 'Jan 24, 2024', '7', '€20.00']]);
    expect(ageing?.[1]).toEqual(['1 to 30 days overdue', '€20.00']);
    const content = contentOf();
    expect(content.tables[0]?.groups[0]?.rows[2]?.remarks).toEqual(['wire 7']);
    expect(content).toMatchObject({
      title: 'Statement of account',
      to: { title: 'Customer' },
      head: [{ label: 'Period', value: 'Jan 01, 2024 – Jan 31, 2024' }],
      amount: { value: '€120.00', remark: 'Balance on Jan 31, 2024' },
    });
  });

  it('has entries alone where no invoice is open, and credit where there is some', () => {
    const content = contentOf({ open_items: [], available_credit_cents: 500, closing_balance_cents: -500 });
    expect(content.tables).toHaveLength(1);
    expect(content.totals.map(({ label, value }) => [label, value])).toEqual([
      ['Closing balance', '−€5.00'],
      ['Available credit', '€5.00'],
    ]);
  });

  it('is in the language of the customer, with no word of another one', () => {
    const words = (locale: string) => JSON.stringify(contentOf({}, locale));
    expect(words('de')).toContain('Kontoauszug');
    expect(words('fr')).toContain('Relevé de compte');
    for (const locale of ['de', 'fr', 'es', 'it', 'nb', 'sv', 'pt-BR', 'zh-TW'])
      expect(words(locale)).not.toMatch(/Opening balance|overdue|\{number\}|\{day\}/);
  });
});
