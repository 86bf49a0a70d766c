import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { baseUrl, Sandbox } from '@tollgate/testing';
import sharp from 'sharp';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await Sandbox.create('2024-01-10T00:00:00Z', { country: 'DE' });
  await sandbox.ok('POST', '/customers', {
    customer: { external_id: 'c', currency: 'EUR', billing_configuration: { document_locale: 'de' } },
  });
  await sandbox.ok('POST', '/add_ons', {
    add_on: { name: 'Setup', code: 'setup', amount_cents: 1000, amount_currency: 'EUR' },
  });
});

interface Shown {
  svc_id: string;
  file_url: string | null;
}

async function sell(): Promise<string> {
  const { invoice } = await sandbox.ok<{ invoice: Shown }>('POST', '/invoices', {
    invoice: { external_customer_id: 'c', currency: 'EUR', fees: [{ add_on_code: 'setup' }] },
  });
  expect(invoice.file_url).toBeNull();
  return invoice.svc_id;
}

const logo = async (width: number, height: number) => {
  const image = sharp({ create: { width, height, channels: 4, background: '#ff000080' } });
  return `data:image/png;base64,${(await image.png({ progressive: true }).toBuffer()).toString('base64')}`;
};

/** Fetches the file of a public address from the installation under test. */
const fetchFile = (
  address: string,
  change: (url: URL) => void = () => undefined,
  headers: Record<string, string> = {},
) => {
  const { pathname, search } = new URL(address);
  const url = new URL(`${baseUrl}${pathname}${search}`);
  change(url);
  return fetch(url, { headers });
};

describe('the file of an invoice', () => {
  it('is available at its signed address only', async () => {
    const id = await sell();
    const { invoice } = await sandbox.ok<{ invoice: Shown }>('POST', `/invoices/${id}/download`);
    const address = invoice.file_url ?? '';
    const answer = await fetchFile(address);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toMatch(
      /^inline; filename="(?!invoice-).+\.pdf"; filename\*=UTF-8''/,
    );
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    const drawn = Buffer.from(await answer.arrayBuffer());
    expect(drawn.subarray(0, 5).toString()).toBe('%PDF-');
    const tag = answer.headers.get('etag') ?? '';
    expect(tag).toBe(`"${createHash('sha256').update(drawn).digest('hex')}"`);
    const again = await fetchFile(address, undefined, { 'if-none-match': tag });
    expect([again.status, again.headers.get('etag'), (await again.arrayBuffer()).byteLength]).toEqual([304, tag, 0]);
    expect((await fetchFile(address, (url) => url.searchParams.delete('signature'))).status).toBe(404);
    expect((await fetchFile(address, (url) => url.searchParams.set('expires', '99999999999'))).status).toBe(404);
  });

  it('is drawn once for concurrent requests, without slowing events down', async () => {
    const fees = Array.from({ length: 300 }, (_, index) => ({
      add_on_code: 'setup',
      name: `${'項'.repeat(60)} ${index}`,
    }));
    const { invoice } = await sandbox.ok<{ invoice: Shown }>('POST', '/invoices', {
      invoice: { external_customer_id: 'c', currency: 'EUR', fees },
    });
    const { invoice: shown } = await sandbox.ok<{ invoice: Shown }>('POST', `/invoices/${invoice.svc_id}/download`);
    const files = Promise.all(
      Array.from({ length: 50 }, async () => {
        const answer = await fetchFile(shown.file_url ?? '');
        return [answer.status, answer.headers.get('etag')];
      }),
    );
    const waits: number[] = [];
    for (let index = 0; index < 10; index++) {
      const began = Date.now();
      const event = { transaction_id: `e${index}`, external_subscription_id: 's', code: 'c' };
      expect((await sandbox.call('POST', '/events', { event })).status).toBe(200);
      waits.push(Date.now() - began);
    }
    expect(waits.sort((one, other) => one - other)[5]).toBeLessThan(500);
    expect(new Set((await files).map(String)).size).toBe(1);
    expect((await files)[0]?.[0]).toBe(200);
  });

  it('says that the invoice is void after its void, in the language of the document', async () => {
    const id = await sell();
    const { invoice } = await sandbox.ok<{ invoice: Shown }>('POST', `/invoices/${id}/download`);
    const address = invoice.file_url ?? '';
    const read = async (headers = {}) => {
      const answer = await fetchFile(address, undefined, headers);
      return { status: answer.status, tag: answer.headers.get('etag') ?? '', file: await answer.text() };
    };
    const issued = await read();
    expect((await read()).tag).toBe(issued.tag);
    expect(issued.file).not.toContain('STORNIERT');
    await sandbox.ok('POST', `/invoices/${id}/void`);
    const voided = await read({ 'if-none-match': issued.tag });
    expect(voided.status).toBe(200);
    expect(voided.file).toContain('>STORNIERT – Rechnung');
    expect(await read()).toEqual(voided);
    expect((await read({ 'if-none-match': voided.tag })).status).toBe(304);
    expect((await sandbox.call('POST', `/invoices/${id}/download`)).status).toBe(404);
    const { invoice: shown } = await sandbox.ok<{ invoice: Shown }>('GET', `/invoices/${id}`);
    expect(shown.file_url).toBe(address);
  });

  it('appears in the invoice when it exists', async () => {
    const id = await sell();
    await sandbox.awaitIdle();
    const { invoice } = await sandbox.ok<{ invoice: Shown }>('GET', `/invoices/${id}`);
    const { invoice: downloaded } = await sandbox.ok<{ invoice: Shown }>('POST', `/invoices/${id}/download_pdf`);
    expect(downloaded.file_url).toBe(invoice.file_url);
    const other = await Sandbox.create('2024-01-10T00:00:00Z');
    expect((await other.call('POST', `/invoices/${id}/download`)).status).toBe(404);
  });

  it('shows the logo of its issuer at the time of issue', async () => {
    const { billing_entities: issuers } = await sandbox.ok<{ billing_entities: { code: string }[] }>(
      'GET',
      '/billing_entities',
    );
    const setLogo = (logo: string | null) =>
      sandbox.ok('PUT', `/billing_entities/${issuers[0]?.code}`, { billing_entity: { logo } });
    const fileOf = async (id: string) => {
      const { invoice } = await sandbox.ok<{ invoice: Shown }>('POST', `/invoices/${id}/download`);
      return Buffer.from(await (await fetchFile(invoice.file_url ?? '')).arrayBuffer()).toString('latin1');
    };
    const images = (file: string) => [...file.matchAll(/\/Width (\d+)\n\/Height (\d+)/g)].map(([, ...size]) => size);
    const withoutLogo = await sell();
    await sandbox.awaitIdle();
    await setLogo(await logo(90, 30));
    const first = await sell();
    await sandbox.awaitIdle();
    const second = await sell();
    await sandbox.awaitIdle();
    const file = await fileOf(first);
    await setLogo(await logo(20, 40));
    const third = await sell();
    await sandbox.awaitIdle();
    await setLogo(null);
    expect(await fileOf(first)).toBe(file);
    expect(images(await fileOf(withoutLogo))).toEqual([]);
    expect(images(file)).toEqual([['90', '30']]);
    expect(images(await fileOf(second))).toEqual([['90', '30']]);
    expect(images(await fileOf(third))).toEqual([['20', '40']]);
    expect(images(await fileOf(await sell()))).toEqual([]);
  });
});

it('answers the file of a receipt', async () => {
  const id = await sell();
  await sandbox.ok('POST', '/payments', { payment: { invoice_id: id, amount_cents: 1000, reference: 'r' } });
  await sandbox.awaitIdle();
  const { payment_receipts: receipts } = await sandbox.ok<{ payment_receipts: Shown[] }>(
    'GET',
    `/payment_receipts?invoice_id=${id}`,
  );
  const path = `/payment_receipts/${receipts[0]?.svc_id}/download`;
  const { payment_receipt: receipt } = await sandbox.ok<{ payment_receipt: Shown }>('POST', path);
  const answer = await fetchFile(receipt.file_url ?? '');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const other = await Sandbox.create('2024-01-10T00:00:00Z');
  expect(await other.call('POST', path)).toMatchObject({ status: 404, body: { code: 'invoice_not_found' } });
  expect((await sandbox.call('POST', '/payment_receipts/none/download')).status).toBe(404);
});
