import { request } from 'node:http';

/**
 * Makes a call, and reads its answer to the end.
 * @param agent its connections
 * @param {{ key?: string, body?: string | Uint8Array }} how
 * @returns {Promise<number>} its status; 0 for a connection that broke or was silent for a minute
 */
export function call(agent, method, address, { key, body } = {}) {
  return new Promise((resolve) => {
    const headers = {
      ...(key ? { authorization: `Bearer ${key}` } : {}),
      ...(body ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } : {}),
    };
    const sent = request(address, { method, agent, headers, timeout: 60_000 }, (answer) => {
      answer.resume().once('close', () => resolve(answer.statusCode));
    });
    sent.once('timeout', () => sent.destroy());
    sent.once('error', () => resolve(0));
    sent.end(body);
  });
}
