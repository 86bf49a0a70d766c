import { Injectable } from '@nestjs/common';
import { AddOnCreate, AddOnUpdate, type AddOn, type Meta, type RawInput, type AddOnFilters } from '@tollgate/contracts';
import { Clock, newId, type TenantTransaction } from '@tollgate/platform';
import { CatalogDatabase } from '../../catalog.database.js';
import { deleteFixedChargesOfAddOn } from '../../model/plan-repositories/fixed-charges.repository.js';
import { readRecord, withUniqueCodes, type AddError } from '../../records.js';
import { replaceAddOnTaxes } from '../../issuers/taxes/applied-taxes.js';
import { presentAddOns } from './add-on.presenter.js';
import {
  existingAddOn,
  insertAddOn,
  isAddOnCode,
  listAddOns,
  updateAddOn,
  type AddOnRow,
} from './add-ons.repository.js';

/** Add-ons (catalog, section 10). */
@Injectable()
export class AddOnsService {
  constructor(
    private readonly database: CatalogDatabase,
    private readonly clock: Clock,
  ) {}

  /** @throws ValidationFailed, NotFound `tax_not_found` */
  async create(organizationId: string, raw: RawInput): Promise<AddOn> {
    const now = new Date(await this.clock.now(organizationId));
    return this.write(organizationId, async (transaction) => {
      const input = await readRecord(AddOnCreate, raw, ({ code }, add) => checkCode(transaction, code, add));
      const {
        tax_codes: taxCodes,
        amount_cents: amount,
        invoice_display_name: displayName,
        description,
        ...rest
      } = input;
      const addOn = await insertAddOn(transaction, {
        id: newId(),
        organization_id: organizationId,
        ...rest,
        amount_cents: BigInt(amount),
        invoice_display_name: displayName ?? null,
        description: description ?? null,
        created_at: now,
        updated_at: now,
        deleted_at: null,
      });
      if (taxCodes) await replaceAddOnTaxes({ transaction, now }, addOn.id, taxCodes);
      return presentOne(transaction, addOn);
    });
  }

  async list(organizationId: string, filters: AddOnFilters): Promise<{ add_ons: AddOn[]; meta: Meta }> {
    return this.database.tenant(organizationId, async (transaction) => {
      const { rows, meta } = await listAddOns(transaction, filters);
      return { add_ons: await presentAddOns(transaction, rows), meta };
    });
  }

  /** @throws NotFound */
  async read(organizationId: string, code: string): Promise<AddOn> {
    return this.database.tenant(organizationId, async (transaction) =>
      presentOne(transaction, await existingAddOn(transaction, code)),
    );
  }

  /** Changes the submitted fields, also of an add-on in use. @throws NotFound, ValidationFailed */
  async update(organizationId: string, code: string, raw: RawInput): Promise<AddOn> {
    const now = new Date(await this.clock.now(organizationId));
    return this.write(organizationId, async (transaction) => {
      const addOn = await existingAddOn(transaction, code, 'update');
      const {
        tax_codes: taxCodes,
        amount_cents: amount,
        ...changes
      } = await readRecord(AddOnUpdate, raw, async (input, add) => {
        if (input.code !== addOn.code) await checkCode(transaction, input.code, add);
      });
      const changed = await updateAddOn(transaction, addOn.id, {
        ...changes,
        ...(amount === undefined ? {} : { amount_cents: BigInt(amount) }),
        updated_at: now,
      });
      if (taxCodes) await replaceAddOnTaxes({ transaction, now }, addOn.id, taxCodes);
      return presentOne(transaction, changed);
    });
  }

  /** Deletes an add-on, and its fixed charges in all plans with it. @throws NotFound */
  async remove(organizationId: string, code: string): Promise<AddOn> {
    const now = new Date(await this.clock.now(organizationId));
    return this.database.tenant(organizationId, async (transaction) => {
      const addOn = await existingAddOn(transaction, code, 'update');
      await deleteFixedChargesOfAddOn(transaction, addOn.id, now);
      return presentOne(transaction, await updateAddOn(transaction, addOn.id, { deleted_at: now, updated_at: now }));
    });
  }

  private async write<T>(organizationId: string, work: (transaction: TenantTransaction) => Promise<T>): Promise<T> {
    return withUniqueCodes(() => this.database.tenant(organizationId, work));
  }
}

async function presentOne(transaction: TenantTransaction, addOn: AddOnRow): Promise<AddOn> {
  const [answer] = await presentAddOns(transaction, [addOn]);
  return answer as AddOn;
}

async function checkCode(transaction: TenantTransaction, code: string | undefined, add: AddError): Promise<void> {
  if (code !== undefined && (await isAddOnCode(transaction, code))) add('code', 'value_already_exist');
}
