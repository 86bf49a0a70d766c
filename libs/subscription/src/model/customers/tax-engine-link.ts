import { sql } from 'kysely';
import { taxProviders, type TaxProviderName } from '@tollgate/contracts';

/** A connected tax engine, by the type and code of its integration. */
export interface TaxEngineLink {
  engine: TaxProviderName;
  code: string;
}

/** The connected tax engine that a row `customer` is linked to; partners have none. */
export const taxEngine = sql<TaxEngineLink | null>`(
  select json_build_object('engine', integration.integration_type, 'code', integration.code)
  from subscription.integration_customers own join subscription.integrations integration on integration.id = own.integration_id
  where own.customer_id = customer.id and integration.connected and customer.account_type = 'customer'
    and integration.integration_type in (${sql.join(taxProviders.map((type) => sql.lit(type)))})
  order by own.created_at, own.id limit 1)`;
