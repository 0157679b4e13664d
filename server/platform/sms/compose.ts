// Text messages in the reader's language. Short: a message of Chinese or Arabic holds 70 signs.

import { DEFAULT_LANGUAGE, type LanguageKey } from '@fairtick/contract/languages';
import { fill } from '../mail/compose.ts';
import { SMS_PARAMS, type SmsTemplate } from '../mail/letter.ts';

type Sentences = Readonly<Record<SmsTemplate, string>>;

const en: Sentences = {
  code: 'Fairtick: your code is {code}. Never give it to anybody, not even to us.',
  account_exists: 'Fairtick: this number has an account already. Sign in, or choose a new password.',
  name_changed: 'Fairtick: an e-mail or mobile of your account was changed. If it was not you, write to our service.',
  safety: 'Fairtick: something that concerns the safety of your account has happened. See the notices in the app.',
  new_sign_in: 'Fairtick: new sign-in from a browser you have not used. Not you? Change your password.',
  codes_tried: 'Fairtick: somebody who knows your password types wrong codes. Change your password.',
  password_reset: 'Fairtick: your password was changed by a code. Withdrawals rest for 24 hours.',
  password_changed: 'Fairtick: your password was changed. Everybody was signed out.',
  signed_out: 'Fairtick: everybody was signed out of your account. Withdrawals rest for 24 hours.',
};
const WRITTEN: Readonly<Partial<Record<LanguageKey, Sentences>>> = {
  en,
  hk: {
    code: 'Fairtick：您的驗證碼是 {code}。切勿告訴任何人，包括我們。',
    account_exists: 'Fairtick：此號碼已有帳戶。請登入，或設定新密碼。',
    name_changed: 'Fairtick：您帳戶的電郵或手機號碼已更改。如非本人，請立即聯絡客戶服務。',
    safety: 'Fairtick：您的帳戶有一項安全相關的事件，請查看應用程式內的通知。',
    new_sign_in: 'Fairtick：有新的瀏覽器登入您的帳戶。若非本人，請更改密碼。',
    codes_tried: 'Fairtick：有人知道您的密碼並輸入錯誤驗證碼，請更改密碼。',
    password_reset: 'Fairtick：您的密碼已透過驗證碼更改，提款暫停 24 小時。',
    password_changed: 'Fairtick：您的密碼已更改，所有裝置已被登出。',
    signed_out: 'Fairtick：您的帳戶已登出所有裝置，提款暫停 24 小時。',
  },
  ar: {
    code: 'Fairtick: رمزك هو {code}. لا تعطه لأحد، ولا حتى لنا.',
    account_exists: 'Fairtick: لهذا الرقم حساب. سجّل الدخول أو اختر كلمة مرور جديدة.',
    name_changed: 'Fairtick: تغيّر بريد حسابك أو جواله. إن لم تكن أنت، فراسل خدمتنا.',
    safety: 'Fairtick: حدث أمر يخص أمان حسابك. انظر الإشعارات في التطبيق.',
    new_sign_in: 'Fairtick: دخول جديد من متصفح لم تستخدمه. لست أنت؟ غيّر كلمة المرور.',
    codes_tried: 'Fairtick: يُدخل من يعرف كلمة مرورك رموزًا خاطئة. غيّرها الآن.',
    password_reset: 'Fairtick: تغيّرت كلمة مرورك برمز. السحب متوقف 24 ساعة.',
    password_changed: 'Fairtick: تغيّرت كلمة مرورك وخرج الجميع من الحساب.',
    signed_out: 'Fairtick: خرج الجميع من حسابك. السحب متوقف 24 ساعة.',
  },
};

const isSms = (name: string): name is SmsTemplate => Object.hasOwn(SMS_PARAMS, name);

/** Throws for a template that this server does not know. */
export function composeSms(
  template: string,
  params: Readonly<Record<string, string>>,
  lang: LanguageKey = DEFAULT_LANGUAGE,
): string {
  if (!isSms(template)) throw new Error('the template of a text message is not known here');
  return fill((WRITTEN[lang] ?? en)[template], params);
}
