import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Trans, useLingui } from '@lingui/react/macro';
import { curlOf, type Call } from '../api/read.js';

/** Shows the call that the page makes, for a terminal. */
export function OpenInApi({ call }: { call: Call }) {
  const { t } = useLingui();
  const [isOpen, { open, close }] = useDisclosure(false);
  const curl = curlOf(call);
  return (
    <>
      <Button variant="default" size="xs" onClick={open}>{t`Open in API`}</Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t`The call of this page`}
        size="lg"
        closeButtonProps={{ 'aria-label': t`Close` }}
      >
        <p>
          <Trans>Run it in a terminal, with an API key of this organization in API_KEY.</Trans>
        </p>
        <pre className="code" tabIndex={0}>
          {curl}
        </pre>
        <Button size="xs" onClick={() => void navigator.clipboard.writeText(curl)}>{t`Copy`}</Button>
      </Modal>
    </>
  );
}
