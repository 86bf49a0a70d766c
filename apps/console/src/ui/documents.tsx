import { Button } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';

/** The document as it is printed: as a page, PDF and e-invoice, by their signed addresses. */
export function Documents({
  document: { web_url: web = null, file_url: pdf, xml_url: xml },
}: {
  document: { web_url?: string | null; file_url: string | null; xml_url: string | null };
}) {
  const { t } = useLingui();
  const links = [
    [t`Document`, web],
    ['PDF', pdf],
    ['XML', xml],
  ] as const;
  return links.map(([label, address]) =>
    address === null ? null : (
      <Button
        key={label}
        component="a"
        variant="default"
        size="xs"
        href={address}
        target="_blank"
        rel="noopener noreferrer"
      >
        {label}
      </Button>
    ),
  );
}
