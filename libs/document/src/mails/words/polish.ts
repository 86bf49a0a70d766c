import type { MailWords } from './words.js';

export const pl: MailWords = {
  greeting: 'Dzień dobry, {customer}!',
  invoice: {
    payable: 'Przesyłamy fakturę {number} na kwotę {amount}. Prosimy o zapłatę do {date}.',
    settled: 'Przesyłamy fakturę {number} na kwotę {amount}. Nie ma nic do zapłaty.',
    selfBilled: 'Przesyłamy fakturę {number} na kwotę {amount}, którą wystawiliśmy w Państwa imieniu.',
  },
  creditNote: {
    credited: 'Dopisaliśmy {amount} do Państwa salda. Faktura korygująca {number} zmienia fakturę {invoice}.',
    refunded: 'Zwracamy Państwu {amount}. Faktura korygująca {number} zmienia fakturę {invoice}.',
    offset: 'Odliczyliśmy {amount} od faktury {invoice}, co pokazuje faktura korygująca {number}.',
    issued: 'Przesyłamy fakturę korygującą {number} na kwotę {amount}. Zmienia ona fakturę {invoice}.',
  },
  receipt: 'Dziękujemy za płatność. Otrzymaliśmy {amount} dnia {date}. Przesyłamy potwierdzenie {number}.',
  statement: {
    balance: 'Oto Państwa wyciąg z konta za okres od {from} do {to}. Saldo na dzień {to} wynosi {amount}.',
    overdue: 'Faktury na kwotę {amount} są przeterminowane.',
  },
  usageAlert: {
    subject: 'Państwa zużycie: {about}',
    reached: 'Państwa zużycie ({about}) osiągnęło w tym okresie {value}.',
    value: 'Dotychczasowe zużycie',
    limit: 'Próg powiadomienia',
    manage: 'To powiadomienie można zmienić lub usunąć w portalu klienta.',
    open: 'Otwórz portal klienta',
  },
  request: {
    first: 'Na Państwa koncie jest zaległość {amount}. Prosimy jak najszybciej zapłacić poniższe faktury.',
    next: 'Przypominamy ponownie o zaległości {amount}. Prosimy zapłacić poniższe faktury teraz.',
    last: 'To nasze ostatnie przypomnienie: zaległość wynosi {amount}. Prosimy zapłacić teraz albo napisać do nas.',
  },
  term: {
    none: 'Te faktury są płatne natychmiast.',
    one: 'Uzgodniony termin płatności to jeden dzień.',
    many: 'Uzgodniony termin płatności w dniach: {count}.',
  },
  alreadyPaid: 'Jeśli płatność już nastąpiła, prosimy pominąć tę wiadomość.',
  attached: 'Dokument jest w załączniku jako PDF.',
  attachedWithXml: 'Dokument jest w załączniku jako PDF oraz jako e-faktura (XML) dla Państwa oprogramowania.',
  invoicesAttached: 'Faktury są w załączniku jako pliki PDF.',
  late: {
    none: 'Płatne do {date}',
    one: 'Płatne do {date}, jeden dzień po terminie',
    many: 'Płatne do {date}, {count} dni po terminie',
  },
  pay: 'Zapłać teraz',
  payEach: 'Każdą fakturę można zapłacić online na jej stronie.',
  payableBy: 'Płatne do {date}',
  view: {
    invoice: 'Zobacz fakturę',
    credit_note: 'Zobacz fakturę korygującą',
    payment_receipt: 'Zobacz potwierdzenie',
    statement: 'Zobacz wyciąg',
  },
  questions: 'Mają Państwo pytanie? Prosimy odpowiedzieć na tę wiadomość lub napisać na adres {email}.',
  regards: 'Z poważaniem',
};
