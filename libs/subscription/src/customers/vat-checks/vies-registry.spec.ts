import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Config } from '@tollgate/platform';
import { ViesRegistry } from './vies-registry.js';

/** A fake of the registry. */
const answers: Record<string, object | string> = {
  '123456789': {
    countryCode: 'DE',
    vatNumber: '123456789',
    requestDate: '2024-11-05T00:00:00Z',
    valid: true,
    name: 'Acme GmbH',
    address: '---',
  },
  '000000000': { countryCode: 'DE', vatNumber: '000000000', valid: false, name: '---', address: '---' },
  '999999999': { actionSucceed: false, errorWrappers: [{ error: 'MS_UNAVAILABLE' }] },
  '888888888': { actionSucceed: false, errorWrappers: [{ error: 'at java.lang.Thread' }] },
  '777777777': '<html>',
};

describe('the registry of the European Commission', () => {
  let server: Server;
  let registry: ViesRegistry;
  const requests: object[] = [];
  const lookUp = (number: string) => registry.lookUp({ prefix: 'DE', country: 'DE', number });

  beforeAll(async () => {
    server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const question = JSON.parse(Buffer.concat(parts).toString()) as { vatNumber: string };
        requests.push({ path: request.url, ...question });
        const answer = answers[question.vatNumber];
        response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    registry = new ViesRegistry(new Config({ VIES_URL: `http://127.0.0.1:${port}/vies/` }));
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it('is requested by country and number, and returns its answer', async () => {
    expect(await lookUp('123456789')).toEqual({
      valid: true,
      country_code: 'DE',
      vat_number: '123456789',
      name: 'Acme GmbH',
      address: null,
      request_date: '2024-11-05T00:00:00Z',
    });
    expect(requests).toContainEqual({ path: '/vies/check-vat-number', countryCode: 'DE', vatNumber: '123456789' });
    expect(await lookUp('000000000')).toMatchObject({ valid: false });
  });

  it.each([
    ['999999999', 'MS_UNAVAILABLE'],
    ['888888888', 'UNREADABLE'],
    ['777777777', 'UNREACHABLE'],
  ])('fails with its own error code or ours: %s', async (number, code) => {
    await expect(lookUp(number)).rejects.toMatchObject({ code });
  });
});
