import { Injectable } from '@nestjs/common';
import {
  alertsOfBody,
  readAlert,
  readAlertUpdate,
  subscriptionAlertTypes,
  watchesMetric,
  type Meta,
  type SubscriptionAlert,
  type RawInput,
} from '@tollgate/contracts';
import { readMetricsByCode } from '@tollgate/catalog/reader';
import {
  BadRequest,
  Clock,
  makeAllOrNone,
  newId,
  NotAllowed,
  NotFound,
  ValidationFailed,
  type Page,
  type TenantTransaction,
  type Instant,
} from '@tollgate/platform';
import { lockExternalId, type SubscriptionRow } from '../../model/subscriptions/subscriptions.repository.js';
import {
  deleteAlert,
  deleteAlerts,
  findAlert,
  findAlertOfType,
  insertAlert,
  listAlerts,
  updateAlert,
  type AlertRow,
} from '../../model/usage/alerts.repository.js';
import { SubscriptionDatabase } from '../../subscription.database.js';
import { subscriptionOfPath, type SubscriptionPath } from '../../lifecycle/subscription-path.js';
import { presentAlerts } from './alert.presenter.js';

/** The unique key of an alert within an external id. */
type Watched = Pick<AlertRow, 'external_subscription_id' | 'alert_type' | 'billable_metric_id' | 'code' | 'thresholds'>;

/** Alerts on the usage of an external id (customers, sections 8.1 and 8.2). */
@Injectable()
export class AlertsService {
  constructor(
    private readonly database: SubscriptionDatabase,
    private readonly clock: Clock,
  ) {}

  /** Creates an alert, or several, all or none, in input order. @throws BadRequest, NotFound, ValidationFailed */
  async create(
    organizationId: string,
    path: SubscriptionPath,
    body: Parameters<typeof alertsOfBody>[0],
  ): Promise<{ batch: boolean; alerts: SubscriptionAlert[] }> {
    const batchInput = alertsOfBody(body);
    if (!batchInput) throw BadRequest.missingWrapper('alert');
    return this.change(organizationId, path, async (transaction, row, now) => {
      const rows = await makeAllOrNone(batchInput, (item) => createAlert(transaction, row.external_id, item, now));
      return { batch: batchInput.batch, alerts: await presentAlerts(transaction, rows) };
    });
  }

  /** @throws NotFound `subscription_not_found` */
  async list(
    organizationId: string,
    path: SubscriptionPath,
    page: Page,
  ): Promise<{ alerts: SubscriptionAlert[]; meta: Meta }> {
    return this.database.tenant(organizationId, async (transaction) => {
      const { external_id: externalId } = await subscriptionOfPath(transaction, path);
      const { rows, meta } = await listAlerts(transaction, externalId, page);
      return { alerts: await presentAlerts(transaction, rows), meta };
    });
  }

  /** @throws NotFound */
  async read(organizationId: string, path: SubscriptionPath, code: string): Promise<SubscriptionAlert> {
    return this.database.tenant(organizationId, async (transaction) => {
      const { external_id: externalId } = await subscriptionOfPath(transaction, path);
      return presentOne(transaction, await existing(transaction, externalId, code));
    });
  }

  /**
   * Changes the submitted fields, never the type; the last evaluated value stays.
   * @throws NotFound, ValidationFailed; NotAllowed for the alert of a customer
   */
  async update(
    organizationId: string,
    path: SubscriptionPath,
    code: string,
    raw: RawInput,
  ): Promise<SubscriptionAlert> {
    return this.change(organizationId, path, async (transaction, { external_id: externalId }) => {
      const alert = await existing(transaction, externalId, code);
      if (alert.customer_id !== null) throw new NotAllowed('alert_of_customer');
      const read = readAlertUpdate(raw);
      if ('errors' in read) throw new ValidationFailed(read.errors);
      const { name, thresholds, billable_metric_code: metricCode } = read.input;
      const changed: Watched = {
        ...alert,
        code: read.input.code ?? alert.code,
        thresholds: thresholds ?? alert.thresholds,
        ...(metricCode === undefined ? {} : { billable_metric_id: await metricIdOf(transaction, metricCode) }),
      };
      await refuseWrong(transaction, changed, alert.id);
      const row = await updateAlert(transaction, alert.id, {
        code: changed.code,
        billable_metric_id: changed.billable_metric_id,
        thresholds: JSON.stringify(changed.thresholds),
        ...(name === undefined ? {} : { name }),
      });
      return presentOne(transaction, row);
    });
  }

  /** @throws NotFound */
  async remove(organizationId: string, path: SubscriptionPath, code: string): Promise<SubscriptionAlert> {
    return this.database.tenant(organizationId, async (transaction) => {
      const { external_id: externalId } = await subscriptionOfPath(transaction, path);
      const alert = await existing(transaction, externalId, code);
      const shown = await presentOne(transaction, alert);
      // One of several concurrent removals succeeds.
      if (!(await deleteAlert(transaction, alert.id))) throw new NotFound('alert');
      return shown;
    });
  }

  /** Removes those of the organization (customers, section 3.9). @throws NotFound `subscription_not_found` */
  async removeAll(organizationId: string, path: SubscriptionPath): Promise<void> {
    await this.database.tenant(organizationId, async (transaction) => {
      await deleteAlerts(transaction, (await subscriptionOfPath(transaction, path)).external_id);
    });
  }

  /** Changes alerts of an external id serially, and requests a usage snapshot for them (customers, section 8.3). */
  private async change<T>(
    organizationId: string,
    path: SubscriptionPath,
    work: (transaction: TenantTransaction, row: SubscriptionRow, now: Instant) => Promise<T>,
  ): Promise<T> {
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      await lockExternalId(transaction, path.externalId);
      const row = await subscriptionOfPath(transaction, path);
      const changed = await work(transaction, row, now);
      if (row.status === 'active') {
        const about = { external_subscription_id: row.external_id };
        await transaction.append('subscription.alerts_changed', row.customer_id, about, now);
      }
      return changed;
    });
  }
}

async function existing(transaction: TenantTransaction, externalId: string, code: string): Promise<AlertRow> {
  const alert = await findAlert(transaction, externalId, code);
  if (!alert) throw new NotFound('alert');
  return alert;
}

async function presentOne(transaction: TenantTransaction, row: AlertRow): Promise<SubscriptionAlert> {
  const [alert] = await presentAlerts(transaction, [row]);
  return alert as SubscriptionAlert;
}

async function createAlert(
  transaction: TenantTransaction,
  externalId: string,
  raw: RawInput,
  now: Instant,
): Promise<AlertRow> {
  const read = readAlert(raw, subscriptionAlertTypes);
  if ('errors' in read) throw new ValidationFailed(read.errors);
  const { name, code, alert_type, thresholds, billable_metric_code: metricCode } = read.input;
  const alert: Watched = {
    external_subscription_id: externalId,
    alert_type,
    billable_metric_id: await metricIdOf(transaction, metricCode),
    code: code ?? '',
    thresholds,
  };
  await refuseWrong(transaction, alert, null);
  return insertAlert(transaction, {
    ...alert,
    id: newId(),
    organization_id: transaction.organizationId,
    name: name ?? null,
    thresholds: JSON.stringify(thresholds),
    previous_value: '0',
    last_processed_at: null,
    created_at: new Date(now),
  });
}

/** @throws NotFound `billable_metric_not_found` */
async function metricIdOf(transaction: TenantTransaction, code: string | null | undefined): Promise<string | null> {
  if (!code) return null;
  const metric = (await readMetricsByCode(transaction, [code])).get(code);
  if (!metric) throw new NotFound('billable_metric');
  return metric.id;
}

/** Checks an alert against the others of its external id (customers, section 8.2). @throws ValidationFailed */
async function refuseWrong(transaction: TenantTransaction, alert: Watched, id: string | null): Promise<void> {
  const { external_subscription_id: externalId, alert_type: type, billable_metric_id: metricId, code } = alert;
  if (code.trim() === '') throw new ValidationFailed({ code: ['value_is_mandatory'] });
  if (watchesMetric(type) !== (metricId !== null))
    throw new ValidationFailed({ billable_metric: [metricId === null ? 'value_is_mandatory' : 'value_must_be_blank'] });
  const isTaken = (other: AlertRow | undefined) => other !== undefined && other.id !== id;
  if (isTaken(await findAlert(transaction, externalId, code)))
    throw new ValidationFailed({ code: ['value_already_exist'] });
  const isSecond = isTaken(await findAlertOfType(transaction, externalId, type, metricId));
  if (isSecond || alert.thresholds.filter(({ recurring }) => recurring).length > 1)
    throw new ValidationFailed({ base: ['alert_already_exists'] });
}
