import { describe, expect, it } from '@jest/globals';
import { Sandbox, TaxEngineAccount, waitFor } from '@tollgate/testing';

interface Invoice {
  svc_id: string;
  status: string;
  issuing_date: string;
  total_amount_cents: number;
  taxes_amount_cents: number;
  fees: { svc_id: string; amount_cents: number; taxes_amount_cents: number }[];
}
interface Note {
  svc_id: string;
  issuing_date: string;
  taxes_amount_cents: number;
  sub_total_excluding_taxes_amount_cents: number;
}

const engines = ['anrok', 'avalara'] as const;
const denver = { address_line1: '1450 Cherokee St', city: 'Denver', state: 'CO', zipcode: '80204', country: 'US' };
const tallinn = { address_line1: 'Vabaduse 7', city: 'Tallinn', state: null, zipcode: '15199', country: 'EE' };
const paris = { address_line1: 'Rue de Lille 1', city: 'Paris', state: null, zipcode: '75007', country: 'FR' };

/** An organization whose customer `c` an engine taxes. */
async function taxedBy(engine: (typeof engines)[number], customer: object = denver, at = '2024-03-01T00:00:00Z') {
  const sandbox = await Sandbox.create(at, { default_currency: 'USD' });
  const account = new TaxEngineAccount(engine);
  const mappings = [{ item_type: 'fallback_item', external_code: 'saas' }];
  await sandbox.ok('POST', '/tax_providers', account.connection({ mappings }));
  await change(sandbox, {
    currency: 'USD',
    ...customer,
    integration_customers: [{ integration_type: engine, integration_code: 'engine', sync_with_provider: true }],
  });
  await sandbox.ok('POST', '/add_ons', {
    add_on: { name: 'Seats', code: 'seats', amount_cents: 10_000, amount_currency: 'USD' },
  });
  return { sandbox, account, unit: engine === 'anrok' ? 1 : 100 };
}

const change = (sandbox: Sandbox, customer: object) =>
  sandbox.ok('POST', '/customers', { customer: { external_id: 'c', ...customer } });

async function sell(sandbox: Sandbox, amounts: number[]): Promise<Invoice> {
  const fees = amounts.map((amount) => ({ add_on_code: 'seats', unit_amount_cents: amount, units: '1' }));
  const { invoice } = await sandbox.ok<{ invoice: Invoice }>('POST', '/invoices', {
    invoice: { external_customer_id: 'c', currency: 'USD', fees },
  });
  await sandbox.awaitIdle();
  return (await sandbox.ok<{ invoice: Invoice }>('GET', `/invoices/${invoice.svc_id}`)).invoice;
}

/** Credits amounts of the fees of an invoice. */
async function credit(sandbox: Sandbox, invoice: Invoice, amounts: number[]): Promise<Note> {
  const items = invoice.fees.map((fee, at) => ({ fee_id: fee.svc_id, amount_cents: amounts[at] ?? 0 }));
  const named = items.filter((item) => item.amount_cents > 0);
  const { estimated_credit_note: estimate } = await sandbox.ok<{
    estimated_credit_note: { max_creditable_amount_cents: number };
  }>('POST', '/credit_notes/estimate', { credit_note: { invoice_id: invoice.svc_id, items: named } });
  const { credit_note: note } = await sandbox.ok<{ credit_note: Note }>('POST', '/credit_notes', {
    credit_note: {
      invoice_id: invoice.svc_id,
      credit_amount_cents: estimate.max_creditable_amount_cents,
      items: named,
    },
  });
  await sandbox.awaitIdle();
  return note;
}

/** The documents of the engine with amounts in cents. */
const booked = async ({ account, unit }: { account: TaxEngineAccount; unit: number }) =>
  (await account.documents()).map((each) => ({
    ...each,
    total: Math.round(each.total * unit),
    tax: Math.round(each.tax * unit),
  }));

describe.each(engines)('a credit note at %s (webhooks, section 19)', (engine) => {
  it('has the address of its invoice, although the customer moved', async () => {
    const scene = await taxedBy(engine);
    const { sandbox } = scene;
    const invoice = await sell(sandbox, [10_000]);
    expect(invoice.taxes_amount_cents).toBe(771);
    await change(sandbox, paris);
    const note = await credit(sandbox, invoice, [10_000]);
    expect(await booked(scene)).toMatchObject([
      { kind: 'sale', total: 10_000, tax: 771 },
      { id: `cn_${note.svc_id}`, kind: 'return', total: -10_000, tax: -771 },
    ]);
    expect(await scene.account.refusals()).toEqual([]);
  });

  it.each([
    ['EE123456780', null, 0],
    [null, 'EE123456780', 2200],
  ])('has the exemption of its invoice: number %s, later %s', async (before, after, tax) => {
    const scene = await taxedBy(engine, { ...tallinn, tax_identification_number: before }, '2025-06-20T10:00:00Z');
    const { sandbox } = scene;
    const invoice = await sell(sandbox, [10_000]);
    expect(invoice.taxes_amount_cents).toBe(tax);
    await change(sandbox, { tax_identification_number: after });
    await credit(sandbox, invoice, [10_000]);
    expect((await booked(scene)).map(({ total, tax: booked }) => [total, Math.abs(booked)])).toEqual([
      [10_000, tax],
      [-10_000, tax],
    ]);
  });

  it('has the items of its invoice, although they are mapped otherwise', async () => {
    const scene = await taxedBy(engine);
    const { sandbox } = scene;
    const invoice = await sell(sandbox, [10_000]);
    await sandbox.ok('PUT', '/tax_providers/engine', {
      tax_provider: { mappings: [{ item_type: 'fallback_item', external_code: 'exempt-service' }] },
    });
    await credit(sandbox, invoice, [10_000]);
    expect((await booked(scene)).map(({ tax }) => tax)).toEqual([771, -771]);
  });

  it('has the rate of the day of its invoice, and its own date', async () => {
    const scene = await taxedBy(engine, tallinn, '2025-06-20T10:00:00Z');
    const { sandbox } = scene;
    const invoice = await sell(sandbox, [10_000]);
    expect(invoice.taxes_amount_cents).toBe(2200);
    await sandbox.advanceClock('2025-07-10T10:00:00Z');
    const note = await credit(sandbox, invoice, [10_000]);
    expect(note.taxes_amount_cents).toBe(2200);
    expect(await booked(scene)).toMatchObject([
      { kind: 'sale', tax: 2200, date: '2025-06-20' },
      { kind: 'return', tax: -2200, date: '2025-07-10', taxDate: '2025-06-20' },
    ]);
  });

  it('has its tax to the cent, over several parts that clear the invoice', async () => {
    const scene = await taxedBy(engine);
    const { sandbox } = scene;
    const amounts = [4993, 4997, 5003, 4999, 4911];
    const invoice = await sell(sandbox, amounts);
    expect(amounts.reduce((sum, each) => sum + each, 0)).toBe(24_903);
    expect(invoice.total_amount_cents).toBe(24_903 + invoice.taxes_amount_cents);
    const first = await credit(sandbox, invoice, [1377, 1379, 1381, 1373, 1367]);
    const second = await credit(sandbox, invoice, [333, 331, 337, 335, 329]);
    const last = await credit(
      sandbox,
      invoice,
      [1377 + 333, 1379 + 331, 1381 + 337, 1373 + 335, 1367 + 329].map((used, at) => (amounts[at] ?? 0) - used),
    );
    const documents = await booked(scene);
    const notes = [first, second, last];
    expect(documents.slice(1).map(({ total, tax }) => [total, tax])).toEqual(
      notes.map((note) => [-note.sub_total_excluding_taxes_amount_cents, -note.taxes_amount_cents]),
    );
    expect(documents.reduce((sum, { tax }) => sum + tax, 0)).toBe(0);
    expect(documents.reduce((sum, { total }) => sum + total, 0)).toBe(0);
    expect(await scene.account.refusals()).toEqual([]);
  });

  it('is void with its invoice, so that no report is pending', async () => {
    const scene = await taxedBy(engine);
    const { sandbox } = scene;
    const invoice = await sell(sandbox, [10_000, 333]);
    await credit(sandbox, invoice, [1111, 11]);
    await change(sandbox, paris);
    await sandbox.ok('POST', `/invoices/${invoice.svc_id}/void`, { generate_credit_note: true, credit_amount: 100 });
    const voided = async () => (await scene.account.documents()).filter(({ status }) => status === 'voided').length;
    await waitFor('two voided documents', async () => (await voided()) === 2, 60_000);
  });

  it('has an inverse beside it when a filed return has it', async () => {
    const scene = await taxedBy(engine);
    const { sandbox, account } = scene;
    const invoice = await sell(sandbox, [10_000, 333]);
    const note = await credit(sandbox, invoice, [1111, 11]);
    await account.lock(invoice.svc_id);
    await account.lock(`cn_${note.svc_id}`);
    await sandbox.ok('POST', `/invoices/${invoice.svc_id}/void`);
    await waitFor('both inverses', async () => (await account.documents()).length === 4, 60_000);
    const documents = await booked(scene);
    expect(documents.map(({ status }) => status)).toEqual(['booked', 'booked', 'booked', 'booked']);
    expect(documents.reduce((sum, { tax }) => sum + tax, 0)).toBe(0);
    expect(documents.reduce((sum, { total }) => sum + total, 0)).toBe(0);
  });
});
