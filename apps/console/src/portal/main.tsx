import '@mantine/core/styles.css';
import '../frame/console.css';
import { Stack, Text, Title } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import { LanguageSelect } from '../frame/language-select.js';
import { show } from '../frame/show.js';

/** What the link of the portal leads to: the interface gives customers nothing to read yet, and the page says so. */
const Portal = () => (
  <main className="page">
    <Stack gap="lg">
      <Title order={1}>
        <Trans>Customer portal</Trans>
      </Title>
      <Text>
        <Trans>
          There is nothing to see here yet. Your invoices and receipts come by mail from the company that bills you.
        </Trans>
      </Text>
      <LanguageSelect />
    </Stack>
  </main>
);

await show(<Portal />);
