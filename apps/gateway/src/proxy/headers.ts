import type { IncomingHttpHeaders } from 'node:http';

type Headers = Record<string, string | string[]>;

/** Headers that belong to one connection and not to the message (RFC 9110, section 7.6.1), or that the proxy makes itself. */
const ofConnection = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
const madeAnew = new Set(['host', 'content-length', 'expect']);

/** The headers of a call, as the service gets them. */
export function requestHeaders(given: IncomingHttpHeaders, requestId: string, clientAddress: string): Headers {
  const headers = endToEnd(given);
  for (const name of madeAnew) delete headers[name];
  headers['x-request-id'] = requestId;
  headers['x-forwarded-for'] = [given['x-forwarded-for'], clientAddress].flat().filter(Boolean).join(', ');
  return headers;
}

/** The headers of a service's answer, as the caller gets them. */
export const answerHeaders = (given: IncomingHttpHeaders): Headers => endToEnd(given);

function endToEnd(given: IncomingHttpHeaders): Headers {
  const named = new Set(
    String(given.connection ?? '')
      .split(',')
      .map((name) => name.trim().toLowerCase()),
  );
  const kept = Object.entries(given).filter(
    ([name, value]) => value !== undefined && !ofConnection.has(name) && !named.has(name),
  );
  return Object.fromEntries(kept) as Headers;
}
