import { describe, expect, it } from '@jest/globals';
import {
  documentLanguages,
  type BillingEntity,
  type EmbeddedCustomer,
  type IssuedStatement,
} from '@tollgate/contracts';
import { statementPage } from './statement-page.js';

const issuer = {
  name: 'acme',
  legal_name: 'Acme GmbH',
  email: null,
  document_locale: 'en',
  email_text: null,
  email_text_translations: {},
} as BillingEntity;
const customerIn = (document_locale: string | null) =>
  ({ external_id: 'c-1', name: 'Ada', billing_configuration: { document_locale } }) as EmbeddedCustomer;
const statement: IssuedStatement = {
  svc_customer_id: 'c',
  external_customer_id: 'c-1',
  currency: 'EUR',
  from_date: '2026-01-01',
  to_date: '2026-01-31',
  opening_balance_cents: 0,
  closing_balance_cents: 123_450,
  available_credit_cents: 0,
  ageing: {
    not_overdue_amount_cents: 23_450,
    up_to_30_days_amount_cents: 90_000,
    up_to_60_days_amount_cents: 10_000,
    up_to_90_days_amount_cents: 0,
    over_90_days_amount_cents: 0,
  },
};
const frame = { issuer, logo: null, url: 'https://bill.example.com/documents/1', hasXml: false };
const pageOf = (locale: string | null, changes: Partial<IssuedStatement> = {}) =>
  statementPage(
    { ...statement, ...changes },
    customerIn(locale),
    { title: 'Statement of account', number: 'n' },
    frame,
  );

describe('the mail of a statement', () => {
  it('states the balance, and what is overdue', () => {
    const page = pageOf(null);
    expect(page.subject).toBe('Acme GmbH: Statement of account January 1, 2026 – January 31, 2026');
    expect(page.paragraphs).toEqual([
      'Here is your statement of account from January 1, 2026 to January 31, 2026. The balance on January 31, 2026 is €1,234.50.',
      'Invoices for €1,000.00 are overdue.',
      'You will find the document attached as a PDF.',
      'If you have paid in the meantime, please ignore this message.',
    ]);
    expect(page.figure).toEqual({
      label: 'Closing balance',
      value: '€1,234.50',
      remark: expect.any(String) as unknown,
    });
    expect(page.button).toEqual({ label: 'View statement', url: frame.url });
  });

  it('names available credit, and no overdue amount where there is none', () => {
    const ageing = { ...statement.ageing, up_to_30_days_amount_cents: 0, up_to_60_days_amount_cents: 0 };
    const page = pageOf(null, { ageing, available_credit_cents: 500 });
    expect(page.paragraphs).toHaveLength(2);
    expect(page.facts.at(-1)?.value).toBe('€5.00');
  });

  it.each(documentLanguages)('has sentences of its own in %s', (language) => {
    const { paragraphs, button } = pageOf(language);
    expect(paragraphs.join(' ')).not.toMatch(/[{}]/);
    if (language !== 'en')
      expect([...paragraphs, button?.label]).not.toEqual(expect.arrayContaining([pageOf('en').button?.label]));
  });
});
