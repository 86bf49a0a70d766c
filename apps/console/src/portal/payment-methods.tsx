import { Button, Group, Stack, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOf } from '../api/client.js';
import { CallError } from '../frame/call-error.js';
import { methodsQuery, portal, type PaymentMethod } from './calls.js';
import { Empty, ProviderPage, Read, Section, useMayChange } from './parts.js';
import { leaveFor } from './place.js';

/** The stored payment methods: one is entered on the page of the provider. */
export function PaymentMethods() {
  const mayChange = useMayChange();
  return (
    <Section id="payment-methods" title={<Trans>Payment methods</Trans>}>
      <Read of={useQuery(methodsQuery)}>
        {({ payment_methods: methods }) =>
          methods.length === 0 ? (
            <Empty>
              <Trans>No payment method is stored. Enter one to pay without another step.</Trans>
            </Empty>
          ) : (
            <Stack gap="sm">
              {methods.map((method) => (
                <Method key={method.svc_id} method={method} />
              ))}
            </Stack>
          )
        }
      </Read>
      {mayChange ? <Enter /> : null}
    </Section>
  );
}

/** The words for a method: its brand or kind, and its last digits. */
export function useMethodName(): (method: PaymentMethod) => string {
  const { t } = useLingui();
  return ({ brand, type, last_four: digits }) => {
    const kind = type === 'card' ? t`Card` : t`Bank account or other method`;
    const name = brand === null ? kind : brand.charAt(0).toUpperCase() + brand.slice(1);
    return digits === null ? name : `${name} •••• ${digits}`;
  };
}

function Method({ method }: { method: PaymentMethod }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const mayChange = useMayChange();
  const name = useMethodName()(method);
  const params = { path: { svc_id: method.svc_id } };
  const again = { onSuccess: () => queries.invalidateQueries(methodsQuery) };
  const makeDefault = useMutation({
    mutationFn: () => answerOf(portal.PUT('/portal/payment_methods/{svc_id}/set_as_default', { params })),
    ...again,
  });
  const remove = useMutation({
    mutationFn: () => answerOf(portal.DELETE('/portal/payment_methods/{svc_id}', { params })),
    ...again,
  });
  return (
    <article className="part">
      <Group justify="space-between" gap="sm">
        <Text fw={600}>{name}</Text>
        {method.is_default ? (
          <Text c="dimmed">
            <Trans>Pays by default</Trans>
          </Text>
        ) : null}
      </Group>
      {mayChange ? (
        <Group gap="sm">
          {method.is_default ? null : (
            <Button
              size="compact-sm"
              variant="default"
              loading={makeDefault.isPending}
              aria-label={t`Make default: ${name}`}
              onClick={() => makeDefault.mutate()}
            >
              <Trans>Make default</Trans>
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="default"
            loading={remove.isPending}
            aria-label={t`Remove ${name}`}
            onClick={() => remove.mutate()}
          >
            <Trans>Remove</Trans>
          </Button>
        </Group>
      ) : null}
      <CallError error={makeDefault.error ?? remove.error} />
    </article>
  );
}

function Enter() {
  const enter = useMutation({
    mutationFn: () => answerOf(portal.POST('/portal/payment_methods')),
    onSuccess: ({ payment_method_page: { url } }) => leaveFor(url),
  });
  return (
    <>
      <Group>
        <Button variant="default" loading={enter.isPending} onClick={() => enter.mutate()}>
          <Trans>Enter a payment method</Trans>
        </Button>
      </Group>
      {enter.isSuccess ? (
        <Text role="status">
          <ProviderPage url={enter.data.payment_method_page.url} />
        </Text>
      ) : null}
      <CallError error={enter.error} />
    </>
  );
}
