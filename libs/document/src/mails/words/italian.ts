import type { MailWords } from './words.js';

export const it: MailWords = {
  greeting: 'Buongiorno {customer},',
  invoice: {
    payable: 'ecco la Sua fattura {number} di {amount}. La preghiamo di pagarla entro il {date}.',
    settled: 'ecco la Sua fattura {number} di {amount}. Non resta nulla da pagare.',
    selfBilled: "ecco l'autofattura {number} di {amount}, che abbiamo emesso per Suo conto.",
  },
  creditNote: {
    credited: 'abbiamo accreditato {amount} sul Suo conto. La nota di credito {number} rettifica la fattura {invoice}.',
    refunded: 'Le rimborsiamo {amount}. La nota di credito {number} rettifica la fattura {invoice}.',
    offset: 'abbiamo detratto {amount} dalla fattura {invoice}, come indica la nota di credito {number}.',
    issued: 'ecco la Sua nota di credito {number} di {amount}. Rettifica la fattura {invoice}.',
  },
  receipt: 'grazie per il pagamento. In data {date} abbiamo ricevuto {amount}. Ecco la Sua ricevuta {number}.',
  statement: {
    balance: 'Ecco il suo estratto conto dal {from} al {to}. Il saldo al {to} è di {amount}.',
    overdue: 'Ci sono fatture scadute per {amount}.',
  },
  usageAlert: {
    subject: 'Il Suo consumo di {about}',
    reached: 'Il Suo consumo di {about} in questo periodo ha raggiunto {value}.',
    value: 'Consumo finora',
    limit: 'Il Suo avviso',
    manage: 'Può modificare o eliminare questo avviso nel Suo portale clienti.',
    open: 'Apri il portale clienti',
  },
  request: {
    first: 'sul Suo conto risultano scaduti {amount}. La preghiamo di pagare appena possibile le fatture seguenti.',
    next: 'Le ricordiamo di nuovo che risultano ancora scaduti {amount}. La preghiamo di pagare ora le fatture seguenti.',
    last:
      'questo è il nostro ultimo sollecito: risultano ancora scaduti {amount}. La preghiamo di pagare ora, o di ' +
      'scriverci se non può farlo.',
  },
  term: {
    none: 'Queste fatture sono da pagare subito.',
    one: 'Il termine di pagamento concordato è di un giorno.',
    many: 'Il termine di pagamento concordato è di {count} giorni.',
  },
  alreadyPaid: 'Se nel frattempo ha già pagato, ignori questo messaggio.',
  attached: 'In allegato trova il documento in formato PDF.',
  attachedWithXml:
    'In allegato trova il documento in formato PDF e come fattura elettronica (XML) per il Suo software.',
  invoicesAttached: 'In allegato trova le fatture in formato PDF.',
  late: {
    none: 'Scadenza il {date}',
    one: 'Scadenza il {date}, un giorno di ritardo',
    many: 'Scadenza il {date}, {count} giorni di ritardo',
  },
  pay: 'Paga ora',
  payEach: 'Può pagare ogni fattura online sulla sua pagina.',
  payableBy: 'Da pagare entro il {date}',
  view: {
    invoice: 'Vedi la fattura',
    credit_note: 'Vedi la nota di credito',
    payment_receipt: 'Vedi la ricevuta',
    statement: 'Vedi l’estratto conto',
  },
  questions: 'Ha una domanda? Risponda a questa e-mail o scriva a {email}.',
  regards: 'Cordiali saluti',
};
