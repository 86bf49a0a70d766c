// npm run test:agents
// Puts written questions to the tools for agents of a standalone service, by the client of the protocol. It compares the
// figures of the answers with known ones. Closes with `N passed, N failed`.
import { isDeepStrictEqual } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { say } from '@tollgate/harness/process';
import { Report } from '@tollgate/harness/report';
import { startStandalone } from '@tollgate/harness/standalone';
import { billedOrganization, type Known } from './organization.ts';
import { questions, type Question } from './questions.ts';

const report = new Report();

async function connected(baseUrl: string, key: string): Promise<Client> {
  const client = new Client({ name: 'questions', version: '1.0.0' });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  const transport = new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), { requestInit });
  await client.connect(transport);
  return client;
}

async function put(client: Client, { tool, input, figure, expected }: Question, known: Known): Promise<string[]> {
  const result = await client.callTool({ name: tool, arguments: input(known) });
  const answer = (result.structuredContent ?? {}) as Record<string, unknown>;
  if (result.isError) return [`${tool} answers ${JSON.stringify(answer).slice(0, 500)}`];
  const found = typeof figure === 'string' ? valueAt(answer, figure) : figure(answer);
  if (isDeepStrictEqual(found, expected)) return [];
  return [`${tool} answers ${JSON.stringify(found)} and not ${JSON.stringify(expected)}`];
}

/** The value at a path of names and places. */
const valueAt = (answer: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], answer);

const service = await startStandalone();
try {
  say('An organization with two customers ...');
  const known = await billedOrganization(service);
  const client = await connected(service.baseUrl, known.api.key);
  for (const question of questions) report.check(question.question, await put(client, question, known));
  await client.close();
} catch (error) {
  report.error(error);
} finally {
  await service.stop();
}
report.finish();
