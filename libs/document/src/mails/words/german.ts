import type { MailWords } from './words.js';

export const de: MailWords = {
  greeting: 'Guten Tag {customer},',
  invoice: {
    payable: 'hier ist Ihre Rechnung {number} über {amount}. Bitte bezahlen Sie sie bis zum {date}.',
    settled: 'hier ist Ihre Rechnung {number} über {amount}. Es ist nichts mehr zu bezahlen.',
    selfBilled: 'hier ist die Gutschrift {number} über {amount}, die wir in Ihrem Namen ausgestellt haben.',
  },
  creditNote: {
    credited:
      'wir haben Ihrem Konto {amount} gutgeschrieben. Die Rechnungskorrektur {number} berichtigt Ihre Rechnung {invoice}.',
    refunded: 'wir erstatten Ihnen {amount}. Die Rechnungskorrektur {number} berichtigt Ihre Rechnung {invoice}.',
    offset: 'wir haben {amount} von Ihrer Rechnung {invoice} abgezogen, wie die Rechnungskorrektur {number} zeigt.',
    issued: 'hier ist Ihre Rechnungskorrektur {number} über {amount}. Sie berichtigt Ihre Rechnung {invoice}.',
  },
  receipt: 'vielen Dank für Ihre Zahlung. Wir haben am {date} {amount} erhalten. Hier ist Ihr Beleg {number}.',
  statement: {
    balance: 'Hier ist Ihr Kontoauszug vom {from} bis zum {to}. Der Saldo am {to} beträgt {amount}.',
    overdue: 'Rechnungen über {amount} sind überfällig.',
  },
  usageAlert: {
    subject: 'Ihre Nutzung von {about}',
    reached: 'Ihre Nutzung von {about} hat in diesem Zeitraum {value} erreicht.',
    value: 'Bisherige Nutzung',
    limit: 'Ihre Meldeschwelle',
    manage: 'Sie können diese Meldung in Ihrem Kundenportal ändern oder löschen.',
    open: 'Kundenportal öffnen',
  },
  request: {
    first: 'auf Ihrem Konto sind {amount} überfällig. Bitte bezahlen Sie die folgenden Rechnungen so bald wie möglich.',
    next: 'wir erinnern Sie erneut: {amount} sind noch überfällig. Bitte bezahlen Sie die folgenden Rechnungen jetzt.',
    last:
      'dies ist unsere letzte Erinnerung: {amount} sind noch überfällig. Bitte bezahlen Sie jetzt, oder schreiben Sie ' +
      'uns, wenn Sie nicht bezahlen können.',
  },
  term: {
    none: 'Diese Rechnungen sind sofort fällig.',
    one: 'Das vereinbarte Zahlungsziel beträgt einen Tag.',
    many: 'Das vereinbarte Zahlungsziel beträgt {count} Tage.',
  },
  alreadyPaid: 'Falls Sie inzwischen bezahlt haben, betrachten Sie diese Nachricht bitte als gegenstandslos.',
  attached: 'Das Dokument finden Sie als PDF im Anhang.',
  attachedWithXml: 'Das Dokument finden Sie als PDF und als E-Rechnung (XML) für Ihre Software im Anhang.',
  invoicesAttached: 'Die Rechnungen finden Sie als PDF im Anhang.',
  late: {
    none: 'Fällig am {date}',
    one: 'Fällig am {date}, seit einem Tag überfällig',
    many: 'Fällig am {date}, seit {count} Tagen überfällig',
  },
  pay: 'Jetzt bezahlen',
  payEach: 'Sie können jede Rechnung auf ihrer Seite online bezahlen.',
  payableBy: 'Zahlbar bis zum {date}',
  view: {
    invoice: 'Rechnung ansehen',
    credit_note: 'Rechnungskorrektur ansehen',
    payment_receipt: 'Beleg ansehen',
    statement: 'Kontoauszug ansehen',
  },
  questions: 'Haben Sie eine Frage? Antworten Sie auf diese E-Mail oder schreiben Sie an {email}.',
  regards: 'Mit freundlichen Grüßen',
};
