import {
  explicitResources,
  permissionModes,
  permissionResources,
  type ApiKey,
  type Permissions,
} from '@tollgate/contracts';
import { isoSeconds, isoSecondsOrNull } from '@tollgate/platform';
import type { ApiKeyRow } from './api-keys.repository.js';

const explicit: readonly string[] = explicitResources;

/** The permissions of a key without a list of its own. */
export const everything = (): Permissions =>
  Object.fromEntries(
    permissionResources
      .filter((resource) => !explicit.includes(resource))
      .map((resource) => [resource, [...permissionModes]]),
  );

/** @param value the whole value of a new key */
export const presentApiKey = (key: ApiKeyRow, value = `••••••••${key.last_four}`): ApiKey => ({
  svc_id: key.id,
  name: key.name,
  value,
  permissions: key.permissions ?? everything(),
  expires_at: isoSecondsOrNull(key.expires_at),
  last_used_at: isoSecondsOrNull(key.last_used_at),
  created_at: isoSeconds(key.created_at),
});
