import { useState, type ReactNode } from 'react';
import { Button, Group, Stack, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { newKey } from '../api/new-key.js';
import { answerOf } from '../api/client.js';
import { Field, Form } from '../frame/forms.js';
import { Amount, Price, Units } from '../ui/values.js';
import { portal, walletsQuery, type Wallet } from './calls.js';
import { Empty, Moment, Read, Section, useMayChange } from './parts.js';
import { TopUpRule } from './top-up-rule.js';
import { WalletBalances } from './wallet-balances.js';

/** The prepaid credits, in the order of their use. @param none what is shown to a customer without any */
export function Wallets({ none = null }: { none?: ReactNode }) {
  const wallets = useQuery(walletsQuery);
  if (wallets.data?.wallets.length === 0) return none;
  return (
    <Section id="wallets" title={<Trans>Prepaid credits</Trans>}>
      <Read of={wallets}>
        {({ wallets: all }) => (
          <Stack gap="md">
            {all.map((wallet) => (
              <OneWallet key={wallet.svc_id} wallet={wallet} />
            ))}
          </Stack>
        )}
      </Read>
    </Section>
  );
}

/** In place of the credits of a customer without any. */
export const NoCredits = () => (
  <Empty>
    <Trans>You have no prepaid credits.</Trans>
  </Empty>
);

function OneWallet({ wallet }: { wallet: Wallet }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const { currency } = wallet;
  const title = wallet.name ?? wallet.code;
  const mayChange = useMayChange();
  return (
    <article className="part">
      <Group justify="space-between" gap="sm">
        <Text fw={600}>{title}</Text>
        <Text fw={600}>
          <Amount cents={wallet.balance_cents} currency={currency} />
        </Text>
      </Group>
      <Text c="dimmed">
        <Trans>
          <Units value={wallet.credits_balance} /> credits; after the usage so far:{' '}
          <Amount cents={wallet.ongoing_balance_cents} currency={currency} />. A credit costs{' '}
          <Price amount={wallet.rate_amount} currency={currency} />.
        </Trans>
      </Text>
      {wallet.expiration_at === null ? null : (
        <Text>
          <Trans>
            The credits expire on <Moment iso={wallet.expiration_at} />.
          </Trans>
        </Text>
      )}
      {wallet.recurring_transaction_rules.map((rule) => (
        <TopUpRule key={rule.svc_id} rule={rule} />
      ))}
      <Button
        variant="default"
        size="xs"
        mt="xs"
        aria-expanded={isOpen}
        aria-label={isOpen ? t`Hide the balance over time: ${title}` : t`Show the balance over time: ${title}`}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? <Trans>Hide the balance over time</Trans> : <Trans>Show the balance over time</Trans>}
      </Button>
      {isOpen ? <WalletBalances wallet={wallet} /> : null}
      {mayChange ? <TopUp wallet={wallet} /> : null}
    </article>
  );
}

/** Buys credits. A repeated attempt has the same key, so that it buys once. */
function TopUp({ wallet }: { wallet: Wallet }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const [key, setKey] = useState(() => newKey());
  const purchase = useMutation({
    mutationFn: (credits: string) =>
      answerOf(
        portal.POST('/portal/wallets/{svc_id}/top_up', {
          params: { path: { svc_id: wallet.svc_id } },
          headers: { 'Idempotency-Key': key },
          body: { wallet_transaction: { paid_credits: credits } },
        }),
      ),
    onSuccess: async () => {
      setKey(newKey());
      await queries.invalidateQueries();
    },
  });
  return (
    <Form
      fields={['paid_credits']}
      button={t`Buy credits`}
      error={purchase.error}
      isPending={purchase.isPending}
      onSend={({ paid_credits: credits = '' }) => purchase.mutate(credits.trim().replace(',', '.'))}
    >
      <Field name="paid_credits" label={t`Number of credits`} error={purchase.error} />
      {purchase.isSuccess ? (
        <Text role="status">
          <Trans>The credits are added when their invoice is paid.</Trans>
        </Text>
      ) : null}
    </Form>
  );
}
