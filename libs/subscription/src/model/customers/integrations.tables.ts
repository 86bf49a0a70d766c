import type { Generated } from 'kysely';
import type { IntegrationType } from '@tollgate/contracts';

/** An external system of an organization for accounting, taxes or sales. */
export interface IntegrationsTable {
  id: string;
  organization_id: string;
  integration_type: IntegrationType;
  code: string;
  name: string | null;
  /** Whether it is a connected tax engine or accounting system. */
  connected: Generated<boolean>;
  created_at: Date;
}

/** The link of a customer to such a system. */
export interface IntegrationCustomersTable {
  id: string;
  organization_id: string;
  customer_id: string;
  integration_id: string;
  integration_type: IntegrationType;
  external_customer_id: string | null;
  sync_with_provider: boolean | null;
  subsidiary_id: string | null;
  targeted_object: string | null;
  created_at: Date;
}
