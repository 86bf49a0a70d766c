import type { SwissBill } from '../tables/document-contents.js';
import { modulesOf } from './page-payment.js';
import type { Sheet } from './sheet.js';
import { inks, margins } from './theme.js';

/** Points of a millimetre. */
const millimetre = 72 / 25.4;
const mm = (millimetres: number): number => millimetres * millimetre;

/** The height of payment part and receipt, and the width of the receipt, in millimetres. */
const height = 105;
const receiptWidth = 62;
const width = 210;
const border = 5;
const codeSize = 46;

/** Points that the payment part takes at the foot of a page. */
export const swissBillHeight = mm(height);

const color = inks.code;
const title = { size: 11, bold: true, color };
/** Sizes of headings and values in the receipt, and in the payment part. */
const receipt = { heading: { size: 6, bold: true, color }, value: { size: 8, color } };
const payment = { heading: { size: 8, bold: true, color }, value: { size: 10, color } };
type Sizes = typeof receipt;

/** A place on the bill, in millimetres from its top and its left. */
interface Place {
  left: number;
  top: number;
  width: number;
}

/** Draws the payment part and the receipt at the foot of the page (Swiss Implementation Guidelines QR-bill). */
export function drawSwissBill(sheet: Sheet, bill: SwissBill): void {
  const slip = new Slip(sheet);
  slip.separate(bill.words.separate);
  sheet.tags.within('Sect', () => {
    drawReceipt(slip, bill);
    drawPaymentPart(slip, bill);
  });
}

function drawReceipt(slip: Slip, { words, ...bill }: SwissBill): void {
  const place = { left: border, width: receiptWidth - 2 * border };
  slip.text(words.receipt, title, { ...place, top: border }, 'H2');
  const end = slip.entries(receipt, { ...place, top: 12 }, [
    [words.account, bill.account],
    ...(bill.reference === null ? [] : [[words.reference, [bill.reference]] as const]),
    ...debtorOf({ words, ...bill }),
  ]);
  if (bill.debtor.length === 0) slip.corners({ left: border, top: end + 1, width: 52 }, 20);
  drawAmount(slip, receipt, { words, ...bill }, { left: border, top: 68, width: 12, gap: 3 });
  slip.text(words.acceptancePoint, receipt.heading, { ...place, top: 82 }, 'P', 'right');
}

function drawPaymentPart(slip: Slip, { words, ...bill }: SwissBill): void {
  const left = receiptWidth + border;
  slip.text(words.paymentPart, title, { left, top: border, width: 51 }, 'H2');
  slip.code(bill.payload, { left, top: 17, width: codeSize }, words.paymentPart);
  drawAmount(slip, payment, { words, ...bill }, { left, top: 68, width: 15, gap: 2 });
  const place = { left: 118, top: border, width: width - 118 - border };
  const end = slip.entries(payment, place, [
    [words.account, bill.account],
    ...(bill.reference === null ? [] : [[words.reference, [bill.reference]] as const]),
    [words.message, [bill.message]],
    ...debtorOf({ words, ...bill }),
  ]);
  if (bill.debtor.length === 0) slip.corners({ left: 118, top: end + 1, width: 65 }, 25);
}

const debtorOf = ({ words, debtor }: SwissBill): (readonly [string, string[]])[] => [
  debtor.length === 0 ? [words.emptyDebtor, []] : [words.debtor, debtor],
];

function drawAmount(
  slip: Slip,
  sizes: Sizes,
  { words, currency, amount }: SwissBill,
  { left, top, width: first, gap }: Place & { gap: number },
): void {
  slip.entries(sizes, { left, top, width: first }, [[words.currency, [currency]]]);
  slip.entries(sizes, { left: left + first + gap, top, width: 30 }, [[words.amount, [amount]]]);
}

/** The foot of a page in millimetres. */
class Slip {
  private readonly top: number;

  constructor(private readonly sheet: Sheet) {
    this.top = sheet.height - swissBillHeight;
  }

  /** Lines where the parts are cut, with the words above the upper one. */
  separate(words: string): void {
    this.line({ left: 0, top: 0, width }, 0);
    this.line({ left: receiptWidth, top: 0, width: 0 }, height);
    const style = { size: 6, color };
    const block = { text: words, style, ...this.across({ left: border, width: width - 2 * border }) };
    this.sheet.drawAside(this.sheet.set(block), this.top - mm(4));
  }

  text(text: string, style: Sizes['heading'], place: Place, tag: 'P' | 'H2', align: 'left' | 'right' = 'left'): void {
    const set = this.sheet.set({ text, style, align, ...this.across(place) });
    this.sheet.tags.within(tag, () => this.sheet.draw(set, this.top + mm(place.top)));
  }

  /** Draws headings with their values below each other. @returns the end, in millimetres */
  entries(sizes: Sizes, place: Place, entries: readonly (readonly [string, readonly string[]])[]): number {
    let top = this.top + mm(place.top);
    for (const [heading, values] of entries)
      this.sheet.tags.within('P', () => {
        for (const [index, text] of [heading, ...values].entries()) {
          const style = index === 0 ? sizes.heading : sizes.value;
          const set = this.sheet.set({ text, style, ...this.across(place) });
          this.sheet.draw(set, top);
          top += set.lines.length * style.size * lineHeight;
        }
        top += values.length === 0 ? 0 : sizes.value.size * 0.8;
      });
    return (top - this.top) / millimetre;
  }

  /** The code with the cross in its middle. */
  code(payload: string, place: Place, alt: string): void {
    const square = { left: this.across(place).left, top: this.top + mm(place.top), size: mm(place.width) };
    this.sheet.modules(modulesOf(payload), square, alt, { hasCross: true });
  }

  /** The corners of a field that the payer fills in. */
  corners({ left, top, width: across }: Place, down: number): void {
    const length = 3;
    for (const x of [left, left + across - length])
      for (const y of [top, top + down]) this.line({ left: x, top: y, width: length }, 0);
    for (const x of [left, left + across])
      for (const y of [top, top + down - length]) this.line({ left: x, top: y, width: 0 }, length);
  }

  private line({ left, top, width: across }: Place, down: number): void {
    this.sheet.line({ left: this.across({ left, width: 0 }).left, top: this.top + mm(top) }, [mm(across), mm(down)]);
  }

  /** Points from the left margin: the bill begins at the edge of the paper. */
  private across({ left, width: millimetres }: Omit<Place, 'top'>): { left: number; width: number } {
    return { left: mm(left) - margins.side, width: mm(millimetres) };
  }
}

/** Of lines on the bill, in shares of the size; wider ones lose room for long addresses. */
const lineHeight = 1.2;
