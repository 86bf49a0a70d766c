import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Answer } from './client.js';
import type { Sandbox } from './sandbox.js';

/** The number of concurrent callers. */
const atOnce = 6;

const webhooks = new Map<string, string[]>();
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { webhook_type: type } = JSON.parse(Buffer.concat(chunks).toString()) as { webhook_type: string };
    const path = request.url ?? '';
    webhooks.set(path, [...(webhooks.get(path) ?? []), type]);
    response.writeHead(200).end();
  });
});

export const listen = (): Promise<void> => new Promise((resolve) => receiver.listen(0, '127.0.0.1', resolve));

export async function stopListening(): Promise<void> {
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
}

/** Directs an organization's webhooks to this test. @param path one of its own */
export async function receiveWebhooks(sandbox: Sandbox, path: string): Promise<void> {
  const { port } = receiver.address() as AddressInfo;
  const webhook_url = `http://127.0.0.1:${port}${path}`;
  await sandbox.ok('POST', '/webhook_endpoints', { webhook_endpoint: { webhook_url } });
}

/** Webhooks of a type received at a path. */
export const webhooksOf = (path: string, type: string): string[] =>
  (webhooks.get(path) ?? []).filter((sent) => sent === type);

export const concurrently = (call: () => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: atOnce }, call));
export const statusesOf = (answers: Answer[]) => answers.map(({ status }) => status).sort();
export const oneAnd = (other: number): number[] => [200, ...Array.from({ length: atOnce - 1 }, () => other)].sort();
export const all200 = Array.from({ length: atOnce }, () => 200);

/** The number of an organization's activities of a type. */
export const activities = async (sandbox: Sandbox, type: string): Promise<number> =>
  (await sandbox.ok<{ activity_logs: object[] }>('GET', `/activity_logs?activity_types[]=${type}`)).activity_logs
    .length;
