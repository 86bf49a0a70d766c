import { Injectable } from '@nestjs/common';
import {
  checkCouponInput,
  CouponCreate,
  CouponUpdate,
  isBlank,
  type Coupon,
  type Meta,
  type RawInput,
  type CouponFilters,
} from '@tollgate/contracts';
import { Decimal, roundHalfUp } from '@tollgate/rating';
import { Clock, newId, NotFound, type TenantTransaction, type Instant } from '@tollgate/platform';
import { CatalogDatabase } from '../../catalog.database.js';
import { onlyKeys, readRecord, withUniqueCodes, type AddError } from '../../records.js';
import { CouponApplications } from './coupon-applications.js';
import { readLimits, type CouponLimitIds } from './coupon-limits.js';
import { presentCoupon } from './coupon.presenter.js';
import { readExpiry } from './coupon.rules.js';
import {
  endedAt,
  findCoupon,
  insertCoupon,
  listCoupons,
  replaceTargets,
  targetsOfCoupons,
  updateCoupon,
  type CouponRow,
} from './coupons.repository.js';

/** The fields of a coupon that can change once a customer has had it (catalog, section 11). */
const editableWhenApplied = ['name', 'name_translations', 'description', 'expiration', 'expiration_at'] as const;

const ratePlaces = 5;
const rateOf = (rate: string | null | undefined) =>
  rate === null || rate === undefined ? null : roundHalfUp(new Decimal(rate), ratePlaces).toFixed();
const centsOf = (amount: number | null | undefined) =>
  amount === null || amount === undefined ? null : BigInt(amount);

/** Coupons (catalog, section 11). */
@Injectable()
export class CouponsService {
  constructor(
    private readonly database: CatalogDatabase,
    private readonly clock: Clock,
    private readonly applications: CouponApplications,
  ) {}

  /** @throws NotFound, NotAllowed, ValidationFailed */
  async create(organizationId: string, raw: RawInput): Promise<Coupon> {
    const now = await this.clock.now(organizationId);
    const expiresAt = readExpiry(raw['expiration_at'], now);
    return this.write(organizationId, async (transaction) => {
      const limits = await readLimits(transaction, raw['applies_to']);
      const input = await readRecord(CouponCreate, raw, async (coupon, add) => {
        checkCouponInput(coupon, withoutUnknownCurrency(raw, add));
        if (raw['reusable'] === null) add('reusable', 'value_is_reserved');
        await checkCode(transaction, coupon.code, add);
      });
      const coupon = await insertCoupon(transaction, {
        id: newId(),
        organization_id: organizationId,
        code: input.code,
        name: input.name,
        name_translations: input.name_translations ?? {},
        description: input.description ?? null,
        coupon_type: input.coupon_type,
        amount_cents: centsOf(input.amount_cents),
        amount_currency: input.amount_currency ?? null,
        percentage_rate: rateOf(input.percentage_rate),
        frequency: input.frequency,
        frequency_duration: input.frequency_duration ?? null,
        reusable: input.reusable ?? true,
        expiration: input.expiration,
        expiration_at: expiresAt ?? null,
        terminated_at: null,
        created_at: new Date(now),
        updated_at: new Date(now),
        deleted_at: null,
      });
      await limit(transaction, coupon, limits);
      const shown = await present(transaction, coupon, now);
      await transaction.append('coupon.created', coupon.id, { coupon_id: coupon.id, coupon: shown }, now);
      return shown;
    });
  }

  async list(organizationId: string, filters: CouponFilters): Promise<{ coupons: Coupon[]; meta: Meta }> {
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      const { rows, meta } = await listCoupons(transaction, filters, now);
      const targets = await targetsOfCoupons(
        transaction,
        rows.map(({ id }) => id),
      );
      return {
        coupons: rows.map((row) => presentCoupon(row, targets.get(row.id) ?? { plans: [], metrics: [] }, now)),
        meta,
      };
    });
  }

  /** @throws NotFound */
  async read(organizationId: string, code: string): Promise<Coupon> {
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) =>
      present(transaction, await existing(transaction, code), now),
    );
  }

  /**
   * Changes the submitted fields; the terms stay once a customer has had the coupon.
   * @throws NotFound, NotAllowed, ValidationFailed
   */
  async update(organizationId: string, code: string, raw: RawInput): Promise<Coupon> {
    const now = await this.clock.now(organizationId);
    return this.write(organizationId, async (transaction) => {
      const coupon = await existing(transaction, code, 'update');
      const expiresAt = readExpiry(raw['expiration_at'], now);
      const applied = await this.applications.isApplied(transaction, coupon.id);
      const editable = applied ? onlyKeys(raw, editableWhenApplied) : raw;
      const limits = await readLimits(transaction, editable['applies_to']);
      const {
        applies_to: _,
        reusable,
        amount_cents: amount,
        percentage_rate: rate,
        expiration_at: __,
        ...changes
      } = await readRecord(CouponUpdate, editable, async (input, add) => {
        checkCouponInput({ ...currentTerms(coupon), ...input }, withoutUnknownCurrency(editable, add));
        if (editable['reusable'] === null) add('reusable', 'value_is_reserved');
        if (input.code !== coupon.code) await checkCode(transaction, input.code, add);
      });
      const changed = await updateCoupon(transaction, coupon.id, {
        ...changes,
        ...(typeof reusable === 'boolean' ? { reusable } : {}),
        ...(amount === undefined ? {} : { amount_cents: centsOf(amount) }),
        ...(rate === undefined ? {} : { percentage_rate: rateOf(rate) }),
        ...(expiresAt === undefined ? {} : { expiration_at: expiresAt }),
        terminated_at: endedAt(coupon, now),
        updated_at: new Date(now),
      });
      await limit(transaction, changed, limits);
      const shown = await present(transaction, changed, now);
      await transaction.append('coupon.updated', coupon.id, { coupon_id: coupon.id, coupon: shown }, now);
      return shown;
    });
  }

  /** Deletes a coupon; invoicing removes it from its customers. Its code is free again. @throws NotFound */
  async remove(organizationId: string, code: string): Promise<Coupon> {
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      const coupon = await existing(transaction, code, 'update');
      const deleted = await updateCoupon(transaction, coupon.id, {
        deleted_at: new Date(now),
        updated_at: new Date(now),
      });
      const shown = await present(transaction, deleted, now);
      await transaction.append('coupon.deleted', coupon.id, { coupon_id: coupon.id, coupon: shown }, now);
      return shown;
    });
  }

  private async write<T>(organizationId: string, work: (transaction: TenantTransaction) => Promise<T>): Promise<T> {
    return withUniqueCodes(() => this.database.tenant(organizationId, work));
  }
}

const currentTerms = (row: CouponRow) => ({
  coupon_type: row.coupon_type,
  amount_cents: row.amount_cents === null ? null : Number(row.amount_cents),
  amount_currency: row.amount_currency as CouponCreate['amount_currency'],
  percentage_rate: row.percentage_rate,
  frequency: row.frequency,
  frequency_duration: row.frequency_duration,
});

/** An absent kind of limit stays, unless the other kind replaces it. */
async function limit(
  transaction: TenantTransaction,
  coupon: CouponRow,
  { planIds, metricIds }: CouponLimitIds,
): Promise<void> {
  if (planIds === undefined && metricIds === undefined) return;
  const { plans, metrics } = (await targetsOfCoupons(transaction, [coupon.id])).get(coupon.id) ?? {
    plans: [],
    metrics: [],
  };
  const storedPlanIds = planIds ?? (metricIds?.length ? [] : plans.map(({ id }) => id));
  await replaceTargets(
    transaction,
    coupon,
    storedPlanIds,
    metricIds ?? (planIds?.length ? [] : metrics.map(({ id }) => id)),
  );
}

async function present(transaction: TenantTransaction, coupon: CouponRow, now: Instant): Promise<Coupon> {
  const targets = (await targetsOfCoupons(transaction, [coupon.id])).get(coupon.id);
  return presentCoupon(coupon, targets ?? { plans: [], metrics: [] }, now);
}

async function existing(transaction: TenantTransaction, code: string, lock?: 'update'): Promise<CouponRow> {
  const coupon = await findCoupon(transaction, code, lock);
  if (!coupon) throw new NotFound('coupon');
  return coupon;
}

/** The contract reports an unknown currency; this check does not report it as missing too (catalog, section 11). */
const withoutUnknownCurrency =
  (raw: RawInput, add: AddError): AddError =>
  (field, ...codes) => {
    if (field !== 'amount_currency' || isBlank(raw[field])) add(field, ...codes);
  };

async function checkCode(transaction: TenantTransaction, code: string | undefined, add: AddError): Promise<void> {
  if (code !== undefined && (await findCoupon(transaction, code))) add('code', 'value_already_exist');
}
