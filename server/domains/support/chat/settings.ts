// What the operator sets of the chat: by when somebody is answered, and sentences that are ready in each language.

import { LANGUAGES, type LanguageKey } from '@fairtick/contract/languages';
import { z } from 'zod';
import { defineSetting, type SettingsReader } from '../../../platform/settings/setting.ts';

export const chatAnswerMinutes = defineSetting({
  key: 'chat_answer_minutes',
  doc: 'Within how many minutes somebody who writes in the chat is to be answered: the queue goes by it.',
  first: 60,
  schema: z.number().int().min(1).max(10_080),
});

const lang = z.enum(LANGUAGES.map(({ key }) => key));
const prepared = z.object({
  name: z.string().min(1).max(80),
  texts: z.partialRecord(lang, z.string().min(1).max(1_000)),
});

export const chatPrepared = defineSetting({
  key: 'chat_prepared',
  doc: 'Answers in the chat that are ready to be sent, by their names, in each language: [{"name":…,"texts":{"en":…}}].',
  first: [
    {
      name: 'Hello',
      texts: {
        en: 'Hello, thank you for writing to us. I am looking into it.',
        hk: '你好，感謝你的來信。我正在為你查看。',
        ar: 'مرحبًا، شكرًا لتواصلك معنا. أنا أراجع الأمر الآن.',
      },
    },
    {
      name: 'More needed',
      texts: {
        en: 'Could you tell me the order and the time it is about?',
        hk: '請告訴我是哪一張訂單以及發生的時間。',
        ar: 'هل يمكنك إخباري بالأمر ووقت حدوثه؟',
      },
    },
    {
      name: 'Never a password',
      texts: {
        en: 'Please never send us a password or a code: we do not need them and never ask for them.',
        hk: '請勿向我們發送密碼或驗證碼：我們不需要，也絕不會索取。',
        ar: 'من فضلك لا ترسل لنا أبدًا كلمة مرور أو رمزًا: لا نحتاجها ولا نطلبها أبدًا.',
      },
    },
    {
      name: 'Goodbye',
      texts: {
        en: 'I am glad it is settled. Thank you, and goodbye.',
        hk: '很高興問題已解決。謝謝你，再見。',
        ar: 'يسعدني أن الأمر قد حُلّ. شكرًا لك وإلى اللقاء.',
      },
    },
  ],
  schema: z.array(prepared).max(100),
});

export interface ChatSettings {
  readonly answerMinutes: number;
  readonly prepared: readonly {
    readonly name: string;
    readonly texts: Readonly<Partial<Record<LanguageKey, string>>>;
  }[];
}

export const readChatSettings = (settings: SettingsReader): ChatSettings => ({
  answerMinutes: settings.read(chatAnswerMinutes),
  prepared: settings.read(chatPrepared),
});
