// Text messages in the reader's language. Short: a message of Chinese or Arabic holds 70 signs.

import { DEFAULT_LANGUAGE, type LanguageKey } from '@fairtick/contract/languages';
import { fill } from '../mail/compose.ts';
import { SMS_PARAMS, type SmsTemplate } from '../mail/letter.ts';

type Sentences = Readonly<Record<SmsTemplate, string>>;

const en: Sentences = { code: 'Fairtick: your code is {code}. Never give it to anybody, not even to us.' };
const WRITTEN: Readonly<Partial<Record<LanguageKey, Sentences>>> = {
  en,
  hk: { code: 'Fairtick：您的驗證碼是 {code}。切勿告訴任何人，包括我們。' },
  ar: { code: 'Fairtick: رمزك هو {code}. لا تعطه لأحد، ولا حتى لنا.' },
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
