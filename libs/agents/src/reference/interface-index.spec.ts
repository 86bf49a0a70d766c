import { describe, expect, it } from '@jest/globals';
import { allRoutes, openApiDocument } from '@tollgate/contracts';
import { InterfaceIndex } from './interface-index.js';

const documentOf = (identifierPrefix: string) =>
  JSON.stringify(openApiDocument(allRoutes, { version: '1', serverUrl: '', identifierPrefix }));
const index = new InterfaceIndex(() => Promise.resolve(documentOf('svc')));

describe('the index of the interface', () => {
  it('finds calls by words of their names and summaries', async () => {
    expect((await index.find('create a wallet', 3)).map(({ call }) => call)).toContain('POST /wallets');
    expect((await index.find('how to void an invoice', 3))[0]).toMatchObject({ call: 'POST /invoices/{svc_id}/void' });
    expect(await index.find('zzz qqq', 3)).toEqual([]);
  });

  it('finds calls by the names of fields', async () => {
    expect((await index.find('granted_credits', 5)).map(({ call }) => call)).toContain('POST /wallets');
  });

  it.each(['createWallet', 'POST /wallets', 'post /api/v1/wallets'])('reads %s', async (name) => {
    const read = await index.read(name);
    expect(read).toMatchObject({ call: 'POST /wallets', key_permission: 'wallet:write' });
    expect(read?.body.map((field) => field.name)).toEqual(
      expect.arrayContaining(['wallet', 'wallet.rate_amount', 'wallet.external_customer_id']),
    );
    expect(read?.answer.map((field) => field.name)).toContain('wallet.credits_balance');
  });

  it('reads a call by the path of its contract', async () => {
    expect(await index.read('GET /invoices/:id')).toMatchObject({ operation_id: expect.any(String) });
  });

  it('has the names of the installation', async () => {
    const own = new InterfaceIndex(() => Promise.resolve(documentOf('acme')));
    const fields = (await own.read('GET /invoices/{acme_id}'))?.answer.map(({ name }) => name);
    expect(fields).toContain('invoice.acme_id');
  });

  it('knows no other call', async () => expect(await index.read('GET /nothing')).toBeNull());

  it('reads the document again after a failure', async () => {
    const answers = [Promise.reject(new Error('unavailable')), Promise.resolve(documentOf('svc'))];
    const late = new InterfaceIndex(() => answers.shift() ?? Promise.reject(new Error('none')));
    await expect(late.find('wallet', 1)).rejects.toThrow('unavailable');
    expect(await late.find('wallet', 1)).toHaveLength(1);
  });
});
