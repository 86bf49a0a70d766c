import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { Call } from '../api/read.js';
import { useMembership, useRead } from '../frame/membership.js';

/** Records that may need an eye: how many, and the list of them. */
interface Eye {
  word: MessageDescriptor;
  permission: string;
  call: Call;
  to: NonNullable<LinkProps['to']>;
  search: Record<string, string>;
}

const one = { per_page: '1' };
const eyes: readonly Eye[] = [
  {
    word: msg`Overdue invoices`,
    permission: 'invoices:view',
    call: { path: '/invoices', query: { ...one, status: 'finalized', payment_overdue: 'true' } },
    to: '/$organization/invoices',
    search: { tab: 'overdue' },
  },
  {
    word: msg`Failed invoices`,
    permission: 'invoices:view',
    call: { path: '/invoices', query: { ...one, status: 'failed' } },
    to: '/$organization/invoices',
    search: { tab: 'failed' },
  },
  {
    word: msg`Draft invoices`,
    permission: 'invoices:view',
    call: { path: '/invoices', query: { ...one, status: 'draft' } },
    to: '/$organization/invoices',
    search: { tab: 'drafts' },
  },
  {
    word: msg`Failed payment requests`,
    permission: 'payments:view',
    call: { path: '/payment_requests', query: { ...one, payment_status: 'failed' } },
    to: '/$organization/payment-requests',
    search: { payment_status: 'failed' },
  },
  {
    word: msg`Failed webhook messages`,
    permission: 'developers:manage',
    call: { path: '/webhook_messages', query: { ...one, status: 'failed' } },
    to: '/$organization/developers/webhook-messages',
    search: { status: 'failed' },
  },
];

/** What needs an eye, each with its number and the way to its list. */
export function Eyes() {
  const { may } = useMembership();
  return (
    <ul className="eyes">{eyes.map((eye) => (may(eye.permission) ? <Count key={eye.word.id} eye={eye} /> : null))}</ul>
  );
}

function Count({ eye: { word, call, to, search } }: { eye: Eye }) {
  const { _, i18n } = useLingui();
  const { path } = useMembership();
  const { data, error } = useRead(call);
  const count = (data as { meta: { total_count: number } } | undefined)?.meta.total_count;
  return (
    <li data-any={count !== undefined && count > 0 ? true : undefined}>
      <Link to={to} params={{ organization: path } as never} search={search}>
        <span className="big">{count === undefined ? (error ? '?' : '…') : count.toLocaleString(i18n.locale)}</span>
        {_(word)}
      </Link>
    </li>
  );
}
