// What who becomes a trader agrees to. A new text is a new version: what somebody agreed to is known by its hash for ever.

import { hash } from 'node:crypto';
import { COMPLETE_LANGUAGES, type LanguageKey } from '@fairtick/contract/languages';

export const AGREEMENT_VERSION = 1;

type Written = 'en' | 'hk' | 'ar';

const TEXTS: Readonly<Record<Written, readonly string[]>> = {
  en: [
    'You let others see how you trade. All forex orders that you have closed with this account, now and later, are public: pair, direction, size, prices, times and results. What you have open is for those who follow you.',
    'Your record is computed from closed orders and hourly equity. Nobody types a figure in, not you and not us, and no place in the ranking is for sale. Losses that are still open count against you.',
    'A person has one record for life. It goes on if you stop and begin again, and it stays public when you leave. Do not apply with a second account of yours, and do not trade against yourself on another one.',
    'Once others can follow you, your orders are carried out for them too, at the same price. You may not know who they are, and you owe them the care that you take with your own money. Do not promise results, and do not ask anybody to pay you outside of this app.',
    'You receive a share of the net gains that following you brings: 10 % unless another rate is shown to you before you apply. It counts only what lies above the highest point that a follower has reached, is set aside when a copy closes, falls with losses until it is paid, and is paid each Monday. A rate that has begun for a follower does not change for them.',
    'We may suspend you with a reason that you can read: then nothing new is copied, and your own orders stay as they are. You may stop at any time. An application is answered within five days.',
    'Trading with leverage can lose all that you put in. Nothing here is advice, and a good record says nothing certain about tomorrow.',
  ],
  hk: [
    '您同意讓他人查看您的交易方式。您以此帳戶平倉的所有外匯訂單，不論現在或將來，均屬公開：包括交易對、方向、手數、價格、時間及結果。您的未平倉訂單只供跟隨您的人查看。',
    '您的記錄由已平倉訂單及每小時淨值計算得出。沒有人輸入任何數字，您不能，我們亦不能；排名位置亦不可購買。尚未平倉的虧損會計算在內。',
    '每人終身只有一份記錄。您停止後再開始，記錄會延續；您離開後，記錄仍然公開。請勿以您的另一個帳戶申請，亦請勿以另一個帳戶與自己對做交易。',
    '當他人可以跟隨您之後，您的訂單亦會以相同價格為他們執行。您未必知道他們是誰，但您須以對待自己資金的謹慎對待他們。請勿承諾回報，亦請勿要求任何人在本應用程式以外向您付款。',
    '您可分得他人跟隨您所獲淨收益的一部分：除非申請前另有顯示，比率為 10%。分成只計算高於跟隨者曾達到的最高點的部分，於跟單平倉時預留，在支付前會隨虧損減少，並於每個星期一支付。對某位跟隨者已開始的比率，不會再為該跟隨者更改。',
    '我們可說明您能閱讀的原因而暫停您的資格：其後不再有新的跟單，而您自己的訂單維持不變。您可隨時停止。申請會於五天內答覆。',
    '槓桿交易可能令您損失全部投入資金。此處內容並非建議，良好的記錄亦不能確保將來的表現。',
  ],
  ar: [
    'أنت تتيح للآخرين رؤية طريقة تداولك. كل أوامر الفوركس التي أغلقتها بهذا الحساب، الآن ولاحقًا، علنية: الزوج والاتجاه والحجم والأسعار والأوقات والنتائج. أما مراكزك المفتوحة فهي لمن يتابعونك.',
    'يُحسب سجلك من الأوامر المغلقة ومن صافي القيمة كل ساعة. لا أحد يُدخل رقمًا، لا أنت ولا نحن، ولا مكان في الترتيب للبيع. والخسائر التي ما زالت مفتوحة تُحسب عليك.',
    'لكل شخص سجل واحد مدى الحياة. يستمر إذا توقفت ثم بدأت من جديد، ويبقى علنيًا بعد مغادرتك. لا تقدم طلبًا بحساب ثانٍ لك، ولا تتداول ضد نفسك بحساب آخر.',
    'عندما يصبح بإمكان الآخرين متابعتك، تُنفذ أوامرك لهم أيضًا وبالسعر نفسه. قد لا تعرف من هم، وعليك أن تعتني بأموالهم عنايتك بأموالك. لا تعد بنتائج، ولا تطلب من أحد أن يدفع لك خارج هذا التطبيق.',
    'تحصل على حصة من صافي الأرباح التي تجلبها متابعتك: 10% ما لم تُعرض عليك نسبة أخرى قبل التقديم. تُحسب الحصة فقط مما يعلو أعلى نقطة بلغها المتابع، وتُجنب عند إغلاق النسخة، وتنخفض مع الخسائر حتى تُدفع، وتُدفع كل يوم اثنين. والنسبة التي بدأت لمتابع لا تتغير له.',
    'يجوز لنا إيقافك بسبب يمكنك قراءته: عندئذ لا يُنسخ شيء جديد، وتبقى أوامرك كما هي. ويمكنك التوقف في أي وقت. يُرد على الطلب خلال خمسة أيام.',
    'قد يؤدي التداول بالرافعة المالية إلى خسارة كل ما وضعته. لا شيء هنا يعد نصيحة، والسجل الجيد لا يقول شيئًا مؤكدًا عن الغد.',
  ],
};

export interface Agreement {
  readonly version: number;
  readonly lang: Written;
  readonly paragraphs: readonly string[];
  readonly hash: string;
}

const isWritten = (lang: LanguageKey): lang is Written =>
  COMPLETE_LANGUAGES.includes(lang) && Object.hasOwn(TEXTS, lang);

const made = (lang: Written): Agreement => ({
  version: AGREEMENT_VERSION,
  lang,
  paragraphs: TEXTS[lang],
  hash: hash('sha256', [`${AGREEMENT_VERSION}`, lang, ...TEXTS[lang]].join('\n'), 'hex'),
});
const AGREEMENTS: Readonly<Record<Written, Agreement>> = { en: made('en'), hk: made('hk'), ar: made('ar') };

/** In the language asked for where it is written in it, else in English. */
export const agreementIn = (lang: LanguageKey): Agreement => AGREEMENTS[isWritten(lang) ? lang : 'en'];
