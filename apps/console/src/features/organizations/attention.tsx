import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { OverviewItem } from '../../api/records.js';
import { CallError } from '../../frame/call-error.js';
import { useMembership, useRead } from '../../frame/membership.js';
import { Section } from '../../ui/detail-page.js';
import { Instant } from '../../ui/instant.js';
import { Loading } from '../../ui/loading.js';
import { Amounts } from '../../ui/values.js';

/** The name of a kind of objects that may need attention, what to do about them, and the place of its list. */
interface Watched {
  label: MessageDescriptor;
  cure: MessageDescriptor;
  to?: NonNullable<LinkProps['to']>;
  search?: Record<string, string>;
}

const watched: Record<OverviewItem['type'], Watched> = {
  overdue_invoices: {
    label: msg`Overdue invoices`,
    cure: msg`Request their payment.`,
    to: '/$organization/invoices',
    search: { tab: 'overdue' },
  },
  failed_invoices: {
    label: msg`Failed invoices`,
    cure: msg`Correct the cause and retry them.`,
    to: '/$organization/invoices',
    search: { tab: 'failed' },
  },
  draft_invoices: {
    label: msg`Draft invoices`,
    cure: msg`Check them before they are finalized.`,
    to: '/$organization/invoices',
    search: { tab: 'drafts' },
  },
  pending_invoices: {
    label: msg`Invoices that wait for taxes`,
    cure: msg`Correct the address or tax number of the customer.`,
    to: '/$organization/invoices',
    search: { tab: 'waiting' },
  },
  failed_payments: {
    label: msg`Failed payments`,
    cure: msg`Retry them, or request another payment method.`,
    to: '/$organization/payments',
    search: { tab: 'failed' },
  },
  pending_payment_requests: {
    label: msg`Open payment requests`,
    cure: msg`Wait for the payment, or send them again.`,
    to: '/$organization/payment-requests',
    search: { tab: 'pending' },
  },
  event_errors: {
    label: msg`Events that do not count`,
    cure: msg`Correct the sender and send them again.`,
    to: '/$organization/developers/event-errors',
  },
  paused_webhook_endpoints: {
    label: msg`Paused webhooks`,
    cure: msg`Repair the receiver and resume them.`,
    to: '/$organization/developers/webhooks',
    search: { paused: 'true' },
  },
  failed_webhooks: {
    label: msg`Failed webhook messages`,
    cure: msg`Repair the receiver and replay them.`,
    to: '/$organization/developers/webhook-messages',
    search: { status: 'failed' },
  },
  parked_items: {
    label: msg`Work that waits for the operator`,
    cure: msg`Report it to the operator of the installation.`,
  },
};

/** The parameters of a list's call that are days of its page, and those that are instants: the list counts days of UTC. */
const days = ['from_date'];
const instants = ['created_at_from'];

/** The days that the counted list has, so that the page shows the same objects. */
function daysOf({ list }: OverviewItem): Record<string, string> {
  const parameters = new URLSearchParams(list?.split('?')[1]);
  return Object.fromEntries(
    [...days, ...instants].flatMap((name) => {
      const value = parameters.get(name);
      if (value === null) return [];
      return [[name, instants.includes(name) ? `${value.slice(0, 10)}T00:00:00Z` : value.slice(0, 10)]];
    }),
  );
}

/** Drafts are no trouble: a list of their own shows the next ones. */
const isTrouble = ({ type, count }: OverviewItem): boolean => count > 0 && type !== 'draft_invoices';

/** The oldest first; those without an instant last. */
const oldestFirst = (one: OverviewItem, other: OverviewItem): number =>
  (one.oldest_at ?? '9').localeCompare(other.oldest_at ?? '9');

/** Objects that need attention: for each kind the number, the amounts, since when, what to do, and a link to its list. */
export function NeedsAttention() {
  const { t } = useLingui();
  const { may } = useMembership();
  const isAllowed = may('invoices:view');
  const { data, error, isPending } = useRead({ path: '/overview' }, { enabled: isAllowed });
  if (!isAllowed) return null;
  const shown = data?.overview.filter(isTrouble).sort(oldestFirst) ?? [];
  const latest =
    data?.overview
      .map(({ as_of: asOf }) => asOf ?? '')
      .sort()
      .at(-1) ?? '';
  return (
    <Section title={msg`Needs attention`}>
      <CallError error={error} />
      {isPending && !error ? <Loading label={t`Needs attention`} /> : null}
      {data && shown.length === 0 ? <p className="empty">{t`Nothing needs attention.`}</p> : null}
      <ul className="eyes">
        {shown.map((item) => (
          <Trouble key={item.type} item={item} latest={latest} />
        ))}
      </ul>
    </Section>
  );
}

/** @param latest the instant of the answer; a number of an earlier check has an instant of its own */
function Trouble({ item, latest }: { item: OverviewItem; latest: string }) {
  const { t, i18n } = useLingui();
  const { path } = useMembership();
  const { label, cure, to, search = {} } = watched[item.type];
  const isOld = item.as_of !== null && item.as_of < latest;
  const name = (
    <>
      <span className="big">{item.count.toLocaleString(i18n.locale)}</span> {t(label)}
    </>
  );
  return (
    <li>
      {to === undefined ? (
        <span>{name}</span>
      ) : (
        <Link to={to} params={{ organization: path } as never} search={{ ...search, ...daysOf(item) }}>
          {name}
        </Link>
      )}
      <span>{item.amounts.length > 0 ? <Amounts amounts={item.amounts} /> : null}</span>
      <span className="nothing">
        {item.oldest_at === null ? null : (
          <Trans>
            Since <Instant iso={item.oldest_at} />
          </Trans>
        )}
        {isOld ? (
          <Trans>
            As of <Instant iso={item.as_of} />
          </Trans>
        ) : null}
      </span>
      <span>{t(cure)}</span>
    </li>
  );
}
