import { queryOptions } from '@tanstack/react-query';
import { base } from '../base.js';
import { answerOf, api, asOrganization } from './client.js';
import type { paths } from './schema.js';

/** The path of a call that reads. */
export type ReadPath = {
  [P in keyof paths]: paths[P] extends { get: { responses: { 200: unknown } } } ? P : never;
}[keyof paths];

/** The body with which a call answers. */
export type Answer<P extends ReadPath> = paths[P] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } };
}
  ? Body
  : never;

export type Query = Record<string, string | readonly string[]>;

/** A call that reads: its path, the values in the path, and its query. */
export interface Call<P extends ReadPath = ReadPath> {
  path: P;
  values?: Record<string, string>;
  query?: Query;
}

interface Options {
  params: { path: Record<string, string>; query: Query };
  headers: Record<string, string>;
  signal: AbortSignal;
}
type Sent = Promise<{ data?: unknown; error?: unknown; response: Response }>;

/** `api.GET` for a path that only a page knows. The types of `Call` and `Answer` hold the same contract. */
const get = api.GET as unknown as (path: ReadPath, options: Options) => Sent;

/** Reads for an organization. */
export const readQuery = <P extends ReadPath>(organizationId: string, { path, values = {}, query = {} }: Call<P>) =>
  queryOptions({
    queryKey: ['read', organizationId, path, values, query] as const,
    queryFn: ({ signal }) =>
      answerOf(
        get(path, { params: { path: values, query }, headers: asOrganization(organizationId), signal }) as Promise<{
          data?: Answer<P>;
          error?: unknown;
          response: Response;
        }>,
      ),
    staleTime: 10_000,
  });

/** The address of a call, with its query. */
export function addressOf({ path, values = {}, query = {} }: Call): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const parameters = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : value.map((one) => [name, one]),
    ),
  ).toString();
  const { origin } = window.location;
  return `${origin}${base}/api/v1${filled}${parameters === '' ? '' : `?${parameters}`}`;
}

/** The same call for a terminal, with an API key. */
export const curlOf = (call: Call): string =>
  `curl '${addressOf(call).replaceAll("'", '%27')}' \\\n  -H "Authorization: Bearer $API_KEY"`;
