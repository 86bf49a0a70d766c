import type { SecurityEvent } from '../security-logs/record-security-event.js';
import { everything } from './api-key.presenter.js';
import type { ApiKeyRow } from './api-keys.repository.js';

/** The permissions of a key, each as `customer:read`. */
const permitted = ({ permissions }: ApiKeyRow): string[] =>
  Object.entries(permissions ?? everything()).flatMap(([resource, modes]) =>
    modes.map((mode) => `${resource}:${mode}`),
  );

const without = (list: string[], others: string[]) => list.filter((item) => !others.includes(item));

/** The entries of the security log about keys (customers, section 15.3). */
export const createdKey = (key: ApiKeyRow): SecurityEvent => ({
  event: 'api_key.created',
  resources: { name: key.name, value_ending: key.last_four, permissions: permitted(key) },
});

/** @returns null when nothing changed */
export function changedKey(before: ApiKeyRow, after: ApiKeyRow): SecurityEvent | null {
  const [old, fresh] = [permitted(before), permitted(after)];
  const permissions = { deleted: without(old, fresh), added: without(fresh, old) };
  const otherName = before.name !== after.name;
  const otherPermissions = permissions.deleted.length + permissions.added.length > 0;
  if (!otherName && !otherPermissions) return null;
  return {
    event: 'api_key.updated',
    resources: {
      name: otherName ? { deleted: before.name, added: after.name } : after.name,
      value_ending: after.last_four,
      ...(otherPermissions ? { permissions } : {}),
    },
  };
}

export const rotatedKey = (old: ApiKeyRow, fresh: ApiKeyRow): SecurityEvent => ({
  event: 'api_key.rotated',
  resources: { name: fresh.name, value_ending: { deleted: old.last_four, added: fresh.last_four } },
});

export const deletedKey = (key: ApiKeyRow): SecurityEvent => ({
  event: 'api_key.deleted',
  resources: { name: key.name, value_ending: key.last_four },
});
