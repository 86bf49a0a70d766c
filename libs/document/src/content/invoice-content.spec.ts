import { describe, expect, it } from '@jest/globals';
import { noIssuerEinvoicing, type Fee, type SingleInvoice, type ZeroTax } from '@tollgate/contracts';
import type { ContentTable } from '../tables/document-contents.js';
import { customer, facts, fee, invoice, issuer, subscriptionFee } from './documents.fixture.js';
import { buildInvoiceContent } from './invoice-content.js';

const contentOf = (fees: Fee[], changes: Partial<SingleInvoice> = {}, known = facts()) =>
  buildInvoiceContent(invoice(fees, changes), issuer(), known);

/** The titles of periods, each with the names of its rows. */
const outline = (tables: ContentTable[]) =>
  tables.map(({ title, groups }) => [
    title,
    ...groups.map((group) => [
      group.title,
      ...group.rows.map(({ level, cells }) => `${'· '.repeat(level)}${cells[0]}`),
    ]),
  ]);

describe('the body of an invoice', () => {
  it('has what is paid in advance under its own period', () => {
    const zone = { customer: customer({ applicable_timezone: 'Europe/Berlin' }) };
    const advance = subscriptionFee({ from_date: '2024-01-31T23:00:00Z', to_date: '2024-02-29T22:59:59Z' });
    const usage = fee({ from_date: '2023-12-31T23:00:00Z', to_date: '2024-01-31T22:59:59Z' });
    expect(outline(contentOf([advance, usage], zone).tables)).toEqual([
      ['Pro', ['Jan 01, 2024 – Jan 31, 2024', 'Calls'], ['Feb 01, 2024 – Feb 29, 2024', 'Monthly subscription – Pro']],
    ]);
  });

  it('shows periods of whole days in UTC as these days, in any time zone', () => {
    const renewal = fee({ from_date: '2024-01-01T00:00:00Z', to_date: '2024-01-31T23:59:59Z' });
    const zone = { customer: customer({ applicable_timezone: 'America/New_York' }) };
    expect(contentOf([renewal], zone).tables[0]?.groups[0]?.title).toBe('Jan 01, 2024 – Jan 31, 2024');
  });

  it('orders fees by kind and name, with true-ups under their charge', () => {
    const usage = fee({ item: { name: 'Storage' } });
    const commitment = fee({ item: { type: 'commitment', name: 'Pro', invoice_display_name: 'Minimum spend' } });
    const trueUp = fee({ svc_true_up_parent_fee_id: usage.svc_id, units: '1.0', item: { name: 'Storage' } });
    const fixed = fee({ item: { type: 'fixed_charge', name: 'Support' } });
    const unused = fee({ units: '0.0', amount_cents: 0, item: { name: 'Unused' } });
    const orphan = fee({ svc_true_up_parent_fee_id: unused.svc_id, units: '1.0', item: { name: 'Unused' } });
    const fees = [commitment, trueUp, orphan, usage, unused, fee(), fixed, subscriptionFee()];
    expect(outline(contentOf(fees).tables)[0]?.[1]).toEqual([
      'Jan 01, 2024 – Jan 31, 2024',
      'Monthly subscription – Pro',
      'Support',
      'Calls',
      'Storage',
      'Storage – True-up',
      'Unused – True-up',
      'Minimum spend',
    ]);
  });

  it('has a commitment in its own period, under its default name in the language', () => {
    const commitment = fee({
      from_date: undefined,
      to_date: undefined,
      item: { type: 'commitment', name: 'Pro', invoice_display_name: 'Minimum commitment' },
    });
    const span = { from: '2023-12-01T00:00:00Z', to: '2023-12-31T23:59:59Z' };
    const period = { taxRates: [], taxCodes: [], ...span, proration: null };
    const german = customer({ billing_configuration: { document_locale: 'de' } as never });
    const content = contentOf(
      [commitment],
      { customer: german },
      facts({ fees: new Map([[commitment.svc_id, period]]) }),
    );
    expect(outline(content.tables)[0]?.[1]).toEqual(['01.12.2023 – 31.12.2023', 'Mindestabnahme']);
  });

  it('names a charge once above the fees of its groups', () => {
    const group = (region: string | null) => fee({ svc_charge_id: 'calls', item: { grouped_by: { region } } });
    expect(outline(contentOf([group('eu-10'), group('eu-9'), group(null)]).tables)[0]?.[1]).toEqual([
      'Jan 01, 2024 – Jan 31, 2024',
      'Calls',
      '· Other',
      '· eu-9',
      '· eu-10',
    ]);
    expect(outline(contentOf([group('eu-10')]).tables)[0]?.[1]).toEqual([
      'Jan 01, 2024 – Jan 31, 2024',
      'Calls • eu-10',
    ]);
  });

  it('is a summary for several subscriptions, with the details behind it', () => {
    const known = facts({
      plans: new Map([
        ['one', { name: 'Pro', displayName: null, interval: 'monthly' }],
        ['two', { name: 'Team', displayName: null, interval: 'yearly' }],
      ]),
    });
    const of = (id: string) => ({ svc_subscription_id: id });
    const content = contentOf(
      [subscriptionFee(of('one')), fee({ ...of('one'), amount_cents: 250 }), subscriptionFee(of('two'))],
      { subscriptions: [{ svc_id: 'two', name: 'Berlin office' }] as SingleInvoice['subscriptions'] },
      known,
    );
    expect(content.tables[0]?.columns).toEqual(['Subscription', 'Amount']);
    expect(content.tables[0]?.groups[0]?.rows.map(({ cells }) => cells)).toEqual([
      ['Pro', '€12.50'],
      ['Berlin office', '€10.00'],
    ]);
    expect(content.details.map(({ title }) => title)).toEqual(['Pro', 'Berlin office']);
  });

  it('ends a progressive period with the issue, and tells the threshold', () => {
    const content = contentOf([fee()], {
      invoice_type: 'progressive_billing',
      created_at: '2024-01-11T12:00:00Z',
      applied_usage_thresholds: [
        { lifetime_usage_amount_cents: 600, usage_threshold: { amount_cents: 200 } },
        { lifetime_usage_amount_cents: 600, usage_threshold: { amount_cents: 500 } },
      ] as SingleInvoice['applied_usage_thresholds'],
    });
    expect(content.tables[0]?.groups[0]?.title).toBe('Jan 01, 2024 – Jan 11, 2024');
    expect(content.paragraphs.map(({ text }) => text)).toEqual([
      'This invoice was issued because usage reached €6.00 and so passed the threshold of €5.00.',
    ]);
  });

  it('names purchased credits after the purchase, else after the wallet', () => {
    const sold = (name: string) =>
      contentOf(
        [fee({ svc_subscription_id: null, item: { type: 'credit', name, svc_item_id: 'purchase' } })],
        { invoice_type: 'credit' },
        facts({ wallets: new Map([['purchase', 'Main wallet']]) }),
      ).tables[0];
    expect(sold('credit')?.groups[0]?.rows[0]?.cells[0]).toBe('Prepaid credits – Main wallet');
    expect(sold('Top-up')?.groups[0]?.rows[0]?.cells[0]).toBe('Top-up');
    expect(sold('credit')?.columns).toEqual(['Item', 'Units', 'Unit price', 'Amount']);
  });

  it('names the plan fee after the display name of the plan, and its table after the subscription', () => {
    const named = subscriptionFee({ item: { invoice_display_name: 'Berlin office' } });
    const subscriptions = [{ svc_id: 'subscription', name: 'Berlin office' }] as SingleInvoice['subscriptions'];
    expect(outline(contentOf([named], { subscriptions }).tables)[0]).toEqual([
      'Berlin office',
      ['Jan 01, 2024 – Jan 31, 2024', 'Monthly subscription – Pro'],
    ]);
    const plans = new Map([['subscription', { name: 'Pro', displayName: 'Base fee', interval: 'monthly' as const }]]);
    expect(outline(contentOf([named], {}, facts({ plans })).tables)[0]?.[1]?.[1]).toBe('Base fee');
  });

  it('shows the description and the own period of a sold add-on', () => {
    const own = { from_date: '2024-03-01T00:00:00Z', to_date: '2024-03-31T00:00:00Z' };
    const sold = (changes: object) =>
      contentOf(
        [
          fee({
            svc_subscription_id: null,
            description: 'On site',
            ...changes,
            item: { type: 'add_on', name: 'Setup' },
          }),
        ],
        {
          invoice_type: 'one_off',
        },
      ).tables[0]?.groups[0]?.rows[0]?.remarks;
    expect(sold(own)).toEqual(['On site', 'Mar 01, 2024 – Mar 31, 2024']);
    expect(sold({ from_date: '2024-03-01T10:00:00Z', to_date: '2024-03-01T10:00:00Z' })).toEqual(['On site']);
  });

  it('has breakdowns of units on pages of their own', () => {
    const usage = fee({
      presentation_breakdowns: [
        { presentation_by: { team: 'a' }, units: '4.0' },
        { presentation_by: { team: null }, units: '6.0' },
      ],
    });
    expect(outline(contentOf([usage]).details)).toEqual([['Breakdown of units', ['Calls', 'a', 'Other']]]);
  });
});

describe('the rest of an invoice', () => {
  it('has its data, its parties and its due date', () => {
    const content = contentOf([fee()], { net_payment_term: 1, purchase_order_number: 'PO-7' });
    expect(content.head).toEqual([
      { label: 'Number', value: 'NIM-001' },
      { label: 'Purchase order', value: 'PO-7' },
      { label: 'Issue date', value: 'Feb 01, 2024' },
      { label: 'Payment term', value: '1 day' },
    ]);
    expect(content.from).toEqual({
      title: 'From',
      name: 'Nimbus GmbH',
      lines: ['Unter den Linden 1', '10117 Berlin', 'Germany', 'billing@nimbus.example'],
      numbers: [
        { label: 'Registration no.', value: 'HRB 12345 B' },
        { label: 'Tax ID', value: 'DE123456789' },
      ],
    });
    expect(content.to.lines).toEqual(['1 Main Street', 'San Francisco, CA 94016', 'United States', 'ap@acme.example']);
    expect(content.amount).toEqual({ label: 'Amount due', value: '€10.00', remark: 'Due Mar 02, 2024' });
  });

  it('lists deductions and taxes with their bases, highest rate first', () => {
    const tax = (name: string, rate: number, base: number, cents: number) => ({
      tax_name: name,
      tax_rate: rate,
      fees_amount_cents: base,
      amount_cents: cents,
    });
    const content = contentOf([fee()], {
      credits: [{ amount_cents: 100, item: { type: 'coupon', name: 'Spring' } }] as SingleInvoice['credits'],
      sub_total_excluding_taxes_amount_cents: 900,
      applied_taxes: [tax('VAT', 7, 400, 28), tax('VAT', 19, 500, 95)] as SingleInvoice['applied_taxes'],
      sub_total_including_taxes_amount_cents: 1023,
      prepaid_credit_amount_cents: 23,
      prepaid_granted_credit_amount_cents: 20,
      prepaid_purchased_credit_amount_cents: 3,
      total_amount_cents: 1000,
    });
    expect(content.totals.map(({ label, remark, value }) => [label, remark, value])).toEqual([
      ['Sum of items', null, '€10.00'],
      ['Coupons: Spring', null, '\u2212€1.00'],
      ['Subtotal excluding tax', null, '€9.00'],
      ['VAT (19.0%)', 'on €5.00', '€0.95'],
      ['VAT (7.0%)', 'on €4.00', '€0.28'],
      ['Subtotal including tax', null, '€10.23'],
      ['Prepaid credits – Free credits', null, '\u2212€0.20'],
      ['Prepaid credits – Purchased credits', null, '\u2212€0.03'],
      ['Total', null, '€10.00'],
    ]);
    // The totals have all of each tax, so no table repeats it.
    expect(content.taxes).toBeNull();
    expect(contentOf([fee()]).totals[1]?.label).toBe('Tax (0%)');
  });

  it('is titled by its kind and by the law of its issuer', () => {
    const titleOf = (changes: Partial<SingleInvoice>, country = 'DE') =>
      buildInvoiceContent(invoice([], changes), issuer({ country }), facts()).title;
    expect(titleOf({})).toBe('Invoice');
    expect(titleOf({}, 'SG')).toBe('Tax invoice');
    expect(titleOf({ invoice_type: 'advance_charges' }, 'SG')).toBe('Paid tax invoice');
    expect(titleOf({ invoice_type: 'advance_charges' })).toBe('Paid invoice');
    expect(titleOf({ invoice_type: 'credit' })).toBe('Advance invoice');
    expect(titleOf({ self_billed: true })).toBe('Self-billing invoice');
  });

  it('says why a tax is not charged, whoever manages the taxes, in the words of the e-invoice', () => {
    const tax = (tax_code: string, tax_name = tax_code) => ({
      ...{ tax_code, tax_name, tax_rate: 0 },
      ...{ fees_amount_cents: 0, amount_cents: 0 },
    });
    const reasonsOf = (codes: string[], changes: Parameters<typeof issuer>[0] = {}) =>
      buildInvoiceContent(
        invoice([], { applied_taxes: codes.map((code) => tax(code)) as SingleInvoice['applied_taxes'] }),
        issuer(changes),
        facts(),
      ).taxReasons;
    expect(reasonsOf(['svc_eu_tax_exempt', 'svc_eu_reverse_charge'])).toEqual([
      'svc_eu_tax_exempt (0.0%): Exempt from tax (Art. 44, 59 Directive 2006/112/EC)',
      'svc_eu_reverse_charge (0.0%): Reverse charge (Art. 196 Directive 2006/112/EC)',
    ]);
    expect(reasonsOf(['svc_eu_tax_exempt'], { country: 'FR' })[0]).toMatch(/: TVA non applicable, art. 259-1 du CGI$/);
    expect(reasonsOf(['svc_eu_reverse_charge'], { document_locale: 'de' })[0]).toMatch(
      /Art. 196 Richtlinie 2006\/112\/EG/,
    );
    expect(reasonsOf(['none'])).toEqual([]);
    const zero = (category: ZeroTax['category'], reason: string | null = null): ZeroTax => ({
      ...{ tax_code: 'Export', category, reason, reason_code: null },
    });
    const by = (setting: ZeroTax) =>
      reasonsOf(['Export'], { einvoicing_settings: { ...noIssuerEinvoicing, zero_taxes: [setting] } });
    expect(by(zero('E', 'Steuerbefreit nach UStG 4'))).toEqual(['Export (0.0%): Steuerbefreit nach UStG 4']);
    expect([zero('G'), zero('K'), zero('O'), zero('AE'), zero('E'), zero('Z', 'x')].flatMap(by)).toEqual([
      'Export (0.0%): Exempt export',
      'Export (0.0%): Exempt supply within the Community',
      'Export (0.0%): Not subject to VAT',
      'Export (0.0%): Reverse charge',
      'Export (0.0%): Exempt from tax',
    ]);
  });

  it('says that sold credits are not subject to VAT where their e-invoice says it', () => {
    const sold = (einvoicing: boolean) =>
      buildInvoiceContent(invoice([], { invoice_type: 'credit' }), issuer({ einvoicing }), facts()).taxReasons;
    expect([sold(true), sold(false)]).toEqual([['Not subject to VAT'], []]);
  });

  it('names the invoices that it deducts, and the French indemnity of businesses', () => {
    const deducted = new Map([['invoice', [{ number: 'NIM-000', issuingDate: '2024-01-11' }]]]);
    const texts = (country: string, type: 'company' | 'individual') =>
      buildInvoiceContent(
        invoice([fee()], { customer: customer({ customer_type: type }) }),
        issuer({ country }),
        facts({ deducted }),
      ).paragraphs.map(({ text }) => text);
    const names = 'Deducted invoices: NIM-000 (Jan 11, 2024)';
    expect(texts('DE', 'company')).toEqual([names]);
    expect(texts('FR', 'company')).toEqual([names, expect.stringContaining('recovery costs')]);
    expect(texts('FR', 'individual')).toEqual([names]);
  });

  it('has what the law of its seller wants, in the words of the law in French', () => {
    const mentions = {
      ...{ late_penalty_rate: 12.15, recovery_indemnity: null, no_early_payment_discount: true },
      ...{ vat_on_debits: true, operation_category: 'services' as const },
    };
    const texts = (locale: string, changes: Partial<SingleInvoice> = {}) =>
      buildInvoiceContent(
        invoice([fee()], changes),
        issuer({ country: 'FR', document_locale: locale, legal_mentions: mentions }),
        facts(),
      ).paragraphs.map(({ text }) => text);
    expect(texts('fr')).toEqual([
      expect.stringMatching(/^Pénalités de retard : 12,15\s% par an/),
      expect.stringMatching(/^Indemnité forfaitaire pour frais de recouvrement .* 40 €$/),
      'Pas d’escompte pour paiement anticipé',
      'Prestation de services',
      'Option pour le paiement de la taxe d’après les débits',
    ]);
    expect(texts('en')).toHaveLength(5);
    expect(texts('en')[0]).toContain('12.15%');
    expect(texts('fr', { total_due_amount_cents: 0 })).toHaveLength(2);
    expect(texts('fr', { self_billed: true })).toEqual([]);
  });

  it('names tax numbers as their country does', () => {
    const label = (country: string, locale = 'en') => {
      const named = { country, tax_identification_number: '12 345', legal_number: null, document_locale: locale };
      return buildInvoiceContent(invoice([]), issuer(named), facts()).from.numbers[0]?.label;
    };
    expect(['AU', 'NZ', 'GB', 'CH', 'DE'].map((country) => label(country))).toEqual([
      'ABN',
      'GST no.',
      'VAT no.',
      'UID/VAT no.',
      'Tax ID',
    ]);
    expect([label('DE', 'de'), label('US', 'de'), label('AU', 'de')]).toEqual(['USt-IdNr.', 'Steuernummer', 'ABN']);
    expect([label('CH', 'de'), label('CH', 'fr')]).toEqual(['UID/MWST-Nr.', 'N° IDE/TVA']);
  });
});

describe('the date of supply of a sale', () => {
  const sold = (period: object) =>
    fee({ svc_subscription_id: null, from_date: null, to_date: null, ...period, item: { type: 'add_on' } });
  const dateOf = (fees: Fee[]) =>
    contentOf(fees, { invoice_type: 'one_off' }).head.find(({ label }) => label === 'Date of supply')?.value;
  const march = { from_date: '2024-03-01T00:00:00Z', to_date: '2024-03-31T00:00:00Z' };

  it('is the period of its items, else the issue date in words', () => {
    expect(dateOf([sold(march)])).toBe('Mar 01, 2024 – Mar 31, 2024');
    expect(dateOf([sold({})])).toBe('same as issue date');
    expect(dateOf([sold({ from_date: march.from_date, to_date: march.from_date })])).toBe('same as issue date');
    expect(dateOf([sold(march), sold({})])).toBe('as stated with the items, otherwise the issue date');
    expect(contentOf([fee()]).head.map(({ label }) => label)).not.toContain('Date of supply');
  });
});
