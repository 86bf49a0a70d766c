import type { MailWords } from './words.js';

export const es: MailWords = {
  greeting: 'Hola, {customer}:',
  invoice: {
    payable: 'Aquí tiene su factura {number} por {amount}. Le rogamos que la pague a más tardar el {date}.',
    settled: 'Aquí tiene su factura {number} por {amount}. No queda nada por pagar.',
    selfBilled: 'Aquí tiene la autofactura {number} por {amount}, que hemos emitido en su nombre.',
  },
  creditNote: {
    credited: 'Hemos abonado {amount} en su cuenta. La nota de crédito {number} corrige su factura {invoice}.',
    refunded: 'Le reembolsamos {amount}. La nota de crédito {number} corrige su factura {invoice}.',
    offset: 'Hemos descontado {amount} de su factura {invoice}, como indica la nota de crédito {number}.',
    issued: 'Aquí tiene su nota de crédito {number} por {amount}. Corrige su factura {invoice}.',
  },
  receipt: 'Gracias por su pago. Recibimos {amount} el {date}. Aquí tiene su recibo {number}.',
  statement: {
    balance: 'Este es su extracto de cuenta del {from} al {to}. El saldo a {to} es de {amount}.',
    overdue: 'Hay facturas vencidas por {amount}.',
  },
  usageAlert: {
    subject: 'Su consumo de {about}',
    reached: 'Su consumo de {about} ha alcanzado {value} en este período.',
    value: 'Consumo hasta ahora',
    limit: 'Su alerta',
    manage: 'Puede cambiar o eliminar esta alerta en su portal de cliente.',
    open: 'Abrir el portal de cliente',
  },
  request: {
    first: 'Su cuenta tiene {amount} vencidos. Le rogamos que pague las facturas siguientes lo antes posible.',
    next: 'Le recordamos de nuevo que {amount} siguen vencidos. Le rogamos que pague ahora las facturas siguientes.',
    last:
      'Este es nuestro último recordatorio: {amount} siguen vencidos. Le rogamos que pague ahora o que nos escriba si ' +
      'no puede hacerlo.',
  },
  term: {
    none: 'Estas facturas se pagan de inmediato.',
    one: 'El plazo de pago acordado es de un día.',
    many: 'El plazo de pago acordado es de {count} días.',
  },
  alreadyPaid: 'Si ya ha pagado, no tenga en cuenta este mensaje.',
  attached: 'Encontrará el documento adjunto en formato PDF.',
  attachedWithXml: 'Encontrará el documento adjunto en formato PDF y como factura electrónica (XML) para su software.',
  invoicesAttached: 'Encontrará las facturas adjuntas en formato PDF.',
  late: {
    none: 'Vencimiento el {date}',
    one: 'Vencimiento el {date}, un día de retraso',
    many: 'Vencimiento el {date}, {count} días de retraso',
  },
  pay: 'Pagar ahora',
  payEach: 'Puede pagar cada factura en línea en su página.',
  payableBy: 'Vence el {date}',
  view: {
    invoice: 'Ver la factura',
    credit_note: 'Ver la nota de crédito',
    payment_receipt: 'Ver el recibo',
    statement: 'Ver el extracto',
  },
  questions: '¿Tiene alguna pregunta? Responda a este correo o escriba a {email}.',
  regards: 'Un cordial saludo',
};
