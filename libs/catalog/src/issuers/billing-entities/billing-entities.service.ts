import { Injectable } from '@nestjs/common';
import type { BillingEntity, BillingEntityCreate, BillingEntityUpdate, SingleBillingEntity } from '@tollgate/contracts';
import { Clock, newId, NotFound, type TenantTransaction } from '@tollgate/platform';
import { CatalogDatabase } from '../../catalog.database.js';
import { writeEuTaxes } from '../eu-taxes/eu-taxes.writer.js';
import { replaceSectionsOfBillingEntity } from '../invoice-custom-sections/invoice-custom-sections.repository.js';
import {
  activeBillingEntities,
  billingEntityByCode,
  defaultBillingEntityId,
  insertBillingEntity,
  lockBillingEntity,
  updateBillingEntity,
  type BillingEntityRow,
} from '../repositories/billing-entities.repository.js';
import { replaceLogo, type NewLogo } from '../logos/logos.repository.js';
import { LogosService } from '../logos/logos.service.js';
import { withUniqueCodes } from '../../records.js';
import type { Scope } from '../../scope.js';
import { replaceBillingEntityTaxes } from '../taxes/applied-taxes.js';
import { presentBillingEntity, presentSingleBillingEntity } from './billing-entity.presenter.js';
import { assertLawful, columnsOf, defaultPrefix, einvoicingColumn, withoutNulls } from './billing-entity.rules.js';
import { legalMentionsColumn } from './legal-mentions.rules.js';
import { portalSettingsColumn } from './portal-settings.rules.js';
import { newBillingEntity } from './new-billing-entity.js';

/** Issuers of invoices (catalog, section 13). */
@Injectable()
export class BillingEntitiesService {
  constructor(
    private readonly database: CatalogDatabase,
    private readonly clock: Clock,
    private readonly logos: LogosService,
  ) {}

  /** @throws ValidationFailed */
  async create(organizationId: string, input: BillingEntityCreate): Promise<BillingEntity> {
    const now = new Date(await this.clock.now(organizationId));
    const id = newId();
    const logo = await this.logos.read(organizationId, input.logo);
    return withUniqueCodes(() =>
      this.database.tenant(organizationId, async (transaction) => {
        const { document_number_prefix: prefix, ...values } = withoutNulls({
          ...columnsOf(input),
          ...einvoicingColumn(input.einvoicing_settings),
          ...legalMentionsColumn(input.legal_mentions),
          ...portalSettingsColumn(input.portal_settings),
        });
        const named = {
          id,
          organization_id: organizationId,
          code: input.code,
          name: input.name,
          document_number_prefix: prefix ?? defaultPrefix(input.name, id),
        };
        const numbering = input.document_numbering ? { document_numbering: input.document_numbering } : {};
        await insertBillingEntity(
          transaction,
          newBillingEntity(named, { ...values, ...numbering, logo_url: logo?.url ?? null }, now),
        );
        await replaceLogo(transaction, id, logo);
        const row = await lockBillingEntity(transaction, id);
        assertLawful(row);
        if (row.eu_tax_management) await createEuTaxes({ transaction, now });
        const shown = presentBillingEntity(row, await defaultBillingEntityId(transaction));
        const payload = { billing_entity_id: id, billing_entity: shown, resources: { billing_entity_code: row.code } };
        await transaction.append('billing_entity.created', id, payload, now.getTime());
        return shown;
      }),
    );
  }

  /** Lists the active issuers, oldest first. */
  async list(organizationId: string): Promise<BillingEntity[]> {
    return this.database.tenant(organizationId, async (transaction) => {
      const rows = await activeBillingEntities(transaction);
      return rows.map((row) => presentBillingEntity(row, rows[0]?.id ?? null));
    });
  }

  /** @throws NotFound */
  async read(organizationId: string, code: string): Promise<SingleBillingEntity> {
    return this.database.tenant(organizationId, async (transaction) =>
      presentSingleBillingEntity(transaction, await existing(transaction, code)),
    );
  }

  /** Changes the submitted settings. @throws NotFound, ValidationFailed */
  async update(organizationId: string, code: string, input: BillingEntityUpdate): Promise<SingleBillingEntity> {
    const now = new Date(await this.clock.now(organizationId));
    const logo = await this.logos.read(organizationId, input.logo);
    return this.database.tenant(organizationId, async (transaction) => {
      const { id } = await existing(transaction, code);
      return presentSingleBillingEntity(transaction, await changeIssuer({ transaction, now }, id, input, logo));
    });
  }
}

async function existing(transaction: TenantTransaction, code: string): Promise<BillingEntityRow> {
  const row = await billingEntityByCode(transaction, code);
  if (!row) throw new NotFound('billing_entity');
  return row;
}

/**
 * Changes settings of an issuer and publishes the change: drafts and billing days follow.
 * @param logo absent leaves the logo, null removes it
 * @throws NotFound, ValidationFailed
 */
export async function changeIssuer(
  scope: Scope,
  id: string,
  input: BillingEntityUpdate,
  logo?: NewLogo | null,
): Promise<BillingEntityRow> {
  const { transaction, now } = scope;
  const before = await lockBillingEntity(transaction, id);
  const { name, document_numbering: numbering } = input;
  const row = await updateBillingEntity(transaction, id, {
    ...columnsOf(input),
    ...einvoicingColumn(input.einvoicing_settings, before.einvoicing_settings),
    ...legalMentionsColumn(input.legal_mentions, before.legal_mentions),
    ...portalSettingsColumn(input.portal_settings, before.portal_settings),
    ...(name ? { name } : {}),
    // Any other value selects numbering by billing entity (catalog, section 13).
    ...(numbering ? { document_numbering: numbering === 'per_customer' ? numbering : 'per_billing_entity' } : {}),
    ...(await replaceLogo(transaction, id, logo)),
    updated_at: now,
  });
  assertLawful(row, before);
  if (input.tax_codes) await replaceBillingEntityTaxes(scope, id, input.tax_codes);
  if (input.invoice_custom_section_codes)
    await replaceSectionsOfBillingEntity(transaction, id, input.invoice_custom_section_codes);
  if (input.eu_tax_management) await createEuTaxes(scope);
  const defaultId = await defaultBillingEntityId(transaction);
  const shown = presentBillingEntity(row, defaultId);
  const payload = {
    billing_entity_id: id,
    billing_entity: shown,
    resources: { billing_entity_code: row.code, ...changesOf(presentBillingEntity(before, defaultId), shown) },
    timezone_changed: row.timezone !== before.timezone,
    statement_schedule_changed: row.statement_schedule !== before.statement_schedule,
  };
  await transaction.append('billing_entity.updated', id, payload, now.getTime());
  return row;
}

/** The fields of an issuer that differ; a change without differences still publishes its message. */
function changesOf(before: BillingEntity, after: BillingEntity): Record<string, { deleted: unknown; added: unknown }> {
  const fields = (Object.keys(after) as (keyof BillingEntity)[]).filter(
    (field) => field !== 'updated_at' && JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  return Object.fromEntries(fields.map((field) => [field, { deleted: before[field], added: after[field] }]));
}

async function createEuTaxes(scope: Scope): Promise<void> {
  for (const taxId of await writeEuTaxes(scope))
    await scope.transaction.append('tax.changed', taxId, { tax_id: taxId }, scope.now.getTime());
}
