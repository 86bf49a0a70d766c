import { msg } from '@lingui/core/macro';
import { Acts } from '../../acts/acts.js';
import { DescriptionList, DetailPage, useId } from '../../ui/detail-page.js';
import { Instant } from '../../ui/instant.js';
import { Copyable, Nothing } from '../../ui/values.js';
import { YesNo } from '../../ui/yes-no.js';
import { invoiceSectionActs } from './acts.js';

/** A section that invoices can show, with its texts. */
export function InvoiceSection() {
  const id = useId();
  return (
    <DetailPage
      call={{ path: '/invoice_custom_sections/{code}', values: { code: id } }}
      parent={{ label: msg`Invoice sections`, to: '/$organization/settings/invoice-sections' }}
      headOf={({ invoice_custom_section: section }) => ({ name: section.name, id: section.code })}
      actions={({ invoice_custom_section: section }) => <Acts acts={invoiceSectionActs} record={section} />}
    >
      {({ invoice_custom_section: section }) => (
        <DescriptionList
          items={[
            [msg`Title on the invoice`, section.display_name ?? <Nothing />],
            [msg`Text on the invoice`, section.details ? <p className="wrapped">{section.details}</p> : <Nothing />],
            ...Object.entries(section.details_translations).map(([language, text]) => [language, text] as const),
            [msg`All customers have it`, <YesNo value={section.applied_to_organization} />],
            [msg`Description`, section.description ?? <Nothing />],
            [msg`Created`, <Instant iso={section.created_at} focusable />],
            [msg`Id`, <Copyable value={section.svc_id} />],
          ]}
        />
      )}
    </DetailPage>
  );
}
