import { msg } from '@lingui/core/macro';
import { Acts } from '../../acts/acts.js';
import { DescriptionList, DetailPage, Rows, useId } from '../../ui/detail-page.js';
import { Instant } from '../../ui/instant.js';
import { Copyable, Nothing } from '../../ui/values.js';
import { taxProviderActs } from './acts.js';
import { mappingColumns } from './columns.js';
import { engineForms } from './forms.js';

/** A connected tax engine, with its codes for what is billed. */
export function TaxProvider() {
  const id = useId();
  return (
    <DetailPage
      call={{ path: '/tax_providers/{code}', values: { code: id } }}
      parent={{ label: msg`Tax engines`, to: '/$organization/settings/tax-engines' }}
      headOf={({ tax_provider: provider }) => ({ name: provider.name, id: provider.code })}
      actions={({ tax_provider: provider }) => <Acts acts={taxProviderActs} record={provider} />}
    >
      {({ tax_provider: provider }) => (
        <>
          <DescriptionList
            items={[
              [msg`Tax engine`, engineForms[provider.provider].title],
              [msg`Account number`, provider.account_id ?? <Nothing />],
              [msg`Company code`, provider.company_code ?? <Nothing />],
              [msg`Connected`, <Instant iso={provider.created_at} focusable />],
              [msg`Id`, <Copyable value={provider.svc_id} />],
            ]}
          />
          <Rows
            title={msg`Codes of the engine`}
            columns={mappingColumns}
            rows={provider.mappings}
            keyOf={({ item_type: type, item_code: code }) => `${type} ${code}`}
            empty={msg`No item has a code of the engine.`}
          />
        </>
      )}
    </DetailPage>
  );
}
