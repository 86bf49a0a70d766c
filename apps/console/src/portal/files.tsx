import { Anchor, Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { answerOf } from '../api/client.js';
import { CallError } from '../frame/call-error.js';
import { portal, type CreditNote, type Invoice, type PaymentReceipt } from './calls.js';

interface FileProps {
  /** The address of the file; null while it is not drawn. */
  address: string | null;
  /** The words of the link and of the button, with the number of the document. */
  linkLabel: string;
  buttonLabel: string;
  request(): Promise<string | null>;
}

/** The file of a document: a link to it, or a button that requests one that is not drawn yet. */
function File({ address, linkLabel, buttonLabel, request }: FileProps) {
  const requested = useMutation({ mutationFn: request });
  const drawn = requested.data ?? address;
  if (drawn !== null)
    return (
      <Anchor href={drawn} target="_blank" rel="noopener noreferrer" aria-label={linkLabel}>
        PDF
      </Anchor>
    );
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        loading={requested.isPending}
        aria-label={buttonLabel}
        onClick={() => requested.mutate()}
      >
        <Trans>Prepare</Trans>
      </Button>
      <CallError error={requested.error} />
    </>
  );
}

const pathOf = (id: string) => ({ params: { path: { svc_id: id } } });

/** The file of an invoice; nothing for a voided one without a file. */
export function InvoiceFile({ invoice: { svc_id: id, number, status, file_url: address } }: { invoice: Invoice }) {
  const { t } = useLingui();
  if (address === null && status === 'voided') return null;
  return (
    <File
      address={address}
      linkLabel={t`Invoice ${number} as PDF`}
      buttonLabel={t`Prepare the file of invoice ${number}`}
      request={async () =>
        (await answerOf(portal.POST('/portal/invoices/{svc_id}/download', pathOf(id)))).invoice.file_url
      }
    />
  );
}

/** The file of a credit note. */
export function NoteFile({ note: { svc_id: id, number, file_url: address } }: { note: CreditNote }) {
  const { t } = useLingui();
  return (
    <File
      address={address}
      linkLabel={t`Credit note ${number} as PDF`}
      buttonLabel={t`Prepare the file of credit note ${number}`}
      request={async () =>
        (await answerOf(portal.POST('/portal/credit_notes/{svc_id}/download', pathOf(id)))).credit_note.file_url
      }
    />
  );
}

/** The file of a receipt. */
export function ReceiptFile({ receipt: { svc_id: id, number, file_url: address } }: { receipt: PaymentReceipt }) {
  const { t } = useLingui();
  return (
    <File
      address={address}
      linkLabel={t`Receipt ${number} as PDF`}
      buttonLabel={t`Prepare the file of receipt ${number}`}
      request={async () =>
        (await answerOf(portal.POST('/portal/payment_receipts/{svc_id}/download', pathOf(id)))).payment_receipt.file_url
      }
    />
  );
}
