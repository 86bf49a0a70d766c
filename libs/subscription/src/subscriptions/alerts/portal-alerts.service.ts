import { Injectable } from '@nestjs/common';
import {
  mostPortalAlerts,
  watchesMetric,
  type PortalAlert,
  type PortalAlertCreate,
  type PortalAlertUpdate,
} from '@tollgate/contracts';
import { readPlan } from '@tollgate/catalog/reader';
import {
  Clock,
  newId,
  NotFound,
  ValidationFailed,
  type CallingCustomer,
  type Instant,
  type TenantTransaction,
} from '@tollgate/platform';
import { Decimal } from '@tollgate/rating';
import { lockExternalId, type SubscriptionRow } from '../../model/subscriptions/subscriptions.repository.js';
import {
  alertsOfCustomer,
  deleteAlert,
  insertAlert,
  updateAlert,
  type AlertRow,
} from '../../model/usage/alerts.repository.js';
import { SubscriptionDatabase } from '../../subscription.database.js';
import { ownSubscription } from '../portal/own-subscription.js';
import { presentPortalAlerts } from './alert.presenter.js';

/** A call about the alerts of a customer on its subscription. */
interface Change {
  transaction: TenantTransaction;
  row: SubscriptionRow;
  now: Instant;
  /** Those that it has, newest first. */
  alerts: AlertRow[];
}

/** Alerts that customers set on their own usage in the portal (customers, section 3.9). */
@Injectable()
export class PortalAlertsService {
  constructor(
    private readonly database: SubscriptionDatabase,
    private readonly clock: Clock,
  ) {}

  /** Those of the caller, newest first. @throws NotFound `subscription_not_found` */
  async list({ organizationId, customerId }: CallingCustomer, externalId: string): Promise<PortalAlert[]> {
    return this.database.tenant(organizationId, async (transaction) => {
      await ownSubscription(transaction, customerId, externalId);
      return presentPortalAlerts(transaction, await alertsOfCustomer(transaction, externalId, customerId));
    });
  }

  /** @throws NotFound; ValidationFailed for a second one of the same value, and above the limit */
  async create(caller: CallingCustomer, externalId: string, input: PortalAlertCreate): Promise<PortalAlert> {
    return this.change(caller, externalId, async ({ transaction, row, now, alerts }) => {
      const metricId = await watchedMetric(transaction, row, input);
      const requested = { alert_type: input.alert_type, billable_metric_id: metricId, ...valueOf(input) };
      if (alerts.length >= mostPortalAlerts) throw new ValidationFailed({ base: ['too_many_alerts'] });
      refuseEqual(alerts, requested);
      const id = newId();
      return insertAlert(transaction, {
        ...requested,
        id,
        organization_id: caller.organizationId,
        customer_id: caller.customerId,
        external_subscription_id: externalId,
        code: id,
        name: null,
        thresholds: JSON.stringify(requested.thresholds),
        previous_value: '0',
        last_processed_at: null,
        created_at: new Date(now),
      });
    });
  }

  /** Changes the value; the last evaluated one stays. @throws NotFound; ValidationFailed for that of another alert */
  async update(
    caller: CallingCustomer,
    externalId: string,
    code: string,
    input: PortalAlertUpdate,
  ): Promise<PortalAlert> {
    return this.change(caller, externalId, async ({ transaction, alerts }) => {
      const alert = alertWith(alerts, code);
      const requested = { ...alert, ...valueOf(input) };
      refuseEqual(
        alerts.filter(({ id }) => id !== alert.id),
        requested,
      );
      return updateAlert(transaction, alert.id, { thresholds: JSON.stringify(requested.thresholds) });
    });
  }

  /** @throws NotFound */
  async remove({ organizationId, customerId }: CallingCustomer, externalId: string, code: string) {
    return this.database.tenant(organizationId, async (transaction) => {
      await ownSubscription(transaction, customerId, externalId);
      const alert = alertWith(await alertsOfCustomer(transaction, externalId, customerId), code);
      // One of several concurrent removals succeeds.
      if (!(await deleteAlert(transaction, alert.id))) throw new NotFound('alert');
      return presentOne(transaction, alert);
    });
  }

  /** Changes alerts of an external id serially, and requests a usage snapshot for them (customers, section 8.3). */
  private async change(
    { organizationId, customerId }: CallingCustomer,
    externalId: string,
    work: (change: Change) => Promise<AlertRow>,
  ): Promise<PortalAlert> {
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      await lockExternalId(transaction, externalId);
      const { row } = await ownSubscription(transaction, customerId, externalId);
      const alerts = await alertsOfCustomer(transaction, externalId, customerId);
      const changed = await work({ transaction, row, now, alerts });
      const about = { external_subscription_id: externalId };
      await transaction.append('subscription.alerts_changed', customerId, about, now);
      return presentOne(transaction, changed);
    });
  }
}

/** An alert of a customer has one threshold. */
const valueOf = ({ value }: PortalAlertUpdate): Pick<AlertRow, 'thresholds'> => ({
  thresholds: [{ code: null, value: new Decimal(value).toFixed(), recurring: false }],
});

/** @throws NotFound */
function alertWith(alerts: AlertRow[], code: string): AlertRow {
  const alert = alerts.find((one) => one.code === code);
  if (!alert) throw new NotFound('alert');
  return alert;
}

/** @throws ValidationFailed */
function refuseEqual(
  alerts: AlertRow[],
  requested: Pick<AlertRow, 'alert_type' | 'billable_metric_id' | 'thresholds'>,
): void {
  const keyOf = ({ alert_type: type, billable_metric_id: metricId, thresholds }: typeof requested): string =>
    [type, metricId, thresholds[0]?.value].join(' ');
  if (alerts.some((one) => keyOf(one) === keyOf(requested)))
    throw new ValidationFailed({ value: ['value_already_exist'] });
}

/** The watched metric, which the plan must charge; null for an alert on all usage. @throws NotFound, ValidationFailed */
async function watchedMetric(
  transaction: TenantTransaction,
  row: SubscriptionRow,
  { alert_type: type, billable_metric_code: code }: PortalAlertCreate,
): Promise<string | null> {
  const isNeeded = watchesMetric(type);
  if (isNeeded !== Boolean(code))
    throw new ValidationFailed({ billable_metric_code: [isNeeded ? 'value_is_mandatory' : 'value_must_be_blank'] });
  if (!isNeeded) return null;
  const { charges } = await readPlan(transaction, row.plan_id);
  const charge = charges.find(({ metric }) => metric.code === code);
  if (!charge) throw new NotFound('billable_metric');
  return charge.metric.id;
}

async function presentOne(transaction: TenantTransaction, row: AlertRow): Promise<PortalAlert> {
  const [alert] = await presentPortalAlerts(transaction, [row]);
  return alert as PortalAlert;
}
