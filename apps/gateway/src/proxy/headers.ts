import type { IncomingHttpHeaders } from 'node:http';

/** Headers that belong to one connection and not to the message (RFC 9110, section 7.6.1). */
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
/** Headers of a call that the proxy generates itself. */
const regenerated = new Set([...ofConnection, 'host', 'content-length', 'expect', 'x-request-id', 'x-forwarded-for']);

/**
 * The headers of a call for the service.
 * @param rawHeaders names and values alternately, as received
 * @returns the same format
 */
export function requestHeaders(rawHeaders: string[], requestId: string, clientAddress: string): string[] {
  const headers: string[] = [];
  const forwardedFor: string[] = [];
  let named = '';
  for (let place = 0; place < rawHeaders.length; place += 2) {
    const [name, value] = [(rawHeaders[place] as string).toLowerCase(), rawHeaders[place + 1] as string];
    if (name === 'connection') named += `,${value}`;
    else if (name === 'x-forwarded-for') forwardedFor.push(value);
    if (!regenerated.has(name)) headers.push(name, value);
  }
  return [
    ...without(headers, namesIn(named)),
    'x-request-id',
    requestId,
    'x-forwarded-for',
    [...forwardedFor, clientAddress].filter(Boolean).join(', '),
  ];
}

/**
 * Replaces headers of the same name.
 * @param rawHeaders names in lower case and values alternately
 * @returns the same format
 */
export const withHeaders = (rawHeaders: string[], others: Record<string, string>): string[] => [
  ...without(rawHeaders, new Set(Object.keys(others))),
  ...Object.entries(others).flat(),
];

/** The headers of a service's answer for the caller. */
export function answerHeaders(rawHeaders: IncomingHttpHeaders): Record<string, string | string[]> {
  const named = namesIn(rawHeaders.connection ?? '');
  const headers: Record<string, string | string[]> = {};
  for (const name in rawHeaders) {
    const value = rawHeaders[name];
    if (value !== undefined && !ofConnection.has(name) && !named.has(name)) headers[name] = value;
  }
  return headers;
}

/** Header names in a `Connection` header: they belong to the connection too. */
const namesIn = (value: string): Set<string> => new Set(value.split(',').map((name) => name.trim().toLowerCase()));

const without = (headers: string[], names: Set<string>): string[] =>
  headers.filter((_, place) => !names.has(headers[place - (place % 2)] as string));
