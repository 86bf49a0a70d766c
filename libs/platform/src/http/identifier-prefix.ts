import { hasCallersKeys } from '@tollgate/contracts';

/**
 * The identifier prefix is a setting: another value than `svc` renames every `svc_*` key in requests and answers.
 * Internally, keys are always `svc_*`. Callers' own keys (event properties, metadata, filter values, pricing groups,
 * codes of features) stay unchanged: the contracts say where they occur.
 */
const ownPrefix = 'svc';

const renamed = (key: string, from: string, to: string): string =>
  key.startsWith(`${from}_`) ? `${to}${key.slice(from.length)}` : key;

function renameKeys(value: unknown, from: string, to: string): unknown {
  if (Array.isArray(value)) return value.map((item) => renameKeys(item, from, to));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      renamed(key, from, to),
      // A list under such a name belongs to the service (a customer's metadata); only an object belongs to the caller.
      hasCallersKeys(key) && !Array.isArray(inner) ? inner : renameKeys(inner, from, to),
    ]),
  );
}

/** Keys of a request in the internal spelling. */
export const toOwnKeys = <T>(value: T, prefix: string): T =>
  prefix === ownPrefix ? value : (renameKeys(value, prefix, ownPrefix) as T);

/** Keys of an answer or a webhook in the spelling of this installation's clients. */
export const toClientKeys = <T>(value: T, prefix: string): T =>
  prefix === ownPrefix ? value : (renameKeys(value, ownPrefix, prefix) as T);

/** A column name of a client's file in the internal spelling. */
export const toOwnName = (name: string, prefix: string): string => renamed(name, prefix, ownPrefix);

/** A column name in the spelling of this installation's clients. */
export const toClientName = (name: string, prefix: string): string => renamed(name, ownPrefix, prefix);

/** The name of a service header, such as `X-Svc-Signature`. */
export const headerName = (prefix: string, rest: string): string =>
  `X-${prefix.charAt(0).toUpperCase()}${prefix.slice(1)}-${rest}`;
