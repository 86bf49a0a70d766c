import { useEffect, useRef, type ReactNode } from 'react';
import { Anchor, Stack } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Read } from './parts.js';
import { addressOfAll, followInPage, numberId, useOpenInvoice } from './place.js';

/** The code of an invoice's page comes with the first one that is opened. */
const code = queryOptions({
  queryKey: ['code of an invoice'],
  queryFn: () => import('./invoice-page.js'),
  staleTime: Infinity,
});

/** The sections, or the invoice that the address names; the sections stay as they are until the reader is back. */
export function BesideInvoice({ children }: { children: ReactNode }) {
  const invoice = useOpenInvoice();
  const isOpen = invoice !== null;
  return (
    <>
      {isOpen ? <OpenInvoice key={invoice} id={invoice} /> : null}
      <div hidden={isOpen}>
        <Stack gap="xl">{children}</Stack>
      </div>
    </>
  );
}

/** The invoice that the address names, in place of the sections. The focus comes here, and then back to its number. */
function OpenInvoice({ id }: { id: string }) {
  const back = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    back.current?.focus();
    window.scrollTo(0, 0);
    // The list is visible again only after this page is gone.
    return () => void setTimeout(() => document.getElementById(numberId(id))?.focus());
  }, [id]);
  return (
    <Stack gap="xl">
      <Anchor ref={back} href={addressOfAll()} onClick={followInPage}>
        <Trans>Back to all invoices</Trans>
      </Anchor>
      <Read of={useQuery(code)}>{({ InvoicePage }) => <InvoicePage id={id} />}</Read>
    </Stack>
  );
}
