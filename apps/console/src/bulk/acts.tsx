import { msg } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import type { Act } from '../acts/act.js';
import { couponPicker, planPicker } from '../acts/pickers.js';
import { answerOf, api } from '../api/client.js';
import type { Query } from '../api/read.js';
import type { BulkAct, CurrencyAmount } from '../api/records.js';
import { Amounts } from '../ui/values.js';
import { actNames } from './act-names.js';
import { follow } from './running.js';

/** The kinds of records that acts on many are on. */
export type BulkRecords = BulkAct['resource_type'];

/** The chosen records, as the call takes them. */
export interface ChosenRecords {
  organizationId: string;
  count: number;
  /** The totals of the records by currency; empty for records without amounts. */
  sums: readonly CurrencyAmount[];
  selection: { ids: string[] } | { filters: Query; expected_count: number };
}

type ChosenAct = Act<ChosenRecords>;

/** A list's filters as parameters of its call: `status[]` is a list under its name. */
export const parametersOf = (filters: Query): Query =>
  Object.fromEntries(
    Object.entries(filters)
      .filter(([name]) => name !== 'expand[]')
      .map(([name, value]) => [name.replace('[]', ''), value]),
  );

const bulkAct = (
  act: BulkAct['act'],
  {
    argumentsOf = (values) => values,
    ...rest
  }: Pick<ChosenAct, 'permission' | 'Summary' | 'isDanger' | 'fieldsOf'> & {
    argumentsOf?: (values: Record<string, string>) => Record<string, unknown>;
  },
): ChosenAct => ({
  ...rest,
  call: 'POST /bulk_acts',
  label: actNames[act],
  send: async ({ headers }, { organizationId, selection }, values) => {
    const body = { bulk_act: { act, ...selection, arguments: argumentsOf(values) } };
    const { bulk_act: begun } = await answerOf(api.POST('/bulk_acts', { headers, body }));
    follow(organizationId, begun.svc_id);
  },
  done: msg`The act has begun. Its progress is at the top of every page.`,
});

const invoicesOf = ({ count, sums }: ChosenRecords) => (
  <>
    <Plural value={count} one="# invoice" other="# invoices" />
    {sums.length > 0 ? (
      <>
        {' '}
        (<Amounts amounts={sums} />)
      </>
    ) : null}
  </>
);
const customersOf = ({ count }: ChosenRecords) => <Plural value={count} one="# customer" other="# customers" />;
const subscriptionsOf = ({ count }: ChosenRecords) => (
  <Plural value={count} one="# subscription" other="# subscriptions" />
);

const metadataOf = ({ key, value }: Record<string, string>) => ({ metadata: [{ key, value }] });

/** The acts on many, by the kind of their records. */
export const bulkActs: Partial<Record<BulkRecords, readonly ChosenAct[]>> = {
  invoices: [
    bulkAct('invoices.finalize', {
      permission: 'invoices:update',
      Summary: ({ record }) => (
        <Trans>
          {invoicesOf(record)}: each draft is refreshed a last time, gets its number and can no longer change. Final
          invoices are skipped.
        </Trans>
      ),
    }),
    bulkAct('invoices.send', {
      permission: 'invoices:send',
      Summary: ({ record }) => (
        <Trans>{invoicesOf(record)}: each final one is sent to the addresses of its customer again.</Trans>
      ),
    }),
    bulkAct('invoices.retry_payment', {
      permission: 'invoices:update',
      Summary: ({ record }) => <Trans>{invoicesOf(record)}: the payment provider charges each that is not paid.</Trans>,
    }),
    bulkAct('invoices.refresh', {
      permission: 'invoices:update',
      Summary: ({ record }) => (
        <Trans>{invoicesOf(record)}: each draft is computed again from the present usage, prices and taxes.</Trans>
      ),
    }),
    bulkAct('invoices.add_metadata', {
      permission: 'invoices:update',
      Summary: ({ record }) => <Trans>{invoicesOf(record)}: each gets this entry. Drafts are refused.</Trans>,
      fieldsOf: () => [
        { kind: 'text', name: 'key', label: msg`Name` },
        { kind: 'text', name: 'value', label: msg`Value` },
      ],
      argumentsOf: metadataOf,
    }),
    bulkAct('invoices.void', {
      permission: 'invoices:void',
      isDanger: true,
      Summary: ({ record }) => (
        <Trans>{invoicesOf(record)}: each final one is voided without a credit note. This cannot be undone.</Trans>
      ),
    }),
  ],
  credit_notes: [
    bulkAct('credit_notes.void', {
      permission: 'credit_notes:void',
      isDanger: true,
      Summary: ({ record: { count } }) => (
        <Trans>
          <Plural value={count} one="# credit note" other="# credit notes" />: the rest of each credit becomes unusable.
          This cannot be undone.
        </Trans>
      ),
    }),
  ],
  customers: [
    bulkAct('customers.apply_coupon', {
      permission: 'coupons:attach',
      Summary: ({ record }) => (
        <Trans>{customersOf(record)}: the coupon reduces their next invoices. Who has it already is skipped.</Trans>
      ),
      fieldsOf: () => [{ kind: 'picker', name: 'coupon_code', label: msg`Coupon`, picker: couponPicker }],
    }),
    bulkAct('customers.request_payment', {
      permission: 'payments:create',
      Summary: ({ record }) => (
        <Trans>
          {customersOf(record)}: each is requested to pay all overdue invoices. Who owes nothing is skipped.
        </Trans>
      ),
    }),
  ],
  subscriptions: [
    bulkAct('subscriptions.change_plan', {
      permission: 'subscriptions:create',
      Summary: ({ record }) => (
        <Trans>
          {subscriptionsOf(record)}: each active one changes to the plan, a cheaper one at the end of its period.
        </Trans>
      ),
      fieldsOf: () => [{ kind: 'picker', name: 'plan_code', label: msg`Plan`, picker: planPicker }],
    }),
    bulkAct('subscriptions.end', {
      permission: 'subscriptions:update',
      isDanger: true,
      Summary: ({ record }) => (
        <Trans>{subscriptionsOf(record)}: each ends now and is billed for the last time. This cannot be undone.</Trans>
      ),
    }),
  ],
};
