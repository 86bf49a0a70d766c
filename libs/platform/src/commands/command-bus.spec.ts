import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Config } from '../config/config.js';
import { NotFound, Unavailable } from '../errors/api-errors.js';
import { CommandBus } from './command-bus.js';

describe('a command to another process', () => {
  let server: Server;
  let bus: CommandBus;
  let answer: { status: number; body: string };

  beforeAll(async () => {
    server = createServer((_request, response) =>
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    bus = new CommandBus(
      new Config({ ADMIN_API_KEY: 'unused here', INTERNAL_TOKEN: 'unused here', CATALOG_OPERATIONS_URL: url }),
    );
  });
  afterAll(() => void server.close());

  const send = (status: number, body: string) => {
    answer = { status, body };
    return bus.send('catalog', 'due_work.next', { organization_id: '01a201a0-2adc-7071-b4ef-3bb3d85a01be' });
  };

  it('returns the answer', async () => {
    expect(await send(200, '{"due":[]}')).toEqual({ due: [] });
  });

  it("fails with the owner's permanent refusal, not as unavailable", async () => {
    const { status, body } = new NotFound('plan');
    await expect(send(status, JSON.stringify(body))).rejects.toMatchObject({ status: 404, body });
    await expect(send(status, JSON.stringify(body))).rejects.not.toBeInstanceOf(Unavailable);
    await expect(send(413, '<html>')).rejects.toMatchObject({ status: 413 });
  });

  it('is repeated under its key when the connection breaks, but only when it changes something', async () => {
    const keys: unknown[] = [];
    const breaking = (request: IncomingMessage) => {
      keys.push(request.headers['idempotency-key']);
      if (keys.length === 1) request.socket.destroy();
    };
    server.prependListener('request', breaking);
    const request = {
      organization_id: '01a201a0-2adc-7071-b4ef-3bb3d85a01be',
      pricing_unit_id: '01a201a0-2adc-7071-b4ef-3bb3d85a01bf',
      given: {},
      created_at: '',
    };
    answer = { status: 200, body: '{"errors":null}' };
    expect(await bus.send('catalog', 'pricing_unit.create', request, 'once')).toEqual({ errors: null });
    expect(keys).toEqual(['once', 'once']);
    keys.length = 0;
    await expect(send(200, '{"due":[]}')).rejects.toBeInstanceOf(Unavailable);
    expect(keys).toHaveLength(1);
    server.off('request', breaking);
  });

  it("is unavailable when its owner cannot answer now, and hides the owner's text from the caller", async () => {
    for (const status of [429, 500, 502, 503, 504]) {
      await expect(send(status, 'relation "secret" does not exist')).rejects.toBeInstanceOf(Unavailable);
      await expect(send(status, 'relation "secret" does not exist')).rejects.toMatchObject({
        body: { error_details: { reason: 'catalog cannot answer now' } },
      });
    }
  });
});
