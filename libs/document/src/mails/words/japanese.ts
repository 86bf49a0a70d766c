import type { MailWords } from './words.js';

export const ja: MailWords = {
  greeting: '{customer} 様',
  invoice: {
    payable: '請求書 {number}（{amount}）をお送りします。{date}までにお支払いください。',
    settled: '請求書 {number}（{amount}）をお送りします。お支払いの必要はありません。',
    selfBilled: '貴社に代わって発行した請求書 {number}（{amount}）をお送りします。',
  },
  creditNote: {
    credited: '{amount} を残高に加算しました。返還請求書 {number} は請求書 {invoice} を訂正するものです。',
    refunded: '{amount} を返金いたします。返還請求書 {number} は請求書 {invoice} を訂正するものです。',
    offset: '返還請求書 {number} のとおり、請求書 {invoice} から {amount} を差し引きました。',
    issued: '返還請求書 {number}（{amount}）をお送りします。請求書 {invoice} を訂正するものです。',
  },
  receipt: 'お支払いありがとうございます。{date}に {amount} を受領しました。領収書 {number} をお送りします。',
  statement: {
    balance: '{from}から{to}までの取引明細書をお送りします。{to}現在の残高は{amount}です。',
    overdue: 'お支払い期限を過ぎた請求書の合計は{amount}です。',
  },
  usageAlert: {
    subject: '{about} のご利用状況',
    reached: '今期の {about} のご利用が {value} に達しました。',
    value: 'これまでのご利用',
    limit: 'お客様の通知設定',
    manage: 'この通知は、お客様ポータルで変更または削除できます。',
    open: 'お客様ポータルを開く',
  },
  request: {
    first: '{amount} のお支払い期日が過ぎています。下記の請求書をできるだけ早くお支払いください。',
    next: '再度のお知らせです。{amount} がまだ支払われていません。下記の請求書を今すぐお支払いください。',
    last: '最後のお知らせです。{amount} がまだ支払われていません。今すぐお支払いいただくか、ご連絡ください。',
  },
  term: {
    none: 'これらの請求書は即時払いです。',
    one: 'お約束の支払期間は1日です。',
    many: 'お約束の支払期間は{count}日です。',
  },
  alreadyPaid: 'すでにお支払い済みの場合は、このメールを破棄してください。',
  attached: '書類を PDF で添付しています。',
  attachedWithXml: '書類を PDF と、ソフトウェア用の電子請求書（XML）で添付しています。',
  invoicesAttached: '請求書を PDF で添付しています。',
  late: {
    none: '支払期日：{date}',
    one: '支払期日：{date}（1日超過）',
    many: '支払期日：{date}（{count}日超過）',
  },
  pay: '今すぐ支払う',
  payEach: '各請求書は、そのページからオンラインでお支払いいただけます。',
  payableBy: 'お支払い期日：{date}',
  view: {
    invoice: '請求書を見る',
    credit_note: '返還請求書を見る',
    payment_receipt: '領収書を見る',
    statement: '明細書を見る',
  },
  questions: 'ご質問がある場合は、このメールに返信するか、{email} までご連絡ください。',
  regards: 'よろしくお願いいたします',
};
