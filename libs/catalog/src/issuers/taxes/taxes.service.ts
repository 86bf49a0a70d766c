import { Injectable } from '@nestjs/common';
import {
  TaxCreate,
  type RawInput,
  type Meta,
  type TaxUpdate,
  type TaxWithEntities,
  type TaxFilters,
} from '@tollgate/contracts';
import {
  brokenUniqueIndex,
  Clock,
  newId,
  NotFound,
  ValidationFailed,
  type TenantTransaction,
  type Instant,
} from '@tollgate/platform';
import { CatalogDatabase } from '../../catalog.database.js';
import { readRecord } from '../../records.js';
import { presentTaxWithEntities } from './tax.presenter.js';
import {
  deleteTax,
  applyToOrganization,
  detachTax,
  findTax,
  insertTax,
  listTaxes,
  taxApplications,
  updateTax,
  type TaxRow,
} from './taxes.repository.js';

/** Taxes (catalog, section 12). */
@Injectable()
export class TaxesService {
  constructor(
    private readonly database: CatalogDatabase,
    private readonly clock: Clock,
  ) {}

  /** @throws ValidationFailed */
  async create(organizationId: string, raw: RawInput): Promise<TaxWithEntities> {
    const now = await this.clock.now(organizationId);
    return this.withUniqueCode(organizationId, async (transaction) => {
      const input = await readRecord(TaxCreate, raw, async ({ code }, add) => {
        if (code !== undefined && (await findTax(transaction, code))) add('code', 'value_already_exist');
      });
      const { applied_to_organization: applied, description, ...rest } = input;
      const tax = await insertTax(transaction, {
        id: newId(),
        organization_id: organizationId,
        ...rest,
        description: description ?? null,
        created_at: new Date(now),
        deleted_at: null,
      });
      if (applied) {
        await applyToOrganization(transaction, tax.id, true);
        await this.publishChange(transaction, tax, now);
      }
      return this.present(transaction, tax);
    });
  }

  async list(organizationId: string, filters: TaxFilters): Promise<{ taxes: TaxWithEntities[]; meta: Meta }> {
    return this.database.tenant(organizationId, async (transaction) => {
      const { rows, meta } = await listTaxes(transaction, filters);
      const applications = await taxApplications(
        transaction,
        rows.map((tax) => tax.id),
      );
      return { taxes: rows.map((tax) => presentTaxWithEntities(tax, applications)), meta };
    });
  }

  /** @throws NotFound */
  async read(organizationId: string, code: string): Promise<TaxWithEntities> {
    return this.database.tenant(organizationId, async (transaction) =>
      this.present(transaction, await existing(transaction, code)),
    );
  }

  /** Changes the submitted fields. @throws NotFound, ValidationFailed if the new code is taken */
  async update(organizationId: string, code: string, input: TaxUpdate): Promise<TaxWithEntities> {
    const now = await this.clock.now(organizationId);
    return this.withUniqueCode(organizationId, async (transaction) => {
      const tax = await existing(transaction, code);
      const { applied_to_organization: applied, name, name_translations: names, code: newCode, rate } = input;
      const changed = await updateTax(transaction, tax.id, {
        ...(name ? { name } : {}),
        ...(newCode ? { code: newCode } : {}),
        ...(rate ? { rate } : {}),
        ...(names ? { name_translations: names } : {}),
        ...(input.description !== undefined ? { description: input.description } : {}),
      });
      if (typeof applied === 'boolean') await applyToOrganization(transaction, tax.id, applied);
      await this.publishChange(transaction, tax, now);
      return this.present(transaction, changed);
    });
  }

  /** Deletes a tax and removes it from all its owners. Its code is free again. @throws NotFound */
  async remove(organizationId: string, code: string): Promise<TaxWithEntities> {
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      const tax = await existing(transaction, code);
      const answer = await this.present(transaction, tax);
      await detachTax(transaction, tax.id);
      if (!(await deleteTax(transaction, tax.id, new Date(now)))) throw new NotFound('tax');
      await this.publishChange(transaction, tax, now);
      return answer;
    });
  }

  private async publishChange(transaction: TenantTransaction, tax: TaxRow, now: Instant): Promise<void> {
    await transaction.append('tax.changed', tax.id, { tax_id: tax.id }, now);
  }

  private async present(transaction: TenantTransaction, tax: TaxRow): Promise<TaxWithEntities> {
    return presentTaxWithEntities(tax, await taxApplications(transaction, [tax.id]));
  }

  private async withUniqueCode<T>(
    organizationId: string,
    work: (transaction: TenantTransaction) => Promise<T>,
  ): Promise<T> {
    try {
      return await this.database.tenant(organizationId, work);
    } catch (error) {
      if (brokenUniqueIndex(error) === 'taxes_code') throw new ValidationFailed({ code: ['value_already_exist'] });
      throw error;
    }
  }
}

async function existing(transaction: TenantTransaction, code: string): Promise<TaxRow> {
  const tax = await findTax(transaction, code);
  if (!tax) throw new NotFound('tax');
  return tax;
}
