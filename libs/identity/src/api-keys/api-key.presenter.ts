import { permissionModes, permissionResources, type ApiKey, type Permissions } from '@tollgate/contracts';
import { isoSeconds, isoSecondsOrNull } from '@tollgate/platform';
import type { ApiKeyRow } from './api-keys.repository.js';

/** What a key without permissions of its own may do. */
export const everything = (): Permissions =>
  Object.fromEntries(permissionResources.map((resource) => [resource, [...permissionModes]]));

/** @param value the whole value, when the key was just made */
export const presentApiKey = (key: ApiKeyRow, value = `••••••••${key.last_four}`): ApiKey => ({
  svc_id: key.id,
  name: key.name,
  value,
  permissions: key.permissions ?? everything(),
  expires_at: isoSecondsOrNull(key.expires_at),
  last_used_at: isoSecondsOrNull(key.last_used_at),
  created_at: isoSeconds(key.created_at),
});
