import type { Generated } from 'kysely';

/** The installation's RSA key pair, the oldest row; it belongs to no organization. */
export interface SigningKeysTable {
  id: string;
  /** PKCS #8, PEM, sealed. */
  private_key: string;
  created_at: Generated<Date>;
}
