import { domainToASCII } from 'node:url';

/** Why a mail server did not accept a mail for an address. */
export interface Refusal {
  address: string;
  /** The server's reply code; null without a reply. */
  code: number | null;
  /** The server's reply, or what happened instead. */
  reason: string;
}

/** The outcome of a try, by recipient: each is in one of the lists. */
export interface Delivery {
  accepted: string[];
  /** Refused for good: another try would fail the same way. */
  refused: Refusal[];
  /** Not accepted now: another try may succeed. */
  delayed: Refusal[];
  /** Whether the server did not answer at all, so that other mails would wait for it, too. */
  unreachable: boolean;
  /** The error of the mail library, for operators; null where at least one recipient gets the mail. */
  error: unknown;
}

/** An error of the mail library. */
interface SmtpError {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
  recipient?: string;
  rejectedErrors?: SmtpError[];
}

/** The library's report on a mail that at least one recipient receives. */
export interface SmtpInfo {
  rejectedErrors?: SmtpError[];
}

/** Replies about the password of the installation (RFC 4954, section 6); they say nothing about the mail. */
const passwordReplies = [530, 534, 535, 538];
/** Errors of the library that stand for replies to a mail: its sender, its recipients, its content. */
const mailErrors = ['EENVELOPE', 'EMESSAGE'];
const firstPermanent = 500;
const mostReason = 500;

const silent = 'the mail server did not answer';
const malformed = 'the address is malformed';
const cut = 'the connection ended after the content was sent, before the mail server answered';

/** Sorts the recipients of an accepted mail. @param addresses those that it was sent to */
export function deliveredTo(addresses: string[], { rejectedErrors = [] }: SmtpInfo): Delivery {
  const errors = byRecipient(rejectedErrors);
  const refusals = addresses.flatMap((address) => {
    const error = errors.get(sentAddress(address));
    return error ? [refusalOf(error, address)] : [];
  });
  const accepted = addresses.filter((address) => !errors.has(sentAddress(address)));
  return { ...sorted(accepted, refusals), unreachable: false, error: null };
}

/**
 * Sorts the recipients of a mail that failed as a whole. A reply of 5xx to the mail is final, everything else may pass
 * (RFC 5321, section 4.2.1). A connection that ends after the content leaves open whether the server accepted the mail.
 * @param transferred whether the server had the whole content
 */
export function failedTo(addresses: string[], thrown: unknown, transferred: boolean): Delivery {
  const error = thrown as SmtpError;
  const errors = byRecipient(error.rejectedErrors ?? []);
  const refusals = addresses.map((address) => {
    if (isMalformed(error)) return { address, code: null, reason: malformed, final: true };
    if (error.responseCode === undefined) return { address, code: null, reason: transferred ? cut : silent };
    return refusalOf(errors.get(sentAddress(address)) ?? error, address);
  });
  return { ...sorted([], refusals), unreachable: !mailErrors.includes(error.code ?? ''), error: thrown };
}

/** Whether the library itself refused the recipients, before it spoke to the server. */
const isMalformed = ({ code, command }: SmtpError): boolean => code === 'EENVELOPE' && command === 'API';

const byRecipient = (errors: SmtpError[]) =>
  new Map(errors.map((error) => [sentAddress(error.recipient ?? ''), error]));

/** An address as the library sends it: its domain in lower case and in ASCII. */
function sentAddress(address: string): string {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return address.slice(0, address.length - domain.length) + (domainToASCII(domain) || domain.toLowerCase());
}

function refusalOf({ code = '', responseCode, response }: SmtpError, address: string) {
  const final = mailErrors.includes(code) && (responseCode ?? 0) >= firstPermanent;
  const refusal = { address, code: responseCode ?? null, reason: oneLine(response ?? silent).slice(0, mostReason) };
  return { ...refusal, final: final && !passwordReplies.includes(responseCode ?? 0) };
}

function sorted(accepted: string[], refusals: (Refusal & { final?: boolean })[]) {
  const of = (isFinal: boolean): Refusal[] =>
    refusals
      .filter(({ final = false }) => final === isFinal)
      .map(({ address, code, reason }) => ({ address, code, reason }));
  return { accepted, refused: of(true), delayed: of(false) };
}

const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

/** A mail that no recipient gets. */
export class MailNotAccepted extends Error {
  /** Whether another try would fail the same way. */
  readonly isFinal: boolean;

  constructor({ refused, delayed, error }: Delivery) {
    const [first] = [...refused, ...delayed];
    super(first?.reason ?? 'no recipient', { cause: error });
    this.name = 'MailNotAccepted';
    this.isFinal = delayed.length === 0;
  }
}
