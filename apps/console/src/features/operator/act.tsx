import { useState, type ReactNode } from 'react';
import { Button, Modal, Stack, Text } from '@mantine/core';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { answerOf, api, Refusal } from '../../api/client.js';
import { notify } from '../../acts/notices.js';
import {
  AccountField,
  CodeField,
  Form,
  needsCode,
  PasswordField,
  secondProof,
  type Values,
} from '../../frame/forms.js';

interface Props {
  label: MessageDescriptor;
  /** The effect, in a sentence. */
  children: ReactNode;
  /** Names of the fields. */
  fields?: readonly string[];
  /** The fields, with the error of the last call. */
  Fields?(props: { error: unknown }): ReactNode;
  send(values: Values): Promise<unknown>;
  /** The notice after it; absent where another page follows. */
  done?: MessageDescriptor;
  onDone?(): Promise<void> | void;
}

const isLate = (error: unknown): boolean => error instanceof Refusal && error.code === 'recent_sign_in_required';

/**
 * The button of an operator's act, with its dialog. When the sign-in is too old for the call, the dialog requests the
 * password and goes on.
 */
export function OperatorAct(props: Props) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        {t(props.label)}
      </Button>
      {isOpen ? (
        <Modal
          opened
          onClose={() => setOpen(false)}
          title={t(props.label)}
          closeButtonProps={{ 'aria-label': t`Close` }}
          transitionProps={{ duration: 0 }}
          closeOnClickOutside={false}
        >
          <ActForm {...props} onClose={() => setOpen(false)} />
        </Modal>
      ) : null}
    </>
  );
}

function ActForm({ label, children, fields = [], Fields, send, done, onDone, onClose }: Props & { onClose(): void }) {
  const { t } = useLingui();
  const { session } = useRouteContext({ from: '/signed-in' });
  const queries = useQueryClient();
  const [proves, setProves] = useState(false);
  const { mutate, error, isPending } = useMutation({
    mutationFn: async (values: Values) => {
      const { password, code } = values;
      if (password !== undefined) {
        const proof = { password, ...secondProof(code) };
        await answerOf(api.POST('/session/confirmation', { body: { session: proof } }));
        setProves(false);
      }
      await send(values);
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['operator'] });
      if (done) notify({ text: done });
      onClose();
      await onDone?.();
    },
    onError: (failure) => {
      if (isLate(failure)) setProves(true);
    },
  });
  return (
    <Form
      fields={[...fields, 'password', 'otp_code', 'recovery_code']}
      button={t(label)}
      onSend={mutate}
      error={isLate(error) ? null : error}
      isPending={isPending}
    >
      <Text>{children}</Text>
      {Fields ? <Fields error={error} /> : null}
      {proves ? (
        <Stack gap="sm" role="group" aria-label={t`Confirm that it is you`}>
          <Text>
            <Trans>Your sign-in is more than 15 minutes old. Enter your password to continue.</Trans>
          </Text>
          <AccountField email={session.user.email} />
          <PasswordField name="password" label={t`Password`} isNew={false} error={error} autoFocus />
          {needsCode(error) ? <CodeField error={error} /> : null}
        </Stack>
      ) : null}
    </Form>
  );
}
