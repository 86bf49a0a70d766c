import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { baseUrl, Sandbox, waitFor, WebhookInbox } from '@tollgate/testing';

interface Shown {
  svc_id: string;
  number: string;
  file_url: string | null;
  xml_url: string | null;
  web_url: string | null;
  error_details?: { error_code: string; details: Record<string, string> }[];
}

let sandbox: Sandbox;
let issuerCode: string;
let inbox: WebhookInbox;

const settings = { electronic_address: 'billing@nimbus.example', electronic_address_scheme: 'EM' };
const whole = {
  legal_name: 'Nimbus GmbH',
  address_line1: 'Invalidenstr. 1',
  city: 'Berlin',
  zipcode: '10115',
  country: 'DE',
  email: 'billing@nimbus.example',
  phone: '+49 30 1234567',
  tax_identification_number: 'DE123456788',
  bank_account_iban: 'DE89370400440532013000',
};

const change = (fields: object) => sandbox.call('PUT', `/billing_entities/${issuerCode}`, { billing_entity: fields });

afterAll(() => inbox.close());
beforeAll(async () => {
  sandbox = await Sandbox.create('2024-01-10T00:00:00Z', { country: 'DE' });
  inbox = await WebhookInbox.open();
  await inbox.register(sandbox);
  const { billing_entities: issuers } = await sandbox.ok<{ billing_entities: { code: string }[] }>(
    'GET',
    '/billing_entities',
  );
  issuerCode = issuers[0]?.code ?? '';
  await sandbox.ok('POST', '/taxes', {
    tax: { name: 'VAT', code: 'vat', rate: 19, applied_to_organization: true },
  });
  await sandbox.ok('POST', '/add_ons', {
    add_on: { name: 'Setup', code: 'setup', amount_cents: 1000, amount_currency: 'EUR' },
  });
});

const customer = (externalId: string, fields: object) =>
  sandbox.ok('POST', '/customers', { customer: { external_id: externalId, currency: 'EUR', ...fields } });

async function sell(externalId: string, fee: object = {}): Promise<Shown> {
  const { invoice } = await sandbox.ok<{ invoice: Shown }>('POST', '/invoices', {
    invoice: { external_customer_id: externalId, currency: 'EUR', fees: [{ add_on_code: 'setup', ...fee }] },
  });
  await sandbox.awaitIdle();
  return (await sandbox.ok<{ invoice: Shown }>('GET', `/invoices/${invoice.svc_id}`)).invoice;
}

const fetchFile = (address: string) => {
  const { pathname, search } = new URL(address);
  return fetch(`${baseUrl}${pathname}${search}`);
};

describe('e-invoicing', () => {
  it('names each field that the switch needs', async () => {
    const { status, body } = await change({ einvoicing: true });
    expect(status).toBe(422);
    expect(body['error_details']).toEqual({
      tax_identification_number: ['value_is_mandatory'],
      city: ['value_is_mandatory'],
      zipcode: ['value_is_mandatory'],
      electronic_address: ['value_is_mandatory'],
      phone: ['value_is_mandatory'],
      email: ['value_is_mandatory'],
    });
  });

  it('refuses wrong settings of both sides', async () => {
    expect((await change({ einvoicing_settings: { profile: 'x' } })).body['error_details']).toEqual({
      profile: ['value_is_invalid'],
    });
    const wrong = { electronic_address: '1', electronic_address_scheme: '0088' };
    const { status, body } = await sandbox.call('POST', '/customers', {
      customer: { external_id: 'w', einvoicing_settings: wrong },
    });
    expect([status, body['error_details']]).toEqual([422, { electronic_address: ['value_is_invalid'] }]);
  });

  it('gives an invoice its file, beside and inside the PDF', async () => {
    const { status, body } = await change({ ...whole, einvoicing: true, einvoicing_settings: settings });
    expect([status, body]).toMatchObject([
      200,
      { billing_entity: { einvoicing: true, einvoicing_settings: { ...settings, profile: null, zero_taxes: [] } } },
    ]);
    await customer('c', {
      name: 'Acme',
      city: 'Bonn',
      zipcode: '53111',
      country: 'DE',
      email: 'ap@acme.example',
      einvoicing_settings: { buyer_reference: '04011000-12345-34' },
    });
    const invoice = await sell('c');
    const answer = await fetchFile(invoice.xml_url ?? '');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/xml']);
    expect(answer.headers.get('content-disposition')).toContain(`filename="${invoice.number}.xml"`);
    const xml = await answer.text();
    expect(answer.headers.get('etag')).toBe(`"${createHash('sha256').update(xml).digest('hex')}"`);
    expect(xml).toContain('xrechnung_3.0</cbc:CustomizationID>');
    expect(xml).toContain('<cbc:BuyerReference>04011000-12345-34</cbc:BuyerReference>');
    expect(xml).toContain('<cbc:ID>DE89370400440532013000</cbc:ID>');
    expect(xml).toContain('<cbc:PayableAmount currencyID="EUR">11.90</cbc:PayableAmount>');
    const pdf = Buffer.from(await (await fetchFile(invoice.file_url ?? '')).arrayBuffer()).toString('latin1');
    expect(pdf).toContain('<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>');
    const downloaded = await sandbox.ok<{ invoice: Shown }>('POST', `/invoices/${invoice.svc_id}/download_xml`);
    expect(downloaded.invoice.xml_url).toBe(invoice.xml_url);
    expect(invoice.error_details).toEqual([]);
    const page = await (await fetchFile(invoice.web_url ?? '')).text();
    const link = /href="([^"]+\.xml[^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(await (await fetchFile(link)).text()).toBe(xml);
    expect((await fetchFile((invoice.xml_url ?? '').replace('.xml', '.pdf'))).status).toBe(404);
    expect((await fetchFile((invoice.file_url ?? '').replace('.pdf', '.xml'))).status).toBe(404);
  });

  it('offers programs none to book after the void of its invoice', async () => {
    const invoice = await sell('c');
    const read = async (address: string | null) => (await fetchFile(address ?? '')).text();
    expect(await read(invoice.web_url)).toContain('.xml?');
    await sandbox.ok('POST', `/invoices/${invoice.svc_id}/void`);
    expect(await read(invoice.web_url)).not.toContain('.xml?');
    expect(await read(invoice.file_url)).not.toContain('factur-x.xml');
    expect((await fetchFile(invoice.xml_url ?? '')).status).toBe(200);
  });

  it('gives a credit note its file', async () => {
    const invoice = await sell('c');
    const { invoice: full } = await sandbox.ok<{ invoice: { fees: { svc_id: string }[] } }>(
      'GET',
      `/invoices/${invoice.svc_id}`,
    );
    await sandbox.ok('PUT', `/invoices/${invoice.svc_id}`, { invoice: { payment_status: 'succeeded' } });
    const { credit_note: note } = await sandbox.ok<{ credit_note: Shown }>('POST', '/credit_notes', {
      credit_note: {
        invoice_id: invoice.svc_id,
        reason: 'other',
        credit_amount_cents: 1190,
        items: [{ fee_id: full.fees[0]?.svc_id, amount_cents: 1000 }],
      },
    });
    await sandbox.awaitIdle();
    const { credit_note: shown } = await sandbox.ok<{ credit_note: Shown }>(
      'POST',
      `/credit_notes/${note.svc_id}/download_xml`,
    );
    const xml = await (await fetchFile(shown.xml_url ?? '')).text();
    expect(xml).toContain('<CreditNote ');
    expect(xml).toContain('<cbc:PayableAmount currencyID="EUR">11.90</cbc:PayableAmount>');
    expect(shown.error_details).toEqual([]);
  });

  it('tells why an invoice has none, and issues the invoice all the same', async () => {
    await customer('nowhere', { name: 'Nowhere' });
    const invoice = await sell('nowhere');
    expect(invoice.xml_url).toBeNull();
    expect(invoice.error_details?.map(({ error_code, details }) => [error_code, details['customer.country']])).toEqual([
      ['einvoicing_error', 'value_is_mandatory'],
    ]);
    expect((await fetchFile(invoice.file_url ?? '')).status).toBe(200);
    await waitFor('the webhook', () => Promise.resolve(inbox.ofType('invoice.einvoicing_error').length));
    expect(inbox.ofType('invoice.einvoicing_error')).toMatchObject([
      {
        object_type: 'invoice_einvoicing_error',
        invoice_einvoicing_error: {
          svc_invoice_id: invoice.svc_id,
          external_customer_id: 'nowhere',
          error_details: { 'customer.country': 'value_is_mandatory' },
        },
      },
    ]);
    const downloaded = await sandbox.ok<{ invoice: Shown }>('POST', `/invoices/${invoice.svc_id}/download_xml`);
    expect(downloaded.invoice.xml_url).toBeNull();
  });

  it('refuses several taxes of one item, whose sum is a rate that no law has', async () => {
    await sandbox.ok('POST', '/taxes', { tax: { name: 'City', code: 'city', rate: 5 } });
    const invoice = await sell('c', { tax_codes: ['vat', 'city'] });
    expect([invoice.xml_url, invoice.error_details]).toMatchObject([
      null,
      [{ error_code: 'einvoicing_error', details: { 'BG-30': 'several taxes of one item (setup: vat + city)' } }],
    ]);
    expect((await fetchFile(invoice.file_url ?? '')).status).toBe(200);
  });
});
