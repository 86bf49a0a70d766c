import type { ReactNode } from 'react';
import type { MessageDescriptor } from '@lingui/core';
import type { RecordKind } from '../ui/record-link.js';
import type { Field, Values } from './field.js';

/** The headers of an act's call. */
export interface Sending {
  /** The organization, and the key under which the call may be repeated. */
  headers: { 'X-Svc-Organization': string; 'Idempotency-Key': string };
}

/** The next step of the page after an act. */
export interface Outcome {
  /** The page of a record to open. */
  goTo?: { kind: RecordKind; id: string };
  /** A value to copy, such as a link. @param isSecret whether no page shows it again */
  shows?: { label: MessageDescriptor; value: string; isSecret: boolean };
}

/** The record and values of an act's dialog. */
export interface ActView<R> {
  record: R;
  values: Values;
}

/**
 * Something that a person does to a record, or without one (`null`). One declaration gives the button, the dialog with
 * all its states, and the line that follows.
 */
export interface Act<R> {
  /** The call that it sends last, as the interface document names it. */
  call: `${'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;
  /** Without it the act is hidden. */
  permission: string;
  /** Its call answers a credential, which no operator who entered an organization gets. */
  handsOut?: boolean;
  /** Only sandboxes have it. */
  isForSandboxes?: boolean;
  /** An imperative, such as `Void the invoice`. */
  label: MessageDescriptor;
  /** Whether the record loses something for good. */
  isDanger?: boolean;
  /** Why the state of the record forbids the act; null where it may be done. */
  refusalOf?(record: R): MessageDescriptor | null;
  /** One sentence with the amount and what follows. */
  Summary?(view: ActView<R>): ReactNode;
  fieldsOf?(record: R): readonly Field[];
  /** The answer of the service to the values before they are sent, such as a preview in money. */
  Beside?(view: ActView<R>): ReactNode;
  /** Buttons beside the one that sends, such as one that tries the values first. */
  Further?(view: ActView<R>): ReactNode;
  send(sending: Sending, record: R, values: Values): Promise<Outcome | void>;
  /** The notice after it. */
  done: MessageDescriptor;
  /** The act that takes it back, where the rules allow one. */
  undo?: Act<R>;
}

/** An act that needs no record, such as one that creates it. A list has its button, and the search of all pages has it. */
export interface Creation extends Act<null> {
  isCreation: true;
}
