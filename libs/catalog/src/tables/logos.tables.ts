import type { ImageType } from '@tollgate/contracts';

/** The logo of an issuer: one, or none. */
export interface LogosTable {
  billing_entity_id: string;
  organization_id: string;
  /** What nobody guesses of its address. */
  key: string;
  type: ImageType;
  /** As it was given. */
  content: Buffer;
  /** SHA-256 of that, in hexadecimal. */
  digest: string;
  /** As it is drawn: a small PNG without transparency. */
  printed: Buffer;
}
