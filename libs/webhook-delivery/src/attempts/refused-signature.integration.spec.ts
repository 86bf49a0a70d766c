import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Sandbox, waitFor } from '@tollgate/testing';

// A receiver with a limit of 4 kB for headers: Node itself answers 431 above it.
const algorithms: unknown[] = [];
const server = createServer({ maxHeaderSize: 4096 }, (request, response) => {
  algorithms.push(request.headers['x-svc-signature-algorithm']);
  request.resume().on('end', () => response.writeHead(200).end());
});
let url = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

interface Answer {
  webhook_endpoint: { svc_id: string; refused_signature_bytes: number | null };
}

it('an endpoint shows the size of a refused signature, until hmac is chosen', async () => {
  const sandbox = await Sandbox.create();
  const made = await sandbox.ok<Answer>('POST', '/webhook_endpoints', { webhook_endpoint: { webhook_url: url } });
  expect(made.webhook_endpoint.refused_signature_bytes).toBeNull();
  const path = `/webhook_endpoints/${made.webhook_endpoint.svc_id}`;
  const refused = async () => (await sandbox.ok<Answer>('GET', path)).webhook_endpoint.refused_signature_bytes;

  await sandbox.ok('POST', '/features', { feature: { code: 'wide', name: 'n', description: 'd'.repeat(600) } });
  await sandbox.awaitIdle();
  expect(await refused()).toBeNull();

  const privileges = Array.from({ length: 40 }, (_, index) => ({
    code: `privilege_${index}`,
    name: 'a name of some length, as people give them',
    value_type: 'integer',
  }));
  await sandbox.ok('POST', '/features', { feature: { code: 'wider', name: 'n', privileges } });
  await waitFor('a refusal', async () => (await refused()) !== null);
  expect(await refused()).toBeGreaterThan(4096);

  const changed = await sandbox.ok<Answer>('PUT', path, { webhook_endpoint: { signature_algo: 'hmac' } });
  expect(changed.webhook_endpoint.refused_signature_bytes).toBeNull();
  await sandbox.ok('PUT', '/features/wider', { feature: { name: 'other' } });
  await waitFor('a webhook', async () => algorithms.includes('hmac'));
  expect(await refused()).toBeNull();
}, 60_000);
