import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { answerOf, api } from '../../../api/client.js';
import type { Wallet } from '../../../api/records.js';
import type { Act } from '../../../acts/act.js';
import { Acts } from '../../../acts/acts.js';
import { actsColumn } from '../../../acts/acts-column.js';
import { Related } from '../../../ui/detail-page.js';
import { alertColumns } from '../../alerts/columns.js';
import { alertFields, changedAlert, newAlert, walletAlertTypes, type WalletAlert } from '../../alerts/form.js';

/** An alert with its wallet, which the calls name. */
export type OwnAlert = WalletAlert & { wallet: Wallet };

const ofWallet = ({ external_customer_id, code: wallet_code }: Wallet) => ({ external_customer_id, wallet_code });
const ofAlert = ({ wallet, code }: OwnAlert) => ({ path: { ...ofWallet(wallet), code } });

export const createAlert: Act<Wallet> = {
  call: 'POST /customers/{external_customer_id}/wallets/{wallet_code}/alerts',
  permission: 'subscriptions:update',
  label: msg`Create an alert`,
  refusalOf: ({ status }) => (status === 'active' ? null : msg`The wallet has ended.`),
  Summary: () => (
    <Trans>
      The webhook <code>alert.triggered</code> is sent when the balance falls below a threshold. Nothing is stopped.
    </Trans>
  ),
  fieldsOf: ({ currency }) => alertFields(walletAlertTypes, currency, null),
  send: async ({ headers }, wallet, values) => {
    const params = { path: ofWallet(wallet) };
    const body = { alert: newAlert(values) };
    await answerOf(
      api.POST('/customers/{external_customer_id}/wallets/{wallet_code}/alerts', { headers, params, body }),
    );
  },
  done: msg`The alert is created.`,
};

const edit: Act<OwnAlert> = {
  call: 'PUT /customers/{external_customer_id}/wallets/{wallet_code}/alerts/{code}',
  permission: 'subscriptions:update',
  label: msg`Edit the alert`,
  fieldsOf: (alert) => alertFields(walletAlertTypes, alert.wallet.currency, alert),
  send: async ({ headers }, alert, values) => {
    const body = { alert: changedAlert(values) };
    const params = ofAlert(alert);
    await answerOf(
      api.PUT('/customers/{external_customer_id}/wallets/{wallet_code}/alerts/{code}', { headers, params, body }),
    );
  },
  done: msg`The alert is changed.`,
};

const remove: Act<OwnAlert> = {
  call: 'DELETE /customers/{external_customer_id}/wallets/{wallet_code}/alerts/{code}',
  permission: 'subscriptions:update',
  label: msg`Delete the alert`,
  isDanger: true,
  Summary: ({ record }) => <Trans>{record.name ?? record.code} triggers no webhook any more.</Trans>,
  send: async ({ headers }, alert) => {
    await answerOf(
      api.DELETE('/customers/{external_customer_id}/wallets/{wallet_code}/alerts/{code}', {
        headers,
        params: ofAlert(alert),
      }),
    );
  },
  done: msg`The alert is deleted.`,
};

/** The acts of an alert of a wallet. */
export const alertActs: readonly Act<OwnAlert>[] = [edit, remove];

/** The alerts of a wallet. */
export const Alerts = ({ wallet }: { wallet: Wallet }) => (
  <Related
    title={msg`Alerts`}
    permission="subscriptions:view"
    call={{ path: '/customers/{external_customer_id}/wallets/{wallet_code}/alerts', values: ofWallet(wallet) }}
    rowsOf={({ alerts }) => alerts.map((alert): OwnAlert => ({ ...alert, wallet }))}
    columns={[...alertColumns<OwnAlert>(wallet.currency), actsColumn(alertActs)]}
    keyOf={({ code }) => code}
    action={<Acts acts={[createAlert]} record={wallet} />}
  />
);
