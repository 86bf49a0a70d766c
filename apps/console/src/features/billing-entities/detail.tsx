import { SimpleGrid } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { DescriptionList, DetailPage, Section, useId } from '../../ui/detail-page.js';
import { Instant } from '../../ui/instant.js';
import { Copyable } from '../../ui/values.js';
import { CampaignOfEntity } from '../dunning-campaigns/of-entity.js';
import { DocumentPreview } from '../settings/document-texts/preview.js';
import { Sections } from '../settings/issuer/section.js';
import { sectionCall } from './acts.js';
import { entitySections } from './sections.js';

const unchanged = {};

/** A billing entity: its settings by section, beside a sample of its documents and mails. */
export function BillingEntity() {
  const id = useId();
  return (
    <DetailPage
      call={{ path: '/billing_entities/{code}', values: { code: id } }}
      parent={{ label: msg`Billing entities`, to: '/$organization/settings/billing-entities' }}
      headOf={({ billing_entity: entity }) => ({ name: entity.name, id: entity.code })}
    >
      {({ billing_entity: entity }) => (
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
          <div>
            <Sections record={entity} sections={entitySections} call={sectionCall} />
            <CampaignOfEntity code={entity.code} />
            <DescriptionList
              items={[
                [msg`Created`, <Instant iso={entity.created_at} focusable />],
                [msg`Id`, <Copyable value={entity.svc_id} />],
              ]}
            />
          </div>
          <Section title={msg`Preview`}>
            <DocumentPreview key={entity.updated_at} code={entity.code} change={unchanged} locale={null} />
          </Section>
        </SimpleGrid>
      )}
    </DetailPage>
  );
}
