import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Config, Connections } from '@tollgate/platform';
import { databaseUrl, Sandbox } from '@tollgate/testing';
import { DocumentDatabase } from '../document.database.js';
import { DocumentsService } from '../issued-documents/documents.service.js';
import type { MailKind } from '../tables/document.tables.js';
import { AlertMails } from './alert-mails.js';
import { MailComposer } from './mail-composer.service.js';

// Composes mails about the installation's invoices, as the process that sends them does.
const config = new Config({
  DATABASE_URL: databaseUrl(),
  ADMIN_API_KEY: 'unused here',
  INTERNAL_TOKEN: 'unused here',
  PUBLIC_URL: 'https://bill.example.com',
  SMTP_URL: 'smtp://127.0.0.1:1',
  LOG_LEVEL: 'silent',
});
const composer = new MailComposer(new DocumentsService(config), new AlertMails(config));
const later = '2024-01-20T00:00:00Z';

let connections: Connections;
let sandbox: Sandbox;
beforeAll(async () => {
  connections = new Connections(config);
  sandbox = await Sandbox.create('2024-01-10T00:00:00Z', { country: 'DE' });
  const { billing_entities: issuers } = await sandbox.ok<{ billing_entities: { code: string }[] }>(
    'GET',
    '/billing_entities',
  );
  await sandbox.ok('PUT', `/billing_entities/${issuers[0]?.code}`, {
    billing_entity: {
      ...{ legal_name: 'Nimbus GmbH', address_line1: 'Invalidenstr. 1', city: 'Berlin', zipcode: '10115' },
      ...{ country: 'DE', email: 'billing@nimbus.example', phone: '+49 30 1234567', einvoicing: true },
      ...{ tax_identification_number: 'DE123456788', bank_account_iban: 'DE89370400440532013000' },
      einvoicing_settings: { electronic_address: 'billing@nimbus.example', electronic_address_scheme: 'EM' },
    },
  });
  await sandbox.ok('POST', '/taxes', { tax: { name: 'VAT', code: 'vat', rate: 19, applied_to_organization: true } });
  await sandbox.ok('POST', '/add_ons', {
    add_on: { name: 'Setup', code: 'setup', amount_cents: 1000, amount_currency: 'EUR' },
  });
  await sandbox.ok('POST', '/customers', {
    customer: {
      ...{ external_id: 'c', currency: 'EUR', name: 'Acme', city: 'Bonn', zipcode: '53111', country: 'DE' },
      ...{ email: 'ap@acme.example', einvoicing_settings: { buyer_reference: '04011000-12345-34' } },
    },
  });
});
afterAll(() => connections.onApplicationShutdown());

interface Sold {
  svc_id: string;
  number: string;
  fees: { svc_id: string }[];
}

async function sell(): Promise<Sold> {
  const { invoice } = await sandbox.ok<{ invoice: Sold }>('POST', '/invoices', {
    invoice: { external_customer_id: 'c', currency: 'EUR', fees: [{ add_on_code: 'setup' }] },
  });
  await sandbox.awaitIdle();
  return (await sandbox.ok<{ invoice: Sold }>('GET', `/invoices/${invoice.svc_id}`)).invoice;
}

const composed = (kind: MailKind, subject_id: string) =>
  new DocumentDatabase(connections).tenant(sandbox.organizationId, (transaction) =>
    composer.compose(transaction, { kind, subject_id }, Date.parse(later)),
  );

it('attaches the e-invoices of invoices and credit notes, and names the invoice of their thread', async () => {
  const invoice = await sell();
  const mail = await composed('invoice', invoice.svc_id);
  expect(mail.invoiceIds).toEqual([invoice.svc_id]);
  expect(mail.eInvoice).toMatchObject({ filename: `invoice-${invoice.number}.xml`, contentType: 'application/xml' });
  expect(mail.eInvoice?.content.toString()).toContain('<cbc:BuyerReference>04011000-12345-34</cbc:BuyerReference>');
  expect(mail.page.paragraphs[1]).toContain('XML');

  await sandbox.ok('POST', '/payments', {
    payment: { invoice_id: invoice.svc_id, amount_cents: 1190, reference: 'Transfer 7' },
  });
  const { credit_note: note } = await sandbox.ok<{ credit_note: { svc_id: string; number: string } }>(
    'POST',
    '/credit_notes',
    {
      credit_note: {
        ...{ invoice_id: invoice.svc_id, reason: 'other', credit_amount_cents: 1190 },
        items: [{ fee_id: invoice.fees[0]?.svc_id, amount_cents: 1000 }],
      },
    },
  );
  await sandbox.awaitIdle();
  const corrected = await composed('credit_note', note.svc_id);
  expect([corrected.invoiceIds, corrected.eInvoice?.filename]).toEqual([
    [invoice.svc_id],
    `credit_note-${note.number}.xml`,
  ]);

  const { payment_receipts: receipts } = await sandbox.ok<{ payment_receipts: { svc_id: string }[] }>(
    'GET',
    `/payment_receipts?invoice_id=${invoice.svc_id}`,
  );
  const receipt = await composed('payment_receipt', receipts[0]?.svc_id ?? '');
  expect([receipt.invoiceIds, receipt.eInvoice, receipt.attached.length]).toEqual([[invoice.svc_id], null, 2]);
});

it('requests a payment with the days since the due date, the account and the invoice', async () => {
  const invoice = await sell();
  await sandbox.advanceClock(later);
  const { payment_request: request } = await sandbox.ok<{ payment_request: { svc_id: string } }>(
    'POST',
    '/payment_requests',
    { payment_request: { external_customer_id: 'c', svc_invoice_ids: [invoice.svc_id] } },
  );
  const { page, invoiceIds, attached } = await composed('payment_request', request.svc_id);
  expect([invoiceIds, attached.map(({ number }) => number)]).toEqual([[invoice.svc_id], [invoice.number]]);
  expect(page.items.map(({ remark }) => remark)).toEqual(['Due on January 10, 2024, 10 days overdue']);
  expect(page.section?.facts.map(({ value }) => value)).toEqual([
    ...['Nimbus GmbH', 'DE89 3704 0044 0532 0130 00', invoice.number],
    expect.stringMatching(/^RF\d\d INT/),
  ]);
  expect(page.button?.label).toBe('View invoice');
});
