import { documentLanguageOf, type DocumentLanguage } from '@tollgate/contracts';
import { colonOf } from '@tollgate/platform';
import { DateTime } from 'luxon';
import { dayText, formatsOf } from '../../content/formats.js';
import { filled } from '../../content/labels/labels.js';
import { languageOf } from '../../content/languages.js';
import { zhTW } from './chinese.js';
import { nl } from './dutch.js';
import { en } from './english.js';
import { fr } from './french.js';
import { de } from './german.js';
import { it } from './italian.js';
import { ja } from './japanese.js';
import { nb } from './norwegian.js';
import { pl } from './polish.js';
import { pt } from './portuguese.js';
import { es } from './spanish.js';
import { sv } from './swedish.js';
import type { MailWords } from './words.js';

const words: Record<DocumentLanguage, MailWords> = {
  ...{ en, de, fr, es, it, nb, sv, nl, pl, ja },
  ...{ 'pt-BR': pt, 'zh-TW': zhTW },
};

/** The sentences, figures and days of a language. */
export class MailLanguage {
  private constructor(
    /** BCP 47. */
    readonly locale: string,
    readonly words: MailWords,
  ) {}

  /** @param locale English replaces one without words */
  static of(locale: string): MailLanguage {
    const language = languageOf(locale);
    return new MailLanguage(language, words[documentLanguageOf(language) ?? 'en']);
  }

  /** @param cents in the smallest unit of the currency: `$1,234.50`, `1.234,50 €` */
  money(cents: number, currency: string): string {
    return formatsOf(this.locale).money(cents, currency);
  }

  /** @param day `YYYY-MM-DD`: `January 5, 2024` */
  day(day: string): string {
    return this.long(DateTime.fromISO(day, { zone: 'UTC' }));
  }

  /** The day of an instant in a time zone. @param instant ISO 8601 */
  dayOf(instant: string, timezone: string): string {
    return this.long(DateTime.fromISO(instant, { zone: timezone }));
  }

  /** Puts values into the places of a sentence, such as `{amount}`. */
  say(sentence: string, values: Record<string, string>): string {
    return filled(sentence, values);
  }

  /** A label with its value: `Due: today`, `Échéance : aujourd'hui`. */
  pair(label: string, value: string): string {
    return `${label}${colonOf(this.locale)} ${value}`;
  }

  /** Selects the wording for a count. */
  counted<T>(words: Record<'none' | 'one' | 'many', T>, count: number): T {
    if (count === 0) return words.none;
    return count === 1 ? words.one : words.many;
  }

  private long(at: DateTime): string {
    return dayText(at, this.locale, { dateStyle: 'long' });
  }
}
