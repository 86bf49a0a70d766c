import { beforeEach, describe, expect, it } from '@jest/globals';
import { baseUrl, Sandbox } from '@tollgate/testing';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await Sandbox.create('2024-01-10T00:00:00Z', { country: 'DE' });
  await sandbox.ok('POST', '/add_ons', {
    add_on: { name: 'Setup <b>', code: 'setup', amount_cents: 1000, amount_currency: 'EUR' },
  });
});

async function sellTo(customer: Record<string, unknown>): Promise<string> {
  await sandbox.ok('POST', '/customers', { customer: { external_id: 'c', currency: 'EUR', ...customer } });
  const { invoice } = await sandbox.ok<{ invoice: { svc_id: string; web_url: string | null } }>('POST', '/invoices', {
    invoice: { external_customer_id: 'c', currency: 'EUR', fees: [{ add_on_code: 'setup' }] },
  });
  await sandbox.awaitIdle();
  return invoice.svc_id;
}

const webUrlOf = async (id: string): Promise<string> => {
  const { invoice } = await sandbox.ok<{ invoice: { web_url: string | null } }>('GET', `/invoices/${id}`);
  return invoice.web_url ?? '';
};

/** Calls a public address of the installation under test. */
const visit = (address: string, init: RequestInit = {}, change: (url: URL) => void = () => undefined) => {
  const { pathname, search } = new URL(address);
  const url = new URL(`${baseUrl}${pathname}${search}`);
  change(url);
  return fetch(url, { redirect: 'manual', ...init });
};

const linkIn = (page: string): string => (/href="([^"]+)"/.exec(page)?.[1] ?? '').replaceAll('&amp;', '&');

describe('the page of an invoice', () => {
  it('opens at its address only, runs no script, and links to a fresh file', async () => {
    const address = await webUrlOf(await sellTo({ billing_configuration: { document_locale: 'de' } }));
    const answer = await visit(address);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^ ]+'; img-src/,
    );
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const page = await answer.text();
    expect(page).toContain('Rechnung');
    expect(page).toContain('Setup &lt;b&gt;');
    expect(page).not.toContain('<form');
    const file = await visit(linkIn(page));
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect((await visit(address, {}, (url) => url.searchParams.delete('signature'))).status).toBe(404);
    expect((await visit(address, {}, (url) => url.searchParams.set('signature', 'x'.repeat(43)))).status).toBe(404);
    const other = await visit(
      address,
      {},
      (url) => (url.pathname = url.pathname.replace(/[^/]+$/, sandbox.organizationId)),
    );
    expect(other.status).toBe(404);
  });

  it('shows that the invoice is paid or voided by now', async () => {
    const id = await sellTo({});
    const address = await webUrlOf(id);
    expect(await (await visit(address)).text()).not.toContain('class="state');
    await sandbox.ok('PUT', `/invoices/${id}`, { invoice: { payment_status: 'succeeded' } });
    expect(await (await visit(address)).text()).toContain('<span class="state">Paid</span>');
    const voided = await sellTo({});
    await sandbox.ok('POST', `/invoices/${voided}/void`);
    const page = await (await visit(await webUrlOf(voided))).text();
    expect(page).toContain('<span class="state bad">Voided</span>');
    expect(await (await visit(linkIn(page))).text()).toContain('VOID – Invoice');
  });

  it('lets a customer with a provider pay, by a form', async () => {
    await sandbox.ok('POST', '/payment_providers', {
      payment_provider: { provider: 'sandbox', code: 'test', name: 'Test' },
    });
    await sandbox.ok('POST', '/customers', { customer: { external_id: 'c', currency: 'EUR' } });
    await sandbox.ok('PUT', '/customers/c/payment_provider', {
      payment_provider: { payment_provider_code: 'test', provider_method_id: 'pm_fails' },
    });
    const address = await webUrlOf(await sellTo({}));
    const form = /<form method="post" action="([^"]+)">/.exec(await (await visit(address)).text())?.[1] ?? '';
    const answer = await visit(form, { method: 'POST' });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toMatch(/\/sandbox_checkouts\//);
    expect((await visit(form, { method: 'POST' }, (url) => url.searchParams.delete('signature'))).status).toBe(404);
  });

  it('shows that it cannot be paid online', async () => {
    const address = await webUrlOf(await sellTo({}));
    const refused = await visit(address, { method: 'POST' }, (url) => (url.pathname += '/pay'));
    expect(refused.status).toBe(303);
    expect(await (await visit(refused.headers.get('location') ?? '')).text()).toContain('role="alert"');
  });
});
