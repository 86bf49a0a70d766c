import { Injectable } from '@nestjs/common';
import {
  alertsOfBody,
  readAlert,
  readAlertUpdate,
  walletAlertTypes,
  type AlertThreshold,
  type Meta,
  type WalletAlert,
} from '@tollgate/contracts';
import {
  BadRequest,
  Clock,
  makeAllOrNone,
  newId,
  NotFound,
  ValidationFailed,
  type Page,
  type TenantTransaction,
  type Instant,
} from '@tollgate/platform';
import {
  deleteAlerts,
  findAlert,
  findAlertOfType,
  insertAlert,
  listAlerts,
  updateAlert,
  type AlertRow,
} from '../../model/alerts/alerts.repository.js';
import type { WalletRow } from '../../model/wallets/wallets.repository.js';
import { WalletDatabase } from '../../wallet.database.js';
import { heldWalletAt, walletAt, type WalletAddress } from '../wallets/wallets.service.js';
import { evaluateAlerts, presentValue } from '../../credits/alert-evaluation/evaluate-alerts.js';
import { presentAlert } from './wallet-alert.presenter.js';

type RawInput = Record<string, unknown>;

/** Alerts on wallets (wallets, section 7). */
@Injectable()
export class WalletAlertsService {
  constructor(
    private readonly database: WalletDatabase,
    private readonly clock: Clock,
  ) {}

  /** Creates one alert or several, all or none, in request order. @throws BadRequest, NotFound, ValidationFailed */
  async create(
    organizationId: string,
    address: WalletAddress,
    body: Parameters<typeof alertsOfBody>[0],
  ): Promise<{ batch: boolean; alerts: WalletAlert[] }> {
    const raw = alertsOfBody(body);
    if (!raw) throw BadRequest.missingWrapper('alert');
    return this.change(organizationId, address, async (transaction, wallet, now) => {
      const rows = await makeAllOrNone(raw, (item) => createAlert(transaction, wallet, item, now));
      return { batch: raw.batch, alerts: rows.map((row) => presentAlert(row, wallet)) };
    });
  }

  /** @throws NotFound */
  async list(
    organizationId: string,
    address: WalletAddress,
    page: Page,
  ): Promise<{ alerts: WalletAlert[]; meta: Meta }> {
    return this.database.tenant(organizationId, async (transaction) => {
      const wallet = await walletAt(transaction, address);
      const { rows, meta } = await listAlerts(transaction, wallet.id, page);
      return { alerts: rows.map((row) => presentAlert(row, wallet)), meta };
    });
  }

  /** @throws NotFound */
  async read(organizationId: string, address: WalletAddress, code: string): Promise<WalletAlert> {
    return this.database.tenant(organizationId, async (transaction) => {
      const wallet = await walletAt(transaction, address);
      return presentAlert(await existing(transaction, wallet, code), wallet);
    });
  }

  /** Changes the fields of the request, never the type; the previous value stays. @throws NotFound, ValidationFailed */
  async update(organizationId: string, address: WalletAddress, code: string, raw: RawInput): Promise<WalletAlert> {
    return this.change(organizationId, address, async (transaction, wallet) => {
      const alert = await existing(transaction, wallet, code);
      const read = readAlertUpdate(raw);
      if ('errors' in read) throw new ValidationFailed(read.errors);
      const { name, thresholds } = read.input;
      if (thresholds) refuseTwoRecurring(thresholds);
      const row = await updateAlert(transaction, alert.id, {
        code: read.input.code ?? alert.code,
        thresholds: JSON.stringify(thresholds ?? alert.thresholds),
        ...(name === undefined ? {} : { name }),
      });
      return presentAlert(row, wallet);
    });
  }

  /** @throws NotFound */
  async remove(organizationId: string, address: WalletAddress, code: string): Promise<WalletAlert> {
    return this.database.tenant(organizationId, async (transaction) => {
      const wallet = await walletAt(transaction, address);
      const alert = await existing(transaction, wallet, code);
      if ((await deleteAlerts(transaction, wallet.id, alert.id)) === 0) throw new NotFound('alert');
      return presentAlert(alert, wallet);
    });
  }

  /** @throws NotFound */
  async removeAll(organizationId: string, address: WalletAddress): Promise<void> {
    await this.database.tenant(organizationId, async (transaction) => {
      await deleteAlerts(transaction, (await walletAt(transaction, address)).id);
    });
  }

  /** Changes alerts under the wallet's lock, then evaluates them; the answer shows the state before the evaluation. */
  private async change<T>(
    organizationId: string,
    address: WalletAddress,
    work: (transaction: TenantTransaction, wallet: WalletRow, now: Instant) => Promise<T>,
  ): Promise<T> {
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      const wallet = await heldWalletAt(transaction, address);
      const changed = await work(transaction, wallet, now);
      await evaluateAlerts(transaction, [{ wallet, now }]);
      return changed;
    });
  }
}

async function existing(transaction: TenantTransaction, wallet: WalletRow, code: string): Promise<AlertRow> {
  const alert = await findAlert(transaction, wallet.id, code);
  if (!alert) throw new NotFound('alert');
  return alert;
}

async function createAlert(
  transaction: TenantTransaction,
  wallet: WalletRow,
  raw: RawInput,
  now: Instant,
): Promise<AlertRow> {
  const read = readAlert(raw, walletAlertTypes);
  if ('errors' in read) throw new ValidationFailed(read.errors);
  const { name, code, alert_type: type, thresholds } = read.input;
  if (!code?.trim()) throw new ValidationFailed({ code: ['value_is_mandatory'] });
  if (await findAlertOfType(transaction, wallet.id, type))
    throw new ValidationFailed({ base: ['alert_already_exists'] });
  refuseTwoRecurring(thresholds);
  return insertAlert(transaction, {
    id: newId(),
    organization_id: transaction.organizationId,
    wallet_id: wallet.id,
    alert_type: type,
    code,
    name: name ?? null,
    thresholds: JSON.stringify(thresholds),
    previous_value: (await presentValue(transaction, type, wallet)).toFixed(),
    last_processed_at: null,
    created_at: new Date(now),
  });
}

/** An alert has one recurring threshold at most (customers, section 8.3). @throws ValidationFailed */
function refuseTwoRecurring(thresholds: AlertThreshold[]): void {
  if (thresholds.filter(({ recurring }) => recurring).length > 1)
    throw new ValidationFailed({ base: ['alert_already_exists'] });
}
