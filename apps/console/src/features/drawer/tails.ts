import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Answer, Call, Query, ReadPath } from '../../api/read.js';
import { activityColumns } from '../activity-logs/columns.js';
import { apiLogColumns } from '../api-logs/columns.js';
import { eventColumns } from '../events/columns.js';
import { messageColumns } from '../webhook-messages/columns.js';
import type { Column } from '../../ui/columns.js';
import { byId } from '../../ui/record-keys.js';
import type { Subject } from '../../ui/subject.js';

/** The latest entries of one kind, of the record of the page or of the organization. */
export interface Tail<P extends ReadPath = ReadPath, Row = never> {
  label: MessageDescriptor;
  permission: string;
  /** Null where the record has no such entries. */
  callOf(subject: Subject | null): Call<P> | null;
  rowsOf(answer: Answer<P>): readonly Row[];
  keyOf(row: Row): string;
  columns: readonly Column<Row>[];
}

const tail = <P extends ReadPath, Row>(one: Tail<P, Row>): Tail => one as unknown as Tail;
const latest = { per_page: '20' };

const eventsOf: Record<string, (externalId: string) => Query> = {
  '/subscriptions/{external_id}': (id) => ({ external_subscription_id: id }),
  '/customers/{external_id}': (id) => ({ external_customer_id: id }),
};

/** The tails of the drawer, in its order. */
export const tails: readonly Tail[] = [
  tail({
    label: msg`Events`,
    permission: 'developers:manage',
    callOf: (subject) => {
      if (!subject) return { path: '/events', query: latest };
      const query = eventsOf[subject.path]?.(subject.externalId);
      return query ? { path: '/events', query: { ...latest, ...query } } : null;
    },
    rowsOf: ({ events }) => events,
    keyOf: byId,
    columns: eventColumns,
  }),
  tail({
    label: msg`Webhooks`,
    permission: 'developers:manage',
    callOf: (subject) => ({
      path: '/webhook_messages',
      query: { ...latest, ...(subject ? { svc_object_id: subject.id } : {}) },
    }),
    rowsOf: ({ webhook_messages: messages }) => messages,
    keyOf: byId,
    columns: messageColumns,
  }),
  tail({
    label: msg`Calls`,
    permission: 'developers:manage',
    callOf: (subject) => ({
      path: '/api_logs',
      query: { ...latest, ...(subject ? { 'request_paths[]': `/api/v1${subject.address}*` } : {}) },
    }),
    rowsOf: ({ api_logs: logs }) => logs,
    keyOf: ({ request_id: id }) => id,
    columns: apiLogColumns,
  }),
  tail({
    label: msg`Activity`,
    permission: 'audit_logs:view',
    callOf: (subject) => ({
      path: '/activity_logs',
      query: { ...latest, ...(subject ? { 'resource_ids[]': subject.id } : {}) },
    }),
    rowsOf: ({ activity_logs: logs }) => logs,
    keyOf: ({ activity_id: id }) => id,
    columns: activityColumns,
  }),
];
