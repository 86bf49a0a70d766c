import { useEffect, useState } from 'react';
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { newKey } from '../api/new-key.js';
import { answerOf } from '../api/client.js';
import { CallError } from '../frame/call-error.js';
import { Amount } from '../ui/values.js';
import { methodsQuery, portal } from './calls.js';
import { Decline, useMadePayment } from './made-payments.js';
import { ProviderPage, useMayChange } from './parts.js';
import { useMethodName } from './payment-methods.js';
import { framedPart, leaveFor } from './place.js';

/** How often the page reads the outcome of a payment that is under way. */
const readEveryMs = 3_000;
const reads = 20;

interface Payment {
  /** The amount that the customer sees: the service refuses another one. */
  amount: { currency: string; amount_cents: number };
  /** Absent: all overdue invoices. */
  invoiceIds?: readonly string[];
}

/** Pays invoices by a stored method, or on the page of the provider. A repeated click has the same key: it pays once. */
export function Pay({ amount, invoiceIds }: Payment) {
  const { t } = useLingui();
  const [key, setKey] = useState(() => newKey());
  const [methodId, setMethodId] = useState<string>();
  const { data } = useQuery(methodsQuery);
  const nameOf = useMethodName();
  const mayChange = useMayChange();
  const queries = useQueryClient();
  const stored = data?.payment_methods ?? [];
  const chosen = methodId ?? stored.find((method) => method.is_default)?.svc_id ?? '';
  const payment = useMutation({
    mutationFn: () =>
      answerOf(
        portal.POST('/portal/payments', {
          headers: { 'Idempotency-Key': key },
          body: {
            payment: {
              amount_cents: amount.amount_cents,
              ...(invoiceIds ? { svc_invoice_ids: [...invoiceIds] } : {}),
              ...(chosen === '' ? {} : { svc_payment_method_id: chosen }),
            },
          },
        }),
      ),
    onSuccess: ({ payment: { url } }) => {
      setKey(newKey());
      if (url !== null) leaveFor(url);
    },
    // An amount that changed meanwhile is read again.
    onError: () => void queries.invalidateQueries(),
  });
  const made = useMadePayment(payment.data?.payment.svc_payment_id ?? null);
  const isOver = made?.payment_status === 'succeeded' || made?.payment_status === 'failed';
  useOutcome(payment.isSuccess && !isOver && (payment.data.payment.url === null || framedPart !== null));
  if (!mayChange) return null;
  // A declined payment leaves the form, for another method.
  if (payment.isSuccess && !made?.decline_reason)
    return (
      <Text role="status">
        {payment.data.payment.url === null ? (
          <Trans>The payment is under way. Its result appears here.</Trans>
        ) : (
          <ProviderPage url={payment.data.payment.url} />
        )}
      </Text>
    );
  const ways = [
    ...stored.map((method) => ({ value: method.svc_id, label: nameOf(method) })),
    { value: '', label: t`Another way, on the page of the payment provider` },
  ];
  return (
    <Stack gap="xs" className="pay">
      {stored.length === 0 ? null : (
        <NativeSelect
          label={t`Pay with`}
          data={ways}
          value={chosen}
          onChange={({ currentTarget: { value } }) => setMethodId(value)}
        />
      )}
      <Group>
        <Button loading={payment.isPending} onClick={() => payment.mutate()}>
          <Trans>
            Pay <Amount cents={amount.amount_cents} currency={amount.currency} />
          </Trans>
        </Button>
      </Group>
      <CallError error={payment.error} />
      <div role="status">
        <Decline payment={made} />
      </div>
    </Stack>
  );
}

/** Reads the page again while a payment is under way, for a minute. */
function useOutcome(isUnderWay: boolean): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!isUnderWay) return;
    let left = reads;
    const timer = setInterval(() => {
      left--;
      void queries.invalidateQueries();
      if (left <= 0) clearInterval(timer);
    }, readEveryMs);
    return () => clearInterval(timer);
  }, [isUnderWay, queries]);
}
