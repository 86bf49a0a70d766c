import { describe, expect, it } from '@jest/globals';
import { Sandbox, waitFor, XeroAccount, type XeroBooks } from '@tollgate/testing';

interface ErasedPlaces {
  erasure: {
    svc_id: string;
    status: string;
    places: { place: string; rows: number; retained: number; retained_reason: string | null }[];
  };
}

interface Invoice {
  svc_id: string;
  number: string;
  total_amount_cents: number;
}

/** Longer than the pause of a reconciler. */
const longWait = 150_000;

const link = (more: object = {}) => [
  { integration_type: 'xero', integration_code: 'books', sync_with_provider: true, ...more },
];

/** An organization with Xero, whose customer `c` is linked. */
async function accounted() {
  const sandbox = await Sandbox.create('2024-03-01T00:00:00Z');
  const account = new XeroAccount();
  await sandbox.ok('POST', '/accounting_providers', account.connection());
  await sandbox.ok('POST', '/add_ons', {
    add_on: { name: 'Seats', code: 'seats', amount_cents: 15_000, amount_currency: 'EUR' },
  });
  const person = { external_id: 'c', name: 'Acme', currency: 'EUR', email: 'acme@example.com' };
  await sandbox.ok('POST', '/customers', { customer: { ...person, integration_customers: link() } });
  return { sandbox, account };
}

const sell = async (sandbox: Sandbox): Promise<Invoice> =>
  (
    await sandbox.ok<{ invoice: Invoice }>('POST', '/invoices', {
      invoice: { external_customer_id: 'c', currency: 'EUR', fees: [{ add_on_code: 'seats' }] },
    })
  ).invoice;

/** Waits until the books satisfy a condition. */
const booked = (account: XeroAccount, condition: (books: XeroBooks) => boolean): Promise<XeroBooks> =>
  waitFor(
    'the books',
    async () => {
      const books = await account.books();
      return condition(books) ? books : undefined;
    },
    longWait,
  );

/** Waits until nothing is pending. */
const settled = (sandbox: Sandbox) =>
  waitFor(
    'the documents',
    async () =>
      (await sandbox.ok<{ accounting_syncs: object[] }>('GET', '/accounting_providers/books/syncs?status=pending'))
        .accounting_syncs.length === 0,
    longWait,
  );

describe('an erased customer', () => {
  const erased = async (sandbox: Sandbox, externalId: string) => {
    const { erasure } = await sandbox.ok<ErasedPlaces>('POST', `/customers/${externalId}/erase`);
    return waitFor(
      'the erasure',
      async () => {
        const now = (await sandbox.ok<ErasedPlaces>('GET', `/erasures/${erasure.svc_id}`)).erasure;
        return now.status === 'completed' ? now.places : undefined;
      },
      longWait,
    );
  };

  it('has its contact blanked and archived, and its documents stay in the books', async () => {
    const { sandbox, account } = await accounted();
    const invoice = await sell(sandbox);
    await sandbox.ok('POST', '/payments', {
      payment: { invoice_id: invoice.svc_id, amount_cents: invoice.total_amount_cents, reference: 'transfer' },
    });
    await booked(account, ({ payments }) => payments.length === 1);
    await settled(sandbox);
    const places = await erased(sandbox, 'c');
    expect(places).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ place: 'accounting_copy', rows: 1, retained: 0, retained_reason: null }),
        expect.objectContaining({ place: 'provider_records', retained: 1, retained_reason: 'provider_records' }),
      ]),
    );
    const books = await account.books();
    expect(books.contacts).toMatchObject([{ Name: 'Acme', EmailAddress: '', ContactStatus: 'ARCHIVED' }]);
    expect(books.invoices).toMatchObject([{ number: invoice.number, status: 'AUTHORISED' }]);
  });

  it('stays where the organization has linked its own contact', async () => {
    const { sandbox, account } = await accounted();
    const [contact] = (await booked(account, ({ contacts }) => contacts.length === 1)).contacts;
    const other = {
      ...{ external_id: 'd', name: 'Other', currency: 'EUR' },
      integration_customers: link({ external_customer_id: contact?.ContactID, sync_with_provider: false }),
    };
    await sandbox.ok('POST', '/customers', { customer: other });
    await settled(sandbox);
    expect(await erased(sandbox, 'd')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ place: 'accounting_copy', retained: 1, retained_reason: 'linked_customer' }),
      ]),
    );
    expect((await account.books()).contacts).toMatchObject([{ ContactStatus: 'ACTIVE' }]);
  });
});
