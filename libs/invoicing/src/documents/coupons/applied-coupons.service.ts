import { Injectable } from '@nestjs/common';
import {
  AppliedCouponCreate,
  CouponApplication,
  type AppliedCoupon,
  type AppliedCouponFilters,
  type AppliedCouponWithCredits,
  type RawInput,
  type MessagePayload,
  type Meta,
} from '@tollgate/contracts';
import {
  couponIdsByCode,
  findActiveCoupon,
  readCoupons,
  searchCouponIds,
  type CouponView,
} from '@tollgate/catalog/reader';
import {
  Clock,
  isId,
  newId,
  NotAllowed,
  NotFound,
  ValidationFailed,
  readRawInput,
  type Repetition,
  type TenantTransaction,
  type Instant,
} from '@tollgate/platform';
import {
  customerIdsOf,
  findCustomerView,
  CustomerCurrencies,
  hasAssignedCurrency,
  type CustomerView,
} from '@tollgate/subscription/reader';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { presentAppliedCoupons, presentWithCredits } from './applied-coupon.presenter.js';
import {
  appliedCouponsOf,
  findAppliedCoupon,
  insertAppliedCoupon,
  listAppliedCoupons,
  lockCouponsOf,
  terminateAppliedCoupons,
  type AppliedCouponRestriction,
  type AppliedCouponRow,
} from '../../model/coupons/applied-coupons.repository.js';
import { overlaps, discountOf } from './coupon-discount.rules.js';

type CurrencyAssignment = MessagePayload<'coupon.gave_currency'>;

interface Applied {
  applied: AppliedCoupon;
  /** For a customer without a currency. */
  assignment?: CurrencyAssignment;
}

/** Coupons of customers (invoices, section 5.2). */
@Injectable()
export class AppliedCouponsService {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly clock: Clock,
    private readonly currencies: CustomerCurrencies,
  ) {}

  /**
   * Applies a coupon to a customer. Its message assigns the coupon's currency to a customer without one; a command
   * assigns it at once if possible.
   * @param repetition the key under which the caller may repeat the call
   * @throws NotFound, NotAllowed `plan_overlapping`, ValidationFailed
   */
  async create(organizationId: string, body: RawInput, repetition?: Repetition): Promise<AppliedCoupon> {
    const now = await this.clock.now(organizationId);
    const { applied, assignment } = await this.database.createOnce(organizationId, repetition, (transaction) =>
      this.apply(transaction, body, now),
    );
    if (assignment) {
      const { customer_id: customerId, applied_coupon_id: key, currency } = assignment;
      await this.currencies.assignNow(organizationId, { customerId, currency, key }, now);
    }
    return applied;
  }

  private async apply(transaction: TenantTransaction, body: RawInput, now: Instant): Promise<Applied> {
    const named = readRawInput(CouponApplication, body);
    const customer = await existingCustomer(transaction, named.external_customer_id ?? '');
    const coupon = await findActiveCoupon(transaction, named.coupon_code ?? '', now);
    if (!coupon) throw new NotFound('coupon');
    await lockCouponsOf(transaction, customer.id);
    await refuseRepetition(transaction, customer, coupon);
    const discount = discountOf(coupon, readRawInput(AppliedCouponCreate, body));
    const row = await insertAppliedCoupon(transaction, {
      id: newId(),
      organization_id: transaction.organizationId,
      customer_id: customer.id,
      coupon_id: coupon.id,
      ...discount,
      status: 'active',
      frequency_duration_remaining: discount.frequency_duration,
      created_at: new Date(now),
      updated_at: new Date(now),
      terminated_at: null,
    });
    const applied = await presentOne(transaction, row, now);
    await publishCoupon(transaction, 'applied_coupon.created', applied, now);
    if (discount.coupon_type !== 'fixed_amount' || !discount.amount_currency || hasAssignedCurrency(customer))
      return { applied };
    const assignment = { customer_id: customer.id, applied_coupon_id: row.id, currency: discount.amount_currency };
    await transaction.append('coupon.gave_currency', customer.id, assignment, now);
    return { applied, assignment };
  }

  /** @param externalCustomerId from the path; then the customer must exist. @throws NotFound */
  async list(
    organizationId: string,
    filters: AppliedCouponFilters,
    externalCustomerId?: string,
  ): Promise<{ applied_coupons: AppliedCouponWithCredits[]; meta: Meta }> {
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      const restriction = await appliedCouponRestriction(transaction, filters, externalCustomerId);
      const { rows, meta } = await listAppliedCoupons(transaction, filters, restriction);
      return { applied_coupons: await presentWithCredits(transaction, rows, now), meta };
    });
  }

  /** Ends an applied coupon; its earlier deductions remain. @throws NotFound */
  async remove(organizationId: string, externalCustomerId: string, id: string): Promise<AppliedCoupon> {
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      const customer = await existingCustomer(transaction, externalCustomerId);
      await lockCouponsOf(transaction, customer.id);
      const existing = isId(id) ? await findAppliedCoupon(transaction, customer.id, id) : undefined;
      if (!existing) throw new NotFound('applied_coupon');
      // An ended one changes nothing and publishes nothing.
      if (existing.status === 'terminated') return presentOne(transaction, existing, now);
      await terminateAppliedCoupons(transaction, 'id', existing.id, now);
      const taken = await presentOne(
        transaction,
        (await findAppliedCoupon(transaction, customer.id, id)) ?? existing,
        now,
      );
      await publishCoupon(transaction, 'applied_coupon.deleted', taken, now);
      return taken;
    });
  }
}

async function existingCustomer(transaction: TenantTransaction, externalId: string): Promise<CustomerView> {
  const customer = await findCustomerView(transaction, externalId);
  if (!customer) throw new NotFound('customer');
  return customer;
}

/** Resolves the customer, the codes and the search term in the filters of applied coupons. @throws NotFound */
export async function appliedCouponRestriction(
  transaction: TenantTransaction,
  filters: AppliedCouponFilters,
  externalCustomerId: string | undefined,
): Promise<AppliedCouponRestriction> {
  const codes = filters.coupon_code;
  const term = filters.search_term?.trim();
  return {
    ...(await customerRestriction(transaction, filters, externalCustomerId)),
    ...(codes?.length ? { couponIds: await couponIdsByCode(transaction, codes) } : {}),
    ...(term ? { searchedCouponIds: await searchCouponIds(transaction, term) } : {}),
  };
}

async function customerRestriction(
  transaction: TenantTransaction,
  filters: AppliedCouponFilters,
  externalCustomerId: string | undefined,
) {
  if (externalCustomerId !== undefined)
    return { customerIds: [(await existingCustomer(transaction, externalCustomerId)).id] };
  if (filters.external_customer_id === undefined) return {};
  return { customerIds: await customerIdsOf(transaction, filters.external_customer_id) };
}

/** Refuses a coupon that overlaps with another one of the customer on some fee, or a repeated single-use one. */
async function refuseRepetition(
  transaction: TenantTransaction,
  customer: CustomerView,
  coupon: CouponView,
): Promise<void> {
  const others = await appliedCouponsOf(transaction, customer.id);
  const active = others.filter(({ status }) => status === 'active').map((other) => other.coupon_id);
  for (const other of (await readCoupons(transaction, active)).values()) {
    if (await overlaps(transaction, coupon, other)) throw new NotAllowed('plan_overlapping');
  }
  if (!coupon.reusable && others.some((other) => other.coupon_id === coupon.id))
    throw new ValidationFailed({ coupon: ['coupon_is_not_reusable'] });
}

async function presentOne(transaction: TenantTransaction, row: AppliedCouponRow, now: Instant): Promise<AppliedCoupon> {
  const [shown] = await presentAppliedCoupons(transaction, [row], now);
  return shown as AppliedCoupon;
}

/** Publishes the change of a customer's coupon, for the activity log. */
async function publishCoupon(
  transaction: TenantTransaction,
  event: 'applied_coupon.created' | 'applied_coupon.deleted',
  applied: AppliedCoupon,
  at: Instant,
): Promise<void> {
  const { svc_id: id, svc_coupon_id: couponId, svc_customer_id: customerId } = applied;
  const payload = { coupon_id: couponId, applied_coupon_id: id, applied_coupon: applied };
  await transaction.append(event, customerId, payload, at);
}
