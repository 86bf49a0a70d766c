import type { MailWords } from './words.js';

/** Traditional Chinese, as in Taiwan. */
export const zhTW: MailWords = {
  greeting: '{customer} 您好：',
  invoice: {
    payable: '這是您的發票 {number}，金額為 {amount}。請於 {date}以前付款。',
    settled: '這是您的發票 {number}，金額為 {amount}。您無須再付款。',
    selfBilled: '這是我們代您開立的發票 {number}，金額為 {amount}。',
  },
  creditNote: {
    credited: '我們已將 {amount} 記入您的帳戶。折讓單 {number} 更正您的發票 {invoice}。',
    refunded: '我們將退還您 {amount}。折讓單 {number} 更正您的發票 {invoice}。',
    offset: '我們已從您的發票 {invoice} 扣除 {amount}，詳見折讓單 {number}。',
    issued: '這是您的折讓單 {number}，金額為 {amount}。此單更正您的發票 {invoice}。',
  },
  receipt: '感謝您的付款。我們已於 {date}收到 {amount}。這是您的收據 {number}。',
  statement: {
    balance: '這是您 {from} 至 {to} 的對帳單。截至 {to} 的餘額為 {amount}。',
    overdue: '逾期發票金額合計 {amount}。',
  },
  usageAlert: {
    subject: '您的 {about} 用量',
    reached: '您本期的 {about} 用量已達 {value}。',
    value: '目前用量',
    limit: '您的提醒值',
    manage: '您可以在客戶入口網站變更或刪除此提醒。',
    open: '開啟客戶入口網站',
  },
  request: {
    first: '您的帳戶有 {amount} 已逾期。請盡快支付下列發票。',
    next: '再次提醒您：仍有 {amount} 逾期未付。請立即支付下列發票。',
    last: '這是最後一次提醒：仍有 {amount} 逾期未付。請立即付款；如有困難，請與我們聯絡。',
  },
  term: {
    none: '這些發票應立即付款。',
    one: '約定的付款期限為 1 天。',
    many: '約定的付款期限為 {count} 天。',
  },
  alreadyPaid: '若您已付款，請忽略此訊息。',
  attached: '文件以 PDF 附件隨信附上。',
  attachedWithXml: '文件以 PDF 附件隨信附上，並附電子發票（XML）供您的軟體使用。',
  invoicesAttached: '發票以 PDF 附件隨信附上。',
  late: {
    none: '到期日：{date}',
    one: '到期日：{date}，已逾期 1 天',
    many: '到期日：{date}，已逾期 {count} 天',
  },
  pay: '立即付款',
  payEach: '您可以在每張發票的頁面上線上付款。',
  payableBy: '付款期限：{date}',
  view: { invoice: '查看發票', credit_note: '查看折讓單', payment_receipt: '查看收據', statement: '查看對帳單' },
  questions: '有任何問題嗎？請回覆此郵件，或寫信至 {email}。',
  regards: '敬祝 商祺',
};
