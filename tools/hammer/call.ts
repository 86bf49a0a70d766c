import { type Agent, request } from 'node:http';

/**
 * Makes a call, and reads its answer to the end.
 * @param agent its connections
 * @returns its status; 0 for a connection that broke or was silent for a minute
 */
export function call(
  agent: Agent,
  method: string,
  address: string,
  { key, body }: { key?: string; body?: string } = {},
): Promise<number> {
  return new Promise((resolve) => {
    const headers = {
      ...(key ? { authorization: `Bearer ${key}` } : {}),
      ...(body ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } : {}),
    };
    const sent = request(address, { method, agent, headers, timeout: 60_000 }, (answer) => {
      answer.resume().once('close', () => resolve(answer.statusCode ?? 0));
    });
    sent.once('timeout', () => sent.destroy());
    sent.once('error', () => resolve(0));
    sent.end(body);
  });
}
