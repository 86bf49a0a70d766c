import type { MailWords } from './words.js';

export const fr: MailWords = {
  greeting: 'Bonjour {customer},',
  invoice: {
    payable: "Voici votre facture {number} d'un montant de {amount}. Merci de la régler au plus tard le {date}.",
    settled: "Voici votre facture {number} d'un montant de {amount}. Il ne reste rien à payer.",
    selfBilled: "Voici l'autofacture {number} d'un montant de {amount}, que nous avons émise en votre nom.",
  },
  creditNote: {
    credited: "Nous avons crédité votre compte de {amount}. L'avoir {number} corrige votre facture {invoice}.",
    refunded: "Nous vous remboursons {amount}. L'avoir {number} corrige votre facture {invoice}.",
    offset: "Nous avons déduit {amount} de votre facture {invoice}, comme l'indique l'avoir {number}.",
    issued: "Voici votre avoir {number} d'un montant de {amount}. Il corrige votre facture {invoice}.",
  },
  receipt: 'Merci pour votre paiement. Nous avons reçu {amount} le {date}. Voici votre reçu {number}.',
  statement: {
    balance: 'Voici votre relevé de compte du {from} au {to}. Le solde au {to} est de {amount}.',
    overdue: 'Des factures d’un montant de {amount} sont en retard de paiement.',
  },
  usageAlert: {
    subject: 'Votre consommation de {about}',
    reached: 'Votre consommation de {about} a atteint {value} sur cette période.',
    value: 'Consommation à ce jour',
    limit: 'Votre alerte',
    manage: 'Vous pouvez modifier ou supprimer cette alerte dans votre espace client.',
    open: 'Ouvrir l’espace client',
  },
  request: {
    first:
      'Votre compte présente un retard de paiement de {amount}. Merci de régler les factures ci-dessous dès que possible.',
    next: 'Nouveau rappel\u202f: {amount} restent impayés. Merci de régler les factures ci-dessous sans attendre.',
    last: 'Dernier rappel\u202f: {amount} restent impayés. Merci de payer maintenant ou de nous écrire en cas de difficulté.',
  },
  term: {
    none: 'Ces factures sont payables immédiatement.',
    one: "Le délai de paiement convenu est d'un jour.",
    many: 'Le délai de paiement convenu est de {count} jours.',
  },
  alreadyPaid: 'Si vous avez payé entre-temps, merci de ne pas tenir compte de ce message.',
  attached: 'Vous trouverez le document en pièce jointe au format PDF.',
  attachedWithXml:
    "Vous trouverez le document en pièce jointe au format PDF, ainsi qu'en facture électronique (XML) pour votre logiciel.",
  invoicesAttached: 'Vous trouverez les factures en pièces jointes au format PDF.',
  late: {
    none: 'Échéance le {date}',
    one: 'Échéance le {date}, un jour de retard',
    many: 'Échéance le {date}, {count} jours de retard',
  },
  pay: 'Payer maintenant',
  payEach: 'Vous pouvez payer chaque facture en ligne sur sa page.',
  payableBy: 'À payer au plus tard le {date}',
  view: {
    invoice: 'Voir la facture',
    credit_note: "Voir l'avoir",
    payment_receipt: 'Voir le reçu',
    statement: 'Voir le relevé',
  },
  questions: 'Une question\u202f? Répondez à cet e-mail ou écrivez à {email}.',
  regards: 'Cordialement',
};
