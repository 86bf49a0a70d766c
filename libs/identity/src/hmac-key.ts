import type { SecretPlace } from '@tollgate/platform';

/** Location of the sealed key of an organization's webhook signatures. */
export const hmacKeyPlace = (organizationId: string): SecretPlace => ({
  schema: 'identity',
  table: 'organizations',
  column: 'hmac_key',
  id: organizationId,
  organizationId: null,
});
