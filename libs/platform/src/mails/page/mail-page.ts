/** A text with a value, such as "Issue date" and "January 5, 2024". */
export interface MailFact {
  label: string;
  value: string;
}

/** A link of a mail. */
export interface MailLink {
  label: string;
  url: string;
}

/** A row of a list, such as an invoice with its amount. */
export interface MailItem {
  name: string;
  value: string;
  url: string | null;
  /** A line below the name; empty for none. */
  remark: string;
}

/** An image at the head of a mail. The mail carries it, so that no mail program loads it from a server. */
export interface MailLogo {
  png: Buffer;
  /** Its name, for readers who do not see it. */
  alt: string;
}

/** The content of a mail, from which both of its parts are written: HTML and plain text. */
export interface MailPage {
  /** BCP 47. */
  language: string;
  subject: string;
  /** A list of mails shows it after the subject. */
  preheader: string;
  /** The name of its writer. */
  sender: string;
  logo: MailLogo | null;
  /** The colour of its button: `#1d4ed8`. The dark form has a lighter one where this is too dark. */
  accent: string;
  greeting: string;
  paragraphs: string[];
  /** The amount, in large figures. */
  figure: (MailFact & { remark: string }) | null;
  facts: MailFact[];
  items: MailItem[];
  /** Further facts below their title, such as the account of a transfer. */
  section: { title: string; facts: MailFact[] } | null;
  button: MailLink | null;
  /** Further links, such as those of attached invoices. */
  links: MailLink[];
  closing: string[];
  footer: string[];
}

/** The colour of mails without one of their own. */
export const defaultAccent = '#1d4ed8';

/** The parts of a page that a short mail has. */
export type ShortPage = Pick<MailPage, 'subject' | 'preheader' | 'sender' | 'greeting' | 'paragraphs'> &
  Partial<MailPage>;

/** Completes a short mail, in English if it states no language. */
export const shortPage = (page: ShortPage): MailPage => ({
  language: 'en',
  logo: null,
  accent: defaultAccent,
  figure: null,
  facts: [],
  items: [],
  section: null,
  button: null,
  links: [],
  closing: [],
  footer: [],
  ...page,
});
