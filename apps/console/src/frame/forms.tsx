import type { FormEvent, ReactNode } from 'react';
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { Refusal } from '../api/client.js';
import { useSentences } from './error-texts.js';
import { CallError } from './call-error.js';

/** The state of a form's call. */
interface Sending {
  error: unknown;
  isPending: boolean;
}

/** The values of a form's fields by name, as typed. */
export type Values = Record<string, string>;

interface FormProps extends Sending {
  /** Names of fields; errors of others stand above the form. */
  fields: readonly string[];
  /** Without one, the form shows values that the person may not change. */
  button: string | undefined;
  onSend(values: Values): void;
  children: ReactNode;
}

/** A form that sends one call, shows while it runs, and shows its errors. */
export function Form({ fields, button, onSend, error, isPending, children }: FormProps) {
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entries = [...new FormData(event.currentTarget).entries()];
    onSend(Object.fromEntries(entries.map(([name, value]) => [name, String(value)])));
  };
  return (
    <form onSubmit={send} noValidate>
      <Stack gap="sm">
        <CallError error={error} fields={fields} />
        {children}
        {button === undefined ? null : (
          <Button type="submit" loading={isPending}>
            {button}
          </Button>
        )}
      </Stack>
    </form>
  );
}

interface FieldProps {
  name: string;
  label: string;
  error: unknown;
  description?: string;
  autoComplete?: string;
  type?: 'text' | 'email';
  required?: boolean;
  defaultValue?: string;
  autoFocus?: boolean;
  disabled?: boolean;
}

/** The sentence about one field of a refused call; undefined without one. */
function useFieldError(name: string, error: unknown): string | undefined {
  const sentenceOf = useSentences();
  const code = error instanceof Refusal ? error.fields[name]?.[0] : undefined;
  return code === undefined ? undefined : sentenceOf(code);
}

export function Field({ error, required = true, ...rest }: FieldProps) {
  return (
    <TextInput {...rest} withAsterisk={required} aria-required={required} error={useFieldError(rest.name, error)} />
  );
}

/** @param isNew whether the person chooses it now */
export function PasswordField({
  error,
  isNew,
  ...rest
}: Omit<FieldProps, 'type' | 'autoComplete'> & { isNew: boolean }) {
  const { t } = useLingui();
  return (
    <PasswordInput
      {...rest}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      aria-required
      withAsterisk
      error={useFieldError(rest.name, error)}
      visibilityToggleButtonProps={{ 'aria-label': t`Show the password` }}
    />
  );
}

/** A secret that is no password of the person. */
export function SecretField({ error, ...rest }: Pick<FieldProps, 'name' | 'label' | 'error'>) {
  const { t } = useLingui();
  return (
    <PasswordInput
      {...rest}
      autoComplete="off"
      aria-required
      withAsterisk
      error={useFieldError(rest.name, error)}
      visibilityToggleButtonProps={{ 'aria-label': t`Show the secret` }}
    />
  );
}

/**
 * States for password managers whose password a form changes; the page does not show it.
 * @param email empty where only the secret of a mail names the person
 */
export const AccountField = ({ email }: { email: string }) => (
  <input type="text" autoComplete="username" value={email} readOnly hidden />
);

/** The code of an authenticator, or one of its recovery codes. @param isFirst whether the person comes to it first */
export function CodeField({ error, isFirst = true }: { error: unknown; isFirst?: boolean }) {
  const { t } = useLingui();
  const field = error instanceof Refusal && error.fields['recovery_code'] ? 'recovery_code' : 'otp_code';
  return (
    <TextInput
      name="code"
      label={t`Code of your authenticator, or a recovery code`}
      autoComplete="one-time-code"
      autoFocus={isFirst}
      withAsterisk
      error={useFieldError(field, error)}
    />
  );
}

/** A code as the call takes it: six digits are of an authenticator, anything else is a recovery code. */
export const secondProof = (code: string | undefined): { otp_code?: string; recovery_code?: string } => {
  const text = (code ?? '').trim();
  if (text === '') return {};
  return /^\d{6}$/.test(text.replaceAll(' ', '')) ? { otp_code: text.replaceAll(' ', '') } : { recovery_code: text };
};

/** Whether a refused call needs a second proof. */
export const needsCode = (error: unknown): boolean =>
  error instanceof Refusal && ('otp_code' in error.fields || 'recovery_code' in error.fields);
