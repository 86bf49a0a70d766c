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
  /** The size of the largest refused signature, in bytes; null without a refusal since the current settings. */
  refused_signature_bytes: number | null;
}
