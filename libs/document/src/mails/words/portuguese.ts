import type { MailWords } from './words.js';

/** Portuguese, as in Brazil. */
export const pt: MailWords = {
  greeting: 'Olá, {customer}!',
  invoice: {
    payable: 'Aqui está a sua fatura {number}, no valor de {amount}. Pedimos que a pague até {date}.',
    settled: 'Aqui está a sua fatura {number}, no valor de {amount}. Não há nada a pagar.',
    selfBilled: 'Aqui está a autofatura {number}, no valor de {amount}, que emitimos em seu nome.',
  },
  creditNote: {
    credited: 'Creditamos {amount} na sua conta. A nota de crédito {number} corrige a sua fatura {invoice}.',
    refunded: 'Estamos reembolsando {amount} a você. A nota de crédito {number} corrige a sua fatura {invoice}.',
    offset: 'Descontamos {amount} da sua fatura {invoice}, como mostra a nota de crédito {number}.',
    issued: 'Aqui está a sua nota de crédito {number}, no valor de {amount}. Ela corrige a sua fatura {invoice}.',
  },
  receipt: 'Obrigado pelo pagamento. Recebemos {amount} em {date}. Aqui está o seu recibo {number}.',
  statement: {
    balance: 'Aqui está o seu extrato de conta de {from} a {to}. O saldo em {to} é de {amount}.',
    overdue: 'Há faturas vencidas no valor de {amount}.',
  },
  usageAlert: {
    subject: 'Seu consumo de {about}',
    reached: 'Seu consumo de {about} neste período chegou a {value}.',
    value: 'Consumo até agora',
    limit: 'Seu alerta',
    manage: 'Você pode alterar ou excluir este alerta no portal do cliente.',
    open: 'Abrir o portal do cliente',
  },
  request: {
    first: 'Há {amount} em atraso na sua conta. Pedimos que pague as faturas abaixo assim que possível.',
    next: 'Este é mais um lembrete: {amount} continuam em atraso. Pedimos que pague as faturas abaixo agora.',
    last:
      'Este é o nosso último lembrete: {amount} continuam em atraso. Pedimos que pague agora ou nos escreva se não ' +
      'puder.',
  },
  term: {
    none: 'Estas faturas devem ser pagas imediatamente.',
    one: 'O prazo de pagamento combinado é de um dia.',
    many: 'O prazo de pagamento combinado é de {count} dias.',
  },
  alreadyPaid: 'Se você já pagou, desconsidere esta mensagem.',
  attached: 'O documento está anexado em PDF.',
  attachedWithXml: 'O documento está anexado em PDF e como fatura eletrônica (XML) para o seu software.',
  invoicesAttached: 'As faturas estão anexadas em PDF.',
  late: {
    none: 'Vencimento em {date}',
    one: 'Vencimento em {date}, um dia de atraso',
    many: 'Vencimento em {date}, {count} dias de atraso',
  },
  pay: 'Pagar agora',
  payEach: 'Você pode pagar cada fatura on-line na página dela.',
  payableBy: 'Vencimento em {date}',
  view: {
    invoice: 'Ver a fatura',
    credit_note: 'Ver a nota de crédito',
    payment_receipt: 'Ver o recibo',
    statement: 'Ver extrato',
  },
  questions: 'Tem alguma dúvida? Responda a este e-mail ou escreva para {email}.',
  regards: 'Atenciosamente',
};
