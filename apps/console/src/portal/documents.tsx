import { useState } from 'react';
import { Button, Group } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Read, Section } from './parts.js';

/** The code of the documents comes with the first request for them. */
const code = queryOptions({
  queryKey: ['code of documents'],
  queryFn: () => import('./all-documents.js'),
  staleTime: Infinity,
});

/** The customer's documents beside invoices, on request. */
export function Documents() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Section id="documents" title={<Trans>Documents</Trans>}>
      <Group>
        <Button variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? <Trans>Hide documents</Trans> : <Trans>Show credit notes, receipts and statements</Trans>}
        </Button>
      </Group>
      {isOpen ? <DocumentsPage /> : null}
    </Section>
  );
}

/** All documents of the customer, at once. */
export const DocumentsPage = () => <Read of={useQuery(code)}>{({ AllDocuments }) => <AllDocuments />}</Read>;
