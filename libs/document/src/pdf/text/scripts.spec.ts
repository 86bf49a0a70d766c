import { describe, expect, it } from '@jest/globals';
import { DocumentFonts } from '../fonts/document-fonts.js';
import { visualRuns } from './visual-order.js';

/** Names and addresses, as customers have them. */
const corpus: Record<string, string[]> = {
  Latin: ['Ångström & Søn ApS', 'Łódź, Żółć', 'Công ty Trách nhiệm Đắk Lắk', 'Türkiye İşleri ğüşöç', 'Íslenska þjóðin'],
  Greek: ['Ελληνική Εταιρεία Α.Ε.', 'Ἀθῆναι, πολυτονικό'],
  Cyrillic: ['ООО «Ромашка»', 'Київ, Україна ґїє', 'Қазақстан ҚҰҒІ', 'Србија Љубљана Ђорђе'],
  'Han, simplified': ['北京科技有限公司', '深圳市腾讯计算机系统', '龙门区与书业东车'],
  'Han, traditional': ['臺灣積體電路製造股份有限公司', '新竹市力行六路八號', '龍門區與書業東車'],
  Japanese: ['株式会社渋谷区役所前', '髙橋 﨑山 内区', 'カタカナ ひらがな ー々〆', '東京都千代田区丸の内１−１'],
  Hangul: ['주식회사 서울특별시 강남구 테헤란로', '뷁쀍 삼성전자'],
  Arabic: ['شركة النور للتجارة ش.م.م', 'پاکستان چھوٹا گاؤں ٹ ڈ ڑ', 'تهران گچپژ ۱۲۳', '١٢٣٤٥٦٧٨٩٠'],
  Hebrew: ['תל אביב 12 (ישראל) בע"מ', 'שָׁלוֹם'],
  Devanagari: ['हिन्दी क्षत्रिय प्राइवेट लिमिटेड', 'श्री ट्रैफ़िक मुंबई ४०००'],
  Thai: ['บริษัท น้ำใจ จำกัด กรุงเทพฯ ๑๒๓'],
  Bengali: ['বাংলাদেশ ক্ষেত্র কোম্পানি ৳'],
  Gurmukhi: ['ਪੰਜਾਬੀ ਕਿੱਥੇ ਅੰਮ੍ਰਿਤਸਰ'],
  Gujarati: ['ગુજરાતી ક્ષેત્ર'],
  Tamil: ['தமிழ்நாடு கொள்கை ஸ்ரீ'],
  Telugu: ['తెలుగు స్త్రీ హైదరాబాద్'],
  Kannada: ['ಕನ್ನಡ ಕ್ಷೇತ್ರ ಬೆಂಗಳೂರು'],
  Malayalam: ['മലയാളം ക്ഷേത്രം തിരുവനന്തപുരം'],
  Sinhala: ['ශ්‍රී ලංකා කොළඹ'],
  Khmer: ['ភាសាខ្មែរ ក្រុមហ៊ុន ភ្នំពេញ'],
  Lao: ['ບໍລິສັດ ລາວ ວຽງຈັນ'],
  Myanmar: ['မြန်မာ ကုမ္ပဏီ ရန်ကုန်'],
  Georgian: ['საქართველო თბილისი'],
  Armenian: ['Հայաստան Երևան'],
  Ethiopic: ['አዲስ አበባ ኢትዮጵያ'],
  emoji: ['Café 🎉 👩‍💻 🇩🇪 ❤️ 👍🏽 ☎ ✓ 🫠'],
  money: ['€ £ ¥ $ ₹ ₩ ₽ ₺ ₪ ₫ ₴ ₦ ₱ ฿ ₸ ₾ ₼ 元 円 원 ﷼'],
  signs: ['– — − × ÷ ± ½ ² ³ ° № § ¶ † • … ‰ ← → ↔ ≈ ≠ ≤ ≥ ∞ ∑ √ ™ ® © « » „ “ ” ‚ ‘ ’ ¿ ¡ ★ ☆ ■ □ ● ○ ① Ⅳ'],
};

describe('every script', () => {
  it('has fonts with all its characters, in both weights', async () => {
    const fonts = await DocumentFonts.load(Object.values(corpus).flat(), 'en');
    for (const [script, texts] of Object.entries(corpus))
      for (const text of texts)
        for (const weight of ['regular', 'bold'] as const) {
          const runs = visualRuns(text, { start: 0, end: text.length }, { fonts, weight });
          const missing = runs.filter(({ font, text: piece }) => font.lacks(piece)).map((run) => run.text);
          expect([script, weight, missing]).toEqual([script, weight, []]);
        }
    // It cuts some sixty fonts, which a busy machine does not do in five seconds.
  }, 60_000);
});

describe('text of both directions', () => {
  const piecesOf = async (text: string) => {
    const fonts = await DocumentFonts.load([text], 'en');
    return visualRuns(text, { start: 0, end: text.length }, { fonts, weight: 'regular' }).map((run) => [
      run.text,
      run.isRightToLeft,
    ]);
  };

  it('stands from left to right as it is read', async () => {
    expect(await piecesOf('Acme (תל אביב)')).toEqual([
      ['Acme (', false],
      ['אביב', true],
      [' ', true],
      ['תל', true],
      [')', false],
    ]);
    // A text that begins from the right ends at the left; its number is read from the left.
    expect(await piecesOf('רחוב 12')).toEqual([
      ['12', false],
      [' ', true],
      ['רחוב', true],
    ]);
  });

  it('has brackets that open to the side from which they are read', async () => {
    const fonts = await DocumentFonts.load(['(א)'], 'en');
    const [first] = visualRuns('(א)', { start: 0, end: 3 }, { fonts, weight: 'regular' });
    expect(first).toMatchObject({ text: ')', isRightToLeft: true });
    const glyphOf = (text: string, isRightToLeft: boolean) =>
      first?.font.glyphsOf(text, { isRightToLeft, isTabular: false });
    expect(glyphOf(')', true)).toEqual(glyphOf('(', false));
  });

  it('has Arabic letters that join', async () => {
    const fonts = await DocumentFonts.load(['سلام'], 'ar');
    const [run] = visualRuns('سلام', { start: 0, end: 4 }, { fonts, weight: 'regular' });
    const glyphsOf = (text: string) => run?.font.glyphsOf(text, { isRightToLeft: true, isTabular: false }) ?? [];
    // From left to right: the last letter stands alone, the three before it join.
    const apart = [...'سلام'].reverse().flatMap((letter) => glyphsOf(letter));
    expect(glyphsOf('سلام').map((glyph, index) => glyph === apart[index])).toEqual([true, false, false, false]);
  });
});
