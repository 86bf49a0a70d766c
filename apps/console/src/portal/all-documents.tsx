import { useState } from 'react';
import { Anchor, Button, Group, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { answerOf } from '../api/client.js';
import { CallError } from '../frame/call-error.js';
import { Amount } from '../ui/values.js';
import { portal } from './calls.js';
import { NoteTable, ReceiptTable } from './document-tables.js';
import { Section } from './parts.js';

/** The documents beside invoices: credit notes, receipts, and the statement of account. */
export const AllDocuments = () => (
  <>
    <NoteTable />
    <ReceiptTable />
    <Statement />
  </>
);

/** The statement of account over days that the customer chooses; without them, of the current month. */
function Statement() {
  const { t } = useLingui();
  const [days, setDays] = useState({ from: '', to: '' });
  const prepare = useMutation({
    mutationFn: () => {
      const query = {
        ...(days.from === '' ? {} : { from_date: days.from }),
        ...(days.to === '' ? {} : { to_date: days.to }),
      };
      return answerOf(portal.POST('/portal/statement/download', { params: { query } }));
    },
  });
  const change = (changed: Partial<typeof days>) => {
    setDays({ ...days, ...changed });
    prepare.reset();
  };
  const statement = prepare.data?.customer_statement;
  return (
    <Section id="statement" title={<Trans>Statement of account</Trans>}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          prepare.mutate();
        }}
      >
        <Group align="end" gap="sm">
          <TextInput
            type="date"
            label={t`From`}
            value={days.from}
            onChange={({ currentTarget: { value } }) => change({ from: value })}
          />
          <TextInput
            type="date"
            label={t`Until`}
            value={days.to}
            onChange={({ currentTarget: { value } }) => change({ to: value })}
          />
          <Button type="submit" variant="default" loading={prepare.isPending}>
            <Trans>Prepare the statement</Trans>
          </Button>
        </Group>
      </form>
      <div role="status">
        {statement === undefined ? null : (
          <Group gap="md">
            <span>
              <Trans>
                Balance before: <Amount cents={statement.opening_balance_cents} currency={statement.currency} />.
                Balance at the end: <Amount cents={statement.closing_balance_cents} currency={statement.currency} />.
              </Trans>
            </span>
            <Anchor href={statement.file_url} target="_blank" rel="noopener noreferrer">
              <Trans>Statement as PDF</Trans>
            </Anchor>
          </Group>
        )}
      </div>
      <CallError error={prepare.error} />
    </Section>
  );
}
