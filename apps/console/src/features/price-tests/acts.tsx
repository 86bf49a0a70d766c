import { msg } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import type { Act } from '../../acts/act.js';
import { answerOf, api } from '../../api/client.js';
import type { PriceTest } from '../../api/records.js';

const pathOf = ({ svc_id }: PriceTest) => ({ path: { svc_id } });

/** Whether a test goes on. */
export const isRunning = ({ completed_at: end }: PriceTest): boolean => end === null;

const stop: Act<PriceTest> = {
  call: 'POST /price_tests/{svc_id}/stop',
  permission: 'plans:update',
  label: msg`Stop the test`,
  refusalOf: (test) =>
    isRunning(test) ? (test.status === 'stopping' ? msg`The test stops.` : null) : msg`The test has ended.`,
  Summary: ({ record: { subscriptions_total: total, subscriptions_done: done } }) => (
    <Trans>
      The amounts of <Plural value={done} one="# subscription" other="# subscriptions" /> of {total} stay.
    </Trans>
  ),
  send: async ({ headers }, test) => {
    await answerOf(api.POST('/price_tests/{svc_id}/stop', { headers, params: pathOf(test) }));
  },
  done: msg`The test stops.`,
};

const toFile: Act<PriceTest> = {
  call: 'POST /data_exports',
  permission: 'invoices:export',
  label: msg`Export the results`,
  Summary: ({ record }) => (
    <Trans>The file has a line for each of the {record.subscriptions_done} subscriptions.</Trans>
  ),
  fieldsOf: () => [
    {
      kind: 'choice',
      name: 'format',
      label: msg`Format`,
      initial: 'csv',
      options: [
        { value: 'csv', label: 'CSV' },
        { value: 'jsonl', label: 'JSON Lines' },
        { value: 'parquet', label: 'Parquet' },
      ],
    },
  ],
  send: async ({ headers }, { svc_id: id }, values) => {
    const created = await answerOf(
      api.POST('/data_exports', {
        headers,
        body: {
          data_export: {
            resource_type: 'price_test_results',
            format: values['format'] as 'csv' | 'jsonl' | 'parquet',
            filters: { price_test_id: id },
          },
        },
      }),
    );
    return { goTo: { kind: 'dataExport', id: created.data_export.svc_id } };
  },
  done: msg`The file is written.`,
};

const rename: Act<PriceTest> = {
  call: 'PUT /price_tests/{svc_id}',
  permission: 'plans:update',
  label: msg`Rename the test`,
  fieldsOf: ({ name }) => [{ kind: 'text', name: 'name', label: msg`Name`, initial: name ?? '', isOptional: true }],
  send: async ({ headers }, test, { name = '' }) => {
    await answerOf(api.PUT('/price_tests/{svc_id}', { headers, params: pathOf(test), body: { price_test: { name } } }));
  },
  done: msg`The test is renamed.`,
};

const remove: Act<PriceTest> = {
  call: 'DELETE /price_tests/{svc_id}',
  permission: 'plans:delete',
  label: msg`Delete the test`,
  isDanger: true,
  Summary: () => <Trans>Its results are deleted, too. The plan and its subscriptions stay as they are.</Trans>,
  send: async ({ headers }, test) => {
    await answerOf(api.DELETE('/price_tests/{svc_id}', { headers, params: pathOf(test) }));
  },
  done: msg`The test is deleted.`,
};

/** The acts of a test of prices. */
export const priceTestActs: readonly Act<PriceTest>[] = [stop, toFile, rename, remove];
