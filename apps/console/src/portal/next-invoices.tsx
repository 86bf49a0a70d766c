import { Text } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { subscriptionsQuery, type Subscription } from './calls.js';
import { DayOf } from './parts.js';
import { titleOf } from './subscription-title.js';

const isBilled = (subscription: Subscription): subscription is Subscription & { next_invoice_at: string } =>
  subscription.next_invoice_at !== null;

/** The days of the next invoices, one for each running subscription, the earliest first. */
export function NextInvoices() {
  const billed = useQuery(subscriptionsQuery).data?.subscriptions.filter(isBilled) ?? [];
  const inOrder = billed.toSorted((a, b) => a.next_invoice_at.localeCompare(b.next_invoice_at));
  return inOrder.map((subscription) => <NextInvoice key={subscription.svc_id} subscription={subscription} />);
}

function NextInvoice({ subscription }: { subscription: Subscription & { next_invoice_at: string } }) {
  const title = titleOf(subscription);
  return (
    <Text>
      <Trans>
        Next invoice of {title}: <DayOf iso={subscription.next_invoice_at} />
      </Trans>
    </Text>
  );
}
