import type { ImageType } from '@tollgate/contracts';

/** The logo of an issuer: one, or none. */
export interface LogosTable {
  billing_entity_id: string;
  organization_id: string;
  /** The unguessable part of its address. */
  key: string;
  type: ImageType;
  /** The uploaded bytes. */
  content: Buffer;
  /** SHA-256 of `content`, in hexadecimal. */
  digest: string;
  /** The image in documents: a small PNG without transparency. */
  printed: Buffer;
}
