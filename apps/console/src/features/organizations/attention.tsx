import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { OverviewItem } from '../../api/records.js';
import { CallError } from '../../frame/call-error.js';
import { useMembership, useRead } from '../../frame/membership.js';
import { Instant } from '../../ui/instant.js';
import { Amounts } from '../../ui/values.js';

/** The name of a kind of objects that may need attention, and the place of its list. */
interface Watched {
  label: MessageDescriptor;
  to?: NonNullable<LinkProps['to']>;
  search?: Record<string, string>;
}

const watched: Record<OverviewItem['type'], Watched> = {
  overdue_invoices: { label: msg`Overdue invoices`, to: '/$organization/invoices', search: { tab: 'overdue' } },
  failed_invoices: { label: msg`Failed invoices`, to: '/$organization/invoices', search: { tab: 'failed' } },
  draft_invoices: { label: msg`Draft invoices`, to: '/$organization/invoices', search: { tab: 'drafts' } },
  pending_invoices: {
    label: msg`Invoices that wait for taxes`,
    to: '/$organization/invoices',
    search: { tab: 'waiting' },
  },
  failed_payments: { label: msg`Failed payments`, to: '/$organization/payments', search: { tab: 'failed' } },
  pending_payment_requests: {
    label: msg`Open payment requests`,
    to: '/$organization/payment-requests',
    search: { tab: 'pending' },
  },
  event_errors: { label: msg`Events that do not count`, to: '/$organization/developers/event-errors' },
  paused_webhook_endpoints: {
    label: msg`Paused webhooks`,
    to: '/$organization/developers/webhooks',
    search: { paused: 'true' },
  },
  failed_webhooks: {
    label: msg`Failed webhook messages`,
    to: '/$organization/developers/webhook-messages',
    search: { status: 'failed' },
  },
  parked_items: { label: msg`Work that waits for the operator` },
};

/** The parameters of a list's call that are days on its page. */
const days = ['created_at_from', 'from_date'];

/** The days that the counted list has, so that the page shows the same objects. */
function daysOf({ list }: OverviewItem): Record<string, string> {
  const parameters = new URLSearchParams(list?.split('?')[1]);
  return Object.fromEntries(
    days.flatMap((name) => {
      const value = parameters.get(name);
      return value === null ? [] : [[name, value.slice(0, 10)]];
    }),
  );
}

/** Objects that may need attention: for each kind the number, the amounts and a link to its list. */
export function NeedsAttention() {
  const { may } = useMembership();
  const { data, error } = useRead({ path: '/overview' }, { enabled: may('invoices:view') });
  const latest =
    data?.overview
      .map(({ as_of: asOf }) => asOf ?? '')
      .sort()
      .at(-1) ?? '';
  return (
    <>
      <CallError error={error} />
      <ul className="eyes">
        {data?.overview.map((item) => (
          <Count key={item.type} item={item} latest={latest} />
        ))}
      </ul>
    </>
  );
}

/** @param latest the instant of the answer; a number of an earlier check has an instant of its own */
function Count({ item, latest }: { item: OverviewItem; latest: string }) {
  const { t, i18n } = useLingui();
  const { path } = useMembership();
  const { label, to, search = {} } = watched[item.type];
  const isOld = item.as_of !== null && item.as_of < latest;
  const content = (
    <>
      <span className="big">{item.count.toLocaleString(i18n.locale)}</span>
      {t(label)}
      {item.amounts.length > 0 ? <Amounts amounts={item.amounts} /> : null}
      {isOld ? (
        <span className="nothing">
          <Trans>
            As of <Instant iso={item.as_of} />
          </Trans>
        </span>
      ) : null}
    </>
  );
  return (
    <li data-any={item.count > 0 || undefined}>
      {to === undefined ? (
        <div>{content}</div>
      ) : (
        <Link to={to} params={{ organization: path } as never} search={{ ...search, ...daysOf(item) }}>
          {content}
        </Link>
      )}
    </li>
  );
}
