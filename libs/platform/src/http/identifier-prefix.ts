import { hasCallersKeys } from '@tollgate/contracts';

/**
 * The identifier prefix is a setting: with another value than `svc` every `svc_*` key changes with it, in requests and
 * answers. Inside, keys are always `svc_*`. What callers own (event properties, metadata, filter values,
 * pricing groups, codes of features) is left as it is: the contracts say where that is.
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
      // A list is ours even under such a name (a customer's metadata); only the object is the caller's.
      hasCallersKeys(key) && !Array.isArray(inner) ? inner : renameKeys(inner, from, to),
    ]),
  );
}

/** Keys of a request, as the service spells them inside. */
export const toOwnKeys = <T>(value: T, prefix: string): T =>
  prefix === ownPrefix ? value : (renameKeys(value, prefix, ownPrefix) as T);

/** Keys of an answer or a webhook, as this installation's clients spell them. */
export const toClientKeys = <T>(value: T, prefix: string): T =>
  prefix === ownPrefix ? value : (renameKeys(value, ownPrefix, prefix) as T);

/** Name of a column in a file of a client, as the service calls it inside. */
export const toOwnName = (name: string, prefix: string): string => renamed(name, prefix, ownPrefix);

/** Name of a column, as this installation's clients spell it. */
export const toClientName = (name: string, prefix: string): string => renamed(name, ownPrefix, prefix);

/** Name of a header of ours, such as `X-Svc-Signature`. */
export const headerName = (prefix: string, rest: string): string =>
  `X-${prefix.charAt(0).toUpperCase()}${prefix.slice(1)}-${rest}`;
