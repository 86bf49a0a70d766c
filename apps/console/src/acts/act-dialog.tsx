import { useState } from 'react';
import { Button, Modal, Stack, Text } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { Copyable } from '../ui/values.js';
import type { Act, Outcome } from './act.js';
import { ActForm } from './act-form.js';
import { Covering, useCovering } from './covering.js';

interface Props<R> {
  act: Act<R>;
  record: R;
  onClose(): void;
}

/** The dialog of an act: its sentence with the amount, its fields, and what the service answers. */
export function ActDialog<R>({ act, record, onClose }: Props<R>) {
  const { t } = useLingui();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { isCovered, count } = useCovering();
  const shows = outcome?.shows;
  return (
    <Modal
      opened
      onClose={onClose}
      size={act.Beside ? 'xl' : 'md'}
      title={t(act.label)}
      closeButtonProps={{ 'aria-label': t`Close` }}
      transitionProps={{ duration: 0 }}
      closeOnClickOutside={false}
      closeOnEscape={!isCovered}
    >
      {shows ? (
        <Stack gap="sm">
          {shows.isSecret ? <Text>{t`This value is shown once. Store it in a safe place now.`}</Text> : null}
          <div>
            {t(shows.label)}: <Copyable value={shows.value} />
          </div>
          <Button onClick={onClose} data-autofocus>
            {shows.isSecret ? t`I have stored it` : t`Close`}
          </Button>
        </Stack>
      ) : (
        <Covering value={count}>
          <ActForm
            act={act}
            record={record}
            onClose={onClose}
            onDone={(done) => (done.shows ? setOutcome(done) : onClose())}
          />
        </Covering>
      )}
    </Modal>
  );
}
