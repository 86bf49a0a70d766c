import type { SignatureAlgorithm } from '@tollgate/contracts';

export interface WebhookEndpointsTable {
  id: string;
  organization_id: string;
  webhook_url: string;
  signature_algo: SignatureAlgorithm;
  name: string | null;
  /** Filter names; null: every type. */
  event_types: string[] | null;
  created_at: Date;
  /** Bytes of the largest signature that the receiver refused for its length; null: none since it was chosen. */
  refused_signature_bytes: number | null;
}
