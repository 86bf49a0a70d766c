import { describe, expect, it } from '@jest/globals';
import type { CreditNote, PaymentReceipt } from '@tollgate/contracts';
import { currentContents, type FirstContents } from '../tables/stored-contents.js';
import type { CorrectedInvoice } from './billing-facts.js';
import { buildCreditNoteContent } from './credit-note-content.js';
import { customer, facts, fee, invoice, issuer, subscriptionFee } from './documents.fixture.js';
import { buildReceiptContent } from './receipt-content.js';

const note = (changes: Partial<CreditNote> = {}): CreditNote =>
  ({
    number: 'NIM-001-CN-001',
    svc_invoice_id: 'invoice',
    invoice_number: 'NIM-001',
    issuing_date: '2024-02-05',
    reason: 'order_change',
    description: null,
    created_at: '2024-02-05T00:00:00Z',
    currency: 'EUR',
    total_amount_cents: 1200,
    sub_total_excluding_taxes_amount_cents: 1000,
    coupons_adjustment_amount_cents: 0,
    credit_amount_cents: 1200,
    refund_amount_cents: 0,
    offset_amount_cents: 0,
    self_billed: false,
    items: [
      {
        svc_id: 'one',
        amount_currency: 'EUR',
        amount_cents: 400,
        fee: fee({ item: { filter_invoice_display_name: 'eu' } }),
      },
      { svc_id: 'two', amount_currency: 'EUR', amount_cents: 600, fee: subscriptionFee() },
    ],
    applied_taxes: [{ tax_name: 'VAT', tax_rate: 20, tax_code: 'vat', base_amount_cents: 1000, amount_cents: 200 }],
    customer: customer(),
    ...changes,
  }) as CreditNote;

const corrected: CorrectedInvoice = {
  number: 'NIM-001',
  issuingDate: '2024-02-01',
  type: 'subscription',
  createdAt: '2024-02-01T00:00:00Z',
  purchaseOrder: 'PO-7',
  amountCents: 2400,
};

describe('the content of a credit note', () => {
  it('has its invoice, its reason and its items in order', () => {
    const known = facts({ corrected: new Map([['invoice', corrected]]) });
    const content = buildCreditNoteContent(note(), issuer(), known);
    expect(content.head.map(({ value }) => value)).toEqual([
      'NIM-001-CN-001',
      'NIM-001',
      'Feb 01, 2024',
      'Jan 01, 2024 – Jan 31, 2024',
      'PO-7',
      'Feb 05, 2024',
      'Order change',
    ]);
    expect(content.tables[0]?.groups[0]?.rows.map(({ cells }) => cells)).toEqual([
      ['Monthly subscription – Pro', '20.0%', '€6.00'],
      ['Calls • eu', '20.0%', '€4.00'],
    ]);
    expect(content.amount.remark).toBe('Credited Feb 05, 2024');
    expect(content.totals.map(({ label, value }) => [label, value])).toEqual([
      ['Subtotal excluding tax', '€10.00'],
      ['VAT (20.0%)', '€2.00'],
      ['Total', '€12.00'],
      ['of which credited', '€12.00'],
    ]);
  });

  it('has its own words in place of the fixed reason', () => {
    const content = buildCreditNoteContent(note({ description: ' As agreed by phone. ' }), issuer(), facts());
    expect(content.paragraphs).toEqual([{ title: 'Reason', text: 'As agreed by phone.' }]);
    expect(content.head.map(({ label }) => label)).not.toContain('Reason');
  });

  it('corrects the day of an invoice without periods', () => {
    const items = [{ amount_currency: 'EUR', amount_cents: 600, fee: fee({ from_date: null, to_date: null }) }];
    const known = facts({ corrected: new Map([['invoice', corrected]]) });
    const content = buildCreditNoteContent(note({ items: items as CreditNote['items'] }), issuer(), known);
    expect(content.head[3]).toEqual({ label: 'Corrected period', value: 'Feb 01, 2024' });
  });

  it('cancels an invoice in German, or corrects a part of it', () => {
    const german = customer({ billing_configuration: { document_locale: 'de' } as never });
    const titleOf = (amountCents: number) =>
      buildCreditNoteContent(
        note({ customer: german }),
        issuer(),
        facts({ corrected: new Map([['invoice', { ...corrected, amountCents }]]) }),
      ).title;
    expect([titleOf(1200), titleOf(1201)]).toEqual(['Stornorechnung', 'Rechnungskorrektur']);
  });

  it('has the sum of its items before the coupons', () => {
    const content = buildCreditNoteContent(note({ coupons_adjustment_amount_cents: 100 }), issuer(), facts());
    expect(content.totals.slice(0, 2).map(({ label, value }) => [label, value])).toEqual([
      ['Sum of items', '€11.00'],
      ['Coupons', '\u2212€1.00'],
    ]);
  });

  it('says why a tax is not charged', () => {
    const exempt = {
      ...{ tax_name: 'Reverse charge', tax_rate: 0, tax_code: 'svc_eu_reverse_charge' },
      ...{ base_amount_cents: 1000, amount_cents: 0 },
    };
    const content = buildCreditNoteContent(
      note({ applied_taxes: [exempt] as CreditNote['applied_taxes'] }),
      issuer(),
      facts(),
    );
    expect(content.taxReasons).toEqual(['Reverse charge (Art. 196 Directive 2006/112/EC)']);
  });

  it('names a subscription after its own name, too', () => {
    const named = subscriptionFee({ item: { invoice_display_name: 'Berlin office' } });
    const items = [{ amount_currency: 'EUR', amount_cents: 600, fee: named }] as CreditNote['items'];
    const content = buildCreditNoteContent(note({ items }), issuer(), facts());
    expect(content.tables[0]?.groups[0]?.rows[0]?.cells[0]).toBe('Berlin office – Monthly subscription – Pro');
  });

  it('names a charge once above several items of it', () => {
    const item = (region: string) => ({
      svc_id: region,
      amount_currency: 'EUR',
      amount_cents: 600,
      fee: fee({ svc_charge_id: 'calls', item: { grouped_by: { region } } }),
    });
    const content = buildCreditNoteContent(
      note({ items: [item('eu'), item('us')] as CreditNote['items'] }),
      issuer(),
      facts(),
    );
    expect(content.tables[0]?.groups[0]?.rows.map(({ level, cells }) => [level, cells[0]])).toEqual([
      [0, 'Calls'],
      [1, 'eu'],
      [1, 'us'],
    ]);
  });

  it('only states the issue of several uses', () => {
    const content = buildCreditNoteContent(
      note({ credit_amount_cents: 200, refund_amount_cents: 1000 }),
      issuer(),
      facts(),
    );
    expect(content.amount.remark).toBe('Issued Feb 05, 2024');
  });
});

const receipt = (changes: object = {}): PaymentReceipt =>
  ({
    svc_id: 'receipt',
    number: 'NIM-RCPT-000001',
    payment: {
      payable_type: 'Invoice',
      amount_cents: 600,
      amount_currency: 'EUR',
      type: 'provider',
      reference: null,
      payment_provider_type: 'stripe',
      created_at: '2024-02-10T23:30:00Z',
      ...changes,
    },
  }) as PaymentReceipt;

describe('the content of a receipt', () => {
  it('states on its first page what was paid and what remains; the body of its invoice follows', () => {
    const paid = invoice([fee()], {
      total_due_amount_cents: 400,
      customer: customer({ applicable_timezone: 'Asia/Tokyo' }),
    });
    const content = buildReceiptContent(receipt(), { invoices: [paid], single: paid }, issuer(), facts());
    expect(content.head.map(({ label, value }) => [label, value])).toEqual([
      ['Number', 'NIM-RCPT-000001'],
      ['Invoice number', 'NIM-001'],
      ['Payment method', 'Stripe'],
      ['Paid on', 'Feb 11, 2024'],
      ['Remaining due', '€4.00'],
    ]);
    expect(content.to.title).toBe('Received from');
    expect(content.amount).toEqual({ label: 'Amount paid', value: '€6.00', remark: 'Paid on Feb 11, 2024' });
    expect(content.tables.map(({ groups }) => groups[0]?.rows.map(({ cells }) => cells))).toEqual([
      [['NIM-001', 'Feb 01, 2024', '€10.00', '€4.00']],
    ]);
    expect(content.totals.map(({ label, value }) => [label, value])).toEqual([
      ['Total', '€10.00'],
      ['Amount paid', '€6.00'],
      ['Remaining due', '€4.00'],
    ]);
    expect(content.details[0]?.title).toBe('Invoice NIM-001 – Pro');
    expect(content.details[0]?.groups[0]?.rows[0]?.cells).toEqual(['Calls', '10', '€1.00', '20.0%', '€10.00']);
  });

  it('names the card that paid, else the provider; the reference has a row of its own', () => {
    const known = facts({ cards: new Map([['method', { brand: 'visa', last4: '4242' }]]) });
    const rowsOf = (changes: object) => {
      const paid = invoice([fee()]);
      const content = buildReceiptContent(receipt(changes), { invoices: [paid], single: paid }, issuer(), known);
      return content.head.slice(2, -2).map(({ label, value }) => `${label}: ${value}`);
    };
    expect(rowsOf({ payment_method_id: 'method' })).toEqual(['Payment method: Visa **** 4242']);
    expect(rowsOf({ payment_method_id: 'other' })).toEqual(['Payment method: Stripe']);
    expect(rowsOf({ type: 'manual', payment_provider_type: null, reference: 'Transfer 7' })).toEqual([
      'Payment method: Bank transfer / other',
      'Reference: Transfer 7',
    ]);
  });

  it('lists the invoices of a payment request', () => {
    const paid = [invoice([fee()]), invoice([fee({ amount_cents: 500 })], { number: 'NIM-002' })];
    const request = receipt({ payable_type: 'PaymentRequest', type: 'manual', reference: 'Transfer 7' });
    const content = buildReceiptContent(request, { invoices: paid, single: null }, issuer(), facts());
    expect(content.tables[0]?.groups[0]?.rows.map(({ cells }) => cells)).toEqual([
      ['NIM-001', 'Feb 01, 2024', '€10.00', '€10.00'],
      ['NIM-002', 'Feb 01, 2024', '€5.00', '€5.00'],
    ]);
    expect(content.totals[0]?.value).toBe('€15.00');
    expect(content.head[1]?.value).toBe('NIM-001, NIM-002');
    expect(content.details).toEqual([]);
    const many = Array.from({ length: 7 }, () => invoice([fee()]));
    expect(buildReceiptContent(request, { invoices: many, single: null }, issuer(), facts()).head[1]?.value).toMatch(
      /^(NIM-001, ){5}…$/,
    );
  });
});

describe('the content that an earlier version stored', () => {
  it('keeps its words and figures', () => {
    const first: FirstContents = {
      title: 'Rechnung',
      head: [{ label: 'Nummer', value: 'N-1' }],
      notes: [],
      from: { title: 'Von', lines: ['Nimbus', 'Berlin'] },
      to: { title: 'An', lines: [] },
      amount: { value: '€5,00', remark: 'Fällig' },
      tables: [{ title: 'Pro', columns: ['Position', 'Betrag'], rows: [['Setup', '€5,00']] }],
      totals: [{ label: 'Gesamt', value: '€5,00' }],
      paragraphs: [],
      footer: null,
    };
    const current = currentContents(first);
    expect(current.from).toEqual({ title: 'Von', name: 'Nimbus', lines: ['Berlin'], numbers: [] });
    expect(current.to.name).toBe('');
    expect(current.tables[0]?.groups).toEqual([
      { title: null, rows: [{ kind: 'line', level: 0, cells: ['Setup', '€5,00'], remarks: [] }] },
    ]);
    expect(currentContents(current)).toBe(current);
    const { taxReasons, ...second } = current;
    expect(taxReasons).toEqual([]);
    expect(currentContents({ ...second, version: 2 })).toEqual(current);
  });
});
