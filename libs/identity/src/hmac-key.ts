import type { SecretPlace } from '@tollgate/platform';

/** Where the key of an organization's webhook signatures is kept. */
export const hmacKeyPlace = (organizationId: string): SecretPlace => ({ schema: 'identity', table: 'organizations', column: 'hmac_key', id: organizationId });
