import { useState } from 'react';
import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { feeName } from '../features/fees/name.js';
import { Totals } from '../features/invoices/totals.js';
import { Amount, Day, Units } from '../ui/values.js';
import { invoiceQuery, type Fee, type SingleInvoice } from './calls.js';
import { Deductions } from './deductions.js';
import { NoteTable, ReceiptTable } from './document-tables.js';
import { InvoiceFile } from './files.js';
import { InvoiceState, useIsPayable } from './made-payments.js';
import { DayOf, Read, Section } from './parts.js';
import { Pay } from './pay.js';
import { Story } from './story.js';

/** An invoice with its lines and their stories, its sums, its file, and the documents that belong to it. */
export function InvoicePage({ id }: { id: string }) {
  return <Read of={useQuery(invoiceQuery(id))}>{({ invoice }) => <Opened invoice={invoice} />}</Read>;
}

function Opened({ invoice }: { invoice: SingleInvoice }) {
  const { svc_id: id, number, currency, xml_url: xml, total_due_amount_cents: due } = invoice;
  const isPayable = useIsPayable(invoice);
  return (
    <Stack gap="xl">
      <Section id="invoice" title={<Trans>Invoice {number}</Trans>}>
        <Group gap="md">
          <InvoiceState invoice={invoice} />
          <span>
            <Trans>
              Issued on <Day date={invoice.issuing_date} />
            </Trans>
          </span>
          <span>
            <Trans>
              Due on <Day date={invoice.payment_due_date} />
            </Trans>
          </span>
          <InvoiceFile invoice={invoice} />
          {xml === null ? null : (
            <Anchor href={xml} target="_blank" rel="noopener noreferrer">
              <Trans>E-invoice</Trans>
            </Anchor>
          )}
        </Group>
        {isPayable ? <Pay amount={{ currency, amount_cents: due }} invoiceIds={[id]} /> : null}
      </Section>
      <Section id="lines" title={<Trans>Lines</Trans>}>
        {invoice.fees.map((fee) => (
          <Line key={fee.svc_id} fee={fee} />
        ))}
      </Section>
      <Section id="sums" title={<Trans>Total</Trans>}>
        <Totals invoice={invoice} />
        <Taxes invoice={invoice} />
        <Deductions invoice={invoice} />
      </Section>
      <NoteTable invoice={id} />
      <ReceiptTable invoice={id} />
    </Stack>
  );
}

/** A line of the invoice, with its story on request. */
function Line({ fee }: { fee: Fee }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const name = feeName(fee);
  return (
    <article className="part">
      <Group justify="space-between" gap="sm" align="start">
        <div>
          <Text fw={600} dir="auto">
            {name}
          </Text>
          <Text c="dimmed">
            <Trans>
              Quantity: <Units value={fee.units} />
            </Trans>
            {fee.from_date && fee.to_date ? (
              <>
                {' · '}
                <DayOf iso={fee.from_date} />
                {' – '}
                <DayOf iso={fee.to_date} />
              </>
            ) : null}
          </Text>
        </div>
        <Text>
          <Amount cents={fee.amount_cents} currency={fee.amount_currency} />
        </Text>
      </Group>
      <Button
        variant="default"
        size="xs"
        mt="xs"
        aria-expanded={isOpen}
        aria-label={isOpen ? t`Hide the steps: ${name}` : t`Show the steps: ${name}`}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? <Trans>Hide the steps</Trans> : <Trans>Show the steps</Trans>}
      </Button>
      {isOpen ? <Story fee={fee.svc_id} name={name} /> : null}
    </article>
  );
}

/** The taxes of the invoice, one by one. */
function Taxes({ invoice: { applied_taxes: taxes, currency } }: { invoice: SingleInvoice }) {
  if (taxes.length === 0) return null;
  return (
    <>
      <Title order={3} size="h5">
        <Trans>Taxes</Trans>
      </Title>
      <dl className="totals">
        {taxes.map((tax, place) => (
          <TaxLine key={place} name={tax.tax_name} rate={tax.tax_rate}>
            <Amount cents={tax.amount_cents} currency={currency} />
          </TaxLine>
        ))}
      </dl>
    </>
  );
}

const TaxLine = ({ name, rate, children }: { name: string; rate: number; children: React.ReactNode }) => (
  <>
    <dt dir="auto">
      {name} (<Units value={rate} /> %)
    </dt>
    <dd>{children}</dd>
  </>
);
